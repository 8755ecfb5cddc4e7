"""Real hands of a dozen card rooms go through the rules as they were really played (`STUD_DATA`, real-hands.jsonl)."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import dataclass

import pytest

from dealer.announce.records import Act, Award, BringIn, Return
from dealer.announce.says import says
from dealer.game.commands import Word
from dealer.game.due import ShowDue
from dealer.game.events import Acted, HandEnded
from dealer.house.load import find_house
from dealer.record.feed import Refusal, feed
from dealer.record.phh import parse_phh
from dealer.record.phh_writer import write_phh
from dealer.record.standing import Step
from dealer.record.text_history import history_text
from labelled_data import stud_data

VARIANTS = {"stud": "F7S", "stud-hilo-8": "F7S/8", "razz": "FR"}  # 2-7 razz is left out

pytestmark = pytest.mark.data

HOUSE = "wsop-live"
"""The default house fits every room: open pairs double for all in high only, bring-in ties go by suit, four raises."""

REFUSED: dict[str, str] = {}
"""Hands that the house rules refuse, by name, with the rule. None is."""


@dataclass(frozen=True)
class RealHand:
    """A hand of the file, with its seats as players of the format."""

    raw: dict
    player: dict[int, int]

    @property
    def name(self) -> str:
        return self.raw["id"]

    def steps(self, *kinds: str) -> list[dict]:
        return [step for step in self.raw["steps"] if step["t"] in kinds]

    def phh(self, put_down: list[str]) -> str:
        """The hand in the Poker Hand History format; `put_down`: hands as they were put down at the showdown."""
        actions = [line for step in self.raw["steps"] if (line := self._line(step))]
        stacks = [seat["stack"] for seat in self.raw["seats"]]
        bring_in = self.raw["bring_in"] or -(-self.raw["small_bet"] // 2)  # no file says: everybody opened in full
        fields = {
            "variant": VARIANTS[self.raw["variant"]],
            "antes": [self.raw["ante"]] * len(stacks),
            "bring_in": bring_in,
            "small_bet": self.raw["small_bet"],
            "big_bet": self.raw["big_bet"],
            "starting_stacks": stacks,
            "_rake": self.raw["rake"] or 0,
            "actions": actions + put_down,
        }
        return "\n".join(f"{field} = {json.dumps(value)}" for field, value in fields.items())

    def _line(self, step: dict) -> str | None:
        player = f"p{self.player[step['seat']]}" if "seat" in step else ""
        match step["t"]:
            case "deal":
                return f"d dh {player} {''.join(step['down'] + step['up'])}"
            case "community":
                return f"d db {step['card']}"
            case "bring_in":
                return f"{player} pb"
            case "bet" | "raise" | "complete":
                return f"{player} cbr {step['to']}"
            case "call" | "check":
                return f"{player} cc"
            case "fold":
                return f"{player} f"
        return None

    def puts_down(self, player: int, must: bool) -> str:
        """What the player of a seat did when it was asked for its hand; one that must shows what is known of it."""
        seat = next(seat for seat, each in self.player.items() if each == player)
        shown = [step for step in self.steps("show", "muck") if step["seat"] == seat]
        if shown and shown[-1].get("cards") and (must or shown[-1]["t"] == "show"):
            return f"p{player} sm {''.join(shown[-1]['cards'])}"
        return f"p{player} sm -" if must else f"p{player} sm"


def played(hand: RealHand) -> list[Step | Refusal]:
    """Replay a hand; hands are put down in the order in which they are asked for."""
    put_down: list[str] = []
    while True:
        steps = list(feed(parse_phh(hand.phh(put_down), hand.name), find_house(HOUSE)))
        last = steps[-1]
        if isinstance(last, Refusal) or not isinstance(last.after.due, ShowDue):
            return steps
        put_down.append(hand.puts_down(last.after.due.seat, last.after.due.must))


@pytest.fixture(scope="module")
def replayed() -> list[tuple[RealHand, list[Step | Refusal]]]:
    lines = (stud_data("real-hands.jsonl") / "real-hands.jsonl").read_text(encoding="utf-8").splitlines()
    hands = []
    for line in lines:
        raw = json.loads(line)
        if raw["variant"] in VARIANTS:
            player = {seat["seat"]: place for place, seat in enumerate(raw["seats"], start=1)}
            hands.append(RealHand(raw, player))
    return [(hand, played(hand)) for hand in hands]


def test_none_is_refused(replayed):
    refused = {hand.name: steps[-1].rule for hand, steps in replayed if isinstance(steps[-1], Refusal)}
    assert refused == REFUSED
    assert Counter(hand.raw["variant"] for hand, _ in replayed) == {"stud": 99, "stud-hilo-8": 29, "razz": 29}
    assert all(isinstance(steps[-1].event, HandEnded) for _, steps in replayed)


def test_every_turn_was_announced(replayed):  # R3.2, R4.2
    for hand, steps in replayed:
        turn = None
        for step in steps:
            if isinstance(step.event, Acted) and turn is not None:
                board = turn[1].up(step.event.seat)
                assert turn[0] == step.event.seat or None in board, hand.name
            for said in says(step.before, step.event, step.after):
                if isinstance(said, Act | BringIn):
                    turn = (said.seat, step.after)


def test_every_action_is_as_it_was(replayed):  # R3, R4
    for hand, steps in replayed:
        acted = [step.event for step in steps if isinstance(step.event, Acted)]
        real = hand.steps("bring_in", "fold", "check", "call", "bet", "raise", "complete")
        assert [event.seat for event in acted] == [hand.player[step["seat"]] for step in real], hand.name
        for event, step in zip(acted, real, strict=True):
            assert event.put == step.get("amount", 0), (hand.name, step)
            assert event.all_in == step.get("all_in", False), (hand.name, step)
            assert (event.word is Word.BRING_IN) == (step["t"] == "bring_in"), (hand.name, step)


def test_chips_go_where_they_went(replayed):  # R7
    for hand, steps in replayed:
        won: Counter[int] = Counter()
        returned: Counter[int] = Counter()
        for step in steps:
            for said in says(step.before, step.event, step.after):
                if isinstance(said, Award):
                    won[said.seat] += said.amount
                if isinstance(said, Return):
                    returned[said.seat] += said.amount
        real = {hand.player[int(seat)]: amount for seat, amount in hand.raw["results"].items() if amount}
        assert dict(won) == real, hand.name
        back: Counter[int] = Counter()
        for step in hand.steps("return"):
            back[hand.player[step["seat"]]] += step["amount"]
        assert returned == back, hand.name


def test_a_hand_written_down_is_the_same_hand(replayed):
    for hand, steps in replayed:
        text = write_phh([step.event for step in steps])
        again = list(feed(parse_phh(text, hand.name), find_house(HOUSE)))
        assert again[-1].event == steps[-1].event, hand.name
        assert [step.event for step in again if isinstance(step.event, Acted)] == [
            step.event for step in steps if isinstance(step.event, Acted)
        ]
        assert history_text([step.event for step in steps]).endswith(".\n")
