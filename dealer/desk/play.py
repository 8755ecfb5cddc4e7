"""What a person enters within a hand: steps, cards, actions, answers and rulings, and what follows from each."""

from __future__ import annotations

from dealer.cards import Card
from dealer.desk.answers import Said, answer
from dealer.desk.entries import BadEntry, Fields
from dealer.desk.placing import do, in_hand, place_by_hand, place_out
from dealer.desk.reporting import rearm_burns, report, rule
from dealer.desk.settle import evidence
from dealer.desk.state import Desk
from dealer.desk.tabling import table_hand
from dealer.desk.undoing import undo_last
from dealer.desk.world import Draft, World
from dealer.game import commands as game
from dealer.game.commands import Word
from dealer.game.due import (
    ActDue,
    AntesDue,
    AwardDue,
    BringInDue,
    BurnDue,
    CardDue,
    CommunityDue,
    Due,
    Held,
    Options,
    Over,
    ScrambleDue,
)
from dealer.game.errors import IllegalAction
from dealer.game.hand import decide
from dealer.game.irregularities import Choice, IrregularityKind
from dealer.game.state import Hand
from dealer.ports import Signature
from dealer.sensing import irregularities
from dealer.sensing.reconcile import confirm
from dealer.sensing.records import (
    Answer,
    HandOpened,
    Option,
    OutCardsWait,
    PolicySet,
    QuestionAsked,
    QuestionDropped,
    Reading,
    Witness,
)
from dealer.snapshots import CardState
from dealer.table import commands as table
from dealer.table.file import UpCardPolicy
from dealer.table.state import DECK_STEP_AFTER


def enter_next(draft: Draft, fields: Fields, who: Signature, world: World) -> None:
    """The step that is due by hand is done."""
    fields.done()
    hand = draft.desk.hand
    _nothing_asked(draft)
    if hand is None:
        _next_between_hands(draft, world)
        return
    match hand.due:
        case AntesDue():
            in_hand(draft, game.PostAntes())
        case BurnDue() as due:
            place_by_hand(draft, due, None, CardState.BY_HAND, world)
        case CardDue(up=False) as due:
            place_by_hand(draft, due, None, CardState.BY_HAND, world)
        case CardDue() | CommunityDue() as due:
            _confirm(draft, hand, due, world)
        case ScrambleDue(burns=burns):
            in_hand(draft, game.Scramble())
            if burns:
                rearm_burns(draft)
        case AwardDue():
            in_hand(draft, game.Award())
            do(draft, table.CloseHand())
        case Over():
            do(draft, table.CloseHand())
        case Held():
            raise IllegalAction(hand.due.rule, "a person has to rule first")
        case _:
            raise IllegalAction("R4.2", "a player has to act first")


def _nothing_asked(draft: Draft) -> None:
    """What is asked may change what may be done; it comes first."""
    if draft.desk.sensing.question is not None:
        raise IllegalAction("R8", "answer the question first")


def _next_between_hands(draft: Draft, world: World) -> None:
    step = DECK_STEP_AFTER.get(draft.desk.table.deck.step)
    do(draft, table.StartHand(world.wall) if step is None else table.PrepareDeck(step))


def _confirm(draft: Draft, hand: Hand, due: CardDue | CommunityDue, world: World) -> None:
    """A person agrees with the one witness that works."""
    card = confirm(draft.desk.sensing, evidence(draft, hand, due, world))
    if card is None:
        raise IllegalAction("R8", "no sensor knows this card; enter it by rank and suit")
    if draft.desk.sensing.out:
        place_out(draft, due, card, CardState.CONFIRMED)
    else:
        place_by_hand(draft, due, card, CardState.CONFIRMED, world)


def enter_card(draft: Draft, fields: Fields, who: Signature, world: World) -> None:
    """The card that is due, by hand; null for one that lies face down."""
    card = fields.card_or_none("card")
    fields.done()
    hand = draft.desk.hand
    _nothing_asked(draft)
    due = None if hand is None else hand.due
    if hand is None or not isinstance(due, BurnDue | CardDue | CommunityDue):
        raise IllegalAction("R4.1", "no card is due")
    if isinstance(due, BurnDue) or (isinstance(due, CardDue) and not due.up):
        if card is not None:
            raise IllegalAction("R3.1", "this card lies face down; nobody enters what it is")
        place_by_hand(draft, due, None, CardState.BY_HAND, world)
        return
    if card is None:
        raise IllegalAction("R3.1", "this card lies face up; enter its rank and suit")
    _up_card(draft, hand, due, card, world)


