"""The simulated dealer looks again a few times; then he says what lies there, and never anything else (R7.3, R8)."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from dealer.cards import Card
from dealer.cli.faults.truth import Eyes
from dealer.cli.second_look import MOST_LOOKS, SecondLook
from dealer.observations import Place, Zone
from dealer.ports import StepKind
from dealer.sensing.records import Answer, QuestionKind
from drivers.mock.truth import Colour, Laid


class Felt:
    """The cards that lie on a table, as somebody laid them. A tag is the card's own name here."""

    def __init__(self) -> None:
        self.laid: tuple[Laid, ...] = ()
        self.stub, self.mucked = (), ()

    def at(self, place: Place) -> tuple[Laid, ...]:
        return tuple(laid for laid in self.laid if laid.place == place)

    def lies(self, place: Place, *cards: str) -> None:
        """`2c` lies face up, `#2c` face down; in the order of dealing."""
        kept = tuple(laid for laid in self.laid if laid.place != place)
        first = 1 + max((laid.number for laid in kept), default=0)
        self.laid = kept + tuple(
            Laid(first + order, card.removeprefix("#"), place, order, not card.startswith("#"))
            for order, card in enumerate(cards)
        )


class Dealer:
    """The simulated dealer at a room of the tests."""

    def __init__(self, room) -> None:
        self.room = room
        self.felt = Felt()
        simulation = SimpleNamespace(
            truth=self.felt, face=lambda laid: Card.parse(laid.tag), colour=lambda laid: Colour.HOUSE
        )
        self.look = SecondLook(Eyes(simulation))
        self.took: list[float] = []

    @property
    def entry(self):
        return self.look.answer(self.room.controller.moment)

    def answers(self) -> str:
        """He answers what is asked; what he said, or "" if he leaves it to a person."""
        entry = self.entry
        self.took.append(self.look.times(self.room.controller.moment))
        if entry is None:
            return ""
        reply = self.room.controller.enter_now(dict(entry), self.room.desk.turn, self.room.dealer)
        assert reply.refused is None, reply
        return " ".join([entry["choice"], *entry.get("cards", ()), *filter(None, [entry.get("card")])])

    def until_he_says(self, again) -> str:
        """What he says when he is tired of looking. again: makes the camera read the same once more."""
        for _ in range(MOST_LOOKS):
            again()
            assert self.answers() == "look-again"
        again()
        return self.answers()


@pytest.fixture
def dealer(room):
    """At the showdown; seat 1 holds Qs Qc Kc and seat 2 Qd Qh Kd, as the shoe told."""
    here = room(policy="shoe").open(1, 2).plugs_in("shoe", "camera").starts_hand()
    here.leaves("Qs", "Qd", "Qc", "Qh", "2c", "9h").acts("bring-in", "call")
    for cards in (("Js", "3h", "4h"), ("Jd", "7h", "8h"), ("Jc", "Th", "5s"), ("Jh", "Kc", "Kd")):
        here.leaves(*cards).acts("check", "check")
    assert here.step.kind is StepKind.SHOW
    return Dealer(here)


@pytest.fixture
def alone(room):
    """At the showdown of a table that has a camera alone; seat 1 holds Qs Qc Kc and seat 2 Qd Qh Kd."""
    here = room(policy="camera").open(1, 2).plugs_in("camera").starts_hand()
    for _ in range(4):
        here.enters("card", card=None)
    here.enters("card", card="2c").enters("card", card="9h").acts("bring-in", "call")
    for cards in (("3h", "4h"), ("7h", "8h"), ("Th", "5s")):
        here.enters("next").enters("card", card=cards[0]).enters("card", card=cards[1]).acts("check", "check")
    here.enters("next").enters("card", card=None).enters("card", card=None).acts("check", "check")
    assert here.step.kind is StepKind.SHOW
    return Dealer(here)


