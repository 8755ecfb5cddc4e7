"""Whether shoe and camera are there, let us in, and work. Changes nothing in them and acknowledges nothing."""

from __future__ import annotations

import os
import queue
import shlex
import time
from pathlib import Path

from dealer.cli.checks.finding import Area, Finding, State
from dealer.cli.keys import PairingKeyError, pairing_key
from dealer.observations import DeviceState, Health, ShoeReport
from dealer.table.file import CameraConfig, ShoeConfig, ShoeProtocol
from drivers.camera.capture import Wish, open_source
from drivers.camera.design import load_design
from drivers.camera.devices import list_cameras
from drivers.camera.errors import CalibrationFailed, CameraGone, DesignUnknown
from drivers.camera.inspect import inspect
from drivers.camera.layout_file import LayoutFile, layout_path, read_layout
from drivers.link import PortNameError
from drivers.shoe import protocols
from drivers.shoe.factory import ShoeOptions, make_shoe

SHOE_SECONDS = 4.0
_SIGN_IN = "then sign in again"


def check_what_is_plugged_in(root: Path = Path("/")) -> list[Finding]:
    """Which shoes and cameras there are, when no table file names one."""
    serial = sorted((root / "dev/serial/by-id").glob("*"))
    named = ", ".join(f"/{path.relative_to(root)}" for path in serial) or "none"
    findings = [Finding(Area.DEVICES, "serial ports", State.FINE, f"plugged in: {named}")]
    cameras = list_cameras(root)
    words = ", ".join(each.stable for each in cameras) or "none"
    findings.append(Finding(Area.DEVICES, "cameras", State.FINE, f"plugged in: {words}"))
    if any(not each.usable for each in cameras):
        mend = f"sudo usermod -aG video $USER  # {_SIGN_IN}"
        findings.append(Finding(Area.DEVICES, "cameras", State.WRONG, "this user may not open the cameras", mend))
    return findings


def check_shoe(config: ShoeConfig, *, in_use: bool, seconds: float = SHOE_SECONDS) -> Finding:
    """The shoe answers on its port. in_use: the table runs, so the port is its own."""
    if config.protocol is ShoeProtocol.NONE:
        return Finding(Area.DEVICES, "shoe", State.FINE, "the table file names no shoe")
    if in_use:
        return Finding(Area.DEVICES, "shoe", State.FINE, "in use by the running table; see its dashboard")
    barred = _barred(config.port)
    if barred is not None:
        return barred
    protocol = protocols.ShoeProtocol(config.protocol.value)
    try:
        key = pairing_key(Path(config.pairing_key)) if config.pairing_key else None
    except PairingKeyError as error:
        mend = f"sudo chown $USER {shlex.quote(config.pairing_key)} && chmod 600 {shlex.quote(config.pairing_key)}"
        return Finding(Area.DEVICES, "pairing key", State.WRONG, str(error), mend)
    try:
        shoe = make_shoe(protocol, config.port, ShoeOptions(controller="DOCTOR", key=key))
    except PortNameError as error:
        return Finding(Area.DEVICES, "shoe", State.WRONG, str(error), "ls -l /dev/serial/by-id")
    reports: queue.Queue[ShoeReport] = queue.Queue()
    shoe.start(reports.put, ())
    try:
        last = _last_state(reports, seconds)
    finally:
        shoe.stop()
    if last is None:
        words = f"{config.port}: opens, but nothing was heard for {seconds:.0f} s; is it on, and its protocol right?"
        return Finding(Area.DEVICES, "shoe", State.WRONG, words, _watch(config))
    if last.health is Health.OK:
        return Finding(Area.DEVICES, "shoe", State.FINE, last.detail)
    look = "ls -l /dev/serial/by-id" if last.health is Health.GONE else _watch(config)
    return Finding(Area.DEVICES, "shoe", State.WRONG, last.detail, look)


def _watch(config: ShoeConfig) -> str:
    return f"dealer shoe watch {shlex.quote(config.port)} --protocol {config.protocol.value}"


