"""What the simulated dealer's hands do, and when: the step that the controller names, with the slips that are armed."""

from __future__ import annotations

from dataclasses import dataclass

from dealer.observations import Place, Zone
from dealer.ports import Face, NextStep, StepKind
from dealer.snapshots import SeatStatus, TableView
from drivers.mock.faults import Fault, Faults
from drivers.mock.reactor import Job, Reactor
from drivers.mock.tidy import (
    BURN_PILE,
    COMMUNITY_PLACE,
    PLAYING,
    due_is_out,
    place_of,
    tidying,
    to_turn_down,
    to_turn_up,
)
from drivers.mock.truth import Laid, StepKey
from drivers.mock.world import World

_CARD_STEPS = frozenset({StepKind.DEAL, StepKind.BURN, StepKind.COMMUNITY})
_HELD_UP = frozenset({StepKind.ASK, StepKind.PAUSED})
_CLEARING = frozenset({StepKind.ACT, StepKind.SHOW, StepKind.PUSH_POT, StepKind.START_HAND, StepKind.ANTES})
_GONE = frozenset({SeatStatus.FOLDED, SeatStatus.MUCKED})
_LAST_STREET = 7
_REACTION, _SHOWING = 0.3, 1.5
"""Paces from the controller's word to the move; a player who may muck is given time to say so."""
_TRAVEL, _WITHDRAW = 0.3, 0.6
_LONGEST_HAND = 0.9
_BREATH = 0.9
"""Seconds after cards were put right before the next one is dealt."""


@dataclass(frozen=True, slots=True)
class Motion:
    """A hand that lays a card: over the place until `gone`; the card is on the felt from `lands` on. Seconds."""

    number: int
    place: Place
    lands: float
    gone: float


