"""What may be reported as gone wrong at a moment, and what the house lets a person rule on it (R8)."""

from __future__ import annotations

from collections.abc import Callable

from dealer.cards import Card, SealedCard
from dealer.game.commands import AnyCard, Report
from dealer.game.dealing import LAST_STREET, bit, dealt_in
from dealer.game.due import BringInDue, BurnDue, CardDue, CommunityDue, Held
from dealer.game.errors import IllegalAction
from dealer.game.events import IrregularityReported
from dealer.game.irregularities import Choice, IrregularityKind
from dealer.game.state import Hand, Position, Stage
from dealer.house.rules import HoleCardExposed, MisdealWindow

Kind = IrregularityKind
Choices = tuple[Choice, ...]
_OPENING = 3


def report(hand: Hand, command: Report) -> IrregularityReported:
    """Return the report with the choices it leaves. Raises IllegalAction where it cannot have happened."""
    if type(hand.due) is Held:
        raise IllegalAction(hand.due.rule, f"the hand is held already: {hand.due.kind.value}")
    if hand.stage is Stage.OVER and command.kind is not Kind.MISSING_CARD:
        raise IllegalAction("R7.2", "the hand is over")
    if command.seat is not None and command.seat not in hand.start.seats and command.kind is not Kind.WRONG_SEAT:
        raise IllegalAction("R1.1", f"seat {command.seat} is not in this hand")
    asked = _ASK.get(command.kind)
    if asked is None:
        raise IllegalAction("R8", f"{command.kind.value} is not reported; the controller finds it by itself")
    choices = asked(hand, command)
    return IrregularityReported(command.kind, "R8", command.seat, command.cards, command.place, choices)


def misdeal_is_open(hand: Hand) -> bool:
    """Whether a misdeal may still be called: until the action after the forced bet is substantial (WL 105; WT)."""
    if hand.street > _OPENING:
        return False
    if hand.start.house.errors.misdeal_window is MisdealWindow.TWO_AFTER_BRING_IN:
        return hand.actions < 2
    return hand.chip_actions < 2 and hand.actions < 3


def _hole_card_exposed(hand: Hand, command: Report) -> Choices:
    if hand.stage is not Stage.DEALING or hand.street != _OPENING:
        raise _impossible("a hole card is exposed by the deal only in the initial deal")
    position = _seat_concerned(hand, command)
    _face_up(hand, _one_card(command))
    if command.place is None:
        if not isinstance(hand.due, CardDue) or hand.due.up:
            raise _impossible("no card is due face down; say which of the seat's cards it is")
    elif not 0 <= command.place < len(hand.cards.down[position]):
        raise _impossible("the seat has no such card face down")
    third_to_come = any(
        isinstance(step, CardDue) and step.up and step.seat == hand.start.seats[position] for step in hand.plan
    )
    if len(hand.cards.up[position]) == 2:
        return (Choice.MISDEAL,)  # all three are exposed
    if not third_to_come:
        return (Choice.KEEP, Choice.MISDEAL)
    if hand.start.house.errors.hole_card_exposed is HoleCardExposed.MISDEAL:
        return (Choice.MISDEAL, Choice.THIRD_DOWN)
    return (Choice.THIRD_DOWN, Choice.MISDEAL)


def _extra_card(hand: Hand, command: Report) -> Choices:
    _one_card(command)
    _enough_stub(hand, 1)
    betting = hand.betting
    open_now = hand.stage is Stage.BETTING and betting is not None
    if hand.stage is not Stage.DEALING and not open_now:
        raise _impossible("no cards have been dealt")
    if open_now and betting is not None and betting.current > 0:
        raise _impossible("there has been a bet since; count the hands instead (wrong-card-count)")
    return (Choice.USE_AS_BURN, Choice.MISDEAL) if hand.street == _OPENING else (Choice.USE_AS_BURN,)


def _missed_burn(hand: Hand, command: Report) -> Choices:
    if not isinstance(hand.due, BurnDue):
        raise _impossible("no burn is due")
    steps = [step for step in hand.plan if isinstance(step, CardDue | CommunityDue)]
    if not 1 <= len(command.cards) <= len(steps):
        raise _impossible("say which cards were dealt without a burn, in order")
    _enough_stub(hand, len(command.cards))
    seen = hand.cards.seen
    for step, card in zip(steps, command.cards, strict=False):
        up = isinstance(step, CommunityDue) or step.up
        if up is isinstance(card, SealedCard):
            raise _impossible("a card lies the other way up than was due there")
        if isinstance(card, Card):
            _face_up(hand, card, seen)
            seen |= bit(card)
    return (Choice.PUT_RIGHT, Choice.LEAVE)


def _double_burn(hand: Hand, command: Report) -> Choices:
    _one_card(command)
    _enough_stub(hand, 1)
    betting = hand.betting
    untouched = hand.stage is Stage.BETTING and betting is not None and max(betting.acted) < 0
    if not (untouched or hand.stage is Stage.DEALING) or hand.street == _OPENING or isinstance(hand.due, BurnDue):
        raise _impossible("no burn of this street has been made, or its betting has begun")
    if not hand.start.house.deal.burn:
        return (Choice.LEAVE,)
    return (Choice.USE_AS_BURN, Choice.LEAVE)


