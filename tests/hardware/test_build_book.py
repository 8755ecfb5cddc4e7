"""The build book can be followed: its files load, its drawings open, its commands and keys are the program's."""

from __future__ import annotations

import re
import shlex
import shutil
import subprocess
import sys
import xml.etree.ElementTree as ElementTree
from collections.abc import Callable
from pathlib import Path

import click
import pytest

from dealer.cli.main import COMMANDS, dealer
from dealer.table.file import UpCardPolicy, load_table
from dealer.views.controls import KEYS
from dealer.wording.bg import TEXTS as BULGARIAN
from dealer.wording.en import TEXTS as ENGLISH
from dealer.wording.fi import TEXTS as FINNISH
from dealer.wording.texts import Text

ROOT = Path(__file__).parents[2]
HARDWARE = ROOT / "hardware"
BOOK = sorted([*HARDWARE.glob("*.md"), *(HARDWARE / "manuals").glob("*.md")])
UNITS = sorted((HARDWARE / "systemd").glob("stud-dealer*.*"))
SVG = "{http://www.w3.org/2000/svg}"
_SPAN = re.compile(r"`([^`\n]+)`")
_START = re.compile(r"(?:sudo )?(?:\./start|stud-dealer|dealer) ")


# table files


@pytest.mark.parametrize(
    ("name", "policy", "shoe", "camera"),
    [
        ("no-hardware", UpCardPolicy.HAND, False, False),
        ("shoe-only", UpCardPolicy.SHOE, True, False),
        ("camera-only", UpCardPolicy.CAMERA, False, True),
        ("both-sensors", UpCardPolicy.BOTH, True, True),
    ],
)
def test_each_example_is_a_table(name: str, policy: UpCardPolicy, shoe: bool, camera: bool) -> None:
    file = load_table(HARDWARE / "tables" / f"{name}.toml")
    assert file.up_cards is policy
    assert (bool(file.shoe.port), bool(file.camera.source)) == (shoe, camera)


def test_every_example_is_tried_here() -> None:
    assert len(list((HARDWARE / "tables").glob("*.toml"))) == 4


# drawings


@pytest.mark.parametrize("path", sorted((HARDWARE / "drawings").glob("*.svg")), ids=lambda p: p.stem)
def test_a_drawing_opens_and_nothing_hangs_out_of_it(path: Path) -> None:
    top = ElementTree.parse(path).getroot()
    assert top.tag == f"{SVG}svg"
    title = top.find(f"{SVG}title")
    assert title is not None
    assert title.text
    left, upper, width, height = (float(v) for v in top.attrib["viewBox"].split())
    for text in top.iter(f"{SVG}text"):
        assert left <= float(text.attrib["x"]) <= left + width
        assert upper <= float(text.attrib["y"]) <= upper + height
    for shape in top.iter(f"{SVG}polyline"):
        for pair in shape.attrib["points"].split():
            x, y = (float(v) for v in pair.split(","))
            assert left <= x <= left + width, path
            assert upper <= y <= upper + height


def test_the_wiring_is_the_firmwares() -> None:
    """Pins of the firmware's table of wiring and of the drawing are the same, with the same place on the board."""
    words = " ".join(t.text or "" for t in ElementTree.parse(HARDWARE / "drawings/shoe-wiring.svg").iter(f"{SVG}text"))
    table = (HARDWARE / "shoe/firmware/README.md").read_text().split("## Wiring")[1].split("## Flash")[0]
    pins = set(re.findall(r"\bP[AB]\d+\b", table))
    assert pins == set(re.findall(r"\bP[AB]\d+\b", words))
    assert set(re.findall(r"\bD\d+\b", table)) == set(re.findall(r"\bD\d+\b", words))
    for number in ("16", "30", "28", "26"):
        assert f"CN10-{number}" in words
    assert {"HSU", "4.7", "MB85RS64", "FM25CL64"} <= set(re.findall(r"[A-Z0-9.]+", words))


