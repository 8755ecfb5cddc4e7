"""Reads hands in the Poker Hand History format (TOML; stud variants only) into plain records.

It decides whether the text is a hand, or a collection of them, at all; whether a hand keeps the rules is the
engine's question.
"""

from __future__ import annotations

import enum
import math
import re
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from dealer.cards import Card, NotACard, parse_cards
from dealer.errors import DealerError
from dealer.game.rake import FixedRake, NoRake, Rake
from dealer.house.rules import HouseRules
from dealer.house.stakes import Game, Limit, Spread, Stakes, StakesError, fill_stakes

MOST_PLAYERS = 8
_MOST_BYTES = 1024 * 1024
_MOST_COLLECTED_BYTES = 32 * _MOST_BYTES
COLLECTION = ".phhs"
"""How the name of a file ends that holds many hands, each in a table named by its place: `[1]`."""
_MOST_CHIPS = 10**15
_VARIANTS = {"F7S": Game.STUD_HIGH, "F7S/8": Game.STUD_HILO_8, "FR": Game.RAZZ}
VARIANT_OF = {game: variant for variant, game in _VARIANTS.items()} | {Game.STUD_HILO: "F7S/8"}
"""The format's name of each game; hi-lo without qualifier has none, and carries `_game` as well."""


class PhhError(DealerError):
    """A file is not a hand that can be read: which file, which field, and what would do; one line."""

    def __init__(self, source: str, field: str | None, problem: str) -> None:
        super().__init__(f"{source}: {field}: {problem}" if field else f"{source}: {problem}")
        self.source = source
        self.field = field
        self.problem = problem


class ActionKind(enum.Enum):
    """The verbs of the format that stud uses."""

    DEAL_HOLE = "d dh"
    DEAL_BOARD = "d db"
    BRING_IN = "pb"
    WAGER = "cbr"
    CHECK_CALL = "cc"
    FOLD = "f"
    SHOW = "sm cards"
    MUCK = "sm"


@dataclass(frozen=True, slots=True)
class PhhAction:
    """One line of the hand. text: as it stands in the file, without commentary.

    player: from 1, None for the board.  cards: None for one that is unknown (`??`).  to: the total on the street.
    """

    kind: ActionKind
    text: str
    player: int | None = None
    cards: tuple[Card | None, ...] = ()
    to: int = 0


@dataclass(frozen=True, slots=True)
class PhhHand:
    """A hand as it was written down. Player 1 sits nearest the dealer's left.

    house: what the file says in `_house`, a name or a file.  number: the hand's number in the file, or 1.
    """

    source: str
    game: Game
    limit: Limit
    amounts: Mapping[str, int]
    spread: Spread | None
    stacks: tuple[int, ...]
    rake: Rake
    house: str | None
    number: int
    actions: tuple[PhhAction, ...]

    def stakes(self, house: HouseRules) -> Stakes:
        """Complete the stakes by the house's defaults (R2.3). Raises PhhError."""
        try:
            return fill_stakes(self.limit, house.bring_in.default, spread=self.spread, **self.amounts)
        except StakesError as error:
            raise PhhError(self.source, error.field, error.problem) from error


def read_hands(path: Path) -> tuple[PhhHand, ...]:
    """Read a file with one hand, or a collection of them in the order of the file. Raises PhhError."""
    source = _tidy(str(path))
    values = _toml(_text_of(path, source), source)
    tables = [(place, table) for place, table in values.items() if isinstance(table, dict) and place.isdecimal()]
    if not tables or len(tables) < len(values):
        return (_hand(values, source),)
    return tuple(_hand(table, f"{source}[{place[:20]}]") for place, table in tables)


def parse_phh(text: str, source: str) -> PhhHand:
    """Read the text of a hand. source: what to call it in errors. Raises PhhError."""
    return _hand(_toml(text, source), source)


def _text_of(path: Path, source: str) -> str:
    collected = path.suffix == COLLECTION
    most = _MOST_COLLECTED_BYTES if collected else _MOST_BYTES
    try:
        with path.open("rb") as file:
            raw = file.read(most + 1)
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) and error.strerror else "not a usable file name"
        raise PhhError(source, None, f"cannot be read: {reason}") from error
    if len(raw) > most:
        what = "one collection" if collected else "one hand"
        raise PhhError(source, None, f"is too large to be {what} ({most // _MOST_BYTES} MiB at most)")
    try:
        return raw.decode("utf-8")
    except UnicodeDecodeError as error:
        raise PhhError(source, None, f"is not UTF-8 text (byte {error.start})") from error


