"""The views of one hand, made up for the pages: every kind of step that a hand has."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from dealer.snapshots import (
    Blank,
    CardState,
    ClockRulesView,
    ClockView,
    Control,
    DeviceView,
    LevelView,
    PlanView,
    PotView,
    Question,
    RakeView,
    SeatStatus,
    SeatView,
    SetupView,
    StakesView,
    TableCard,
    TableView,
)


def up(name: str, state: CardState = CardState.CONFIRMED) -> TableCard:
    return TableCard(True, name, state)


def due(face_up: bool = True, state: CardState = CardState.DUE) -> TableCard:
    return TableCard(face_up, None, state)


DOWN = TableCard(False, None, CardState.CONFIRMED)
UNREAD = TableCard(False, None, CardState.CONFIRMED, read=False)
NAMES = ("Aino", "Boris", "Cilla", "Dimitar", "Eeva", "Filip", "Greta", "Hristo")
DOORS = ("2c", "Kd", "7h", "Th", "9h", "Jc", "4s", "Qd")
FOURTHS = ("7d", "Qs", "3c", "Ad", "9c", "5h", "8s", "6d")
FIFTHS = ("Ts", "Kh", "2d", "6c", "4h", "Jd", "3s", "8c")
SIXTHS = ("Ac", "5s", "Qh", "Td", "Kc", "6s", "9d", "2h")


def seat(number: int, street: int, **changes: object) -> SeatView:
    cards = [DOWN, DOWN, up(DOORS[number - 1])]
    cards += [up(row[number - 1]) for row, at in ((FOURTHS, 4), (FIFTHS, 5), (SIXTHS, 6)) if street >= at]
    cards += [DOWN] if street >= 7 else []
    plain = SeatView(
        number, NAMES[number - 1], SeatStatus.LIVE, 100 + 37 * number, 0, 0, tuple(cards), "", False, False
    )
    return replace(plain, **changes)  # type: ignore[arg-type]


def eight(street: int, changes: Mapping[int, Mapping[str, object]] | None = None) -> tuple[SeatView, ...]:
    return tuple(seat(n, street, **(changes or {}).get(n, {})) for n in range(1, 9))


FOLDED: dict[str, object] = {"status": SeatStatus.FOLDED}
ALL_IN: dict[str, object] = {"status": SeatStatus.ALL_IN, "stack": 0}
DEVICES = (
    DeviceView("shoe", "ok", "OK", "/dev/serial/by-id/usb-shoe"),
    DeviceView("camera", "ok", "OK", "camera 0"),
    DeviceView("journal", "ok", "OK", ""),
)
NO_DEVICES = (
    DeviceView("shoe", "gone", "gone", "/dev/serial/by-id/usb-shoe: unplugged"),
    DeviceView("camera", "none", "none", "no camera in the table file"),
    DeviceView("journal", "ok", "OK", ""),
)


def control(slot: str, key: str, label: str, amounts: tuple[int, int] | None = None, **entry: object) -> Control:
    return Control(slot, key, label, {"do": slot, **entry}, amounts)


FOLD = control("fold", "F", "FOLD")
CHECK = control("check", "C", "CHECK")
SHOW = control("show", "S", "SHOW")
MUCK = control("muck", "M", "MUCK")
FLOOR = control("floor", "!", "CALL THE FLOOR")
SEATED: tuple[tuple[int | str, str], ...] = tuple((n, f"seat {n} {NAMES[n - 1]}") for n in range(1, 9))
WHY = Blank("reason", "Reason", text=True)
SIT_OUT = Control(
    "sit-out", "", "sit out", {"do": "sit-out", "seat": None}, blanks=(Blank("seat", "Seat", choices=SEATED),)
)
REPORT = Control(
    "report",
    "",
    "report a mistake",
    {"do": "irregularity", "kind": None, "seat": None},
    blanks=(
        Blank("kind", "What happened", choices=tuple((f"kind-{n}", f"Mistake {n}") for n in range(12))),
        Blank("seat", "Seat", choices=SEATED, optional=True),
    ),
)
COUNTED = Control(
    "set-stack",
    "",
    "set a stack",
    {"do": "set-stack", "seat": None, "stack": None, "reason": None},
    blanks=(Blank("seat", "Seat", choices=SEATED), Blank("stack", "Chips counted", most=10**9), WHY),
)
VOID = Control("void", "V", "VOID THE HAND", {"do": "void", "reason": None})
ANSWERED = Control("floor", "!", "ANSWER THE CALL", {"do": "floor-done", "note": ""})
BASE = TableView(
    table="1",
    turn=0,
    language="en",
    title="Table 1",
    hand=1043,
    game="Stud",
    stakes="4/8",
    street=4,
    street_name="4th street",
    pot=23,
    pots=(PotView("main pot", 23, tuple(range(1, 9))),),
    rake=0,
    stub=24,
    burns=1,
    step="act",
    now="",
    now_detail="",
    next_card="then: burn, then up from seat 1",
    card_wanted="",
    seats=eight(4),
    community=(),
    controls=(),
    question=None,
    devices=DEVICES,
    undo=(),
    said=(),
    clock=None,
    floor_call="",
    floor_call_since=None,
    paused="",
    hands_an_hour=31.5,
    mock=True,
)
SETUP = SetupView(
    house="wsop-live",
    houses=("wsop-live", "finnish-cardroom"),
    seats=8,
    games=("stud-high",),
    all_games=(("stud-high", "Stud"), ("razz", "Razz")),
    limit="fixed",
    limits=("fixed", "spread", "pot", "no"),
    ante=1,
    bring_in=2,
    small_bet=4,
    big_bet=8,
    spread=None,
    chip=1,
    min_buy_in=40,
    decks=("red", "blue"),
    rake="none",
    levels=0,
    up_cards="both",
    up_cards_choices=("both", "shoe", "camera", "hand"),
    equipment=(("camera", "/dev/video0"), ("calibration", "table-1")),
    free=True,
    rotation=(PlanView("stud-high", None), PlanView("razz", StakesView("fixed", 1, 2, 6, 12, None, 1))),
    orbit=8,
    rake_now=RakeView("percent", per_mille=50, cap=4),
    rake_kinds=("none", "percent", "steps", "fixed"),
    time_charge=None,
    schedule=(LevelView(20, StakesView("fixed", 1, 2, 4, 8, None, 1)),),
    clock=ClockRulesView("each", 30, 5, "fold"),
    clock_starts=("off", "each", "on-call"),
    time_outs=("all-in", "all-in-protection", "fold", "call-floor"),
)
DISPUTE = Question(
    id="q1",
    kind="disagree",
    rule="R8",
    title="Seat 3's card: the shoe says 8d, the camera sees 6d.",
    detail="Dealing is paused. House rule: neither is believed until a person says so.",
    seat=3,
    readings=(("shoe", "8d"), ("camera", "6d")),
    choices=(
        Control("1", "1", "it is 8d", {"do": "answer", "question": "q1", "choice": "shoe"}),
        Control("2", "2", "it is 6d", {"do": "answer", "question": "q1", "choice": "camera"}),
        Control("3", "3", "look again", {"do": "answer", "question": "q1", "choice": "look"}),
        Control("4", "4", "other card", {"do": "answer", "question": "q1", "choice": "other", "card": None}),
    ),
    picture=True,
    card_wanted=True,
)


def hand() -> list[TableView]:
    """Every kind of step that a hand has, one view each; an entry that is offered leads to the next."""
    third = replace(BASE, street=3, street_name="3rd street", pot=8, stub=28, burns=0)
    dealt = [replace(s, cards=s.cards[:2] + ((s.cards[2],) if s.seat < 3 else ())) for s in eight(3)]
    dealt[2] = replace(dealt[2], cards=(*dealt[2].cards, due()))
    held = (UNREAD, DOWN)
    dealt[4] = replace(dealt[4], cards=held)
    wrong = list(eight(5, {4: FOLDED, 6: FOLDED}))
    wrong[2] = replace(wrong[2], cards=(*wrong[2].cards[:4], TableCard(True, None, CardState.CONFLICT)))
    shown = {
        5: {
            "status": SeatStatus.SHOWN,
            "won": 188,
            "cards": tuple(up(c) for c in ("9s", "4d", "9h", "9c", "4h", "Kc", "2s")),
            "showing": "full house, nines over fours",
        },
        1: {"status": SeatStatus.MUCKED},
    }
    out = dict.fromkeys((2, 3, 4, 6, 8), FOLDED)
    return [
        replace(
            third,
            step="start-hand",
            now="Start the hand",
            seats=tuple(replace(s, cards=()) for s in eight(3, {6: {"status": SeatStatus.EMPTY, "name": ""}})),
            controls=(control("next", "N", "START THE HAND"), FLOOR),
            pot=0,
            stub=52,
        ),
        replace(
            third,
            step="deal",
            now="Seat 3: door card, face up",
            card_wanted="up",
            seats=tuple(dealt),
            controls=(FLOOR,),
            devices=NO_DEVICES,
        ),
        replace(
            third,
            step="act",
            now="Seat 1: bring in for 2",
            now_detail="two of clubs, the lowest door card",
            seats=eight(3, {1: {"acts": True, "brings_in": True}}),
            controls=(control("bring-in", "I", "BRING IN 2"), control("complete", "K", "COMPLETE 4"), FLOOR),
        ),
        replace(
            third,
            now="Seat 2: fold, call or complete",
            now_detail="2 to call",
            seats=eight(3, {1: {"bet": 2, "brings_in": True}, 2: {"acts": True}}),
            controls=(FOLD, control("call", "L", "CALL 2"), control("complete", "K", "COMPLETE 4"), FLOOR),
            clock=ClockView(2, 7.0, 10.0, True, False),
        ),
        replace(
            BASE,
            now="Seat 5: bet or check",
            now_detail="pair of nines, high",
            seats=eight(4, {2: FOLDED, 3: FOLDED, 5: {"acts": True, "showing": "pair of nines"}}),
            controls=(FOLD, CHECK, control("bet", "B", "BET 4"), control("bet-big", "D", "BET 8"), FLOOR),
        ),
        replace(
            BASE,
            now="Seat 7: raise to 8 to 16, call 4 or fold",
            seats=eight(4, {2: FOLDED, 3: FOLDED, 5: {"bet": 4}, 7: {"acts": True}}),
            controls=(
                FOLD,
                control("call", "L", "CALL 4"),
                control("raise", "R", "RAISE TO 8–16", (8, 16), to=8),
                FLOOR,
            ),
        ),
        replace(
            BASE,
            street=5,
            street_name="5th street",
            step="ask",
            now="Stop",
            seats=tuple(wrong),
            question=DISPUTE,
            paused="shoe and camera disagree",
            controls=(FLOOR,),
        ),
        replace(
            BASE,
            street=7,
            street_name="7th street",
            step="deal",
            now="Seat 1: last card, face down",
            card_wanted="down",
            pot=96,
            stub=9,
            burns=4,
            seats=eight(6, {**out, 1: {"cards": (*seat(1, 6).cards, due(False))}}),
            controls=(FLOOR,),
        ),
        replace(
            BASE,
            street=7,
            street_name="7th street",
            now="Seat 7: call 30, all in, or fold",
            pot=188,
            pots=(PotView("main pot", 140, (1, 5, 7)), PotView("side pot", 48, (1, 5))),
            stub=0,
            burns=4,
            seats=eight(7, {**out, 5: ALL_IN, 7: {"acts": True}}),
            community=(up("Ah"),),
            controls=(FOLD, control("all-in", "A", "ALL IN 30"), FLOOR),
            clock=ClockView(7, 3.0, 10.0, True, True),
        ),
        replace(
            BASE,
            street=7,
            street_name="showdown",
            step="show",
            now="Seat 5 must show",
            pot=188,
            seats=eight(7, {**out, 5: {"acts": True}}),
            controls=(SHOW, MUCK, FLOOR),
        ),
        replace(
            BASE,
            street=7,
            street_name="showdown",
            step="push-pot",
            now="Push 188 to seat 5",
            now_detail="full house, nines over fours",
            pot=188,
            seats=eight(7, out | shown),
            controls=(control("next", "N", "POT IS PUSHED"), FLOOR),
        ),
    ]