def _up_card(draft: Draft, hand: Hand, due: CardDue | CommunityDue, card: Card, world: World) -> None:
    """A person says what the up-card is; a sensor that says otherwise is asked about."""
    known = evidence(draft, hand, due, world)
    seen = known.seen.card if known.seen is not None and known.seen.certain else None
    said = known.said if len(draft.desk.sensing.out) == 1 else None
    others = [Reading(Witness.SHOE, said)] if said is not None and said != card else []
    others += [Reading(Witness.CAMERA, seen)] if seen is not None and seen != card else []
    if others:
        readings = (Reading(Witness.PERSON, card), *others)
        draft.add(QuestionAsked(irregularities.disagree(draft.desk.sensing, known.seat, readings)))
        return
    state = CardState.CONFIRMED if card in (said, seen) else CardState.BY_HAND
    if draft.desk.sensing.out:
        place_out(draft, due, card, state)
    else:
        place_by_hand(draft, due, card, state, world)


def enter_act(draft: Draft, fields: Fields, who: Signature, world: World) -> None:
    """A player's action."""
    seat, action, to = fields.number("seat"), fields.text("action"), fields.number_or("to", None)
    fields.done()
    _nothing_asked(draft)
    hand = draft.desk.hand
    if hand is None:
        raise IllegalAction("R4.2", "no hand is being played")
    if action == "all-in":
        in_hand(draft, all_in(hand, seat))
        return
    word = next((each for each in Word if each.value == action), None)
    match word:
        case None:
            raise BadEntry(f"there is no action {action[:40]!r}")
        case Word.FOLD:
            in_hand(draft, game.Fold(seat))
        case Word.CHECK:
            in_hand(draft, game.Check(seat))
        case Word.CALL:
            in_hand(draft, game.Call(seat))
        case Word.BRING_IN:
            in_hand(draft, game.BringIn(seat))
        case _:
            if to is None:
                raise BadEntry("to: a wager needs its amount")
            options = options_due(hand.due)
            if options is not None and word not in options.can and options.can and not options.bound:
                raise IllegalAction("R4.6", f"seat {seat} cannot {word.value} now")
            in_hand(draft, game.Wager(seat, to))


def options_due(due: Due) -> Options | None:
    """What the seat whose turn it is may do."""
    return due.options if isinstance(due, ActDue | BringInDue) else None


def all_in(hand: Hand, seat: int) -> game.Command:
    """Return the action that puts in all a seat has. Raises IllegalAction if the limit does not allow it."""
    options = options_due(hand.due)
    if options is None:
        raise IllegalAction("R4.2", "nobody acts now")
    if seat not in hand.start.seats:
        raise IllegalAction("R4.2", f"seat {seat} has no hand")
    everything = hand.bet(seat) + hand.stack(seat)
    if everything in options.bet_to or everything in options.raise_to:
        return game.Wager(seat, everything)
    span = options.bet_to or options.raise_to
    if span and span[0] <= everything <= span[-1] and len(span) == 2:
        return game.Wager(seat, everything)
    if options.to_call and options.to_call == hand.stack(seat):
        return game.Call(seat)
    if options.bring_in and options.bring_in == hand.stack(seat):
        return game.BringIn(seat)
    raise IllegalAction("R2.2", f"seat {seat} cannot put everything in now")


def enter_show(draft: Draft, fields: Fields, who: Signature, world: World) -> None:
    """A seat tables its hand: the seals of its down cards come off (R7.3)."""
    seat, told = fields.number("seat"), fields.cards("cards")
    fields.done()
    _nothing_asked(draft)
    hand = draft.desk.hand
    if hand is None or seat not in hand.start.seats:
        raise IllegalAction("R7.3", f"seat {seat} has no hand to show")
    table_hand(draft, hand, seat, told, world)


def enter_muck(draft: Draft, fields: Fields, who: Signature, world: World) -> None:
    """A seat gives its hand up unshown (R7.4)."""
    seat = fields.number("seat")
    fields.done()
    _nothing_asked(draft)
    in_hand(draft, game.Muck(seat))


def enter_ask_mucked(draft: Draft, fields: Fields, who: Signature, world: World) -> None:
    """A player asks for a mucked hand, the last one's too; who asked is on the record (R7.4)."""
    seat, asker = fields.number("seat"), fields.number("asker")
    fields.done()
    last, number = draft.desk.table.last, draft.desk.table.number
    if draft.desk.hand is not None:
        in_hand(draft, game.AskMucked(seat, asker))
    elif last is None:
        raise IllegalAction("R7.4", "no hand has been played")
    else:
        decide(last, game.AskMucked(seat, asker))
    draft.add(HandOpened(number, seat, who.user, f"seat {asker} asked"))