def _premature_card(hand: Hand, command: Report) -> Choices:
    if hand.stage is not Stage.BETTING or hand.street == LAST_STREET:
        raise _impossible("no betting is open that a card could come before the end of")
    if not command.cards:
        raise _impossible("say which cards were dealt, the burn first")
    _enough_stub(hand, len(command.cards))
    return (Choice.RESHUFFLE,)


def _wrong_seat(hand: Hand, command: Report) -> Choices:
    if not isinstance(hand.due, CardDue):
        raise _impossible("no card to a seat is due")
    if command.seat == hand.due.seat:
        raise _impossible("the card went where it was due")
    card = _one_card(command)
    _enough_stub(hand, 1)
    fits = hand.due.up is isinstance(card, Card)
    if isinstance(card, Card):
        _face_up(hand, card)
    if hand.street == _OPENING:
        return (Choice.MISDEAL, Choice.PUT_RIGHT) if fits else (Choice.MISDEAL,)
    return (Choice.PUT_RIGHT, Choice.REPLACE, Choice.VOID) if fits else (Choice.REPLACE, Choice.VOID)


def _card_off_table(hand: Hand, command: Report) -> Choices:
    coming = hand.due
    card = _one_card(command)
    _enough_stub(hand, 1)
    if isinstance(coming, BurnDue):
        return (Choice.KEEP,)
    if not isinstance(coming, CardDue):
        raise _impossible("no card to a seat is due")
    if not isinstance(card, Card):
        return (Choice.REPLACE,) if coming.up else (Choice.KEEP, Choice.REPLACE)
    _face_up(hand, card)
    if coming.up:
        return (Choice.KEEP, Choice.REPLACE)
    as_exposed = Report(command.kind, coming.seat, command.cards)
    if coming.street == LAST_STREET:
        return _seventh_face_up(hand, as_exposed)
    return _hole_card_exposed(hand, as_exposed)


def _seventh_face_up(hand: Hand, command: Report) -> Choices:
    coming = hand.due
    if not isinstance(coming, CardDue) or coming.street != LAST_STREET or coming.up:
        raise _impossible("no seventh card is due face down")
    _face_up(hand, _one_card(command))
    position = _seat_concerned(hand, command)
    if position not in hand.seats.able:
        return (Choice.KEEP,)  # WL 229
    steps = [step for step in hand.plan if isinstance(step, CardDue)]
    return (Choice.ALL_UP,) if len(steps) == len(dealt_in(hand.seats)) else (Choice.REST_DOWN,)


def _wrong_bring_in(hand: Hand, command: Report) -> Choices:
    if command.seat is None:
        raise _impossible("say which seat it concerns")
    betting = hand.betting
    if betting is None or hand.street != _OPENING or hand.stage is not Stage.BETTING:
        raise _impossible("there is no bring-in now")
    position = hand.position(command.seat)
    if position not in hand.seats.able:
        raise _impossible("that seat has no chips to bring in with")
    if isinstance(hand.due, BringInDue):
        if hand.due.seat == command.seat:
            raise _impossible("that seat is the one to bring it in")
        return (Choice.PUT_RIGHT, Choice.STANDS)
    if betting.last is None or betting.last == position:
        raise _impossible("that seat is the one that brought it in")
    return (Choice.PUT_RIGHT,) if hand.actions == 0 else (Choice.STANDS,)


def _short_wager(hand: Hand, command: Report) -> Choices:
    if command.seat is None:
        raise _impossible("say which seat it concerns")
    if hand.betting is None:
        raise _impossible("there has been no betting")
    here = hand.stage is Stage.BETTING and hand.bet(command.seat) > 0
    return (Choice.MADE_RIGHT,) if here else (Choice.STANDS,)


def _joker(hand: Hand, command: Report) -> Choices:
    if command.place is None:
        if not isinstance(hand.due, CardDue | BurnDue | CommunityDue):
            raise _impossible("no card is due; say whose card it is, and which")
        return (Choice.REPLACE,)
    position = _seat_concerned(hand, command)
    if position not in hand.seats.live:
        raise _impossible("that hand is out of play")
    if not 0 <= command.place < len(hand.cards.down[position]) + len(hand.cards.up[position]):
        raise _impossible("the seat has no such card")
    if not _has_acted_on(hand, position, command.place):
        return (Choice.REPLACE,)
    return (Choice.DEAD_HAND,) if len(hand.seats.live) > 1 else (Choice.GO_ON,)  # the last one left has won


