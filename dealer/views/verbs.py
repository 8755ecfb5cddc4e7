"""What may be done around the hand: seats and chips, rulings, looking back. Each verb with the form that it needs."""

from __future__ import annotations

from collections.abc import Iterable

from dealer.desk.moment import Moment
from dealer.desk.state import Desk
from dealer.game.due import Held, ShowDue
from dealer.game.irregularities import Choice, IrregularityKind
from dealer.game.reports import misdeal_is_open
from dealer.game.state import Hand
from dealer.ports import Role
from dealer.snapshots import Blank, Control
from dealer.table.state import Player, Presence, Table
from dealer.views.voice import Voice
from dealer.wording.texts import Text

_MOST_CHIPS = 10**9
_REPORTED = tuple(
    kind for kind in IrregularityKind if kind not in (IrregularityKind.OUT_OF_TURN, IrregularityKind.FLOOR_CALLED)
)
Choices = tuple[tuple[int | str, str], ...]


def verbs(moment: Moment, role: Role, voice: Voice, steps: tuple[str, ...]) -> tuple[Control, ...]:
    """The verbs of a role, in the order to show them. steps: what undo would take back, newest first."""
    desk = moment.desk
    found = [*_floor_first(desk, voice, steps)] if role is Role.FLOOR else []
    found += _about_hands(desk, voice)
    found += _seats(desk.table, voice)
    if role is Role.FLOOR:
        found += _floor_last(desk, voice)
    return tuple(found)


def _verb(slot: str, label: str, do: str, blanks: Iterable[Blank] = (), **fixed: object) -> Control:
    asked = tuple(blanks)
    entry: dict[str, object] = {"do": do, **fixed, **dict.fromkeys((blank.name for blank in asked), None)}
    return Control(slot, "", label, entry, blanks=asked)


def _reason(voice: Voice) -> Blank:
    return Blank("reason", voice.say(Text.BLANK_REASON), text=True)


def _seat_of(seats: Choices, voice: Voice, name: str = "seat", label: Text = Text.BLANK_SEAT) -> Blank:
    return Blank(name, voice.say(label), choices=seats)


def _named(players: Iterable[Player], voice: Voice) -> Choices:
    return tuple((each.seat, voice.say(Text.SEAT_OF, seat=each.seat, name=each.name)) for each in players)


def _of_hand(desk: Desk, hand: Hand, voice: Voice) -> Choices:
    players = {player.seat: player.name for player in desk.table.seated()}
    return tuple((seat, voice.say(Text.SEAT_OF, seat=seat, name=players.get(seat, ""))) for seat in hand.start.seats)


def _floor_first(desk: Desk, voice: Voice, steps: tuple[str, ...]) -> list[Control]:
    found = []
    if desk.table.floor_call is not None:
        note = Blank("note", voice.say(Text.BLANK_NOTE), text=True, optional=True)
        found.append(_verb("answer-call", voice.say(Text.VERB_ANSWERED), "floor-done", [note]))
    hand = desk.hand
    if hand is not None and not hand.over:
        if isinstance(hand.due, Held):
            held: Choices = tuple((each.value, voice.tongue.choices[each]) for each in hand.due.choices)
            ruling = Blank("choice", voice.say(Text.BLANK_RULING), choices=held)
            found.append(_verb("rule", voice.say(Text.VERB_RULE), "rule", [ruling, _reason(voice)]))
        if misdeal_is_open(hand):
            found.append(
                _verb("misdeal", voice.say(Text.MISDEAL), "rule", [_reason(voice)], choice=Choice.MISDEAL.value)
            )
        found.append(_verb("void", voice.say(Text.VOID), "rule", [_reason(voice)], choice=Choice.VOID.value))
        found += _naming(hand, voice)
    if len(steps) > 1:
        back: Choices = tuple(enumerate(steps, start=1))
        restore = Blank("steps", voice.say(Text.BLANK_STEPS), choices=back)
        found.append(_verb("restore", voice.say(Text.VERB_RESTORE), "undo", [restore]))
    return found


