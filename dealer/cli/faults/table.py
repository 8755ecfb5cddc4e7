"""The whole program at a simulated table in one process, without pages: bytes and pixels in, the dealer's view out."""

from __future__ import annotations

import threading
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path

from dealer.cli.keys import table_key
from dealer.cli.mock import JumpingClock, Machine, MockTags, example_table
from dealer.cli.places import places_of
from dealer.controller import Controller, Outside
from dealer.local import LocalTables, follow_steps
from dealer.ports import Role
from dealer.record.journal import Journal
from dealer.sealing import Sealer
from dealer.snapshots import TableView
from dealer.table.file import UpCardPolicy, table_from_plain
from dealer.views import Sign
from drivers.camera.driver import CameraDriver
from drivers.camera.read import Reader
from drivers.mock.script import Script
from drivers.mock.table import Plan, SimulatedTable
from drivers.shoe import protocols
from drivers.shoe.factory import ShoeOptions, make_shoe

RESOLUTION = (1920, 1080)
"""The least that gives a card the pixels that the camera needs."""
FRAMES_A_SECOND = 10.0
STACK = 200
_LONGEST_READING = 10.0


@dataclass(frozen=True, slots=True)
class Wish:
    """What the table of a trial is like.

    pace: seconds between two cards.  seats: all are taken.  shows: seconds for which a tabled hand is looked at.
    policy: whose word an up-card takes.  shoe, camera: whether the table has one.
    """

    script: Script = field(default_factory=Script)
    seats: int = 3
    seed: int = 21
    pace: float = 0.05
    house: str = "finnish-cardroom"
    shows: float = 0.15
    policy: UpCardPolicy = UpCardPolicy.BOTH
    shoe: bool = True
    camera: bool = True


class TrialTable:
    """One table that runs until it is closed. folder: where its journal, its key and its cards are kept."""

    def __init__(self, wish: Wish, folder: Path, reader: Reader) -> None:
        plain = example_table(wish.seats, wish.house) | {
            "clock": {"start": "off", "seconds": 9, "warning": 3, "time-out": "fold"}
        }
        file = table_from_plain(plain, "trial", Path())
        self.wish = wish
        self.places = places_of(file.setup.table, folder)
        self._open = ExitStack()
        self.sealer = Sealer(table_key(self.places.key))
        clock = JumpingClock()
        self.journal = self._open.enter_context(
            Journal(self.places.journal, table=file.setup.table, key=self.sealer.fingerprint)
        )
        plan = Plan(
            seed=wish.seed,
            seats=wish.seats,
            pace=wish.pace,
            by_person=True,
            state=self.places.simulated,
            script=wish.script,
            hooks=Machine(self.journal, clock).hooks(),
            resolution=RESOLUTION,
            frames_a_second=FRAMES_A_SECOND,
        )
        self.simulation = SimulatedTable(plan)
        options = ShoeOptions(controller=file.setup.table.upper()[:16])
        path, layout = self.simulation.shoe_path, self.simulation.layout
        shoe = make_shoe(protocols.ShoeProtocol.OSP, path, options) if wish.shoe else None
        self.camera = CameraDriver(self.simulation.frame_source, layout, reader) if wish.camera else None
        self.controller = Controller(
            journal=self.journal,
            setup=file.setup,
            policy=wish.policy,
            players=file.players,
            sealer=self.sealer,
            tags=MockTags(self.simulation.tags()),
            outside=Outside(shoe, self.camera),
            clock=clock,
        )
        self.changed = threading.Event()
        sign = Sign("Trial", mock=True)
        self.controller.listen(lambda moment: self.changed.set())
        follow_steps(self.controller, sign, self.simulation.follow)
        self.tables = LocalTables(self.controller, sign, self.camera)

    def start(self) -> None:
        """Let cards come."""
        self.simulation.start()
        self._open.callback(self.simulation.stop)
        self.controller.start()
        self._open.callback(self.controller.stop)

    def view(self, role: Role = Role.DEALER) -> TableView:
        """What a page shows now."""
        return self.tables.view(self.controller.table, role, "en")

    def close(self) -> None:
        """End everything, the devices first and the journal last."""
        self._open.close()
        for thread in threading.enumerate():
            # A thread that is still within the card model when the interpreter ends takes the process with it.
            if thread.name.startswith("camera"):
                thread.join(_LONGEST_READING)