def _has_acted_on(hand: Hand, position: Position, place: int) -> bool:
    """Whether the seat has acted since it got a card (WL 115)."""
    if hand.stage is Stage.SHOWDOWN or hand.stage is Stage.AWARDING:
        return True
    street = street_of(hand, position, place)
    if street < hand.street:
        return True
    betting = hand.betting
    return (
        hand.stage is Stage.BETTING
        and betting is not None
        and betting.street == hand.street
        and (betting.acted[position] >= 0 or betting.bets[position] > 0)
    )


def street_of(hand: Hand, position: Position, place: int) -> int:
    """On which street a seat got the card at a place: down cards count first, then up cards."""
    down = len(hand.cards.down[position])
    if place < down:
        return _OPENING if place < 2 else LAST_STREET
    return min(LAST_STREET, _OPENING + place - down)


def _fouled(hand: Hand, command: Report) -> Choices:
    return (Choice.VOID, Choice.GO_ON)


def _missing_card(hand: Hand, command: Report) -> Choices:
    return ()  # nothing to rule: the result stands, and the deck goes (WL 117)


def _boxed_card(hand: Hand, command: Report) -> Choices:
    if not isinstance(hand.due, CardDue | BurnDue | CommunityDue):
        raise _impossible("no card is due")
    _one_card(command)
    _enough_stub(hand, 1)
    if hand.street == _OPENING and hand.rare.boxed:
        return (Choice.MISDEAL, Choice.REPLACE)  # two boxed cards (WL 104)
    return (Choice.REPLACE, Choice.GO_ON)


def _stops(hand: Hand, command: Report) -> Choices:
    called_off = Choice.MISDEAL if misdeal_is_open(hand) else Choice.VOID
    return (Choice.GO_ON, called_off)


def _wrong_card_count(hand: Hand, command: Report) -> Choices:
    position = _seat_concerned(hand, command)
    if position not in hand.seats.live:
        raise _impossible("that hand is out of play")
    if len(hand.seats.live) == 1:
        return (Choice.GO_ON,)  # the last one left has won
    if misdeal_is_open(hand):
        return (Choice.MISDEAL, Choice.DEAD_HAND, Choice.GO_ON)
    return (Choice.DEAD_HAND, Choice.GO_ON)


def _seat_left_out(hand: Hand, command: Report) -> Choices:
    return (Choice.MISDEAL, Choice.GO_ON) if misdeal_is_open(hand) else (Choice.GO_ON, Choice.VOID)


def _seat_concerned(hand: Hand, command: Report) -> Position:
    seat = command.seat
    if seat is None and isinstance(hand.due, CardDue):
        seat = hand.due.seat
    if seat is None:
        raise _impossible("say which seat it concerns")
    due_only = command.kind in (Kind.HOLE_CARD_EXPOSED, Kind.SEVENTH_FACE_UP, Kind.CARD_OFF_TABLE)
    if due_only and command.place is None and isinstance(hand.due, CardDue) and seat != hand.due.seat:
        raise _impossible(f"the card that is due is seat {hand.due.seat}'s")
    return hand.position(seat)


def _one_card(command: Report) -> AnyCard:
    if len(command.cards) != 1:
        raise _impossible("say which card it was; None for one that nobody knows")
    return command.cards[0]


def _face_up(hand: Hand, card: AnyCard, seen: int | None = None) -> None:
    if not isinstance(card, Card):
        raise _impossible("a card that lies face up must be named")
    if (hand.cards.seen if seen is None else seen) & bit(card):
        raise _impossible(f"{card} lies on the table already; if both are real, the deck is fouled")


def _enough_stub(hand: Hand, cards: int) -> None:
    if hand.cards.stub < cards:
        raise _impossible("so many cards are not left in the stub")


def _impossible(why: str) -> IllegalAction:
    return IllegalAction("R8", why)


_ASK: dict[Kind, Callable[[Hand, Report], Choices]] = {
    Kind.HOLE_CARD_EXPOSED: _hole_card_exposed,
    Kind.EXTRA_CARD: _extra_card,
    Kind.MISSED_BURN: _missed_burn,
    Kind.DOUBLE_BURN: _double_burn,
    Kind.PREMATURE_CARD: _premature_card,
    Kind.WRONG_SEAT: _wrong_seat,
    Kind.CARD_OFF_TABLE: _card_off_table,
    Kind.SEVENTH_FACE_UP: _seventh_face_up,
    Kind.WRONG_BRING_IN: _wrong_bring_in,
    Kind.OUT_OF_TURN: _stops,
    Kind.SHORT_WAGER: _short_wager,
    Kind.JOKER: _joker,
    Kind.DUPLICATE_CARD: _fouled,
    Kind.FOREIGN_CARD: _fouled,
    Kind.MISSING_CARD: _missing_card,
    Kind.TWO_CARDS: _stops,
    Kind.BOXED_CARD: _boxed_card,
    Kind.UNREAD_CARD: _stops,
    Kind.SENSORS_DISAGREE: _stops,
    Kind.WRONG_CARD_COUNT: _wrong_card_count,
    Kind.SEAT_LEFT_OUT: _seat_left_out,
    Kind.FLOOR_CALLED: _stops,
    Kind.MIS_ENTRY: _stops,
}
