"""A dealer who sees the table and tells the truth: what he enters, and what he answers to each question."""

from __future__ import annotations

from collections.abc import Mapping

from dealer.cards import Card
from dealer.cli.faults.truth import Eyes
from dealer.desk.moment import Moment
from dealer.desk.play import held_id, question_id
from dealer.desk.state import Desk
from dealer.desk.steps import next_step
from dealer.desk.tabling import sealed_down
from dealer.desk.world import Draft
from dealer.game.commands import Word
from dealer.game.due import ActDue, BringInDue, CardDue, CommunityDue, Held, Options, ScrambleDue, ShowDue
from dealer.game.irregularities import IrregularityKind
from dealer.game.state import Hand
from dealer.observations import Place, Zone
from dealer.ports import Face, NextStep, StepKind
from dealer.sensing.records import Answer, Asked, Option, QuestionKind

Entry = Mapping[str, object]
Kind = IrregularityKind
_BY_HAND = frozenset({StepKind.LOAD_DECK, StepKind.START_HAND, StepKind.ANTES, StepKind.SCRAMBLE, StepKind.PUSH_POT})
_OPENING = 3
_NEXT: Entry = {"do": "next"}


def what_to_enter(moment: Moment, eyes: Eyes, *, long: bool) -> Entry | None:
    """What he enters now, or None while there is nothing for him to do.

    long: nothing has happened for so long that he helps where a sensor should have told.
    """
    desk = moment.desk
    if desk.table.paused:
        return {"do": "resume"}
    if desk.sensing.question is not None:
        return _answer(desk, desk.sensing.question, eyes)
    hand, step = desk.hand, next_step(desk)
    if hand is not None and isinstance(hand.due, Held):
        return {"do": "answer", "question": held_id(desk), "choice": "1"}
    if step.kind in _BY_HAND:
        return _NEXT
    return None if hand is None else _in_hand(moment, hand, step, eyes, long=long)


def _in_hand(moment: Moment, hand: Hand, step: NextStep, eyes: Eyes, *, long: bool) -> Entry | None:
    desk, sight = moment.desk, moment.sight
    match hand.due:
        case ActDue(seat=seat, options=options) | BringInDue(seat=seat, options=options):
            return _quiet(seat, options)
        case ShowDue(seat=seat):
            return _show(desk, hand, seat, eyes)
        case ScrambleDue():
            return _NEXT
        case CardDue(up=True) | CommunityDue():
            card = eyes.due(hand)
            if card is None:
                return None
            if moment.confirm == card:
                return _NEXT
            alone = not sight.camera_works and (not sight.shoe_works or not desk.sensing.out)
            return {"do": "card", "card": str(card)} if alone or long else None
        case _ if step.face is Face.DOWN and (not sight.shoe_works or long):
            return _NEXT if eyes.lies(desk) else None
        case _:
            return None


def _quiet(seat: int, options: Options) -> Entry:
    """Everybody stays in for as little as possible, so that every hand is seen to its end."""
    for word in (Word.CHECK, Word.CALL, Word.BRING_IN):
        if word in options.can:
            return {"do": "act", "seat": seat, "action": word.value}
    return {"do": "act", "seat": seat, "action": Word.FOLD.value}


def _show(desk: Desk, hand: Hand, seat: int, eyes: Eyes) -> Entry:
    """A hand is tabled; cards that were never read are told as they lie."""
    sealed = sealed_down(Draft(desk), hand, seat)
    unread = tuple(place for place, each in enumerate(sealed) if each is None)
    entry: dict[str, object] = {"do": "show", "seat": seat}
    if unread:
        entry["cards"] = [str(card) for card in eyes.unread_down(hand, seat, unread)]
    return entry


def _answer(desk: Desk, asked: Asked, eyes: Eyes) -> Entry:
    hand = desk.hand
    wanted = _report(asked, hand, eyes) if hand is not None else None
    for number, option in enumerate(asked.options, start=1):
        if wanted is not None and option.kind is wanted:
            return _choose(asked, number)
    card = _card(asked, hand, eyes) if hand is not None else None
    if card is not None:
        found = _named(asked, card)
        if found is not None:
            return found
    if asked.kind is QuestionKind.STUB_COUNT:
        return {**_choose(asked, _first(asked, Answer.COUNTED)), "count": eyes.stub()}
    return _choose(asked, _first_fitting(asked))


