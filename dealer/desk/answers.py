"""What follows from an answer to a question about a card."""

from __future__ import annotations

from dataclasses import dataclass

from dealer.cards import Card
from dealer.desk.placing import in_hand, place_by_hand, place_out
from dealer.desk.reporting import report_asked
from dealer.desk.settle import evidence
from dealer.desk.state import stub_expected
from dealer.desk.tabling import table_answered, table_named, take_show_back
from dealer.desk.undoing import undo_last
from dealer.desk.world import Draft, World
from dealer.game import commands as game
from dealer.game.due import AwardDue, CardDue, CommunityDue, ShowDue
from dealer.game.errors import IllegalAction
from dealer.sensing.records import (
    Answer,
    Asked,
    CardJudged,
    CardLeft,
    CardWentBack,
    NoMoreOwed,
    Option,
    OutCard,
    OutCardsUnread,
    OutCardsWait,
    Owed,
    OwedSure,
    QuestionAnswered,
    QuestionKind,
    Spot,
    ToldLate,
)
from dealer.snapshots import CardState


@dataclass(frozen=True, slots=True)
class Said:
    """What a person says besides which answer it is.

    card: with OTHER_CARD.  count: cards in the stub, with COUNTED.  cards: of a tabled hand, with REST and BY_HAND.
    """

    user: str
    card: Card | None = None
    count: int | None = None
    cards: tuple[Card | None, ...] = ()


def answer(draft: Draft, option: Option, said: Said, world: World) -> None:
    """Answer the question that is open.

    Raises IllegalAction if the answer cannot be carried out; then the question stays.
    """
    asked = draft.desk.sensing.question
    assert asked is not None, "an answer needs a question"
    named = option.card if option.answer is Answer.CARD else said.card
    draft.add(QuestionAnswered(asked.number, option.answer, named, said.user))
    match option.answer:
        case Answer.CARD | Answer.OTHER_CARD:
            if named is None:
                raise IllegalAction("R8", "say which card it is")
            _named(draft, asked, named, world)
        case Answer.LOOK_AGAIN | Answer.IGNORE:
            return
        case Answer.PUT_BACK:
            _put_back(draft, asked)
        case Answer.WAITS:
            draft.add(OutCardsWait())
        case Answer.DEAL_ON:
            draft.add(NoMoreOwed(), OutCardsWait())
        case Answer.UNREAD:
            draft.add(OutCardsUnread(), OutCardsWait())
        case Answer.COUNTED:
            _counted(draft, said.count)
        case Answer.MATCH:
            owed = [n for n, placed in enumerate(draft.desk.sensing.placed) if placed.owed is not Owed.NO]
            draft.add(OwedSure(), ToldLate(owed[0]))
        case Answer.TAKE_BACK if asked.kind is QuestionKind.DISAGREE:
            take_show_back(draft, asked.seat)
        case Answer.TAKE_BACK:
            undo_last(draft, 1)
            if draft.desk.sensing.out:
                draft.add(CardWentBack(0))
        case Answer.AS_SEEN | Answer.AS_TOLD | Answer.REST | Answer.BY_HAND:
            table_answered(draft, asked, option.answer, said.cards, world)
        case Answer.REPORT:
            assert option.kind is not None, "a report has its kind"
            report_asked(draft, asked, option.kind, world)


def _named(draft: Draft, asked: Asked, card: Card, world: World) -> None:
    """A person says what an up-card is: one that is placed already, or the one that is due."""
    if asked.kind is QuestionKind.CONTRADICTED and asked.index is not None:
        rename_card(draft, asked.seat, asked.index, card)
        return
    hand = draft.desk.hand
    due = None if hand is None else hand.due
    if hand is not None and isinstance(due, ShowDue | AwardDue):
        table_named(draft, hand, asked, card, world)
        return
    if hand is None or not isinstance(due, CardDue | CommunityDue):
        raise IllegalAction("R8", "no card is due any more")
    told = evidence(draft, hand, due, world)
    agreed = told.said == card or (told.seen is not None and told.seen.card == card)
    state = CardState.CONFIRMED if agreed else CardState.BY_HAND
    if draft.desk.sensing.out:
        place_out(draft, due, card, state)
    else:
        place_by_hand(draft, due, card, state, world)


def rename_card(draft: Draft, seat: int | None, index: int, card: Card) -> None:
    """A card that lies face up is what a person says. seat: None for a community card.  Raises IllegalAction."""
    hand = draft.desk.hand
    if hand is None:
        raise IllegalAction("R8", "the hand is over")
    known = hand.cards.community if seat is None else hand.up(seat)
    if known[index] != card:
        in_hand(draft, game.NameCard(seat, index, card))
    for position, placed in enumerate(draft.desk.sensing.placed):
        spot = Spot.COMMUNITY if seat is None else Spot.UP
        if (placed.spot, placed.seat, placed.index) == (spot, seat, index):
            draft.add(CardJudged(position, CardState.BY_HAND))


def _put_back(draft: Draft, asked: Asked) -> None:
    """Cards that are asked about are in the stub again; those that wait for their place stay out."""
    out = draft.desk.sensing.out
    match asked.kind:
        case QuestionKind.TAKEN_BACK:
            back = [position for position, card in enumerate(out) if card.taken_back]
        case QuestionKind.EARLY:
            back = [position for position, card in enumerate(out) if not card.waits and not card.taken_back]
        case QuestionKind.TWO_CARDS:
            back = list(range(len(out)))[-2:]
        case QuestionKind.DECK_FAULT:
            back = list(range(len(out)))[-1:]
        case _:
            back = list(range(len(out)))[:1]
    for position in reversed(back):
        draft.add(CardWentBack(position))


def _counted(draft: Draft, count: int | None) -> None:
    """The stub was counted: what is missing left the shoe without being read (OSP/1 rule 3).

    What is too many was taken for such a card before and has never left. The shoe may have told of cards since the
    question was asked, so that it is answered for what is out now.
    """
    expected, out = stub_expected(draft.desk), draft.desk.sensing.out
    if expected is None or count is None:
        return
    missing = expected - count
    never_left = [position for position, card in enumerate(out) if card.sealed is None and card.tag is None]
    if missing > 8 or -missing > len(never_left):
        raise IllegalAction("R5", f"the stub should have {expected} cards, not {count}; count again or call the floor")
    draft.add(*(CardLeft(OutCard(None, None, waits=True)) for _ in range(missing)))
    for position in reversed(never_left[len(never_left) + min(missing, 0) :]):
        draft.add(CardWentBack(position))