def _naming(hand: Hand, voice: Voice) -> list[Control]:
    """At a showdown the floor may say what lies there where nobody else's word leads on (R8)."""
    if not isinstance(hand.due, ShowDue):
        return []
    downs = Blank("hand", voice.say(Text.BLANK_HAND, count=len(hand.down(hand.due.seat))), text=True)
    label = voice.say(Text.VERB_NAME_HAND, seat=hand.due.seat)
    found = [_verb("name-hand", label, "name-hand", [downs, _reason(voice)])]
    ups: Choices = tuple(
        (f"{seat}.{place}", voice.say(Text.UP_CARD_OF, seat=seat, place=place, card="??" if card is None else card))
        for seat in hand.start.seats
        for place, card in enumerate(hand.up(seat), start=1)
    )
    if ups:
        which = Blank("which", voice.say(Text.BLANK_WHICH), choices=ups)
        named = Blank("named", voice.say(Text.BLANK_NAMED), text=True)
        found.append(_verb("name-card", voice.say(Text.VERB_NAME_CARD), "name-card", [which, named, _reason(voice)]))
    return found


def _about_hands(desk: Desk, voice: Voice) -> list[Control]:
    found = []
    hand = desk.hand
    if hand is not None and not hand.over and desk.sensing.question is None and not isinstance(hand.due, Held):
        kinds: Choices = tuple((kind.value, voice.tongue.kinds[kind]) for kind in _REPORTED)
        seat = Blank("seat", voice.say(Text.BLANK_SEAT), choices=_of_hand(desk, hand, voice), optional=True)
        kind = Blank("kind", voice.say(Text.BLANK_KIND), choices=kinds)
        found.append(_verb("report", voice.say(Text.VERB_REPORT), "irregularity", [kind, seat]))
    if hand is None:
        found += _missing_card(desk.table, voice)
    played = hand if hand is not None else desk.table.last
    if played is not None and played.showdown is not None and played.showdown.mucked:
        mucked = {played.start.seats[position] for position in played.showdown.mucked}
        seats = _of_hand(desk, played, voice)
        asked = [
            _seat_of(tuple(each for each in seats if each[0] in mucked), voice),
            _seat_of(seats, voice, "asker", Text.BLANK_ASKER),
        ]
        found.append(_verb("ask-mucked", voice.say(Text.VERB_ASK_MUCKED), "ask-mucked", asked))
    return found


def _missing_card(table: Table, voice: Voice) -> list[Control]:
    """The dealer has counted a deck that he gathered: the one just played, or the one to be dealt (WL 117)."""
    label = voice.say(Text.BLANK_DECK)
    decks = tuple(deck for deck in table.setup.decks if deck not in table.withdrawn)
    if not decks:
        return []
    # Asked for even where there is one: a slip would need the floor.
    named: Choices = tuple((deck, deck if len(decks) > 1 else label) for deck in decks)
    which = Blank("deck", label, choices=named)
    return [_verb("take-deck-out", voice.say(Text.VERB_TAKE_DECK_OUT), "take-deck-out", [which])]


