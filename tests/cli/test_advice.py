"""Each command that any message of the program advises is one that the program knows and can run as it is printed."""

from __future__ import annotations

import ast
import re
import shlex
from collections.abc import Iterator
from pathlib import Path

import click
import pytest

from dealer.cli.command_name import advice, complete
from dealer.cli.main import COMMANDS, dealer
from dealer.errors import DealerError

ROOT = Path(__file__).parents[2]
_ADVISED = re.compile(rf"(?:^|: |run `|&& )dealer ((?:{'|'.join(COMMANDS)})\b[^;`)\n>&#]*)")
_STANDS_FOR = {"protocol": "osp", "kept": " --state DIR", "state": " --state DIR", "file": "FILE"}
"""What stands in a message for values that the command checks, or that bring an option along; "X" for all others."""


def words(node: ast.AST) -> str | None:
    """A text as it would be printed, with something in the place of each value."""
    match node:
        case ast.Constant(value=str(text)):
            return text
        case ast.JoinedStr(values=values):
            return "".join(words(value) or "" for value in values)
        case ast.FormattedValue(value=value):
            named = ast.unparse(value)
            return next((put for name, put in _STANDS_FOR.items() if re.search(rf"\b{name}\b", named)), "X")
    return None


def messages() -> Iterator[tuple[str, str]]:
    """Every text of the program that is no comment on its own code, with where it stands."""
    for folder in ("dealer", "drivers", "web"):
        for path in sorted(set((ROOT / folder).rglob("*.py")) - {ROOT / "dealer" / "cli" / "command_name.py"}):
            for node in texts(ast.parse(path.read_text(encoding="utf-8"))):
                if (text := words(node)) is not None:
                    yield f"{path.relative_to(ROOT)}:{getattr(node, 'lineno', 0)}", text
    for path in sorted((ROOT / "dealer").rglob("*.toml")):
        for line in path.read_text(encoding="utf-8").splitlines():
            yield str(path.relative_to(ROOT)), line


def texts(node: ast.AST) -> Iterator[ast.AST]:
    """The texts below a node; the parts of one are not told again, nor what a module or a class says of itself."""
    if isinstance(node, ast.JoinedStr | ast.Constant):
        yield node
        return
    inner = list(ast.iter_child_nodes(node))
    if isinstance(node, ast.Module | ast.ClassDef) and ast.get_docstring(node) is not None:
        inner.remove(node.body[0])
    for each in inner:
        yield from texts(each)


ADVICE = sorted({(where, found[1].strip()) for where, text in messages() for found in _ADVISED.finditer(text)})


def test_the_messages_are_found() -> None:
    known = {line.split()[0] for _, line in ADVICE}
    assert {"deck", "camera", "journal", "user", "shoe", "run", "floor", "doctor", "house", "record"} <= known


@pytest.mark.parametrize(("where", "line"), ADVICE)
def test_what_is_advised_can_be_run(where: str, line: str) -> None:
    command: click.Command = dealer
    parts, context = shlex.split(line), click.Context(dealer, info_name="dealer")
    while isinstance(command, click.Group) and parts:
        found = command.get_command(context, parts[0])
        if found is None:
            break
        command, parts = found, parts[1:]
        context = click.Context(command, parent=context)
    assert command is not dealer, where
    if isinstance(command, click.Group):
        assert command.invoke_without_command, f"{where}: {line} names no command of the group"
    try:
        command.make_context(line, list(parts), parent=context.parent)
    except click.UsageError as wrong:
        pytest.fail(f"{where}: dealer {line}: {wrong.format_message()}")
    # What these need is asked for in their bodies.
    if line.split()[0] == "run" and "--mock" not in parts:
        assert "--table" in parts, where
    if line.startswith(("camera calibrate", "camera check")):
        assert "--table" in parts, where


def test_the_table_and_the_folder_of_this_start_stand_in_what_it_advises() -> None:
    mine, place = Path("my table.toml"), Path("/srv/tables")
    asked = "the deck red is not registered; run: dealer deck register red --table FILE"
    assert complete(asked, mine, place).endswith("red --table 'my table.toml' --state /srv/tables")
    assert complete(asked, mine, None).endswith("red --table 'my table.toml'")
    assert complete(asked, None, None) == asked
    camera = "run `dealer camera calibrate --table FILE`"
    assert complete(camera, mine, place) == "run `dealer camera calibrate --table 'my table.toml'`", "it keeps nothing"
    assert complete("dealer user add NAME --role floor", mine, place).endswith("floor --state /srv/tables")
    with pytest.raises(DealerError, match=r"--table 'my table\.toml'"), advice(mine, None):
        raise DealerError(asked)
