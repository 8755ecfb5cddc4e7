"""What a driver says of its device, in each language."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import drivers
from dealer.house.rules import Language
from dealer.wording.devices import LINES, device_words


def test_a_device_is_spoken_of_in_the_readers_language() -> None:
    said = "nothing heard from the shoe for 3 seconds; look at its power"
    assert device_words(Language.ENGLISH, said) == said
    assert device_words(Language.FINNISH, said) == "kengästä ei ole kuultu 3 sekuntiin; tarkista sen virta"
    assert device_words(Language.BULGARIAN, "/dev/ttyUSB0: unplugged") == "/dev/ttyUSB0: unplugged"


def test_every_line_keeps_what_is_filled_in() -> None:
    for english, *others in LINES:
        for other in others:
            assert len(re.findall(r"\{\d\}", other)) == english.count("{}")


SAYS = {"Finding": 1, "DeviceState": 2, "CameraGone": 0, "_NoPort": 1, "_become": 1, "away": 1, "_say": 1, "Lost": 1}
"""What tells of a device's state, and which of its arguments says why."""
OF_A_PORT = {"_NoPort", "_why"}
"""Said after the name of the port."""
NOT_SO = ("7: the camera has been stopped", "7: the pictures have been stopped", "7: the camera does not open; 7")
"""Said when the program ends, to nobody; and one that has two endings, each with its own line."""


def sentences(value: ast.expr) -> Iterator[str]:
    match value:
        case ast.Constant(value=str(text)):
            yield text
        case ast.JoinedStr(values=parts):
            yield "".join(str(part.value) if isinstance(part, ast.Constant) else "7" for part in parts)


def said_of_devices() -> set[str]:
    found: set[str] = set()
    root = Path(drivers.__file__).parent
    for path in (path for part in ("link.py", "speech.py", "shoe", "camera", "broker") for path in _files(root / part)):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Call):
                name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
                place = SAYS.get(name)
                texts = sentences(node.args[place]) if place is not None and len(node.args) > place else ()
                found |= {f"7: {text}" if name in OF_A_PORT else text for text in texts}
            if isinstance(node, ast.FunctionDef) and node.name in OF_A_PORT:
                pairs = (each.value for each in ast.walk(node) if isinstance(each, ast.Return))
                found |= {
                    f"7: {text}" for pair in pairs if isinstance(pair, ast.Tuple) for text in sentences(pair.elts[1])
                }
    return {text for text in found if " " in text and text != "7: 7"}


def _files(path: Path) -> Iterator[Path]:
    return path.rglob("*.py") if path.is_dir() else iter((path,))


@pytest.mark.parametrize("language", [Language.FINNISH, Language.BULGARIAN])
def test_whatever_a_driver_says_has_words(language: Language) -> None:
    said = said_of_devices() - set(NOT_SO)
    assert len(said) > 25
    assert sorted(text for text in said if device_words(language, text) == text) == []