def tabled(dealer: Dealer, *, open_: bool = True) -> tuple[int, list[str], list[str]]:
    """The seat that shows has laid its hand down: the seat, its up-cards and its down-cards."""
    room = dealer.room
    seat = room.step.seat
    downs, ups = {1: ["Qs", "Qc", "Kc"], 2: ["Qd", "Qh", "Kd"]}[seat], room.up(seat).split()
    first, last = downs[:2], downs[2:]
    laid = [*first, *ups, *last] if open_ else [*(f"#{card}" for card in first), *ups, *last]
    dealer.felt.lies(Place(Zone.SEAT, seat), *laid)
    return seat, ups, downs


def shown(dealer: Dealer, seat: int) -> set[str]:
    return {str(card) for card in dealer.room.hand.showdown.shown[dealer.room.hand.position(seat)]}


@pytest.mark.parametrize(
    ("instead", "said"), [(["As"], "1"), (["As", "Ad"], "as-told"), (["As", "Ad", "Ac"], "as-told")]
)
def test_a_camera_that_keeps_reading_a_shown_hand_wrongly_is_overruled(dealer, instead, said) -> None:
    seat, ups, downs = tabled(dealer)

    def again() -> None:
        dealer.room.sees(seat, *ups, *instead, *downs[len(instead) :]).enters("show", seat=seat)

    assert dealer.until_he_says(again) == said
    assert shown(dealer, seat) == set(downs)


def test_the_camera_is_believed_where_the_shoe_told_of_another_card_than_lies_there(dealer) -> None:
    seat, ups, downs = tabled(dealer)
    lies = ["As", *downs[1:]]
    dealer.felt.lies(Place(Zone.SEAT, seat), *lies[:2], *ups, *lies[2:])
    assert dealer.until_he_says(lambda: dealer.room.sees(seat, *ups, *lies).enters("show", seat=seat)) == "2"
    assert shown(dealer, seat) == set(lies)


def test_where_it_told_of_two_the_camera_is_believed_at_once(dealer) -> None:
    seat, ups, downs = tabled(dealer)
    lies = ["As", "Ad", downs[2]]
    dealer.felt.lies(Place(Zone.SEAT, seat), *lies[:2], *ups, *lies[2:])
    dealer.room.sees(seat, *ups, *lies).enters("show", seat=seat)
    assert dealer.answers() == "as-seen"
    assert shown(dealer, seat) == set(lies)


def test_a_hand_that_is_not_laid_open_yet_is_looked_at_again(dealer) -> None:
    seat, ups, downs = tabled(dealer, open_=False)
    for _ in range(2 * MOST_LOOKS):
        dealer.room.sees(seat, *ups, "As", "Ad", downs[2]).enters("show", seat=seat)
        assert dealer.answers() == "look-again"
    assert dealer.took == [1.0, 1.0, 1.0, 1.0, 2.0, 4.0], "and more and more seldom"


def test_a_hand_that_was_shown_before_the_camera_read_it_wrongly_is_well(dealer) -> None:
    seat, ups, downs = tabled(dealer)
    dealer.room.enters("show", seat=seat)
    assert dealer.until_he_says(lambda: dealer.room.sees(seat, *ups, "As", *downs[1:]).passes(2)) == "ignore"
    assert shown(dealer, seat) == set(downs)


def test_one_that_was_shown_otherwise_than_it_lies_is_shown_again(dealer) -> None:
    seat, ups, downs = tabled(dealer)
    lies = ["As", *downs[1:]]
    dealer.felt.lies(Place(Zone.SEAT, seat), *lies[:2], *ups, *lies[2:])
    dealer.room.enters("show", seat=seat)
    assert dealer.until_he_says(lambda: dealer.room.sees(seat, *ups, *lies).passes(2)) == "take-back"
    assert dealer.room.step.kind is StepKind.SHOW


def test_cards_that_nobody_read_are_as_the_camera_sees_if_they_are(alone) -> None:
    seat, ups, downs = tabled(alone)
    alone.room.sees(seat, *ups, *downs).press("show")
    assert alone.answers() == "as-seen"
    assert shown(alone, seat) == set(downs)


def test_he_does_not_say_yes_to_what_the_camera_reads_wrongly(alone) -> None:
    seat, ups, downs = tabled(alone)

    def again() -> None:
        alone.room.sees(seat, *ups, "As", *downs[1:]).press("show")

    assert alone.until_he_says(again) == " ".join(["by-hand", *downs])
    assert shown(alone, seat) == set(downs)