def _report(asked: Asked, hand: Hand, eyes: Eyes) -> Kind | None:
    """What he reports, where something really went wrong with the deal."""
    burned = len(hand.cards.burns)
    missed, twice = eyes.burns() < burned, eyes.burns() > burned
    match asked.kind:
        case QuestionKind.NOT_OUT | QuestionKind.TWO_FACES if missed:
            return Kind.MISSED_BURN
        case QuestionKind.TWO_FACES | QuestionKind.DISAGREE if _hole_card_open(hand, asked.seat, eyes):
            return Kind.HOLE_CARD_EXPOSED
        case QuestionKind.CONTRADICTED | QuestionKind.DISAGREE if missed:
            return Kind.MISSED_BURN
        case QuestionKind.CONTRADICTED | QuestionKind.DISAGREE if twice:
            return Kind.DOUBLE_BURN
        case QuestionKind.DISAGREE if any(eyes.too_many(hand, seat) for seat in hand.start.seats):
            return Kind.EXTRA_CARD
        case QuestionKind.TWO_BURNS if twice:
            return Kind.DOUBLE_BURN
        case QuestionKind.NOT_SEEN if eyes.fell_off():
            return Kind.CARD_OFF_TABLE
        case QuestionKind.DECK_FAULT if eyes.strange_back():
            return Kind.FOREIGN_CARD
        case QuestionKind.DECK_FAULT if eyes.twins():
            return Kind.DUPLICATE_CARD
        case QuestionKind.EARLY if not isinstance(hand.due, CardDue):
            return Kind.PREMATURE_CARD
        case QuestionKind.WRONG_SEAT | QuestionKind.EXPOSED if asked.seat is not None and eyes.too_many(
            hand, asked.seat
        ):
            return Kind.WRONG_SEAT
        case QuestionKind.WRONG_SEAT | QuestionKind.EXPOSED if asked.seat is not None and _more_faces(
            hand, asked.seat, eyes
        ):
            return Kind.HOLE_CARD_EXPOSED
        case QuestionKind.SEVENTH_UP if asked.seat is not None and _more_faces(hand, asked.seat, eyes):
            return Kind.SEVENTH_FACE_UP
        case _:
            return None


def _more_faces(hand: Hand, seat: int, eyes: Eyes) -> bool:
    return len(eyes.faces_up(Place(Zone.SEAT, seat))) > len(hand.up(seat))


def _hole_card_open(hand: Hand, seat: int | None, eyes: Eyes) -> bool:
    """Whether a card that was dealt down lies open besides the door card that just came."""
    if seat is None or hand.street != _OPENING:
        return False
    return len(eyes.faces_up(Place(Zone.SEAT, seat))) > len(hand.up(seat)) + 1


def _card(asked: Asked, hand: Hand, eyes: Eyes) -> Card | None:
    """The true card, where he is asked for one."""
    if isinstance(hand.due, ShowDue) and asked.seat is not None:
        lies = eyes.faces_up(Place(Zone.SEAT, asked.seat))
        return next((reading.card for reading in asked.readings if reading.card in lies), None)
    if asked.kind is QuestionKind.CONTRADICTED and asked.seat is not None and asked.index is not None:
        return eyes.up_card(hand, asked.seat, asked.index)
    return eyes.due(hand)


def named_as_it_lies(asked: Asked, hand: Hand, eyes: Eyes) -> Entry | None:
    """The answer that names the card that lies there, or None if he sees none or has to report something else."""
    card = _card(asked, hand, eyes) if _report(asked, hand, eyes) is None else None
    return None if card is None else _named(asked, card)


def _named(asked: Asked, card: Card) -> Entry | None:
    for number, option in enumerate(asked.options, start=1):
        if option.answer is Answer.CARD and option.card == card:
            return _choose(asked, number)
    for number, option in enumerate(asked.options, start=1):
        if option.answer is Answer.OTHER_CARD:
            return {**_choose(asked, number), "card": str(card)}
    return None


def _first_fitting(asked: Asked) -> int:
    """The first answer that is no report of something that did not happen."""
    if asked.kind is QuestionKind.TWO_BURNS:
        return _first(asked, Answer.IGNORE)
    plain = (number for number, option in enumerate(asked.options, start=1) if _plain(option))
    return next(plain, 1)


def _plain(option: Option) -> bool:
    return option.answer not in (Answer.REPORT, Answer.CARD, Answer.OTHER_CARD)


def _first(asked: Asked, answer: Answer) -> int:
    return next(number for number, option in enumerate(asked.options, start=1) if option.answer is answer)


def _choose(asked: Asked, number: int) -> dict[str, object]:
    return {"do": "answer", "question": question_id(asked.number), "choice": str(number)}
