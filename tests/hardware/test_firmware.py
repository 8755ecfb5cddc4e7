"""The firmware of the shoe: its own tests, its frames, the process that runs it, and the microcontroller's image."""

from __future__ import annotations

import contextlib
import ctypes
import re
import select
import shutil
import socket
import subprocess
import time
from pathlib import Path

import pytest

from drivers.shoe import osp, pn532
from hardware.shoe.device import FIRMWARE, ShoeProcess, build

FIRST, SECOND, VICINITY = "A:04416D412B0289", "A:04A035B2BC2B80", "V:E00401500F2A3B4C"


def test_its_own_tests_pass_with_the_checks_of_the_compiler(tmp_path):
    said = build("test", tmp_path)
    passed = re.search(r"^([0-9]+) passed, 0 failed$", said, re.MULTILINE)
    assert passed is not None and int(passed[1]) > 60, said


# Frames

RX_LINE, RX_CRC = 1, 2


class Core:
    """The core as a library: its receiver takes a line apart, its writer puts it together again."""

    def __init__(self, folder: Path) -> None:
        library = folder / "core.so"
        sources = sorted(str(path) for path in (FIRMWARE / "core").glob("*.c"))
        subprocess.run(["cc", "-std=c11", "-shared", "-fPIC", "-o", str(library), *sources], check=True)
        self._c = ctypes.CDLL(str(library))
        self._c.receiver_byte.argtypes = [ctypes.c_void_p, ctypes.c_uint8]
        self._no_key = ctypes.create_string_buffer(128)

    def hears(self, raw: bytes) -> tuple[int, bytes]:
        """What the last byte brought about, and the body."""
        receiver = ctypes.create_string_buffer(256)
        results = [self._c.receiver_byte(receiver, byte) for byte in raw]
        return results[-1], receiver.raw[: raw.rindex(b"*") - 1]

    def writes(self, fields: list[bytes]) -> bytes:
        """The line of these fields."""
        line = ctypes.create_string_buffer(256)
        self._c.line_begin(line, fields[0])
        for field in fields[1:]:
            if field.isdigit() and (field == b"0" or field[0] != ord("0")) and len(field) < 8:
                self._c.line_u32(line, int(field))
            else:
                self._c.line_text(line, field)
        assert self._c.line_end(line, self._no_key)
        return line.raw.partition(b"\n")[0] + b"\n"


@pytest.mark.data
def test_every_recorded_frame_is_heard_and_written_as_it_is(tmp_path, frames):
    core = Core(tmp_path)
    assert len(frames) >= 12
    for frame in frames:
        result, body = core.hears(b"noise$E,cut" + frame.raw)
        assert result == (RX_LINE if frame.valid else RX_CRC), frame.name
        if frame.valid:
            _, body = core.hears(frame.raw)
            assert core.writes(body.split(b",")) == frame.raw, frame.name


@pytest.mark.data
def test_the_events_of_the_recorded_frames_are_those_that_the_shoe_tells(shoe, frames):
    """The same cards, moved before the device, give the same codes and fields; boot, number, ms and reads differ."""
    device = shoe()
    for command in (
        f"card {FIRST} 212",
        f"card {VICINITY} 198",
        "unread 187",
        f"two {SECOND} {FIRST} 260",
        f"return {SECOND} 143",
        "jam 3500",
    ):
        device.tell(command)
    told = _events(device.passes(7000))
    device.say(osp.Ack(told[-1].boot, max(event.seq for event in told)))
    device.tell("reader fail 3")
    told += _events(device.passes(100))
    heard = {(event.code, *event.fields[:2]) for event in told}
    decoder = osp.Decoder()
    for event in _events([line for frame in frames if frame.valid for line in decoder.feed(frame.raw)]):
        fields = ("PN532", "3") if event.code == "RE" else event.fields[:2]
        assert (event.code, *fields) in heard, event.code


# The process


def _events(lines: list[osp.Heard]) -> list[osp.Event]:
    return [line for line in lines if isinstance(line, osp.Event)]


def test_a_card_goes_out_and_is_told_until_it_is_on_disk(shoe):  # OSP/1 rules 1 and 2
    device = shoe()
    device.tell(f"card {FIRST}")
    cards = [event for event in _events(device.passes(2000)) if event.code == "CO"]
    assert len(cards) > 1
    assert {event.fields[0] for event in cards} == {FIRST}
    device.say(osp.Ack(cards[0].boot, cards[0].seq))
    device.passes(10)
    assert _events(device.passes(5000)) == []


def test_a_killed_device_keeps_its_ring_and_its_boot_id(shoe, shoe_host, tmp_path):  # OSP/1 rule 1
    memory = tmp_path / "kept"
    options = ["--nvm", str(memory), "--by-hand"]
    with ShoeProcess(shoe_host, options) as process:
        process.tell(f"card {FIRST}")
        process.tell("advance 400")
        before = process.stats()
        process.kill()
    with ShoeProcess(shoe_host, options) as process:
        after = process.stats()
    assert after["boot"] == before["boot"]
    assert after["first"] == before["first"] == "1"
    assert int(after["next"]) == int(before["next"]) + 1  # and that it was without power


def test_a_ring_in_ram_is_lost_with_the_power_and_begins_anew(shoe):  # OSP/1 rule 3
    device = shoe("--volatile")
    before = device.stats()["boot"]
    device.tell("reset")
    assert device.stats()["boot"] == before
    device.tell("power-cut")
    device.passes(300)
    assert device.stats()["boot"] != before
    assert device.stats()["first"] == "1"