class DealersHands:
    """Follows the controller's next step on the reactor's thread. pace: seconds between two things he does."""

    def __init__(self, world: World, faults: Faults, reactor: Reactor, pace: float) -> None:
        self._world = world
        self._faults = faults
        self._reactor = reactor
        self.pace = pace
        self.motions: tuple[Motion, ...] = ()
        self._step: NextStep | None = None
        self._view: TableView | None = None
        self._planned: StepKey | None = None
        self._call_off: Job | None = None
        self._last = float("-inf")
        self._loaded: StepKey | None = None
        self._owed: StepKey | None = None
        self._begun = False

    def follow(self, step: NextStep, view: TableView) -> None:
        """The controller says what to do now."""
        self._step, self._view = step, view
        self._reconsider()

    def look_again(self) -> None:
        """Something changed by which the dealer may slip."""
        if self._step is not None:
            self._reconsider()

    def _reconsider(self) -> None:
        step, view = self._step, self._view
        if step is None or view is None:
            return
        if step.kind in _HELD_UP:
            if step.kind is StepKind.ASK:
                self._world.hold_up()
            self._plan(None, None)
            return
        key = key_of(step)
        if self._owes_a_deck(step):
            self._plan(key, self._late_deck)
            return
        self._clear(step, view)
        if self._world.truth.held_up:
            self._put_right(step, view)
        else:
            self._catch_up(step, view)
        for seat in view.seats:
            if seat.status is SeatStatus.SHOWN:
                self._world.turn_up(Place(Zone.SEAT, seat.seat))
        if step.kind is not StepKind.LOAD_DECK:
            self._loaded = None
        elif not self._begun and key in self._world.truth.done:
            # The program has begun anew: a deck that was loaded before lies in the shoe.
            self._loaded = key
        self._begun = True
        patience = _SHOWING if step.kind is StepKind.SHOW else _REACTION
        job = self._job(step, key)
        if step.kind is StepKind.LOAD_DECK:
            self._owed = None if job is None else key
        self._plan(key, job, patience)

    def _plan(self, key: StepKey | None, job: Job | None, patience: float = 0.0) -> None:
        """Do this next, after so many paces, when the hands are free; whatever else was planned is off."""
        if job is not None and key == self._planned:
            return
        if self._call_off is not None:
            self._call_off()
            self._call_off = None
        self._planned = key if job is not None else None
        if job is None:
            return

        def run() -> None:
            self._planned = self._call_off = None
            self._last = self._reactor.now()
            job()

        when = max(self._reactor.now() + patience * self.pace, self._last + self.pace)
        self._call_off = self._reactor.call_at(when, run)

    def _job(self, step: NextStep, key: StepKey) -> Job | None:
        done = self._world.truth.done
        match step.kind:
            case StepKind.LOAD_DECK if self._world.truth.lid_open:
                return lambda: self._close(key)
            case StepKind.LOAD_DECK:
                in_use = self._world.truth.laid or self._world.truth.mucked
                return (lambda: self._open(step, key)) if in_use or self._loaded != key else None
            case StepKind.DEAL | StepKind.BURN | StepKind.COMMUNITY:
                return None if _carried_out(key, done) else (lambda: self._card(step, key))
            case StepKind.SCRAMBLE:
                return None if key in done else (lambda: self._scramble(step, key))
            case StepKind.SHOW if step.seat is not None:
                place = Place(Zone.SEAT, step.seat)
                return lambda: self._world.turn_up(place)
            case StepKind.ACT if self._faults.has(Fault.DEALT_EARLY):
                return self._deal_early
            case _:
                return None

    def _open(self, step: NextStep, key: StepKey) -> None:
        self._world.gather_all()
        self.motions = ()
        self._plan(key, self._job(step, key))

    def _close(self, key: StepKey) -> None:
        self._world.load(key)
        self._loaded, self._owed = key, None

    def _owes_a_deck(self, step: NextStep) -> bool:
        """Whether somebody entered the deck as loaded while it was still in the dealer's hands."""
        truth = self._world.truth
        in_hand = truth.lid_open and not (truth.stub or truth.laid or truth.mucked)
        return step.kind in _CARD_STEPS | {StepKind.ACT} and (self._owed is not None or in_hand)

    def _late_deck(self) -> None:
        """Load the deck that was entered as loaded, and deal on."""
        self._world.gather_all()
        self.motions = ()
        self._world.load(self._owed)
        self._owed = None
        self._reconsider()

    def _scramble(self, step: NextStep, key: StepKey) -> None:
        if not step.stub:
            # He shuffles the burns where they lie: one of them is turned next.
            self._world.mark(key)
            return
        early = self._world.truth.strays
        self._world.scramble(key, burns=step.from_burns or not early, early=early)

    def _card(self, step: NextStep, key: StepKey) -> None:
        """Carry out a card step, with whatever slip is armed."""
        strays = self._world.truth.strays
        if strays:
            self._move_to_place(strays[0], step, key)
            self._world.settled(strays[1:])
            return
        if step.kind is StepKind.BURN and self._faults.take(Fault.MISSED_BURN):
            seat = self._first_live()
            if seat is not None:
                self._slipped(self._lay(Place(Zone.SEAT, seat), face_up=step.street != _LAST_STREET, key=key))
                return
        if step.kind is StepKind.COMMUNITY and step.from_burns and self._world.truth.at(BURN_PILE):
            self._moved(self._world.lay_from_burns(COMMUNITY_PLACE, key))
            return
        due, face_up = place_of(step), _lies_up(step)
        place, up = self._slip(step, due, face_up=face_up)
        cards = self._lay(place, face_up=up, key=key)
        self._what_slipped(cards, step, due)
        if step.kind is StepKind.BURN and self._faults.take(Fault.DOUBLE_BURN):
            self._last += 0.5 * self.pace
            self._reactor.call_at(self._last, lambda: self._slipped(self._lay(BURN_PILE, face_up=False, key=None)))

    def _slipped(self, cards: tuple[Laid, ...]) -> None:
        for card in cards[:1]:
            self._world.slip(card.number)

    def _slip(self, step: NextStep, due: Place, *, face_up: bool) -> tuple[Place, bool]:
        """Where the card really goes, and which way up."""
        faults = self._faults
        if step.kind is not StepKind.DEAL:
            return due, face_up
        up = face_up
        if (not up and step.street == 3 and faults.take(Fault.EXPOSED_HOLE_CARD)) or (
            not up and step.street == _LAST_STREET and faults.take(Fault.RIVER_FACE_UP)
        ):
            return due, True
        if up and faults.take(Fault.DOOR_CARD_DOWN):
            return due, False
        other = self._another_seat(step.seat)
        if other is not None and faults.take(Fault.WRONG_SEAT):
            return Place(Zone.SEAT, other), up
        return due, up

    def _what_slipped(self, cards: tuple[Laid, ...], step: NextStep, due: Place) -> None:
        """Remember from which card on the table is not as it should be."""
        for card in cards:
            if step.kind is StepKind.DEAL and self._faults.take(Fault.CARD_OFF_TABLE):
                self._world.drop(card.number)
                self._world.slip(card.number)
            elif card.place != due:
                self._world.slip(card.number)
        self._slipped(cards[1:])

    def _put_right(self, step: NextStep, view: TableView) -> None:
        """The deal goes on after a ruling: let the cards lie as the controller has them now."""
        world = self._world
        outcome = tidying(world.truth, view, step)
        before = world.truth.laid
        for move in outcome.moves:
            card = world.find(move.number)
            world.move(move.number, move.place, face_up=card is not None and card.face_up and move.place != BURN_PILE)
        for laid in to_turn_up(world.truth, view, step):
            world.turn_card(laid.number, face_up=True)
        for laid in to_turn_down(world.truth, view, step):
            world.turn_card(laid.number, face_up=False)
        if step.kind is StepKind.SCRAMBLE:
            world.settled(outcome.left)
        elif step.kind in _CARD_STEPS:
            self._place_rest(step, view, outcome.left)
        if world.truth.laid != before:
            # Nobody deals on before everybody has seen how the cards lie now.
            self._last = self._reactor.now() + max(0.0, _BREATH - self.pace)

    def _place_rest(self, step: NextStep, view: TableView, left: tuple[int, ...]) -> None:
        """Cards that have no place yet: they wait for it, the first is what is due, or all go back into the shoe."""
        world, key = self._world, key_of(step)
        if due_is_out(step, view, left):
            for number in left[:1]:
                world.forget_from(key)
                self._move_to_place(number, step, key)
            world.settled(left[1:])
            return
        # A card that fell off the table and is not counted in the stub was ruled out of play.
        out = {card.number for card in world.truth.mucked if view.stub <= len(world.truth.stub)}
        for number in reversed([each for each in left if each not in out]):
            world.push_back(number)
        world.forget_from(key)
        world.settled(())

    def _move_to_place(self, number: int, step: NextStep, key: StepKey) -> None:
        card, place = self._world.find(number), place_of(step)
        if card is not None and card.place == place:
            self._world.mark(key)
            if _lies_up(step):
                self._world.turn_card(number, face_up=True)
        else:
            self._world.move(number, place, face_up=_lies_up(step), key=key)

    def _catch_up(self, step: NextStep, view: TableView) -> None:
        """Deal what the controller was told of by hand before the dealer's hands came to it."""
        truth = self._world.truth
        if step.kind not in _CARD_STEPS | {StepKind.ACT} or truth.slip or truth.held_up or truth.strays:
            return
        outcome = tidying(truth, view, step)
        if not outcome.moves and not outcome.left:
            for place in outcome.missing:
                self._lay(place, face_up=False, key=None)
            for laid in to_turn_up(self._world.truth, view, step):
                self._world.turn_card(laid.number, face_up=True)

    def _deal_early(self) -> None:
        seat = self._first_live()
        if seat is not None and self._faults.take(Fault.DEALT_EARLY):
            self._slipped(self._lay(Place(Zone.SEAT, seat), face_up=True, key=None))

    def _lay(self, place: Place, *, face_up: bool, key: StepKey | None) -> tuple[Laid, ...]:
        cards = self._world.deal(place, face_up=face_up, key=key)
        self._moved(cards)
        return cards

    def _moved(self, cards: tuple[Laid, ...]) -> None:
        now = self._reactor.now()
        lands = now + min(_TRAVEL * self.pace, _LONGEST_HAND / 2)
        gone = now + min(_WITHDRAW * self.pace, _LONGEST_HAND)
        kept = tuple(motion for motion in self.motions if motion.gone > now)
        self.motions = (*kept, *(Motion(card.number, card.place, lands, gone) for card in cards))

    def _clear(self, step: NextStep, view: TableView) -> None:
        """Gather the hands that are out; give one back whose fold was undone."""
        for seat in view.seats:
            if seat.status in _GONE and step.kind in _CLEARING:
                self._world.muck(seat.seat)
            elif seat.status in PLAYING:
                self._world.retrieve(seat.seat)

    def _first_live(self) -> int | None:
        seats = () if self._view is None else self._view.seats
        return next((seat.seat for seat in seats if seat.status in PLAYING), None)

    def _another_seat(self, seat: int | None) -> int | None:
        """The next seat in play after this one."""
        seats = [] if self._view is None else [s.seat for s in self._view.seats if s.status in PLAYING]
        others = [s for s in seats if seat is not None and s > seat] or [s for s in seats if s != seat]
        return others[0] if others else None


def key_of(step: NextStep) -> StepKey:
    """What makes a step the one it is, whatever else has been entered meanwhile."""
    return StepKey(step.hand, step.kind.value, step.street, step.seat, None if step.face is None else step.face.value)


def _carried_out(key: StepKey, done: tuple[StepKey, ...]) -> bool:
    """A card that was due once is not dealt again; but a seat gets two cards down on third street (R3.1)."""
    if key.street == 3 and done and done[-1] != key:
        return key.face == Face.UP.value and key in done
    return key in done


def _lies_up(step: NextStep) -> bool:
    return step.face is Face.UP or step.kind is StepKind.COMMUNITY
