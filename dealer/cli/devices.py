"""The devices of a table: those that its file names, or simulated ones that speak the same bytes and pixels."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from dealer.cards import Card
from dealer.cli.keys import pairing_key
from dealer.cli.mock import Machine, MockTags, simulated_table
from dealer.cli.places import Places
from dealer.cli.record import playback
from dealer.cli.wanted import Wanted
from dealer.observations import Tag
from dealer.ports import Camera, Shoe
from dealer.sealing import Sealer
from dealer.sensing.deck_store import DeckStore
from dealer.sensing.reconcile import TagBook
from dealer.table.file import ShoeProtocol, TableFile, UpCardPolicy
from drivers.camera.capture import Wish, open_source, shown_source
from drivers.camera.design import load_design
from drivers.camera.driver import CameraDriver
from drivers.camera.layout_file import layout_path, read_layout
from drivers.camera.read import Reader
from drivers.mock.table import SimulatedTable
from drivers.shoe import protocols
from drivers.shoe.factory import ShoeOptions, make_shoe


@dataclass(frozen=True, slots=True)
class Devices:
    """What the controller listens to.

    simulation: the simulated table behind it, if there is one.  notes: what a technician should mend.
    beam: the shoe notices a card that it could not read; one without is never believed alone.
    """

    shoe: Shoe | None
    camera: Camera | None
    tags: TagBook
    simulation: SimulatedTable | None = None
    notes: tuple[str, ...] = ()
    beam: bool = True


def mock_policy(policy: UpCardPolicy) -> UpCardPolicy:
    """Whose word an up-card takes at a simulated table: where the file has no devices at all, both are simulated."""
    return UpCardPolicy.BOTH if policy is UpCardPolicy.HAND else policy


def mock_devices(wanted: Wanted, places: Places, machine: Machine) -> Devices:
    """Make a simulated table and connect to it as to a real one. Raises TruthDamaged, ModelMissing."""
    file, policy = wanted.file, mock_policy(wanted.file.up_cards)
    table = simulated_table(wanted, places.simulated, machine.hooks())
    shoe: Shoe | None = None
    camera: Camera | None = None
    if policy is not UpCardPolicy.CAMERA:
        options = ShoeOptions(controller=file.setup.table.upper()[:16])
        shoe = make_shoe(protocols.ShoeProtocol.OSP, wanted.probe(table.shoe_path), options)
    if policy is not UpCardPolicy.SHOE:
        camera = CameraDriver(table.frame_source, table.layout, Reader())
    return Devices(shoe, camera, MockTags(table.tags()), table)


class NoTags:
    """The registration of a table without a shoe: no tag is known."""

    def look_up(self, deck: str, tag: Tag) -> Card | None:
        """No card, whatever the tag."""
        del deck, tag
        return None


def real_devices(wanted: Wanted, places: Places, sealer: Sealer) -> Devices:
    """Connect to the devices that the table file names, or to a recording of the shoe.

    Raises DealerError: a port, deck, calibration, design or recording is not usable.
    """
    file = wanted.file
    shoe = _shoe(wanted, places)
    if shoe is None:
        return Devices(None, _camera(file), NoTags())
    registry = DeckStore(places.decks, sealer).registry()
    notes = tuple(problem for name in file.setup.decks if (problem := registry.problem(name)) is not None)
    beam = wanted.playback is not None or protocols.ShoeProtocol(file.shoe.protocol.value) in protocols.WITH_BEAM
    return Devices(shoe, _camera(file), registry, notes=notes, beam=beam)


def _shoe(wanted: Wanted, places: Places) -> Shoe | None:
    if wanted.playback is not None:
        return playback(wanted.playback, places)
    config = wanted.file.shoe
    if config.protocol is ShoeProtocol.NONE:
        return None
    key = pairing_key(Path(config.pairing_key)) if config.pairing_key else None
    options = ShoeOptions(controller=wanted.file.setup.table.upper()[:16], key=key)
    return make_shoe(protocols.ShoeProtocol(config.protocol.value), config.port, options)


def _camera(file: TableFile) -> Camera | None:
    config = file.camera
    if not config.source:
        return None
    calibrated = read_layout(layout_path(config.calibration or file.setup.table))
    design = load_design(config.design) if config.design else None
    source = open_source(config.source, Wish(exposure=calibrated.exposure))
    return CameraDriver(source, calibrated.layout, Reader(design=design), noisy=not Path(config.source).is_dir())


def equipment_of(file: TableFile) -> tuple[tuple[str, str], ...]:
    """What the table file says of the devices, for whoever looks at the set-up; no secret stands in it."""
    shoe, camera = file.shoe, file.camera
    calibration = (camera.calibration or file.setup.table) if camera.source else ""
    named = (
        ("shoe", " ".join(part for part in (shoe.protocol.value, shoe.port) if part)),
        ("camera", shown_source(camera.source)),
        ("calibration", calibration),
        ("design", camera.design),
    )
    return tuple((name, words) for name, words in named if words)
