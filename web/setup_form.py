"""What the set-up page asks and how its form becomes an entry: the figures of a table file, each in a field of its own.

Whether a figure is allowed, the table says; it reads the entry as strictly as a table file.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence

from dealer.snapshots import SetupView, StakesView

AMOUNTS = ("seats", "min-buy-in", "ante", "bring-in", "small-bet", "big-bet", "chip")
STAKES = ("limit", "ante", "bring-in", "small-bet", "big-bet", "spread-low", "spread-high", "chip")
"""The stakes of one game or level, by their fields in a row."""
MOST_GAMES, MOST_LEVELS = 12, 50
_MORE_GAMES, _MORE_LEVELS = 2, 3
_MOST_DIGITS = 9

LABELS: Mapping[str, str] = {
    "house": "House",
    "seats": "Seats",
    "min-buy-in": "Least buy-in",
    "chip": "Smallest chip",
    "limit": "Limit",
    "ante": "Ante",
    "bring-in": "Bring-in",
    "small-bet": "Small bet",
    "big-bet": "Big bet",
    "spread": "Spread",
    "spread-low": "Spread from",
    "spread-high": "Spread to",
    "decks": "Decks, with commas between",
    "orbit": "Hands before the next game",
    "rotation": "Games, in turn",
    "game": "Game",
    "levels": "Levels",
    "minutes": "Minutes",
    "rake": "Rake",
    "rake-kind": "Rake",
    "rake-per-mille": "Per mille of the pot",
    "rake-cap": "At most",
    "rake-steps": "Pot and rake in turn, with commas between",
    "rake-amount": "Fixed amount",
    "time-charge": "Time charge",
    "time-charge-amount": "Chips a player",
    "time-charge-minutes": "Every so many minutes",
    "clock": "Clock",
    "clock-start": "Starts",
    "clock-seconds": "Seconds",
    "clock-warning": "Warning at",
    "clock-time-out": "When it runs out",
}
"""What each field is called; English is the key of its translations."""

_ROW = re.compile(r"(rotation|levels)\[(\d+)\](?:\.(.+))?")
_SECTION = re.compile(r"(rake|time-charge|clock)\.(.+)")


Form = Mapping[str, str]
"""A posted form."""


class NotANumber(ValueError):
    """A field that needs a whole number holds something else."""

    def __init__(self, field: str) -> None:
        super().__init__(field)
        self.field = field


def games_of(setup: SetupView) -> int:
    """How many rows of games the page has: those there are, and some to be filled in."""
    return min(MOST_GAMES, max(4, len(setup.rotation) + _MORE_GAMES))


def levels_of(setup: SetupView) -> int:
    """How many rows of levels the page has."""
    return min(MOST_LEVELS, len(setup.schedule) + _MORE_LEVELS)


def values_of(setup: SetupView) -> dict[str, str]:
    """The fields of the page as they stand now."""
    found: dict[str, object] = {
        "house": setup.house,
        "seats": setup.seats,
        "min-buy-in": setup.min_buy_in,
        "decks": ", ".join(setup.decks),
        "orbit": setup.orbit,
        "up-cards": setup.up_cards,
        "rake-kind": setup.rake_now.kind,
        "rake-per-mille": setup.rake_now.per_mille,
        "rake-cap": setup.rake_now.cap,
        "rake-steps": ", ".join(str(each) for each in setup.rake_now.steps),
        "rake-amount": setup.rake_now.amount,
    }
    table = StakesView(
        setup.limit, setup.ante, setup.bring_in, setup.small_bet, setup.big_bet, setup.spread, setup.chip
    )
    found |= _stakes(table, "")
    if setup.time_charge is not None:
        found["time-charge-amount"], found["time-charge-minutes"] = setup.time_charge
    if setup.clock is not None:
        clock = setup.clock
        found |= {"clock-start": clock.start, "clock-seconds": clock.seconds}
        found |= {"clock-warning": clock.warning, "clock-time-out": clock.time_out}
    for place, plan in enumerate(setup.rotation, start=1):
        found[f"rotation-{place}-game"] = plan.game
        if plan.own is not None:
            found |= _stakes(plan.own, f"rotation-{place}-")
    for place, level in enumerate(setup.schedule, start=1):
        found[f"levels-{place}-minutes"] = level.minutes
        found |= _stakes(level.stakes, f"levels-{place}-")
        if level.stakes.limit == setup.limit:
            found[f"levels-{place}-limit"] = ""
    return {name: "" if value is None else str(value) for name, value in found.items()}


def _stakes(stakes: StakesView, prefix: str) -> dict[str, object]:
    low, high = stakes.spread or ("", "")
    return {
        f"{prefix}limit": stakes.limit,
        f"{prefix}ante": stakes.ante,
        f"{prefix}bring-in": stakes.bring_in,
        f"{prefix}small-bet": "" if stakes.spread else stakes.small_bet,
        f"{prefix}big-bet": "" if stakes.spread else stakes.big_bet,
        f"{prefix}spread-low": low,
        f"{prefix}spread-high": high,
        f"{prefix}chip": stakes.chip,
    }


def entry_of(form: Form, setup: SetupView) -> dict[str, object]:
    """What the posted form asks for, as an entry. setup: as the page showed it. Raises NotANumber with the field."""
    entry: dict[str, object] = {"do": "setup", "house": form.get("house", ""), "limit": form.get("limit", "")}
    spread = form.get("limit") == "spread"
    for name in AMOUNTS:
        if not (spread and name in ("small-bet", "big-bet")):
            entry[name] = _whole(form, name)
    if spread:
        entry["spread"] = [_whole(form, "spread-low"), _whole(form, "spread-high")]
    entry["orbit"] = _whole(form, "orbit")
    entry["decks"] = [name.strip() for name in form.get("decks", "").split(",") if name.strip()][:8]
    entry["rotation"] = list(_rows(form, "rotation", ("game",), games_of(setup)))
    entry["levels"] = list(_rows(form, "levels", ("minutes",), levels_of(setup)))
    entry["rake"] = _rake(form)
    entry["time-charge"] = _line(form, "time-charge-", ("amount", "minutes"))
    clock = ("start", "seconds", "warning", "time-out")
    as_shown = values_of(setup)
    # Another house has a clock of its own, unless one is asked for here.
    if any(form.get(f"clock-{name}", "") != as_shown.get(f"clock-{name}", "") for name in clock):
        entry["clock"] = _line(form, "clock-", clock)
    return entry


def _rake(form: Form) -> str:
    """The figures that its kind has; what else stands in the form is left alone."""
    figures = {"percent": ("per-mille", "cap"), "steps": ("steps",), "fixed": ("amount",)}
    return _line(form, "rake-", ("kind", *figures.get(form.get("rake-kind", ""), ())))


def _rows(form: Form, name: str, first: Sequence[str], count: int) -> Iterable[str]:
    """One line for each row that is filled in at all."""
    for place in range(1, count + 1):
        line = _line(form, f"{name}-{place}-", (*first, *STAKES))
        if line and (name == "levels" or form.get(f"{name}-{place}-game")):
            yield line


def _line(form: Form, prefix: str, names: Sequence[str]) -> str:
    """The filled-in fields of a group as `name=value name=value`. Raises NotANumber."""
    parts = []
    for name in names:
        field = f"{prefix}{name}"
        text = form.get(field, "").strip()
        if not text or name == "spread-high":
            continue
        if name in ("kind", "limit", "game", "start", "time-out"):
            parts.append(f"{name}={_one_word(text)}")
        elif name == "steps":
            parts.append(f"steps={','.join(str(each) for each in _wholes(text, field))}")
        elif name == "spread-low":
            parts.append(f"spread={_whole(form, field)},{_whole(form, f'{prefix}spread-high')}")
        else:
            parts.append(f"{name}={_whole(form, field)}")
    return " ".join(parts)


def _one_word(text: str) -> str:
    """What was chosen from a list, in a form that a line can hold; whether it stands in the list, the table says."""
    return "".join(letter if letter.isprintable() and letter not in " =" else "?" for letter in text[:40])


def _wholes(text: str, field: str) -> list[int]:
    return [_number(each, field) for each in re.split(r"[\s,;]+", text) if each]


def _whole(form: Form, field: str) -> int:
    return _number(form.get(field, ""), field)


def _number(text: str, field: str) -> int:
    text = text.strip()
    if not (text.isascii() and text.isdecimal() and len(text) <= _MOST_DIGITS):
        raise NotANumber(field)
    return int(text)


def field_of(refused: str) -> tuple[str, str]:
    """Which field of the page a refusal is about, or "", and what it says: the table names the key first."""
    key, sign, problem = refused.partition(": ")
    if not sign:
        return "", refused
    field = key.removeprefix("stakes.")
    if (row := _ROW.fullmatch(field)) is not None:
        field = f"{row[1]}-{row[2]}-{row[3] or ('game' if row[1] == 'rotation' else 'minutes')}"
    elif (section := _SECTION.fullmatch(field)) is not None:
        field = f"{section[1]}-{section[2]}"
    if field.endswith("spread"):
        field += "-low"
    return (field, problem) if label_of(field) else ("", refused)


def label_of(field: str) -> str:
    """What a field is called, in English, or "" for what is no field of the page."""
    return LABELS.get(field) or LABELS.get(re.sub(r"^(rotation|levels)-\d+-", "", field), "")


def place_of(field: str) -> str:
    """Which row a field stands in, such as `2`, or ""."""
    found = re.match(r"(?:rotation|levels)-(\d+)-", field)
    return found[1] if found else ""
