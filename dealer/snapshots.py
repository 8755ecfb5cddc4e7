"""What a screen shows of a table at one moment: plain records, made by `dealer.views`, drawn by `web`.

Every text is already in the reader's language. A face-down card has no name here for any role
(DESIGN, "Hole cards are sealed").
"""

from __future__ import annotations

import enum
from dataclasses import dataclass


class CardState(enum.Enum):
    """How far a card is known."""

    DUE = "due"
    LEFT_SHOE = "left-shoe"
    SEEN = "seen"
    CONFIRMED = "confirmed"
    CONFLICT = "conflict"
    BY_HAND = "by-hand"


@dataclass(frozen=True, slots=True)
class TableCard:
    """A card as it lies. name: `2c`, or None when it is face down or not known.

    read: False for a face-down card that the shoe never read (drawn `..` instead of `##`).
    """

    face_up: bool
    name: str | None
    state: CardState
    read: bool = True


class SeatStatus(enum.Enum):
    """What a seat is in this hand."""

    EMPTY = "empty"
    SITTING_OUT = "sitting-out"
    WAITING = "waiting"
    LIVE = "live"
    FOLDED = "folded"
    ALL_IN = "all-in"
    MUCKED = "mucked"
    SHOWN = "shown"


@dataclass(frozen=True, slots=True)
class SeatView:
    """One seat. stack, bet (this street), won: chips."""

    seat: int
    name: str
    status: SeatStatus
    stack: int
    bet: int
    won: int
    cards: tuple[TableCard, ...]
    showing: str
    acts: bool
    brings_in: bool


@dataclass(frozen=True, slots=True)
class Blank:
    """What a button still asks for before it is entered; stands in its entry as None.

    name: the key of the entry.  label: what is asked, in words.  choices: value and words, if it is one of few.
    text: free words; else a whole number from least to most.  optional: it may stay empty.
    """

    name: str
    label: str
    choices: tuple[tuple[int | str, str], ...] = ()
    text: bool = False
    least: int = 0
    most: int = 10**9
    optional: bool = False


@dataclass(frozen=True, slots=True)
class Control:
    """One button: a word for ever in its place with its key.

    slot: the name of its fixed place (`fold`, `check`, `call`, `bring-in`, `complete`, `bet`, `bet-big`, `raise`,
    `raise-big`, `all-in`, `show`, `muck`, `next`, `undo`, `floor`, `1`..`9` for the choices of a question).
    key: the keyboard key.  label: the word, with its amount.  entry: what is posted back.
    amounts: None, or (least, greatest) when the amount may be chosen; the entry's `to` is then replaced.
    blanks: what a form asks for first; the verbs about seats and rulings have them.
    """

    slot: str
    key: str
    label: str
    entry: dict[str, object]
    amounts: tuple[int, int] | None = None
    blanks: tuple[Blank, ...] = ()


@dataclass(frozen=True, slots=True)
class Question:
    """Something went wrong and a person must say what is true (R8).

    title: in plain words what was seen.  detail: what the house says.
    readings: who claims which face-up card, such as (("shoe", "8d"), ("camera", "6d")).
    picture: the camera's picture shows the place.  card_wanted: the answer may be any card, picked by rank and suit.
    """

    id: str
    kind: str
    rule: str
    title: str
    detail: str
    seat: int | None
    readings: tuple[tuple[str, str], ...]
    choices: tuple[Control, ...]
    picture: bool
    card_wanted: bool


@dataclass(frozen=True, slots=True)
class DeviceView:
    """A device light, in words as well as colour. health: the value of observations.Health."""

    name: str
    health: str
    words: str
    detail: str


@dataclass(frozen=True, slots=True)
class PotView:
    """A pot and who is in it."""

    name: str
    amount: int
    seats: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class ClockView:
    """The decision clock. left: seconds; running False while paused."""

    seat: int
    left: float
    total: float
    running: bool
    warning: bool


