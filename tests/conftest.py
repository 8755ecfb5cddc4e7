"""A table that tests play at: a controller without devices or thread, on a clock that only tests move."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import pytest

from dealer.cards import DECK, Card
from dealer.controller import Controller, Outside
from dealer.desk.steps import next_step
from dealer.game.rake import NoRake
from dealer.game.state import Hand
from dealer.house.load import find_house
from dealer.house.stakes import BringInDefault, Game, Limit, fill_stakes
from dealer.observations import (
    CardOut,
    CardReturned,
    CardUnread,
    DeviceKind,
    DeviceState,
    Guess,
    Health,
    Observation,
    Place,
    SeenCard,
    ShoePosition,
    Tag,
    TwoCards,
    Zone,
    ZoneReading,
)
from dealer.ports import NextStep, Reply, Role, Signature, StepKind
from dealer.record.journal import Journal, JournalUnwritable
from dealer.sealing import Key, Sealer
from dealer.snapshots import TableView
from dealer.table.file import SeatedPlayer, UpCardPolicy
from dealer.table.state import Plan, Setup
from dealer.views import Sign, view

KEY = Key(bytes(range(32)))
BOOT = "5C0FFEE1"


class FakeClock:
    """Stands still until a test moves it."""

    def __init__(self) -> None:
        self.seconds = 1000.0

    def now(self) -> float:
        return self.seconds

    def wall(self) -> float:
        return 1_700_000_000.0 + self.seconds


class FakeBook:
    """Every card has one tag; the tag says nothing about it that a search could find."""

    def __init__(self) -> None:
        self.tags = {card: Tag(f"A:{0xABC000 + 7919 * card.index:08X}") for card in DECK}
        self.cards = {tag: card for card, tag in self.tags.items()}

    def look_up(self, deck: str, tag: Tag) -> Card | None:
        return self.cards.get(tag)


class FakeShoe:
    """Notes what the controller says to it."""

    def __init__(self) -> None:
        self.acknowledged: list[ShoePosition] = []
        self.resumed: tuple[ShoePosition, ...] = ()

    def start(self, report: Callable[[object], None], resume: Sequence[ShoePosition]) -> None:
        self.resumed = tuple(resume)

    def acknowledge(self, position: ShoePosition) -> None:
        self.acknowledged.append(position)

    def stop(self) -> None:
        pass


class FakeCamera:
    """Notes where it is asked to look again."""

    def __init__(self) -> None:
        self.looked: list[Place] = []
        self.read = 64

    def start(self, report: Callable[[object], None]) -> None:
        pass

    def look_again(self, place: Place) -> None:
        self.looked.append(place)

    def looks(self, since: float) -> int:
        return self.read

    def picture(self) -> None:
        return None

    def stop(self) -> None:
        pass


class Room:
    """Verbs of a card room over one controller. Everything happens at once, in the test's own thread."""

    def __init__(
        self, folder: Path, house: str = "wsop-live", policy: str = "both", seats: int = 8, beam: bool = True
    ) -> None:
        self.path = folder / "journal.db"
        self.house, self.policy, self.seats, self.beam = house, policy, seats, beam
        self.clock = FakeClock()
        self.book = FakeBook()
        self.sealer = Sealer(KEY)
        self.seq = 0
        self.players: tuple[SeatedPlayer, ...] = ()
        self.dealer = Signature("anna", Role.DEALER)
        self.floor = Signature("felix", Role.FLOOR)
        self.tracks = 0
        self.rows: dict[Place, tuple[str, ...]] = {}
        self.journal: Journal | None = None

    def open(self, *seats: int, stack: int = 200) -> Room:
        """Open the table for the first time with these seats taken, or again."""
        if seats:
            self.players = tuple(SeatedPlayer(seat, f"Player {seat}", stack) for seat in seats)
        self.journal = Journal(self.path, table="one", key=self.sealer.fingerprint)
        self.shoe, self.camera = FakeShoe(), FakeCamera()
        stakes = fill_stakes(Limit.FIXED, BringInDefault.BY_STAKES, ante=1, bring_in=2, small_bet=4, big_bet=8)
        setup = Setup("one", find_house(self.house), self.seats, (Plan(Game.STUD_HIGH, stakes),), 40, NoRake())
        self.controller = Controller(
            journal=self.journal,
            setup=setup,
            policy=UpCardPolicy(self.policy),
            players=self.players,
            sealer=self.sealer,
            tags=self.book,
            outside=Outside(self.shoe, self.camera, self.beam),
            clock=self.clock,
        )
        return self

    def crash(self) -> Room:
        """End without a word and start again from the disk."""
        self.close()
        return self.open()

    def close(self) -> None:
        if self.journal is not None:
            self.journal.close()
            self.journal = None

    @property
    def desk(self):
        return self.controller.moment.desk

    @property
    def hand(self) -> Hand:
        hand = self.desk.hand
        assert hand is not None
        return hand

    @property
    def step(self) -> NextStep:
        return next_step(self.desk)

    def tries(self, do: str, who: Signature | None = None, turn: int | None = None, **fields: object) -> Reply:
        entry = {"do": do, **{name.replace("_", "-") if name == "up_cards" else name: v for name, v in fields.items()}}
        at = self.desk.turn if turn is None else turn
        return self.controller.enter_now(entry, at, who or self.dealer)

    def enters(self, do: str, who: Signature | None = None, **fields: object) -> Room:
        reply = self.tries(do, who, **fields)
        assert reply.refused is None, reply
        return self

    def reports(self, observation: Observation) -> Room:
        self.controller.handle(observation)
        return self

    def plugs_in(self, *devices: str) -> Room:
        for device in devices:
            self.reports(DeviceState(DeviceKind(device), Health.OK, "fine"))
        return self

    def unplugs(self, device: str) -> Room:
        return self.reports(DeviceState(DeviceKind(device), Health.GONE, "the cable is out"))

    def position(self) -> ShoePosition:
        self.seq += 1
        return ShoePosition("SHOE7F3A", BOOT, self.seq)

    def tag(self, card: str) -> Tag:
        return self.book.tags[Card.parse(card)]

    def leaves(self, *cards: str) -> Room:
        """Cards leave the shoe; `..` is not read, `xx` is of another deck."""
        for card in cards:
            if card == "..":
                self.reports(CardUnread(self.position(), 200))
            else:
                tag = Tag("A:FFFFFFFF") if card == "xx" else self.tag(card)
                self.reports(CardOut(self.position(), tag, 210, 5))
        return self

    def two_leave(self, first: str, second: str) -> Room:
        return self.reports(TwoCards(self.position(), (self.tag(first), self.tag(second)), 260))

    def goes_back(self, card: str) -> Room:
        return self.reports(CardReturned(self.position(), self.tag(card)))

    def sees(self, seat: int | None, *faces: str, zone: Zone | None = None) -> Room:
        """The camera reads a zone: `2c` a face, `##` a back, `?6d5d` an unsure face with its guesses."""
        place = Place(zone or (Zone.SEAT if seat is not None else Zone.COMMUNITY), seat)
        seen = []
        for order, face in enumerate(faces):
            self.tracks += 1
            guesses = ()
            card = None
            if face.startswith("?"):
                names = [face[i : i + 2] for i in range(1, len(face), 2)]
                guesses = tuple(Guess(Card.parse(name), 0.5) for name in names)
            elif face != "##":
                card = Card.parse(face)
            corners = ((0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0))
            seen.append(SeenCard(self.tracks, place, order, card, face != "##", 0.99, guesses, corners))
        self.rows[place] = faces
        return self.reports(ZoneReading(place, tuple(seen), self.tracks, self.clock.now()))

    def passes(self, seconds: float) -> Room:
        """Time goes by, tick after tick."""
        for _ in range(max(1, round(seconds * 2))):
            self.clock.seconds += seconds / max(1, round(seconds * 2))
            self.controller.tick()
        return self

    def starts_hand(self) -> Room:
        """From wherever the deck is to the first card that is due."""
        while self.step.kind in (StepKind.LOAD_DECK, StepKind.START_HAND, StepKind.ANTES):
            self.enters("next")
        return self

    def deals(self, *cards: str) -> Room:
        """Each card goes from the shoe to the place that is due, and is seen there if it lies face up."""
        for card in cards:
            step = self.step
            assert step.kind in (StepKind.DEAL, StepKind.BURN, StepKind.COMMUNITY), step
            self.leaves(card)
            if step.kind is StepKind.DEAL and step.face is not None and step.face.value == "up":
                lies = tuple(str(c) for c in self.hand.up(step.seat) if str(c) != card)
                self.sees(step.seat, *lies, card)
        return self

    def acts(self, *actions: str) -> Room:
        """`check`, `fold`, `bet 4`: by whoever's turn it is."""
        for action in actions:
            word, _, amount = action.partition(" ")
            fields: dict[str, object] = {"to": int(amount)} if amount else {}
            self.enters("act", seat=self.step.seat, action=word, **fields)
        return self

    def answers(self, choice: str | int, **fields: object) -> Room:
        question = self.desk.sensing.question
        assert question is not None, "nothing is asked"
        return self.enters("answer", question=f"q{question.number}", choice=str(choice), **fields)

    def view(self, role: Role = Role.DEALER, language: str = "en") -> TableView:
        return view(self.controller.moment, Sign("Table one"), role, language)

    def buttons(self, role: Role = Role.DEALER) -> dict[str, str]:
        """The labels by their places."""
        return {control.slot: control.label for control in self.view(role).controls}

    def press(self, slot: str, **filled: object) -> Room:
        """Press a button of the screen, or a choice of its question."""
        shown = self.view()
        choices = shown.question.choices if shown.question is not None else ()
        control = next(each for each in (*choices, *shown.controls) if each.slot == slot)
        reply = self.controller.enter_now({**control.entry, **filled}, shown.turn, self.dealer)
        assert reply.refused is None, reply
        return self

    def choice(self, words: str) -> str:
        """The place of the first choice of the open question that says this."""
        question = self.view().question
        assert question is not None, "nothing is asked"
        return next(each.slot for each in question.choices if words in each.label)

    def chooses(self, words: str) -> Room:
        return self.press(self.choice(words))

    def up(self, seat: int) -> str:
        return " ".join("??" if card is None else str(card) for card in self.hand.up(seat))

    def asked(self) -> str:
        question = self.desk.sensing.question
        return "" if question is None else question.kind.value

    def fills_disk(self) -> None:
        """Fill what room is left in the pages that the journal may have."""
        with contextlib.suppress(JournalUnwritable):
            for _ in range(64):
                self.controller.enter_now({"do": "call-floor", "reason": "." * 190}, self.desk.turn, self.dealer)
                if self.controller.moment.trouble:
                    return

    def shoe_seq_on_disk(self) -> int:
        """The last event of the shoe that an entry holds."""
        assert self.journal is not None
        return max(row.shoe.seq for row in self.journal.rows_after(0) if row.shoe is not None)

    def journal_bytes(self) -> bytes:
        return b"".join(path.read_bytes() for path in self.path.parent.iterdir() if path.is_file())


@pytest.fixture
def room(tmp_path: Path) -> Iterator[Callable[..., Room]]:
    """Makes rooms: `room(house="wsop-live", policy="both")`."""
    rooms: list[Room] = []

    def make(**settings: object) -> Room:
        folder = tmp_path / f"room{len(rooms)}"
        folder.mkdir()
        rooms.append(Room(folder, **settings))  # type: ignore[arg-type]
        return rooms[-1]

    yield make
    for each in rooms:
        each.close()


@pytest.fixture
def make_room() -> type[Room]:
    """For tests that want many rooms, each in a folder of its own."""
    return Room