def _toml(text: str, source: str) -> Mapping[str, object]:
    try:
        return tomllib.loads(text)
    except RecursionError as error:
        raise PhhError(source, None, "is nested too deeply to be a hand") from error
    except ValueError as error:
        raise PhhError(source, None, f"is not valid TOML: {_tidy(str(error))}") from error


def _hand(values: Mapping[str, object], source: str) -> PhhHand:
    fields = _Fields(source, values)
    limit = fields.word("_limit", {limit.value: limit for limit in Limit}, Limit.FIXED)
    game = _game(fields)
    stacks = fields.amounts("starting_stacks", least=1)
    if not 2 <= len(stacks) <= MOST_PLAYERS:
        raise fields.wrong("starting_stacks", f"{len(stacks)} players; stud is dealt to 2 to {MOST_PLAYERS}")
    ante = _ante(fields, stacks)
    known = {"ante": ante}
    if limit is Limit.FIXED:
        known["small_bet"] = fields.amount("small_bet", least=1)
    for field in ("bring_in", "big_bet") if limit is Limit.FIXED else ("bring_in",):
        if fields.has(field):  # else it follows from the rest (R2.3)
            known[field] = fields.amount(field, least=1)
    rake = fields.amount("_rake", least=0) if fields.has("_rake") else 0
    return PhhHand(
        source=source,
        game=game,
        limit=limit,
        amounts=known,
        spread=_spread(fields) if limit is Limit.SPREAD else None,
        stacks=stacks,
        rake=FixedRake(rake) if rake else NoRake(),
        house=fields.text("_house") if fields.has("_house") else None,
        number=fields.amount("hand", least=0) if isinstance(values.get("hand"), int) else 1,
        actions=_actions(fields, len(stacks)),
    )


class _Fields:
    """Hands out the fields of a file by name and says what is wrong with one."""

    def __init__(self, source: str, values: Mapping[str, object]) -> None:
        self._source = source
        self._values = values

    def wrong(self, field: str, problem: str) -> PhhError:
        return PhhError(self._source, field, problem)

    def has(self, field: str) -> bool:
        return field in self._values

    def value(self, field: str) -> object:
        if field not in self._values:
            raise self.wrong(field, "is missing")
        return self._values[field]

    def text(self, field: str) -> str:
        value = self.value(field)
        if not isinstance(value, str) or not value:
            raise self.wrong(field, "must be a text")
        return value

    def items(self, field: str) -> list[object]:
        value = self.value(field)
        if not isinstance(value, list):
            raise self.wrong(field, "must be a list")
        return value

    def amount(self, field: str, least: int) -> int:
        return self._chips(field, self.value(field), least)

    def amounts(self, field: str, least: int) -> tuple[int, ...]:
        return tuple(self._chips(f"{field}[{i}]", each, least) for i, each in enumerate(self.items(field), start=1))

    def word(self, field: str, words: Mapping[str, Limit], otherwise: Limit) -> Limit:
        if field not in self._values:
            return otherwise
        value = self._values[field]
        if not isinstance(value, str) or value not in words:
            raise self.wrong(field, f"is not allowed; allowed: {', '.join(words)}")
        return words[value]

    def _chips(self, field: str, value: object, least: int) -> int:
        if isinstance(value, float) and math.isfinite(value) and value.is_integer():
            value = int(value)
        if isinstance(value, bool) or not isinstance(value, int):
            raise self.wrong(field, "must be whole chips (R1.3)")
        if not least <= value <= _MOST_CHIPS:
            raise self.wrong(field, f"must be {least} chips or more" if value < least else "is too large")
        return value


def _game(fields: _Fields) -> Game:
    variant = fields.value("variant")
    if not isinstance(variant, str) or variant not in _VARIANTS:
        raise fields.wrong("variant", f"is not a stud game of ours; allowed: {', '.join(_VARIANTS)}")
    game = _VARIANTS[variant]
    if not fields.has("_game"):
        return game
    own = fields.value("_game")
    if own == Game.STUD_HILO.value and game is not Game.RAZZ:
        return Game.STUD_HILO
    if own == game.value:
        return game
    raise fields.wrong("_game", f"does not go with variant {variant}; allowed: {game.value}, stud-hilo (not razz)")


