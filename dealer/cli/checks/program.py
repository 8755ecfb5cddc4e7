"""Whether the program itself is whole: Python, its parts, the card model, the house files."""

from __future__ import annotations

import importlib.metadata
import re
import sys

from dealer.cli.checks.finding import Area, Finding, State
from dealer.house.load import PROFILES, HouseFileError, find_house
from drivers.camera.errors import ModelMissing
from drivers.camera.read import Reader

DISTRIBUTION = "stud-dealer"
_REINSTALL = "python3 -m pip install --force-reinstall stud-dealer"
_OPENCVS = ("opencv-python", "opencv-python-headless", "opencv-contrib-python", "opencv-contrib-python-headless")
_NAME = re.compile(r"[A-Za-z0-9._-]+")


def check_program() -> list[Finding]:
    """Look at all of it."""
    return [_python(), *_parts(), _opencv(), _model(), *_houses()]


def _python() -> Finding:
    version = ".".join(map(str, sys.version_info[:3]))
    return Finding(Area.PROGRAM, "python", State.FINE, f"Python {version}")


def _parts() -> list[Finding]:
    """The parts that pyproject names, as far as they are needed to run."""
    try:
        needed = importlib.metadata.requires(DISTRIBUTION) or []
    except importlib.metadata.PackageNotFoundError:
        return [
            Finding(
                Area.PROGRAM,
                "installed",
                State.WRONG,
                "the program is not installed, only its files are here",
                "./start doctor",
            )
        ]
    missing = []
    for line in needed:
        name = _NAME.match(line)
        if name is None or "extra ==" in line:
            continue
        try:
            importlib.metadata.version(name.group())
        except importlib.metadata.PackageNotFoundError:
            missing.append(name.group())
    if missing:
        words = f"not installed: {', '.join(missing)}"
        return [Finding(Area.PROGRAM, "parts", State.WRONG, words, f"python3 -m pip install {' '.join(missing)}")]
    return [Finding(Area.PROGRAM, "parts", State.FINE, "all parts are installed")]


def _opencv() -> Finding:
    """Two packages that both bring cv2 overwrite each other's files (CAMERA)."""
    there = []
    for name in _OPENCVS:
        try:
            importlib.metadata.version(name)
        except importlib.metadata.PackageNotFoundError:
            continue
        there.append(name)
    if len(there) > 1:
        mend = f"python3 -m pip uninstall {' '.join(there)} && python3 -m pip install opencv-python"
        return Finding(Area.PROGRAM, "opencv", State.WRONG, f"installed side by side: {', '.join(there)}", mend)
    return Finding(Area.PROGRAM, "opencv", State.FINE, "one OpenCV is installed")


def _model() -> Finding:
    try:
        Reader()
    except ModelMissing as error:
        return Finding(Area.PROGRAM, "card model", State.WRONG, str(error), _REINSTALL)
    return Finding(Area.PROGRAM, "card model", State.FINE, "the card model loads")


def _houses() -> list[Finding]:
    wrong = []
    for name in PROFILES:
        try:
            find_house(name)
        except HouseFileError as error:
            wrong.append(Finding(Area.PROGRAM, f"house {name}", State.WRONG, str(error), _REINSTALL))
    return wrong or [Finding(Area.PROGRAM, "houses", State.FINE, f"{len(PROFILES)} houses can be used")]
