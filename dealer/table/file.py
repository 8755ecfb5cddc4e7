"""Reads a table file: what is played at a table, for how much, and with which devices. Strict, like a house file."""

from __future__ import annotations

import enum
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from dealer.game.rake import FixedRake, NoRake, PercentRake, Rake, StepRake
from dealer.house.load import DEFAULT_HOUSE, PROFILES, find_house
from dealer.house.rules import ClockRules, ClockStart, HouseRules, Language, TimeOut
from dealer.house.stakes import Game, Limit, Spread, Stakes, StakesError, fill_stakes
from dealer.house.strict import FileRefused, Section, parse_toml, read_text, shown_path
from dealer.table.state import MOST_SEATS, Level, Plan, Setup, TimeCharge

MOST_CHIPS = 1_000_000_000
_TOPIC_NAME = re.compile(r"[A-Za-z0-9_-]{1,40}")
"""What may be one level of a topic, and one part of an address."""


class TableFileError(FileRefused):
    """A table file is refused: which file, which key by its dotted name, and what would be allowed."""


class UpCardPolicy(enum.Enum):
    """Whose word it takes for a card that lies face up."""

    BOTH = "both"
    SHOE = "shoe"
    CAMERA = "camera"
    HAND = "hand"


class ShoeProtocol(enum.Enum):
    """How the shoe speaks (SHOE-PROTOCOL)."""

    NONE = "none"
    OSP = "osp"
    PEPPER_C1 = "pepper-c1"
    PN532 = "pn532"
    ANGEL_EYE = "angel-eye"
    EM4100 = "em4100"


@dataclass(frozen=True, slots=True)
class ShoeConfig:
    """`[shoe]`. port: a stable device path, `usb:VID:PID:SERIAL`, `socket://` or `rfc2217://`.

    pairing_key: the file with the key that the shoe signs with, if it does (OSP/1 rule 5).
    """

    protocol: ShoeProtocol
    port: str = ""
    pairing_key: str = ""


@dataclass(frozen=True, slots=True)
class CameraConfig:
    """`[camera]`. source: a device path, a file, a folder or a stream; calibration, design: names of what was made."""

    source: str = ""
    calibration: str = ""
    design: str = ""


@dataclass(frozen=True, slots=True)
class WebConfig:
    """`[web]`. tls: whether the pages are served with a certificate; certificate, key: own ones, else one is made.

    tls None: not said; then pages that others than this machine can reach are served with one.
    """

    host: str = "127.0.0.1"
    port: int = 8480
    tls: bool | None = None
    certificate: str = ""
    key: str = ""


@dataclass(frozen=True, slots=True)
class VoiceConfig:
    """`[voice]`. volume: 0 (silent) to 100."""

    volume: int = 0
    language: Language | None = None


@dataclass(frozen=True, slots=True)
class BrokerConfig:
    """`[broker]`: where the floor hears of this table; without it, nowhere.

    url: `mqtts://host:port`.  room: the first part of this table's topics.  password_file, ca, certificate, key,
    rulers: files; "" for none.  languages: in which the floor may read; none given: the table's own.
    """

    url: str
    room: str
    username: str = ""
    password_file: str = ""
    ca: str = ""
    certificate: str = ""
    key: str = ""
    rulers: str = ""
    languages: tuple[Language, ...] = ()


@dataclass(frozen=True, slots=True)
class SeatedPlayer:
    """`[[players]]`: who sits at the table when it is opened for the first time."""

    seat: int
    name: str
    stack: int


@dataclass(frozen=True, slots=True)
class TableFile:
    """All that a table file says."""

    setup: Setup
    title: str
    language: Language
    up_cards: UpCardPolicy
    shoe: ShoeConfig
    camera: CameraConfig
    web: WebConfig
    voice: VoiceConfig
    players: tuple[SeatedPlayer, ...]
    broker: BrokerConfig | None = None


_TOP = (
    "table",
    "title",
    "house",
    "language",
    "seats",
    "min-buy-in",
    "decks",
    "orbit",
    "stakes",
    "clock",
    "rotation",
    "rake",
    "time-charge",
    "levels",
    "sensing",
    "shoe",
    "camera",
    "web",
    "voice",
    "broker",
    "players",
)
_STAKES = ("limit", "ante", "bring-in", "small-bet", "big-bet", "spread", "chip")


def load_table(path: Path) -> TableFile:
    """Read a table file; a house file is looked for beside it. Raises TableFileError or HouseFileError."""
    source = shown_path(path)
    return table_from_plain(parse_toml(read_text(path, TableFileError), source, TableFileError), source, path.parent)