def test_a_pulled_cable_comes_back_under_the_same_name(shoe, tmp_path):
    link = tmp_path / "shoe"
    device = shoe("--link", str(link))
    assert str(link.readlink()) == device.port
    device.tell("unplug")
    assert not link.is_symlink()
    again = device.tell("plug")
    assert str(link.readlink()) == again


def test_the_wire_harms_bytes_as_asked_and_the_same_ones_again(shoe):
    def harmed() -> int:
        device = shoe("--seed", "3")
        device.tell("lose-ring")
        for fault in ("drop", "corrupt", "repeat"):
            device.tell(f"{fault} 0.01")
        device.passes(20000)
        return int(device.stats()["harmed"])

    once = harmed()
    assert once > 0
    assert harmed() == once


def test_lines_are_signed_with_the_pairing_key(shoe, tmp_path):  # OSP/1 rule 5
    key = tmp_path / "key"
    key.write_bytes(b"shared at pairing")
    device = shoe("--key-file", str(key))
    with_key = osp.Decoder(key.read_bytes())
    assert with_key.feed(device.bytes_of(1500))
    assert not with_key.faults


@pytest.mark.parametrize("command", ["card", "card K:00", "drop 2", "lid ajar", "dance", "advance -1"])
def test_a_command_that_makes_no_sense_is_refused(shoe, command):
    with pytest.raises(Exception, match="not a command"):
        shoe().tell(command)


def test_wrong_options_are_refused(shoe_host):
    for options in (["--scale", "0"], ["--nvm"], ["--device", "a,b"], ["x"]):
        ended = subprocess.run([str(shoe_host), *options], capture_output=True, text=True, check=False)
        assert ended.returncode == 2
        assert "usage:" in ended.stderr


# The microcontroller

TOOLCHAIN = "arm-none-eabi-gcc"
no_toolchain = pytest.mark.skipif(
    shutil.which(TOOLCHAIN) is None,
    reason=f"{TOOLCHAIN} IS MISSING, THE FIRMWARE WAS NOT COMPILED FOR ITS CHIP: apt-get install gcc-arm-none-eabi",
)


@no_toolchain
@pytest.mark.parametrize("board", ["nucleo", "bluepill"])
def test_it_compiles_for_the_microcontroller_and_fits(tmp_path, board):
    said = build("mcu", tmp_path, BOARD=board)
    text, data, bss = (int(number) for number in said.strip().splitlines()[-1].split()[:3])
    assert text + data < 24 * 1024
    assert data + bss < 6 * 1024


@no_toolchain
@pytest.mark.skipif(
    shutil.which("qemu-system-arm") is None,
    reason="qemu-system-arm IS MISSING, THE CHIP'S IMAGE WAS NOT RUN: apt-get install qemu-system-arm",
)
def test_the_image_of_the_microcontroller_runs_in_an_emulator(emulated):
    """Its lid is closed, its beam is broken for ever, it has no FRAM; a reader is wired to it, and a card is shown."""
    reader, host = emulated
    heard = _talk(reader, host, osp.Query(1, 1, "CTRL01"), osp.Command(3, "MODE", ("REG",)))
    assert any(isinstance(line, osp.Hello) and line.device.startswith("SHOE") for line in heard)
    assert any(isinstance(line, osp.Heartbeat) for line in heard)
    assert osp.Result(3, ok=True) in heard
    told = {event.code: event for event in _events(heard)}
    assert {"LC", "RE", "CO"} <= told.keys()
    assert told["RE"].fields == ("FRAM", "1")
    assert told["CO"].fields[:2] == (FIRST, "0")


@pytest.fixture
def emulated(tmp_path):
    """The image in QEMU: the line to its reader, and the line to the host."""
    build("mcu", tmp_path, BOARD="emulator")
    with contextlib.ExitStack() as stack:
        machine = ["qemu-system-arm", "-M", "stm32vldiscovery", "-display", "none", "-monitor", "none"]
        listeners = []
        for usart in ("usart1", "usart2"):
            listener = stack.enter_context(socket.socket(socket.AF_UNIX))
            listener.bind(str(tmp_path / usart))
            listener.listen(1)
            listener.settimeout(20)
            listeners.append(listener)
            machine += ["-serial", f"unix:{tmp_path / usart}"]
        emulator = subprocess.Popen([*machine, "-kernel", str(tmp_path / "shoe-emulator.elf")])
        stack.callback(emulator.wait)
        stack.callback(emulator.terminate)
        yield [stack.enter_context(listener.accept()[0]) for listener in listeners]


def _talk(reader: socket.socket, host: socket.socket, *lines: osp.Line) -> list[osp.Heard]:
    """Play the reader with one card before it, and the host, until a card is told and the heart has beaten."""
    ears, decoder = pn532.Decoder(), osp.Decoder()
    heard: list[osp.Heard] = []
    asked, until = 0.0, time.monotonic() + 30
    while time.monotonic() < until:
        if time.monotonic() - asked > 1:
            asked = time.monotonic()
            host.sendall(b"".join(map(osp.encode, lines)))
        ready, _, _ = select.select([reader, host], [], [], 0.5)
        if reader in ready:
            for frame in ears.feed(reader.recv(4096)):
                if isinstance(frame, pn532.Asked):
                    reader.sendall(pn532.ACK_BYTES + _answer(frame.command))
        if host in ready:
            heard += decoder.feed(host.recv(4096))
            told = any(event.code == "CO" for event in _events(heard))
            if told and {osp.Hello, osp.Heartbeat, osp.Result} <= {type(line) for line in heard}:
                break
    return heard


def _answer(command: int) -> bytes:
    if command == pn532.Command.IN_LIST_PASSIVE_TARGET:
        return pn532.targets([bytes.fromhex(FIRST[2:])])
    return pn532.answer(pn532.Command(command))