def test_the_plans_are_drawn_as_they_are() -> None:
    sys.path.insert(0, str(ROOT))
    try:
        from hardware.drawings.tables import drawing
    finally:
        sys.path.remove(str(ROOT))
    from drivers.camera.plan import find_plan, list_plans

    for name in list_plans():
        assert (HARDWARE / "drawings" / f"table-{name}.svg").read_text(encoding="utf-8") == drawing(find_plan(name))


# words that name a command or a key


def _commands(text: str) -> list[list[str]]:
    """Every command of the program in a page: in code spans and indented blocks."""
    spans = _SPAN.findall(text)
    blocks = [line.strip() for line in text.splitlines() if line.startswith("    ")]
    found = [re.split(r"  +#| && ", line)[0] for line in (*spans, *blocks) if _START.match(line)]
    return [shlex.split(_START.sub("", line)) for line in found]


def _misfit(words: list[str]) -> str:
    """Why these words are no command of the program, or nothing."""
    context = click.Context(dealer)
    command: click.Command | None = dealer
    rest = list(words)
    while isinstance(command, click.Group):
        if not rest:
            return "" if command is not dealer else "no command"
        name = rest.pop(0)
        if command is dealer and name not in COMMANDS:
            return f"no command {name}"
        group, command = command, command.get_command(context, name)
        if command is None:
            return f"{group.name} has no {name}"
    assert command is not None
    if not rest:
        return ""
    try:
        command.make_context(command.name, rest)
    except click.UsageError as error:
        return error.format_message()
    return ""


@pytest.mark.parametrize("path", BOOK, ids=lambda p: p.name)
def test_every_command_of_a_page_is_the_programs(path: Path) -> None:
    for words in _commands(path.read_text(encoding="utf-8")):
        assert _misfit(words) == "", words


def test_the_check_itself_finds_what_is_wrong() -> None:
    assert _commands("`dealer no such` and\n\n    ./start run --mock   # so") == [["no", "such"], ["run", "--mock"]]
    assert _misfit(["no", "such"]) == "no command no"
    assert _misfit(["camera", "paint"]) == "camera has no paint"
    assert "--colour" in _misfit(["run", "--colour"])
    assert "FILE" in _misfit(["journal", "backup", "one"]) or "TO" in _misfit(["journal", "backup", "one"])
    assert _misfit(["run", "--mock"]) == ""


@pytest.mark.parametrize("path", BOOK, ids=lambda p: p.name)
def test_every_link_of_a_page_leads_somewhere(path: Path) -> None:
    for target in re.findall(r"\]\(([^)#]+)\)", path.read_text(encoding="utf-8")):
        assert (path.parent / target).exists(), target


_SLOTS = ("fold", "check", "call", "bring-in", "complete", "bet", "bet-big", "raise", "raise-big", "all-in")


@pytest.mark.parametrize(
    ("name", "texts"), [("dealer.en.md", ENGLISH), ("dealer.fi.md", FINNISH), ("dealer.bg.md", BULGARIAN)]
)
def test_a_dealers_page_has_the_keys_and_words_of_the_screen(name: str, texts: dict[Text, str]) -> None:
    page = (HARDWARE / "manuals" / name).read_text(encoding="utf-8")
    lines = page.splitlines()
    row = next(k for k, line in enumerate(lines) if line.startswith(f"| `{KEYS['fold']}` |"))
    assert re.findall(r"`(.)`", lines[row]) == [KEYS[slot] for slot in _SLOTS]
    heads = [cell.strip() for cell in lines[row - 2].strip("|").split("|")]
    plain = {
        "fold": Text.FOLD,
        "check": Text.CHECK,
        "call": Text.CALL,
        "bring-in": Text.BRING_IN,
        "complete": Text.COMPLETE,
        "bet": Text.BET,
        "raise": Text.RAISE,
    }
    for slot, text in plain.items():
        assert texts[text].split(" {")[0].startswith(heads[_SLOTS.index(slot)]), slot
    page_words = _page_words(name.split(".")[1])
    for slot in ("bet-big", "raise-big"):
        assert heads[_SLOTS.index(slot)] == page_words(slot.replace("-", " "))
    assert f"**{page_words('next')}**" in page
    for text, key in ((Text.SHOW, "show"), (Text.MUCK, "muck"), (Text.FLOOR, "floor")):
        assert f"**{texts[text]}**" in page
        assert f"`{KEYS[key]}`" in page
    assert f"**{texts[Text.UNDO].split(':')[0]}** (`{KEYS['undo']}`)" in page
    assert f"`{KEYS['next']}`" in page
    allowed = {*KEYS.values(), *"TCDHS0919"}
    assert set(re.findall(r"`(.)`", page)) <= allowed