def table_from_plain(values: Mapping[str, object], source: str, folder: Path) -> TableFile:
    """Make a TableFile of nested mappings shaped like one. Raises TableFileError or HouseFileError."""
    top = Section(source, "", values, _TOP, TableFileError)
    house = _house(top, folder)
    if top.has("clock"):
        house = replace(house, clock=_clock(top.section("clock", ("start", "seconds", "warning", "time-out"))))
    setup = _setup(top, house)
    return TableFile(
        setup=setup,
        title=top.text("title") if top.has("title") else setup.table,
        language=top.choice("language", Language) if top.has("language") else house.language,
        up_cards=_up_cards(top),
        shoe=_shoe(top),
        camera=_camera(top),
        web=_web(top),
        voice=_voice(top),
        players=_players(top, setup),
        broker=_broker(top, setup),
    )


def _house(top: Section, folder: Path) -> HouseRules:
    name = top.address("house") if top.has("house") else DEFAULT_HOUSE
    return find_house(name if name in PROFILES else str(folder / name))


def _setup(top: Section, house: HouseRules) -> Setup:
    stakes = _stakes(top.section("stakes", _STAKES), house, None)
    seats = top.whole("seats", 2, MOST_SEATS) if top.has("seats") else MOST_SEATS
    rotation = _rotation(top, house, stakes)
    least = top.whole("min-buy-in", 0, MOST_CHIPS) if top.has("min-buy-in") else 10 * stakes.big_bet
    return Setup(
        table=top.text("table"),
        house=house,
        seats=seats,
        rotation=rotation,
        min_buy_in=least,
        rake=_rake(top),
        orbit=top.whole("orbit", 0, 1000) if top.has("orbit") else 0,
        decks=_names(top, "decks") if top.has("decks") else ("deck",),
        levels=_levels(top, house, stakes),
        time_charge=_time_charge(top),
    )


def _stakes(at: Section, house: HouseRules, base: Stakes | None) -> Stakes:
    """The stakes of a section; in a level or a rotation the limit and the chip may be left to the table's own."""
    limit = at.choice("limit", Limit) if at.has("limit") or base is None else base.limit

    def amount(key: str) -> int | None:
        return at.whole(key, 0, MOST_CHIPS) if at.has(key) else None

    default_chip = 1 if base is None else base.chip
    try:
        return fill_stakes(
            limit,
            house.bring_in.default,
            ante=amount("ante"),
            bring_in=amount("bring-in"),
            small_bet=amount("small-bet"),
            big_bet=amount("big-bet"),
            spread=_spread(at),
            chip=at.whole("chip", 1, MOST_CHIPS) if at.has("chip") else default_chip,
        )
    except StakesError as wrong:
        raise at.refuse(wrong.field.replace("_", "-"), wrong.problem) from None


def _spread(at: Section) -> Spread | None:
    if not at.has("spread"):
        return None
    ends = at.numbers("spread", 2, MOST_CHIPS)
    return Spread(ends[0], ends[1])


def _rotation(top: Section, house: HouseRules, stakes: Stakes) -> tuple[Plan, ...]:
    if not top.has("rotation"):
        return (Plan(house.table.games[0], stakes),)
    plans = []
    for each in top.sections("rotation", ("game", *_STAKES)):
        own = _stakes(each, house, stakes) if any(each.has(key) for key in _STAKES) else stakes
        plans.append(Plan(each.choice("game", Game), own))
    return tuple(plans)


def _levels(top: Section, house: HouseRules, stakes: Stakes) -> tuple[Level, ...]:
    if not top.has("levels"):
        return ()
    levels: list[Level] = []
    starts = 0.0
    for each in top.sections("levels", ("minutes", *_STAKES)):
        levels.append(Level(starts, _stakes(each, house, stakes)))
        starts += 60.0 * each.whole("minutes", 1, 24 * 60)
    return tuple(levels)


def _time_charge(top: Section) -> TimeCharge | None:
    if not top.has("time-charge"):
        return None
    at = top.section("time-charge", ("amount", "minutes"))
    return TimeCharge(at.whole("amount", 1, MOST_CHIPS), at.whole("minutes", 1, 24 * 60))


class RakeKind(enum.Enum):
    """`[rake]`: how the house takes its share (R1.7)."""

    NONE = "none"
    PERCENT = "percent"
    STEPS = "steps"
    FIXED = "fixed"


def _rake(top: Section) -> Rake:
    if not top.has("rake"):
        return NoRake()
    at = top.section("rake", ("kind", "per-mille", "cap", "steps", "amount"))
    match at.choice("kind", RakeKind):
        case RakeKind.NONE:
            return NoRake()
        case RakeKind.PERCENT:
            cap = at.whole("cap", 0, MOST_CHIPS) if at.has("cap") else None
            return PercentRake(at.whole("per-mille", 0, 1000), cap)
        case RakeKind.FIXED:
            return FixedRake(at.whole("amount", 0, MOST_CHIPS))
        case RakeKind.STEPS:
            flat = at.numbers("steps", None, MOST_CHIPS)
            pairs = tuple(zip(flat[::2], flat[1::2], strict=False))
            if len(flat) % 2 or list(pairs) != sorted(pairs):
                raise at.refuse("steps", "must be pairs of pot and rake, the smallest pot first: [20, 1, 40, 2]")
            return StepRake(pairs)