def _barred(port: str) -> Finding | None:
    """A device file that is there but that this user may not open."""
    path = Path(port)
    if not port.startswith("/") or not path.exists() or os.access(path, os.R_OK | os.W_OK):
        return None
    try:
        group = path.group()
    except (KeyError, OSError):
        group = "dialout"
    mend = f"sudo usermod -aG {group} $USER  # {_SIGN_IN}"
    return Finding(Area.DEVICES, "shoe", State.WRONG, f"{port}: this user may not open it", mend)


def _last_state(reports: queue.Queue[ShoeReport], seconds: float) -> DeviceState | None:
    """The last that the shoe said of itself; at once when that is good, or that it cannot be opened."""
    last: DeviceState | None = None
    until = time.monotonic() + seconds
    while (left := until - time.monotonic()) > 0:
        try:
            report = reports.get(timeout=left)
        except queue.Empty:
            break
        if isinstance(report, DeviceState):
            last = report
            if report.health in (Health.OK, Health.GONE):
                break
    return last


def check_camera(config: CameraConfig, table: str, seats: int, *, in_use: bool) -> list[Finding]:
    """The camera, its calibration and its design."""
    if not config.source:
        return [Finding(Area.DEVICES, "camera", State.FINE, "the table file names no camera")]
    calibration, kept = _calibration(config, table, seats)
    findings = [_view(config, kept, in_use=in_use), calibration]
    if config.design:
        findings.append(_design(config.design, config.source))
    return findings


def _view(config: CameraConfig, kept: LayoutFile | None, *, in_use: bool) -> Finding:
    if in_use:
        return Finding(Area.DEVICES, "camera", State.FINE, "in use by the running table; see its dashboard")
    again = "dealer camera check --table FILE"
    if config.source.startswith("/dev/") and Path(config.source).exists() and not os.access(config.source, os.R_OK):
        mend = f"sudo usermod -aG video $USER  # {_SIGN_IN}"
        return Finding(Area.DEVICES, "camera", State.WRONG, f"{config.source}: this user may not open it", mend)
    frames = open_source(config.source, Wish(exposure=None if kept is None else kept.exposure))
    try:
        seen = inspect(frames, None if kept is None else kept.layout)
    except CameraGone as error:
        return Finding(Area.DEVICES, "camera", State.WRONG, str(error), "dealer camera list")
    finally:
        frames.stop()
    if seen.problems:
        return Finding(Area.DEVICES, "camera", State.WRONG, "; ".join(each.words for each in seen.problems), again)
    return Finding(Area.DEVICES, "camera", State.FINE, f"sees the table in {seen.size[0]}x{seen.size[1]}")


def _calibration(config: CameraConfig, table: str, seats: int) -> tuple[Finding, LayoutFile | None]:
    mend = "dealer camera calibrate --table FILE"
    try:
        kept = read_layout(layout_path(config.calibration or table))
    except CalibrationFailed as error:
        return Finding(Area.DEVICES, "calibration", State.WRONG, str(error), mend), None
    found = sum(1 for zone in kept.layout.zones if zone.place.seat is not None)
    if found != seats:
        words = f"it is of a table of {found} seats, this one has {seats}"
        return Finding(Area.DEVICES, "calibration", State.WRONG, words, mend), kept
    words = f"{kept.plan or 'table'}, exact to {kept.error:.1f} mm, a card is {kept.layout.card_width:.0f} pixels wide"
    return Finding(Area.DEVICES, "calibration", State.FINE, words), kept


def _design(name: str, source: str) -> Finding:
    try:
        load_design(name)
    except DesignUnknown as error:
        enrol = f"dealer design enrol {shlex.quote(name)} --camera {shlex.quote(source)}"
        return Finding(Area.DEVICES, "design", State.WRONG, str(error), enrol)
    return Finding(Area.DEVICES, "design", State.FINE, f"{name} is enrolled")