@pytest.mark.parametrize("seen", [0, 1, 2])
def test_cards_that_the_camera_overlooks_are_named_by_hand(alone, seen) -> None:
    seat, ups, downs = tabled(alone)

    def again() -> None:
        alone.room.sees(seat, *ups, *downs[:seen]).press("show")

    assert alone.until_he_says(again) == " ".join(["by-hand", *downs])


def test_an_up_card_that_is_read_wrongly_all_the_time_is_named(room) -> None:  # R8
    dealer = Dealer(room().open(1, 2).plugs_in("shoe", "camera").starts_hand())
    dealer.room.deals("As", "Ad", "Ks", "Kd").leaves("2c")
    dealer.felt.lies(Place(Zone.SEAT, 1), "#As", "#Ks", "2c")

    def again() -> None:
        dealer.room.sees(1, "##", "##", "2d").passes(9)

    assert dealer.until_he_says(again) == "1"
    assert dealer.room.up(1) == "2c"


def test_what_seems_to_lie_elsewhere_is_well_if_nothing_does(room) -> None:
    dealer = Dealer(room().open(1, 2).plugs_in("shoe", "camera").starts_hand())
    dealer.room.deals("As", "Ad", "Ks", "Kd", "2c")
    dealer.felt.lies(Place(Zone.SEAT, 1), "#As", "#Ks", "2c")
    dealer.felt.lies(Place(Zone.SEAT, 2), "#Ad", "#Kd")

    def again() -> None:
        dealer.room.sees(1, "##", "##", "2c", "7h").passes(9)

    assert dealer.until_he_says(again) == "ignore"


def test_what_has_really_gone_wrong_waits_for_a_person(room) -> None:  # R8
    dealer = Dealer(room().open(1, 2).plugs_in("shoe", "camera").starts_hand())
    dealer.room.deals("As", "Ad", "Ks", "Kd", "2c")
    dealer.felt.lies(Place(Zone.SEAT, 1), "#As", "#Ks", "2c", "7h")
    dealer.felt.lies(Place(Zone.SEAT, 2), "#Ad", "#Kd")
    for _ in range(3 * MOST_LOOKS):
        dealer.room.sees(1, "##", "##", "2c", "7h").passes(9)
        assert dealer.answers() == "look-again", "he reports nothing, and does not say that all is well"
    assert max(dealer.took) == 32.0


def test_a_question_that_no_look_can_settle_is_left_to_a_person(room) -> None:
    dealer = Dealer(room().open(1, 2).plugs_in("shoe", "camera").starts_hand())
    dealer.room.two_leave("As", "Ad")
    assert (dealer.room.asked(), dealer.answers()) == ("two-cards", "")


def test_each_hand_begins_with_fresh_patience(dealer) -> None:
    def asked(hand: int, number: int) -> SimpleNamespace:
        look_again = SimpleNamespace(answer=Answer.LOOK_AGAIN)
        question = SimpleNamespace(kind=QuestionKind.DISAGREE, seat=1, number=number, options=[look_again])
        sensing, table = SimpleNamespace(question=question), SimpleNamespace(number=hand)
        return SimpleNamespace(desk=SimpleNamespace(table=table, sensing=sensing, hand=None))

    assert [dealer.look.times(asked(7, number)) for number in range(6)] == [1.0, 1.0, 1.0, 1.0, 2.0, 4.0]
    assert dealer.look.times(asked(7, 5)) == 4.0, "the same question is one question"
    assert dealer.look.times(asked(8, 6)) == 1.0


def test_what_he_sees_at_last_he_says_at_once(dealer) -> None:
    seat, ups, downs = tabled(dealer, open_=False)
    for _ in range(2 * MOST_LOOKS):
        dealer.room.sees(seat, *ups, "As", "Ad", downs[2]).enters("show", seat=seat)
        assert dealer.answers() == "look-again"
    tabled(dealer)
    dealer.room.sees(seat, *ups, "As", "Ad", downs[2]).enters("show", seat=seat)
    assert dealer.answers() == "as-told"
    assert dealer.took[-2:] == [4.0, 1.0]