def _clock(at: Section) -> ClockRules:
    rules = ClockRules(
        start=at.choice("start", ClockStart),
        seconds=at.whole("seconds", 0, 3600),
        warning=at.whole("warning", 0, 3600),
        time_out=at.choice("time-out", TimeOut),
    )
    if rules.start is not ClockStart.OFF and rules.warning >= rules.seconds:
        raise at.refuse("warning", f"must come before the end; allowed: 0 to {max(rules.seconds - 1, 0)}")
    return rules


def _up_cards(top: Section) -> UpCardPolicy:
    if not top.has("sensing"):
        return UpCardPolicy.BOTH
    return top.section("sensing", ("up-card",)).choice("up-card", UpCardPolicy)


def _shoe(top: Section) -> ShoeConfig:
    if not top.has("shoe"):
        return ShoeConfig(ShoeProtocol.NONE)
    at = top.section("shoe", ("protocol", "port", "pairing-key"))
    protocol = at.choice("protocol", ShoeProtocol)
    if protocol is ShoeProtocol.NONE:
        return ShoeConfig(protocol)
    return ShoeConfig(protocol, at.address("port"), at.address("pairing-key") if at.has("pairing-key") else "")


def _camera(top: Section) -> CameraConfig:
    if not top.has("camera"):
        return CameraConfig()
    at = top.section("camera", ("source", "calibration", "design"))
    return CameraConfig(
        at.address("source"),
        at.address("calibration") if at.has("calibration") else "",
        at.text("design") if at.has("design") else "",
    )


def _web(top: Section) -> WebConfig:
    if not top.has("web"):
        return WebConfig()
    at = top.section("web", ("host", "port", "tls", "certificate", "key"))
    if at.has("certificate") != at.has("key"):
        raise at.refuse("key", "certificate and key belong together; give both, or neither and one is made")
    return WebConfig(
        host=at.text("host") if at.has("host") else "127.0.0.1",
        port=at.whole("port", 1, 65535) if at.has("port") else 8480,
        tls=at.flag("tls") if at.has("tls") else True if at.has("certificate") else None,
        certificate=at.address("certificate") if at.has("certificate") else "",
        key=at.address("key") if at.has("key") else "",
    )


def _voice(top: Section) -> VoiceConfig:
    if not top.has("voice"):
        return VoiceConfig()
    at = top.section("voice", ("volume", "language"))
    return VoiceConfig(at.whole("volume", 0, 100), at.choice("language", Language) if at.has("language") else None)


def _broker(top: Section, setup: Setup) -> BrokerConfig | None:
    if not top.has("broker"):
        return None
    files = ("password-file", "ca", "certificate", "key", "rulers")
    at = top.section("broker", ("url", "room", "username", "languages", *files))
    if not _TOPIC_NAME.fullmatch(setup.table):
        raise top.refuse("table", "with [broker] a table is called by 1 to 40 letters, digits, - and _")
    room = at.text("room")
    if not _TOPIC_NAME.fullmatch(room):
        raise at.refuse("room", "must be 1 to 40 letters, digits, - and _")
    if at.has("key") and not at.has("certificate"):
        raise at.refuse("key", "belongs to a certificate; name that too")
    named = {name.replace("-", "_"): at.address(name) for name in ("username", *files) if at.has(name)}
    languages = at.choices("languages", Language) if at.has("languages") else ()
    return BrokerConfig(url=at.address("url"), room=room, languages=languages, **named)


def _players(top: Section, setup: Setup) -> tuple[SeatedPlayer, ...]:
    if not top.has("players"):
        return ()
    players: list[SeatedPlayer] = []
    chip = setup.rotation[0].stakes.chip
    for each in top.sections("players", ("seat", "name", "stack")):
        player = SeatedPlayer(
            each.whole("seat", 1, setup.seats), each.text("name").strip(), each.whole("stack", 0, MOST_CHIPS)
        )
        if player.stack < setup.min_buy_in or player.stack % chip:
            raise each.refuse("stack", f"must be {setup.min_buy_in} or more, in chips of {chip} (R1.2, R1.3)")
        if any(other.seat == player.seat or other.name == player.name for other in players):
            raise each.refuse("seat", "one player a seat, and each name once")
        players.append(player)
    return tuple(players)


def _names(at: Section, key: str) -> tuple[str, ...]:
    names: Sequence[str] = at.texts(key)
    if not names or len(set(names)) != len(names):
        raise at.refuse(key, "must be a list of one or more different names")
    return tuple(names)
