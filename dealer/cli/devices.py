"""The devices of a table: those that its file names, or simulated ones that speak the same bytes and pixels."""

from __future__ import annotations

from dataclasses import dataclass

from dealer.cards import Card
from dealer.cli.mock import JumpingClock, Machine, MockTags, simulated_table
from dealer.cli.places import Places
from dealer.cli.wanted import Wanted
from dealer.observations import Tag
from dealer.ports import Camera, Shoe
from dealer.record.journal import Journal
from dealer.sealing import Sealer
from dealer.sensing.reconcile import TagBook
from dealer.table.file import ShoeProtocol, TableFile, UpCardPolicy
from drivers.camera.driver import CameraDriver
from drivers.camera.read import Reader
from drivers.mock.table import SimulatedTable
from drivers.shoe import protocols
from drivers.shoe.factory import ShoeOptions, make_shoe


@dataclass(frozen=True, slots=True)
class Devices:
    """What the controller listens to. simulation: the simulated table behind it, if there is one."""

    shoe: Shoe | None
    camera: Camera | None
    tags: TagBook
    simulation: SimulatedTable | None = None


def mock_policy(policy: UpCardPolicy) -> UpCardPolicy:
    """Whose word an up-card takes at a simulated table: where the file has no devices at all, both are simulated."""
    return UpCardPolicy.BOTH if policy is UpCardPolicy.HAND else policy


def mock_devices(wanted: Wanted, places: Places, journal: Journal, clock: JumpingClock) -> Devices:
    """Make a simulated table and connect to it as to a real one. Raises TruthDamaged, ModelMissing."""
    file, policy = wanted.file, mock_policy(wanted.file.up_cards)
    table = simulated_table(wanted, places.simulated, Machine(journal, clock).hooks())
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


def real_devices(file: TableFile, places: Places, sealer: Sealer) -> Devices:
    """Connect to the devices that the table file names. Raises DealerError: a port, deck or camera is not usable."""
    shoe: Shoe | None = None
    if file.shoe.protocol is not ShoeProtocol.NONE:
        protocol = protocols.ShoeProtocol(file.shoe.protocol.value)
        shoe = make_shoe(protocol, file.shoe.port, ShoeOptions(controller=file.setup.table.upper()[:16]))
    return Devices(shoe, None, NoTags())
