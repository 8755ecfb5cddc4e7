"""What the devices show at this moment, and which of it is new on the table; kept in memory only."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from dealer.cards import Card
from dealer.observations import DeviceKind, DeviceState, Health, Place, SeenCard, ZoneReading

NO_SHOE = DeviceState(DeviceKind.SHOE, Health.NONE, "")
NO_CAMERA = DeviceState(DeviceKind.CAMERA, Health.NONE, "")
NO_VOICE = DeviceState(DeviceKind.VOICE, Health.NONE, "")
NO_BROKER = DeviceState(DeviceKind.BROKER, Health.NONE, "")


@dataclass(frozen=True, slots=True)
class Sight:
    """The newest reading of each zone with the time when it came, and how the devices are.

    left_at: when the last card left the shoe.  answered_at: when a person last answered or ruled.
    Times in seconds of the monotonic clock.
    voice, broker: tell nothing of cards; they are shown beside the sensors.
    ignored: zones where a person said that all is well, with how many cards seemed to lie there.
    """

    zones: Mapping[Place, tuple[ZoneReading, float]] = field(default_factory=dict)
    shoe: DeviceState = NO_SHOE
    camera: DeviceState = NO_CAMERA
    left_at: float = 0.0
    answered_at: float = float("-inf")
    ignored: Mapping[Place, int] = field(default_factory=dict)
    voice: DeviceState = NO_VOICE
    broker: DeviceState = NO_BROKER

    @property
    def shoe_works(self) -> bool:
        return self.shoe.health is Health.OK

    @property
    def camera_works(self) -> bool:
        return self.camera.health is Health.OK

    def reading(self, place: Place) -> ZoneReading | None:
        """The newest reading of a zone, or None."""
        noted = self.zones.get(place)
        return None if noted is None else noted[0]

    def came(self, place: Place) -> float:
        """When the newest reading of a zone came."""
        return self.zones[place][1]

    def with_zone(self, reading: ZoneReading, now: float) -> Sight:
        """The same with a newer reading of one zone."""
        return replace(self, zones={**self.zones, reading.place: (reading, now)})

    def without_zone(self, place: Place) -> Sight:
        """The same with one zone to be read anew."""
        return replace(self, zones={zone: noted for zone, noted in self.zones.items() if zone != place})

    def with_ignored(self, place: Place) -> Sight:
        """The same after a person said that nothing is wrong with what seems to lie in a zone."""
        reading = self.reading(place)
        return self if reading is None else replace(self, ignored={**self.ignored, place: len(reading.seen)})

    def device(self, kind: DeviceKind) -> DeviceState:
        """How a device is."""
        match kind:
            case DeviceKind.SHOE:
                return self.shoe
            case DeviceKind.CAMERA:
                return self.camera
            case DeviceKind.VOICE:
                return self.voice
            case DeviceKind.BROKER:
                return self.broker

    def with_device(self, state: DeviceState) -> Sight:
        """The same with one device in another health; a camera that is gone shows nothing."""
        match state.device:
            case DeviceKind.SHOE:
                return replace(self, shoe=state)
            case DeviceKind.CAMERA:
                return replace(self, camera=state, zones=self.zones if state.health is Health.OK else {})
            case DeviceKind.VOICE:
                return replace(self, voice=state)
            case DeviceKind.BROKER:
                return replace(self, broker=state)


@dataclass(frozen=True, slots=True)
class Newcomer:
    """A face that was not among the known cards of its zone.

    card: its reading, None while the camera is unsure; guesses: then the likeliest ones.
    certain: more faces lie there than are known, so it is no old card read wrongly.
    several: the readings where there is more than one new face; card is None then.
    """

    card: Card | None
    guesses: tuple[Card, ...]
    certain: bool
    several: tuple[Card, ...] = ()


def newcomer(reading: ZoneReading | None, known: Sequence[Card | None]) -> Newcomer | None:
    """Return what is new in a zone, or None.

    known: the up-cards that the zone has, None for one that nobody knows. Cards may be covered or squared up:
    a known card that is not seen says nothing, and never means a fold.
    """
    if reading is None:
        return None
    faces = [seen for seen in reading.seen if seen.face_up]
    unseen = Counter(known)
    rest: list[SeenCard] = []
    for face in faces:
        if face.card is not None and unseen[face.card]:
            unseen[face.card] -= 1
        else:
            rest.append(face)
    certain = len(faces) > len(known)
    named = [face for face in rest if face.card is not None]
    if len(named) == 1:
        return Newcomer(named[0].card, (), certain)
    if len(named) > 1:
        return Newcomer(None, (), certain, tuple(face.card for face in named if face.card is not None))
    unsure = [face for face in rest if face.card is None]
    if not named and unsure and certain:
        last = max(unsure, key=lambda face: face.order)
        return Newcomer(None, tuple(guess.card for guess in last.guesses), certain)
    return None


def among_tabled(seen: Newcomer | None, said: Card | None) -> Newcomer | None:
    """What is new where the down-cards lie open too: the card that the shoe told of, or nobody can say.

    said: None if the shoe did not read it or tells of none.
    """
    if seen is None or said is None or said not in (seen.card, *seen.several):
        return None
    return Newcomer(said, (), certain=True)


def backs(reading: ZoneReading | None) -> int:
    """How many cards lie face down in a zone, as far as the camera tells."""
    return 0 if reading is None else sum(not seen.face_up for seen in reading.seen)