def enter_open_hand(draft: Draft, fields: Fields, who: Signature, world: World) -> None:
    """The floor rules that a hand is looked at; its cards stand in the look-up from then on, with who and why."""
    seat, reason = fields.number("seat"), fields.text("reason").strip()
    fields.done()
    table = draft.desk.table
    played = table.last if draft.desk.hand is None else draft.desk.hand
    if played is None or seat not in played.start.seats:
        raise IllegalAction("R8", f"seat {seat} has no hand to look at")
    if not reason:
        raise IllegalAction("R8", "a hand is looked at with a reason")
    draft.add(HandOpened(played.start.number, seat, who.user, reason))


def enter_answer(draft: Draft, fields: Fields, who: Signature, world: World) -> None:
    """An answer to the open question, or a ruling on what holds the hand."""
    question, choice = fields.text("question"), fields.text("choice")
    card, count = fields.card_or_none("card"), fields.number_or("count", None)
    cards = fields.cards("cards")
    fields.done()
    asked = draft.desk.sensing.question
    hand = draft.desk.hand
    if asked is not None and question == question_id(asked.number):
        option = _option(asked.options, choice)
        if option.answer is Answer.OTHER_CARD and card is None:
            raise BadEntry("card: say which card it is")
        answer(draft, option, Said(who.user, card, count, cards or ()), world)
    elif asked is None and hand is not None and isinstance(hand.due, Held) and question == held_id(draft.desk):
        rule(draft, _ruling(hand.due, choice), who.user, cards or (() if card is None else (card,)))
    else:
        raise IllegalAction("R8", "this question is no longer open")


def question_id(number: int) -> str:
    """The id under which a question is answered."""
    return f"q{number}"


def held_id(desk: Desk) -> str:
    """The id of what holds the hand; it changes with each decision."""
    return f"held{desk.decided}"


def _option(options: tuple[Option, ...], choice: str) -> Option:
    """A choice by its number as on the screen, or by its word."""
    if choice.isdecimal() and 1 <= int(choice) <= len(options):
        return options[int(choice) - 1]
    for option in options:
        if option.answer.value == choice and option.kind is None:
            return option
    raise BadEntry(f"choice: one of 1 to {len(options)} is needed")


def _ruling(due: Held, choice: str) -> Choice:
    if choice.isdecimal() and 1 <= int(choice) <= len(due.choices):
        return due.choices[int(choice) - 1]
    for each in due.choices:
        if each.value == choice:
            return each
    raise BadEntry(f"choice: one of 1 to {len(due.choices)} is needed")


def enter_undo(draft: Draft, fields: Fields, who: Signature, world: World) -> None:
    """The last entries of the hand are taken back (R8, last row)."""
    steps = fields.number_or("steps", 1)
    fields.done()
    undo_last(draft, steps if steps is not None else 1)


def enter_irregularity(draft: Draft, fields: Fields, who: Signature, world: World) -> None:
    """A person reports what went wrong (R8)."""
    kind = fields.member("kind", IrregularityKind)
    seat, place = fields.number_or("seat", None), fields.number_or("place", None)
    cards = fields.cards("cards") or ()
    if kind is IrregularityKind.OUT_OF_TURN and seat is not None:
        word, to = fields.member("action", Word), fields.number_or("to", None)
        fields.done()
        in_hand(draft, game.OutOfTurn(seat, word, to))
        return
    fields.done()
    report(draft, kind, seat, place, cards)


def enter_rule(draft: Draft, fields: Fields, who: Signature, world: World) -> None:
    """The floor rules: on what holds the hand, or calls it off."""
    choice, reason = fields.member("choice", Choice), fields.text("reason", "")
    cards = fields.cards("cards") or ()
    cause = IrregularityKind.FLOOR_CALLED
    if reason in {each.value for each in IrregularityKind}:
        cause = IrregularityKind(reason)
    fields.done()
    hand = draft.desk.hand
    by = who.user if not reason else f"{who.user}: {reason}"
    if hand is not None and isinstance(hand.due, Held):
        rule(draft, choice, by, cards)
    elif choice is Choice.MISDEAL:
        in_hand(draft, game.CallMisdeal(cause, by))
    elif choice is Choice.VOID:
        in_hand(draft, game.VoidHand(cause, by))
    else:
        raise IllegalAction("R8", "nothing waits for this ruling")
    if draft.desk.hand is not None and draft.desk.hand.over:
        _nothing_matters(draft)


def _nothing_matters(draft: Draft) -> None:
    """The hand is called off: its cards are gathered, so no question about one is left, nor one to come."""
    sensing = draft.desk.sensing
    if sensing.question is not None:
        draft.add(QuestionDropped(sensing.question.number))
    if sensing.out:
        draft.add(OutCardsWait())


def enter_policy(draft: Draft, fields: Fields, who: Signature, world: World) -> None:
    """Up-cards need other witnesses from now on."""
    policy = fields.member("up-cards", UpCardPolicy)
    fields.done()
    draft.add(PolicySet(policy))