def _seats(table: Table, voice: Voice) -> list[Control]:
    """Who comes, goes, buys and sits out; moves and chips between hands only (R1.2, R1.4)."""
    taken = {player.seat for player in table.seated()}
    free: Choices = tuple((seat, str(seat)) for seat in range(1, table.setup.seats + 1) if seat not in taken)
    between = table.hand is None
    everybody = tuple(table.seated())
    found: list[Control] = []

    def about(slot: str, label: Text, do: str, players: Iterable[Player], *more: Blank, **fixed: object) -> None:
        seats = _named(players, voice)
        if seats:
            found.append(_verb(slot, voice.say(label), do, [_seat_of(seats, voice), *more], **fixed))

    if free:
        name = Blank("name", voice.say(Text.BLANK_NAME), text=True)
        least = table.setup.min_buy_in
        buy_in = Blank("buy_in", voice.say(Text.BLANK_BUY_IN), least=least, most=_MOST_CHIPS)
        found.append(_verb("sit", voice.say(Text.VERB_SIT), "sit", [_seat_of(free, voice), name, buy_in]))
    amount = Blank("amount", voice.say(Text.BLANK_AMOUNT), least=1, most=_MOST_CHIPS)
    if between:
        about("buy-in", Text.VERB_BUY_IN, "buy-in", everybody, amount)
    about("sit-out", Text.VERB_SIT_OUT, "sit-out", (p for p in everybody if p.presence is Presence.IN))
    back = (p for p in everybody if p.presence is Presence.SITTING_OUT or p.sits_out_next)
    about("return", Text.VERB_RETURN, "return", back)
    here = (p for p in everybody if p.presence is Presence.IN and not p.absent)
    about("away", Text.VERB_AWAY, "absent", here, on=True)
    about("back", Text.VERB_BACK, "absent", (p for p in everybody if p.absent), on=False)
    if between and free:
        about("move", Text.VERB_MOVE, "move", everybody, _seat_of(free, voice, "to", Text.BLANK_TO))
    about("leave", Text.VERB_LEAVE, "leave", everybody)
    if between:
        about("tip", Text.VERB_TIP, "tip", (p for p in everybody if p.stack), amount)
    return found


def _floor_last(desk: Desk, voice: Voice) -> list[Control]:
    table = desk.table
    found: list[Control] = []
    played = desk.hand if desk.hand is not None else table.last
    if desk.hand is None and any(True for _ in table.seated()):
        counted = Blank("stack", voice.say(Text.BLANK_STACK), most=_MOST_CHIPS)
        asked = [_seat_of(_named(table.seated(), voice), voice), counted, _reason(voice)]
        found.append(_verb("set-stack", voice.say(Text.VERB_SET_STACK), "set-stack", asked))
    if played is not None:
        asked = [_seat_of(_of_hand(desk, played, voice), voice), _reason(voice)]
        found.append(_verb("open-hand", voice.say(Text.VERB_OPEN_HAND), "open-hand", asked))
    if table.clock is not None:
        seconds = Blank("seconds", voice.say(Text.BLANK_SECONDS), least=1, most=600)
        found.append(_verb("grant", voice.say(Text.VERB_GRANT), "clock", [seconds], what="grant"))
    if desk.hand is None:
        if table.withdrawn:
            decks = Blank("deck", voice.say(Text.BLANK_DECK), choices=tuple((deck, deck) for deck in table.withdrawn))
            found.append(_verb("admit-deck", voice.say(Text.VERB_ADMIT_DECK), "admit-deck", [decks, _reason(voice)]))
        found += _what_is_dealt(table, voice)
    return found


def _what_is_dealt(table: Table, voice: Voice) -> list[Control]:
    setup = table.setup
    found: list[Control] = []
    if len(setup.rotation) > 1:
        plans: Choices = tuple((place, voice.game(plan.game)) for place, plan in enumerate(setup.rotation))
        game = Blank("plan", voice.say(Text.BLANK_GAME), choices=plans)
        found.append(_verb("game", voice.say(Text.VERB_GAME), "game", [game]))
    if setup.levels:
        levels: Choices = tuple(
            (place, f"{place + 1}: {level.stakes.small_bet}/{level.stakes.big_bet}")
            for place, level in enumerate(setup.levels)
        )
        found.append(
            _verb("level", voice.say(Text.VERB_LEVEL), "level", [Blank("level", voice.say(Text.BLANK_LEVEL), levels)])
        )
        label = Text.VERB_LAST_TWO_OFF if table.last_two else Text.VERB_LAST_TWO
        found.append(_verb("last-two", voice.say(label), "last-two", on=not table.last_two))
    return found
