"""Which cameras this machine has, with the names that stay the same when a cable is pulled."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True)
class CameraDevice:
    """A camera. path: what it is called just now.  stable: the name to write into a table file.  usable: by us."""

    path: str
    stable: str
    title: str
    usable: bool


def list_cameras(root: Path = Path("/")) -> tuple[CameraDevice, ...]:
    """The V4L2 devices that give pictures. root: of the file system, for tests."""
    devices = []
    for path in sorted((root / "dev").glob("video*"), key=lambda p: (len(p.name), p.name)):
        about = root / "sys/class/video4linux" / path.name
        # A camera has a second node for its data about pictures, of which nothing can be read.
        if _text(about / "index") not in ("", "0"):
            continue
        shown = f"/{path.relative_to(root)}"
        devices.append(CameraDevice(shown, _stable(root, path) or shown, _text(about / "name"), _usable(path)))
    return tuple(devices)


def _stable(root: Path, device: Path) -> str | None:
    for folder in ("by-id", "by-path"):
        for link in sorted((root / "dev/v4l" / folder).glob("*")):
            if link.resolve() == device.resolve():
                return f"/{link.relative_to(root)}"
    return None


def _text(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8", errors="replace").strip()
    except OSError:
        return ""


def _usable(path: Path) -> bool:
    try:
        with path.open("rb"):
            return True
    except OSError:
        return False