def _page_words(language: str) -> Callable[[str], str]:
    """The words of the page's own buttons in a language."""
    if language == "en":
        return lambda word: word
    text = (ROOT / "web/translations" / f"{language}.po").read_text(encoding="utf-8")
    return dict(re.findall(r'msgid "(.+)"\nmsgstr "(.+)"', text)).__getitem__


def test_the_floors_page_has_the_words_of_the_screen() -> None:
    page = (HARDWARE / "manuals/floor.md").read_text(encoding="utf-8")
    for text in (Text.PAUSE, Text.RESUME, Text.MISDEAL, Text.VOID, Text.FLOOR_DONE, Text.CLOCK):
        assert f"**{ENGLISH[text]}**" in page
    assert set(re.findall(r"`(.)`", page)) <= {*KEYS.values(), "1", "9"}


@pytest.mark.parametrize("path", [p for p in BOOK if p.parent.name == "manuals"], ids=lambda p: p.name)
def test_a_manual_is_one_page(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert len(text) < 4200
    assert len(text.splitlines()) < 50


# the service


def _lines(path: Path, key: str) -> list[str]:
    return [line.split("=", 1)[1] for line in path.read_text().splitlines() if line.startswith(f"{key}=")]


@pytest.mark.parametrize("path", UNITS, ids=lambda p: p.name)
def test_a_units_commands_are_the_programs(path: Path) -> None:
    for line in (*_lines(path, "ExecStart"), *_lines(path, "ExecStartPre"), *_lines(path, "ExecStartPost")):
        for call in re.findall(r"/bin/dealer ([^']+)", line):
            assert _misfit(shlex.split(call)) == ""


def test_the_service_runs_the_table_as_nobody_in_particular() -> None:
    unit = HARDWARE / "systemd" / "stud-dealer@.service"
    (start,) = _lines(unit, "ExecStart")
    assert start.endswith("dealer run --table /etc/stud-dealer/%i.toml")
    assert _lines(unit, "User") == ["stud-dealer"]
    for guard in (
        "NoNewPrivileges=yes",
        "ProtectSystem=strict",
        "ProtectHome=yes",
        "DevicePolicy=closed",
        "UMask=0077",
    ):
        assert guard in unit.read_text().splitlines()


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="systemd is not installed here")
def test_systemd_takes_the_units(tmp_path: Path) -> None:
    for path in UNITS:
        if path.suffix:
            text = path.read_text().replace("/opt/stud-dealer/.venv/bin/dealer", "/bin/true")
            text = text.replace("/usr/bin/cage", "/bin/true").replace("/usr/bin/curl", "/bin/true")
            (tmp_path / path.name.replace("@.", "@table-1.")).write_text(text)
    files = [str(path) for path in tmp_path.iterdir()]
    done = subprocess.run(
        ["systemd-analyze", "verify", *files], capture_output=True, text=True, check=False, timeout=60
    )
    ours = [line for line in done.stderr.splitlines() if "stud-dealer" in line]
    assert ours == []


def test_udev_rules_are_matches_and_assignments() -> None:
    for line in (HARDWARE / "udev/60-stud-dealer.rules").read_text().splitlines():
        if line and not line.startswith("#"):
            for term in line.split(", "):
                assert re.fullmatch(r'[A-Z_]+(\{[\w/]+\})?(==|=)"[^"]*"', term), term


def test_the_wrapper_runs_the_program_with_its_words() -> None:
    script = (HARDWARE / "systemd" / "stud-dealer").read_text()
    unit = (HARDWARE / "systemd" / "stud-dealer@.service").read_text()
    for setting in re.findall(r"XDG_\w+=\S+", unit):
        assert setting in script
    assert script.rstrip().endswith('/opt/stud-dealer/.venv/bin/dealer "$@"')