def _ante(fields: _Fields, stacks: Sequence[int]) -> int:
    """The one ante of the table; a player whose stack is shorter may be written with what he has."""
    antes = fields.amounts("antes", least=0)
    if len(antes) != len(stacks):
        raise fields.wrong("antes", f"has {len(antes)} entries for {len(stacks)} players")
    ante = max(antes)
    for player, (paid, stack) in enumerate(zip(antes, stacks, strict=True), start=1):
        if paid not in (ante, min(ante, stack)):
            raise fields.wrong(f"antes[{player}]", f"is {paid} where the others post {ante}; one ante for all (R3.1)")
    return ante


def _spread(fields: _Fields) -> Spread:
    ends = fields.amounts("_spread", least=1)
    if len(ends) != 2 or ends[0] > ends[1]:
        raise fields.wrong("_spread", "must be the least and the greatest bet, such as [1, 5]")
    return Spread(ends[0], ends[1])


_PLAYER = re.compile(r"p([1-9][0-9]{0,3})", re.ASCII)
_AMOUNT = re.compile(r"[0-9]{1,16}(\.0{1,4})?", re.ASCII)


def _actions(fields: _Fields, players: int) -> tuple[PhhAction, ...]:
    actions: list[PhhAction] = []
    dealt: set[Card] = set()
    for number, item in enumerate(fields.items("actions"), start=1):
        field = f"actions[{number}]"
        if not isinstance(item, str):
            raise fields.wrong(field, "must be a text such as 'p1 cc'")
        text = " ".join(item.partition("#")[0].split())
        if not text:
            continue
        action = _action(fields, field, text, players)
        if action.kind in (ActionKind.DEAL_HOLE, ActionKind.DEAL_BOARD):
            for card in action.cards:
                if card is not None and card in dealt:
                    raise fields.wrong(field, "deals a card that was dealt before")
                if card is not None:
                    dealt.add(card)
        actions.append(action)
    return tuple(actions)


def _action(fields: _Fields, field: str, text: str, players: int) -> PhhAction:
    parts = text.split(" ")
    match parts:
        case ["d", "dh", player, cards]:
            return PhhAction(
                ActionKind.DEAL_HOLE, text, _player(fields, field, player, players), _cards(fields, field, cards)
            )
        case ["d", "db", cards]:
            return PhhAction(ActionKind.DEAL_BOARD, text, None, _cards(fields, field, cards))
        case [player, "pb"]:
            return PhhAction(ActionKind.BRING_IN, text, _player(fields, field, player, players))
        case [player, "cbr", amount]:
            to = _AMOUNT.fullmatch(amount)
            if to is None or int(amount.partition(".")[0]) > _MOST_CHIPS:
                raise fields.wrong(field, "the amount must be whole chips (R1.3)")
            seat = _player(fields, field, player, players)
            return PhhAction(ActionKind.WAGER, text, seat, to=int(amount.partition(".")[0]))
        case [player, "cc"]:
            return PhhAction(ActionKind.CHECK_CALL, text, _player(fields, field, player, players))
        case [player, "f"]:
            return PhhAction(ActionKind.FOLD, text, _player(fields, field, player, players))
        case [player, "sm"]:
            return PhhAction(ActionKind.MUCK, text, _player(fields, field, player, players))
        case [player, "sm", "-"]:
            return PhhAction(ActionKind.SHOW, text, _player(fields, field, player, players))
        case [player, "sm", cards]:
            seat = _player(fields, field, player, players)
            return PhhAction(ActionKind.SHOW, text, seat, _cards(fields, field, cards))
    raise fields.wrong(field, f'"{_tidy(text)[:40]}" is not an action of stud; allowed: d dh, d db, pN pb|cbr|cc|f|sm')


def _player(fields: _Fields, field: str, text: str, players: int) -> int:
    found = _PLAYER.fullmatch(text)
    if found is None or int(found[1]) > players:
        raise fields.wrong(field, f'"{_tidy(text)[:10]}" is no player of this hand; allowed: p1 to p{players}')
    return int(found[1])


def _cards(fields: _Fields, field: str, text: str) -> tuple[Card | None, ...]:
    if len(text) % 2 or not 2 <= len(text) <= 2 * 52:
        raise fields.wrong(field, "the cards must be written as 2c or ??, two characters each")
    pairs = [text[i : i + 2] for i in range(0, len(text), 2)]
    try:
        cards = tuple(None if pair == "??" else parse_cards(pair)[0] for pair in pairs)
    except NotACard as error:
        raise fields.wrong(field, "a card must be written as 2c, Td, Ah or ??") from error
    known = [card for card in cards if card is not None]
    if len(set(known)) != len(known):
        raise fields.wrong(field, "names one card twice")
    return cards


def _tidy(text: str) -> str:
    return "".join(letter if letter.isprintable() else "?" for letter in text)[:200]
