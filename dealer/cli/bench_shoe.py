"""Measures a card's way from its last byte to committed and acknowledged, and how fast each decoder is."""

from __future__ import annotations

import os
import pty
import queue
import select
import statistics
import tempfile
import threading
import time
import tty
from collections.abc import Callable, Mapping
from pathlib import Path

from dealer.cards import Card
from dealer.observations import CardOut, ShoePosition, ShoeReport, Tag
from dealer.record.journal import Journal
from dealer.sealing import Sealer, new_key
from drivers.shoe import angel_eye, em4100, osp, pepper_c1, pn532, protocols
from drivers.shoe.factory import make_shoe
from drivers.shoe.protocols import ShoeProtocol

_DEVICE, _BOOT = "BENCH", "5C0FFEE1"
_UID = bytes.fromhex("04A31261EE0280")


def measure_shoe(cards: int = 500, stream: int = 1 << 20) -> dict[str, object]:
    """Return how long a card takes, in milliseconds, and megabytes a second of each decoder.

    cards: how many are timed.  stream: bytes that each decoder is given, once of frames and once of noise.

    The shoe is a pseudo-terminal, the disk is the one of the temporary folder; each card is one journal entry with its
    sealed identity and its position, in one transaction that is on disk before it is acknowledged.
    """
    took = _acknowledged(cards)
    return {
        "cards": cards,
        "last_byte_to_acknowledged_ms": {
            "median": round(statistics.median(took), 3),
            "p99": round(sorted(took)[int(len(took) * 0.99)], 3),
            "most": round(max(took), 3),
        },
        "decoder_mb_per_second": {
            protocol.value: {
                "frames": _rate(protocol, frames * (stream // len(frames))),
                "noise": _rate(protocol, os.urandom(stream)),
            }
            for protocol, frames in _frames().items()
        },
    }


def _frames() -> Mapping[ShoeProtocol, bytes]:
    """What a shoe says of a card, in each protocol."""
    return {
        ShoeProtocol.OSP: osp.encode(osp.card_out(_BOOT, 2, 5310, Tag("A:04416D412B0289"), 212, 5)),
        ShoeProtocol.PEPPER_C1: pepper_c1.encode(b"\x00\x03\x04\x08" + _UID),
        ShoeProtocol.PN532: pn532.ACK_BYTES + pn532.targets([_UID]),
        ShoeProtocol.ANGEL_EYE: angel_eye.encode(1, "d", b"\x01\x38") + angel_eye.encode(2, "d", b"\x01\x39"),
        ShoeProtocol.EM4100: em4100.encode(bytes.fromhex("62E3086CED"), line_end=b"\r\n"),
    }


def _rate(protocol: ShoeProtocol, stream: bytes) -> float:
    """Megabytes a second, fed as a serial port gives them: some 64 bytes at a time."""
    decoder = protocols.decoder(protocol)
    began = time.perf_counter()
    for at in range(0, len(stream), 64):
        decoder.feed(stream[at : at + 64])
    return round(len(stream) / 1e6 / (time.perf_counter() - began), 1)


def _acknowledged(cards: int) -> list[float]:
    far, near = pty.openpty()
    tty.setraw(near)
    driver = make_shoe(ShoeProtocol.OSP, os.ttyname(near))
    reports: queue.Queue[ShoeReport | None] = queue.Queue()
    with tempfile.TemporaryDirectory() as folder:
        keeper = threading.Thread(target=_keep, args=(Path(folder), reports, driver.acknowledge))
        keeper.start()
        driver.start(reports.put, [ShoePosition(_DEVICE, _BOOT, 0)])
        try:
            ears = osp.Decoder()
            _wait_for(far, ears, osp.Query)
            os.write(far, osp.encode(osp.Hello(1, _DEVICE, _BOOT, "bench", 1, 1)))
            _wait_for(far, ears, osp.Command)
            os.write(far, osp.encode(osp.Result(1, ok=True)))
            return [_one(far, ears, seq) for seq in range(1, cards + 1)]
        finally:
            driver.stop()
            reports.put(None)
            keeper.join()
            os.close(far)
            os.close(near)


def _one(far: int, ears: osp.Decoder, seq: int) -> float:
    line = osp.encode(osp.card_out(_BOOT, seq, seq, Tag(f"A:04{seq:012X}"), 212, 5))
    time.sleep(0.002)
    began = time.perf_counter()
    os.write(far, line)
    _wait_for(far, ears, osp.Ack)
    return (time.perf_counter() - began) * 1000


def _wait_for(far: int, ears: osp.Decoder, kind: type[osp.Line]) -> None:
    while True:
        ready, _, _ = select.select([far], [], [], 5.0)
        if not ready:
            raise TimeoutError(f"the driver sent no {kind.__name__} within 5 seconds")
        if any(isinstance(line, kind) for line in ears.feed(os.read(far, 4096))):
            return


def _keep(folder: Path, reports: queue.Queue[ShoeReport | None], acknowledge: Callable[[ShoePosition], None]) -> None:
    """What the controller does with a card, without the rules: seal, commit, acknowledge."""
    sealer = Sealer(new_key())
    with Journal(folder / "journal.sqlite", table="bench", key=sealer.fingerprint) as journal:
        while (report := reports.get()) is not None:
            if isinstance(report, CardOut):
                body = f'{{"sealed":"{sealer.seal(Card.parse("2c")).token}"}}'
                journal.append(hand=1, wall=0.0, user="", role="shoe", what="card", body=body, shoe=report.position)
                acknowledge(report.position)
