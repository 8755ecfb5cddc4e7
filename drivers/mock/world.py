"""What happens to the cards: drawn, laid, turned, gathered, shuffled; with the shoe's event in the same breath.

Every verb ends in one change of the truth, so that a killed program never finds a card out of the shoe whose event the
shoe does not know. Decides neither what is due nor when.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from dealer.cards import DECK, Card
from dealer.observations import Place, Tag, Zone
from drivers.mock import firmware
from drivers.mock.faults import Fault, Faults
from drivers.mock.tidy import AWAY, BURN_PILE
from drivers.mock.truth import Colour, Decks, Laid, StepKey, Truth, TruthStore


@dataclass(frozen=True, slots=True)
class Drawn:
    """What left the shoe in one passage, in order."""

    tags: tuple[str, ...]


class World:
    """The cards and the shoe's mouth.

    orders: the order of the cards of the first decks that are loaded, for scripts; the rest is shuffled by the seed.
    uptime: the shoe's milliseconds.
    """

    def __init__(
        self,
        store: TruthStore,
        decks: Decks,
        faults: Faults,
        uptime: Callable[[], int],
        orders: Sequence[Sequence[Card]] = (),
    ) -> None:
        self._store = store
        self._decks = decks
        self._faults = faults
        self._uptime = uptime
        self._orders = tuple(tuple(order) for order in orders)

    @property
    def truth(self) -> Truth:
        return self._store.truth

    def deal(self, place: Place, *, face_up: bool, key: StepKey | None) -> tuple[Laid, ...]:
        """Draw the next card and lay it; more than one when they stick together, none when the shoe is empty."""
        truth = self.truth
        if not truth.stub:
            return ()
        truth, drawn = self._draw(truth)
        laid: list[Laid] = []
        for tag in drawn.tags:
            card = self._laying(truth, tag, place, face_up=face_up)
            truth = truth.with_card(card)
            laid.append(card)
        self._store.put(_done(truth, key))
        return tuple(laid)

    def lay_from_burns(self, place: Place, key: StepKey) -> tuple[Laid, ...]:
        """Shuffle the burns and turn one of them up: a community card that does not pass the shoe (R5.1)."""
        truth = self.truth
        burns = truth.at(BURN_PILE)
        if not burns:
            return ()
        taken = self._shuffle("burns").choice(burns)
        truth = truth.without(taken.number)
        card = self._laying(truth, taken.tag, place, face_up=True)
        truth = replace(truth.with_card(card), shuffles=truth.shuffles + 1)
        self._store.put(_done(truth, key))
        return (card,)

    def move(self, number: int, place: Place, *, face_up: bool, key: StepKey | None = None) -> None:
        """Take a card that lies somewhere, or was dropped, and lay it at a place."""
        truth = self.truth
        found = self.find(number)
        if found is None:
            return
        truth = replace(truth.without(number), mucked=tuple(c for c in truth.mucked if c.number != number))
        order = _next_order(truth, place)
        self._store.put(_done(truth.with_card(replace(found, place=place, order=order, face_up=face_up)), key))

    def find(self, number: int) -> Laid | None:
        """A card by its number, on the felt or gathered."""
        return next((c for c in (*self.truth.laid, *self.truth.mucked) if c.number == number), None)

    def push(self) -> None:
        """Let somebody push the card that was laid last along the felt."""
        lying = self.truth.laid
        if lying:
            last = max(lying, key=lambda card: card.number)
            pushed = replace(last, dx=last.dx + 26.0, dy=last.dy - 44.0, angle=last.angle + 9.0)
            self._store.put(self.truth.with_card(pushed))

    def cue(self, number: int) -> None:
        """Remember that a line of the script has been played."""
        self._store.put(replace(self.truth, cues=(*self.truth.cues, number)))

    def drop(self, number: int) -> None:
        """Let a card fall off the table."""
        truth = self.truth
        card = next(c for c in truth.laid if c.number == number)
        self._store.put(replace(truth.without(number), mucked=(*truth.mucked, replace(card, place=AWAY))))

    def push_back(self, number: int) -> None:
        """Put a card back on the stub through the mouth of the shoe, which sees it (OSP/1 `CR`).

        One that does not belong to the deck is taken away, and the one that it stood for laid on the stub.
        """
        truth = self.truth
        card = self.find(number)
        if card is None:
            return
        truth = replace(truth.without(number), mucked=tuple(c for c in truth.mucked if c.number != number))
        rest = {*truth.stub, *(c.tag for c in (*truth.laid, *truth.mucked))}
        colour = Colour.OTHER if self._faults.has(Fault.WRONG_DECK) else Colour.HOUSE
        if card.tag in rest or self._decks.colour(card.tag) is not colour:
            lost = [tag for tag in (self._decks.tag(each, colour) for each in DECK) if tag not in rest]
            self._store.put(replace(truth, stub=(*lost[:1], *truth.stub)))
            return
        memory = firmware.pushed_back(truth.memory, self._uptime(), Tag(card.tag), self._beam(number))
        self._store.put(replace(truth, stub=(card.tag, *truth.stub), memory=memory))

    def forget_from(self, key: StepKey) -> None:
        """This step, and those after it, have not been carried out after all."""
        done = self.truth.done
        if key in done:
            last = len(done) - 1 - done[::-1].index(key)
            self._store.put(replace(self.truth, done=done[:last]))

    def mark(self, key: StepKey) -> None:
        """The step has been carried out by other means."""
        self._store.put(_done(self.truth, key))

    def slip(self, number: int) -> None:
        """From this card on, cards may lie wrong."""
        self._store.put(replace(self.truth, slip=self.truth.slip or number))

    def hold_up(self) -> None:
        """The controller has stopped the deal."""
        if not self.truth.held_up:
            self._store.put(replace(self.truth, held_up=True))

    def settled(self, strays: Sequence[int]) -> None:
        """Everything lies as the controller has it, but for these, which wait for their place."""
        self._store.put(replace(self.truth, slip=0, held_up=False, strays=tuple(strays)))

    def muck(self, seat: int) -> None:
        """Gather a seat's cards; they are not seen again before the next deck."""
        truth = self.truth
        cards = truth.at(Place(Zone.SEAT, seat))
        if cards:
            left = tuple(c for c in truth.laid if c not in cards)
            self._store.put(replace(truth, laid=left, mucked=(*truth.mucked, *cards)))

    def retrieve(self, seat: int) -> None:
        """Lay a gathered hand down again: the fold has been taken back."""
        truth = self.truth
        place = Place(Zone.SEAT, seat)
        cards = tuple(c for c in truth.mucked if c.place == place)
        if cards:
            left = tuple(c for c in truth.mucked if c not in cards)
            self._store.put(replace(truth, laid=(*truth.laid, *cards), mucked=left))

    def turn_card(self, number: int, *, face_up: bool) -> None:
        """Turn one card over."""
        truth = self.truth
        laid = tuple(replace(c, face_up=face_up) if c.number == number else c for c in truth.laid)
        self._store.put(replace(truth, laid=laid))

    def turn_up(self, place: Place) -> None:
        """Turn every card of a place face up."""
        truth = self.truth
        if any(not c.face_up for c in truth.at(place)):
            laid = tuple(replace(c, face_up=True) if c.place == place else c for c in truth.laid)
            self._store.put(replace(truth, laid=laid))

    def gather_all(self) -> None:
        """Take every card off the table and open the shoe."""
        truth = replace(self.truth, laid=(), mucked=(), stub=(), slip=0, held_up=False, strays=())
        self._store.put(self._lid(truth, is_open=True))

    def load(self, key: StepKey | None) -> None:
        """Shuffle all 52, put them into the shoe and close the lid."""
        truth = self.truth
        source = random.Random(f"{truth.seed}/load/{truth.loads}")
        rest = list(DECK)
        source.shuffle(rest)
        fixed = self._orders[truth.loads] if truth.loads < len(self._orders) else ()
        order = [*fixed, *(card for card in rest if card not in fixed)]
        if self._faults.take(Fault.MISSING_CARD):
            order.pop()
        colour = Colour.OTHER if self._faults.has(Fault.WRONG_DECK) else Colour.HOUSE
        stub = tuple(self._decks.tag(card, colour) for card in order)
        truth = replace(truth, stub=stub, laid=(), mucked=(), loads=truth.loads + 1)
        self._store.put(_done(self._lid(truth, is_open=False), key))

    def scramble(self, key: StepKey, *, burns: bool, early: Sequence[int] = ()) -> None:
        """Open the shoe, shuffle the stub with the burns or with cards that came too early, and close it again."""
        truth = self.truth
        back = [c for c in (*truth.laid, *truth.mucked) if c.number in early or (burns and c.place == BURN_PILE)]
        stub = [*truth.stub, *(c.tag for c in back)]
        self._shuffle("stub").shuffle(stub)
        left = tuple(c for c in truth.laid if c not in back)
        mucked = tuple(c for c in truth.mucked if c not in back)
        truth = replace(truth, stub=tuple(stub), laid=left, mucked=mucked, strays=(), shuffles=truth.shuffles + 1)
        truth = self._lid(self._lid(truth, is_open=True), is_open=False)
        self._store.put(_done(truth, key))

    def swap_deck(self) -> None:
        """Exchange what is left in the shoe for the same cards of another deck, or back."""
        colour = Colour.OTHER if self._faults.has(Fault.WRONG_DECK) else Colour.HOUSE
        stub = tuple(self._decks.in_other_colour(tag, colour) for tag in self.truth.stub)
        self._store.put(replace(self.truth, stub=stub))

    def set_lid(self, *, is_open: bool) -> None:
        """Open or close the shoe, if it is not so already."""
        self._store.put(self._lid(self.truth, is_open=is_open))

    def notice(self, code: str, *fields: str) -> None:
        """Let the shoe report something that is no card."""
        memory = firmware.record(self.truth.memory, self._uptime(), code, fields)
        self._store.put(replace(self.truth, memory=memory))

    def _lid(self, truth: Truth, *, is_open: bool) -> Truth:
        if truth.lid_open == is_open:
            return truth
        memory = firmware.record(truth.memory, self._uptime(), "LO" if is_open else "LC", ())
        return replace(truth, lid_open=is_open, memory=memory)

    def _draw(self, truth: Truth) -> tuple[Truth, Drawn]:
        """Let the next card pass the mouth. What the shoe tells of it depends on the faults that are armed."""
        faults, now = self._faults, self._uptime()
        beam = self._beam(truth.next_number)
        tag, *rest = truth.stub
        if faults.take(Fault.FOREIGN_CARD):
            tag = self._decks.in_other_colour(tag, Colour.OTHER)
        if faults.has(Fault.MARKED_DUPLICATE):
            shown = [c.tag for c in truth.laid if c.face_up]
            if shown and faults.take(Fault.MARKED_DUPLICATE):
                tag = shown[-1]
        truth = replace(truth, stub=tuple(rest))
        memory, reads = truth.memory, 3 + beam % 5
        drawn = Drawn((tag,))
        if rest and faults.take(Fault.TWO_CARDS):
            drawn = Drawn((tag, rest[0]))
            truth = replace(truth, stub=tuple(rest[1:]))
            memory = firmware.two_tags(memory, now, (Tag(tag), Tag(rest[0])), beam + 60)
        elif faults.take(Fault.UNSEEN_CARD):
            memory = replace(memory, beams=memory.beams + 1)
        elif faults.take(Fault.UNREAD_CARD):
            memory = firmware.no_tag(memory, now, beam)
        elif rest and faults.take(Fault.MISREAD_CARD):
            memory = firmware.card_out(memory, now, Tag(rest[len(rest) // 2]), beam, 1)
        else:
            memory = firmware.card_out(memory, now, Tag(tag), beam, reads)
            if faults.take(Fault.READ_TWICE):
                again = firmware.card_out(memory, now + 40, Tag(tag), beam, 1)
                memory = replace(again, beams=memory.beams)
            if faults.take(Fault.PUSHED_BACK):
                memory = firmware.pushed_back(memory, now + 300, Tag(tag), beam)
                memory = firmware.card_out(memory, now + 900, Tag(tag), beam, reads)
        if not truth.stub:
            memory = firmware.record(memory, now, "EM", ())
        return replace(truth, memory=memory), drawn

    def _laying(self, truth: Truth, tag: str, place: Place, *, face_up: bool) -> Laid:
        """How the card comes to lie: never quite straight."""
        number = truth.next_number
        source = random.Random(f"{truth.seed}/lay/{number}")
        angle = source.uniform(-2.4, 2.4)
        if self._faults.take(Fault.CARD_ASKEW):
            angle += 24.0
        return Laid(
            number=number,
            tag=tag,
            place=place,
            order=_next_order(truth, place),
            face_up=face_up != self._faults.take(Fault.BOXED_CARD),
            turned=self._faults.take(Fault.CARD_TURNED) or source.random() < 0.5,
            dx=source.uniform(-2.0, 2.0),
            dy=source.uniform(-2.5, 2.5),
            angle=angle,
        )

    def _beam(self, number: int) -> int:
        return random.Random(f"{self.truth.seed}/beam/{number}").randint(140, 260)

    def _shuffle(self, what: str) -> random.Random:
        return random.Random(f"{self.truth.seed}/{what}/{self.truth.shuffles}")


def _next_order(truth: Truth, place: Place) -> int:
    return max((c.order for c in truth.at(place)), default=-1) + 1


def _done(truth: Truth, key: StepKey | None) -> Truth:
    """Remember a step; those of an earlier hand are forgotten."""
    if key is None:
        return truth
    return replace(truth, done=(*(k for k in truth.done if k.hand == key.hand), key))
