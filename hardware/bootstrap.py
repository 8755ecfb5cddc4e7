"""Makes the program ready to run on a fresh machine: a virtual environment and the system parts it needs.

Standard library only, since nothing else is there yet. `start` and `check` call it.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

HOME = Path(__file__).resolve().parent.parent
VENV = HOME / ".venv"
PYTHON = VENV / "bin" / "python"

LIBRARIES = ("libgl1", "libglib2.0-0")
"""What opencv-python loads and a server image of Debian lacks."""

BROWSER = {"chromium": ("chromium", "chromium-browser", "google-chrome")}
BROKER = {"mosquitto": ("mosquitto",)}
TOOLCHAIN = {
    "gcc": ("gcc",),
    "make": ("make",),
    "libc6-dev": ("gcc",),
    "gcc-arm-none-eabi": ("arm-none-eabi-gcc",),
    "qemu-system-arm": ("qemu-system-arm",),
}
"""What builds the shoe's firmware for this machine and for its chip, and starts the chip's image."""


def fail(message: str) -> None:
    """End with one line that says what to do."""
    sys.exit(f"stud-dealer: {message}")


def may_install() -> bool:
    """Whether system packages can be installed without asking: root on Debian or a child of it."""
    return os.geteuid() == 0 and shutil.which("apt-get") is not None


def install_packages(names: Sequence[str]) -> bool:
    """Install Debian packages. Returns whether all of them are there now."""
    quiet = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    for command in (
        ["apt-get", "update", "-qq"],
        ["apt-get", "install", "-y", "-qq", "--no-install-recommends", *names],
    ):
        if subprocess.run(command, env=quiet, stdout=subprocess.DEVNULL, check=False).returncode != 0:
            return False
    return True


def want_packages(names: Sequence[str], without: str) -> None:
    """Install what is missing, or say the line to type and what is left out until then."""
    print(f"stud-dealer: installing {' '.join(names)}", file=sys.stderr)
    if may_install() and install_packages(names):
        return
    print(
        f"stud-dealer: please run  sudo apt-get install {' '.join(names)}  ; until then: {without}",
        file=sys.stderr,
    )


def want_programs(programs: Mapping[str, Sequence[str]], without: str) -> None:
    """Install the packages none of whose programs is on the path."""
    # Debian keeps servers where a user's path does not look.
    path = f"{os.environ.get('PATH', os.defpath)}:/usr/sbin"
    missing = [
        package for package, names in programs.items() if not any(shutil.which(name, path=path) for name in names)
    ]
    if missing:
        want_packages(missing, without)


def fingerprint(extra: str) -> str:
    """What the environment was made from; another one means it has to be made again."""
    digest = hashlib.sha256(f"{sys.version}{HOME}{extra}".encode())
    for name in ("pyproject.toml", "constraints.txt"):
        digest.update((HOME / name).read_bytes())
    return digest.hexdigest()


def make_venv() -> None:
    """Make the virtual environment, with Debian's own part for it where that is missing."""
    command = [sys.executable, "-m", "venv", "--clear", str(VENV)]
    if subprocess.run(command, capture_output=True, check=False).returncode == 0:
        return
    want_packages(["python3-venv"], "nothing can be installed")
    if subprocess.run(command, check=False).returncode != 0:
        fail(f"no virtual environment could be made in {VENV}")


def install(extra: str) -> None:
    """Install the program with an extra of pyproject (`""` or `dev`) unless that is done already."""
    stamp = VENV / f"made-{extra or 'run'}"
    if stamp.exists() and stamp.read_text() == fingerprint(extra):
        return
    if not PYTHON.exists():
        make_venv()
    what = "the Python parts that the tests need" if extra else "the Python parts"
    print(f"stud-dealer: installing {what} (once, a minute or two)", file=sys.stderr)
    target = f"{HOME}[{extra}]" if extra else str(HOME)
    pip = [str(PYTHON), "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
    done = subprocess.run([*pip, "-c", str(HOME / "constraints.txt"), "-e", target], check=False)
    if done.returncode != 0:
        fail("pip could not install the Python parts; its own message stands above")
    stamp.write_text(fingerprint(extra))


def check_opencv() -> None:
    """OpenCV loads system libraries; bring them where they are missing."""
    if subprocess.run([str(PYTHON), "-c", "import cv2"], capture_output=True, check=False).returncode != 0:
        want_packages(LIBRARIES, "the camera cannot be read")


def prepare(extra: str = "") -> None:
    """Everything up to a program that runs. Raises SystemExit with one line."""
    if sys.version_info < (3, 11):
        fail(f"needs Python 3.11 or newer; this is {sys.version.split()[0]}")
    install(extra)
    check_opencv()