@dataclass(frozen=True, slots=True)
class Said:
    """An announcement that has been made. id grows; speak: how it is spoken."""

    id: int
    text: str


@dataclass(frozen=True, slots=True)
class StakesView:
    """What is played for, in the words of the table file. spread: least and greatest bet, or None."""

    limit: str
    ante: int
    bring_in: int
    small_bet: int
    big_bet: int
    spread: tuple[int, int] | None
    chip: int


@dataclass(frozen=True, slots=True)
class PlanView:
    """One game of the rotation. own: its stakes where they are not the table's."""

    game: str
    own: StakesView | None


@dataclass(frozen=True, slots=True)
class LevelView:
    """One level of a tournament."""

    minutes: int
    stakes: StakesView


@dataclass(frozen=True, slots=True)
class RakeView:
    """What the house takes: a kind, and its figures where it has them. per_mille: tenths of a percent."""

    kind: str = "none"
    per_mille: int | None = None
    cap: int | None = None
    steps: tuple[int, ...] = ()
    amount: int | None = None


@dataclass(frozen=True, slots=True)
class ClockRulesView:
    """When a decision is timed, for how many seconds, when the warning comes and what happens at the end."""

    start: str
    seconds: int
    warning: int
    time_out: str


@dataclass(frozen=True, slots=True)
class SetupView:
    """How a table is set up, for the floor to look at and to change; the words are those of the table file.

    house: the name of its house.  games: the rotation, in order.  spread: least and greatest bet, or None.
    free: nothing is being played, so it may be changed now.  rake: in the words of the table file.
    equipment: what it is connected to, such as ("calibration", "table-1").
    rotation: the games with their own stakes.  orbit: hands before the next game, 0 for one a player.
    time_charge: chips and minutes, or None.  schedule: the levels of a tournament.
    """

    house: str
    houses: tuple[str, ...]
    seats: int
    games: tuple[str, ...]
    all_games: tuple[tuple[str, str], ...]
    limit: str
    limits: tuple[str, ...]
    ante: int
    bring_in: int
    small_bet: int
    big_bet: int
    spread: tuple[int, int] | None
    chip: int
    min_buy_in: int
    decks: tuple[str, ...]
    rake: str
    levels: int
    up_cards: str
    up_cards_choices: tuple[str, ...]
    equipment: tuple[tuple[str, str], ...]
    free: bool
    rotation: tuple[PlanView, ...] = ()
    orbit: int = 0
    rake_now: RakeView = RakeView()
    rake_kinds: tuple[str, ...] = ()
    time_charge: tuple[int, int] | None = None
    schedule: tuple[LevelView, ...] = ()
    clock: ClockRulesView | None = None
    clock_starts: tuple[str, ...] = ()
    time_outs: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class TableView:
    """Everything that one page needs, for one role in one language.

    turn: what an entry has to be made for.  now: the one sentence, also spoken.  now_detail: why, smaller.
    next_card: words for the card that is due after this.
    card_wanted: the due card may be entered by hand now ("up", "down" or "").
    controls: what may be pressed now.  undo: what undo would take back, newest first.
    said: the last announcements, newest last.
    floor_call: why the floor was called, or "".  paused: why dealing is paused, or "".
    setup: how the table is set up; only for the floor and the technician.
    """

    table: str
    turn: int
    language: str
    title: str
    hand: int
    game: str
    stakes: str
    street: int | None
    street_name: str
    pot: int
    pots: tuple[PotView, ...]
    rake: int
    stub: int
    burns: int
    step: str
    now: str
    now_detail: str
    next_card: str
    card_wanted: str
    seats: tuple[SeatView, ...]
    community: tuple[TableCard, ...]
    controls: tuple[Control, ...]
    question: Question | None
    devices: tuple[DeviceView, ...]
    undo: tuple[str, ...]
    said: tuple[Said, ...]
    clock: ClockView | None
    floor_call: str
    floor_call_since: float | None
    paused: str
    hands_an_hour: float
    mock: bool
    setup: SetupView | None = None
