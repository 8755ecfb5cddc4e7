"""What the journal holds is what happened: folding it gives the live table, whatever was entered on the way."""

from __future__ import annotations

import tempfile
from pathlib import Path

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from dealer.cards import DECK
from dealer.game.due import ActDue, BringInDue
from dealer.ports import StepKind
from dealer.record.keeping import verify

WORDS = """
act act act act next card leave unread see undo show muck answer unplug plug pause resume back wrong time floor
"""
DOES = st.sampled_from(WORDS.split())


@given(st.lists(st.tuples(DOES, st.integers(0, 51)), max_size=60), st.sampled_from(["both", "shoe", "camera", "hand"]))
@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_replay_equals_live_and_nothing_ever_breaks(make_room, does, policy: str) -> None:
    with tempfile.TemporaryDirectory() as folder:
        room = make_room(Path(folder), policy=policy).open(1, 2, 3).plugs_in("shoe", "camera").starts_hand()
        try:
            for what, number in does:
                chips = sum(player.stack for player in room.desk.table.seated())
                _do(room, what, number)
                if room.desk.hand is not None:
                    hand = room.hand
                    assert sum(hand.seats.stacks) + hand.middle + sum(hand.won) * (not hand.over) + hand.raked == 600
                else:
                    assert chips == 600
                assert room.view().now
            live = room.desk
            room.crash()
            assert room.desk == live
            verify(room.path)
        finally:
            room.close()


def _do(room, what: str, number: int) -> None:
    card = str(DECK[number])
    seat = number % 3 + 1
    match what:
        case "next" | "muck" | "show" | "pause" | "resume":
            fields = {"seat": room.step.seat or seat} if what in ("show", "muck") else {}
            if what == "pause":
                fields = {"reason": "coffee"}
            room.tries(what, **fields)
        case "card":
            room.tries("card", card=card if room.view().card_wanted == "up" else None)
        case "leave":
            room.leaves(card)
        case "unread":
            room.leaves("..")
        case "see":
            place = room.step.seat or seat
            known = room.up(place).split() if room.desk.hand is not None and place in room.hand.start.seats else []
            room.sees(place, *known, card)
        case "act":
            due = room.desk.hand.due if room.desk.hand is not None else None
            if isinstance(due, ActDue | BringInDue):
                word = due.options.can[number % len(due.options.can)].value
                to = (due.options.bet_to or due.options.raise_to or (0,))[0]
                room.tries("act", seat=due.seat, action=word, **({"to": to} if to else {}))
        case "undo":
            room.tries("undo", steps=number % 4 + 1)
        case "answer":
            question = room.view().question
            if question is not None and question.choices:
                entry = dict(question.choices[number % len(question.choices)].entry)
                if "card" in entry:
                    entry["card"] = card
                if "count" in entry:
                    entry["count"] = number
                room.controller.enter_now(entry, room.desk.turn, room.dealer)
        case "unplug":
            room.unplugs("shoe" if number % 2 else "camera")
        case "plug":
            room.plugs_in("shoe", "camera")
        case "back":
            room.goes_back(card)
        case "wrong":
            room.two_leave(card, str(DECK[(number + 1) % 52]))
        case "time":
            room.passes(number / 4 + 0.5)
        case "floor":
            room.tries("rule", room.floor, choice="void" if number % 2 else "misdeal", reason="x")
    if room.step.kind is StepKind.LOAD_DECK:
        room.starts_hand()
