"""`dealer`: finds the file of a command and turns our errors into one line on stderr."""

from __future__ import annotations

import contextlib
import copy
import importlib
import sys
from collections.abc import Mapping

import click

from dealer.cli.command_name import as_typed, called
from dealer.errors import DealerError

COMMANDS: Mapping[str, tuple[str, str]] = {
    "run": ("dealer.cli.run:run", "Run a table: devices, rules, dashboard."),
    "replay": ("dealer.cli.replay:replay", "Put recorded hands through the rules."),
    "floor": ("dealer.cli.floor:floor", "Show all tables of a broker; rule, and report."),
    "read": ("dealer.cli.read:read", "Read the cards in pictures."),
    "house": ("dealer.cli.house:house", "List, show and check house rules."),
    "shoe": ("dealer.cli.shoe:shoe", "Decode and watch a shoe."),
    "deck": ("dealer.cli.deck:deck", "Register, check, list and retire decks."),
    "record": ("dealer.cli.record:record", "Record the raw bytes of a shoe."),
    "journal": ("dealer.cli.journal:journal", "Verify, back up and restore the journal."),
    "history": ("dealer.cli.history:history", "Export hands that were played."),
    "user": ("dealer.cli.user:user", "Add, list and reset users."),
    "camera": ("dealer.cli.camera:camera", "List, check and calibrate cameras; print markers."),
    "design": ("dealer.cli.design:design", "Teach the camera a make of cards."),
    "doctor": ("dealer.cli.doctor:doctor", "Find what is wrong, and the command that mends it."),
    "version": ("dealer.cli.version:version", "Say which program this is, and prove it."),
    "bench": ("dealer.cli.bench:bench", "Measure, and print the figures."),
}
"""Each command with its place and its line of help; a module is imported only when its command is used."""


class Commands(click.Group):
    """The group of all commands, each imported when it is asked for."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        entry = COMMANDS.get(cmd_name)
        if entry is None:
            return None
        module, _, name = entry[0].partition(":")
        command: click.Command = getattr(importlib.import_module(module), name)
        return _helped(command)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl([(name, help_line) for name, (_, help_line) in COMMANDS.items()])


def _helped(command: click.Command) -> click.Command:
    """The same command with the commands in its help as they can be typed here."""
    named = copy.copy(command)
    named.help = None if command.help is None else as_typed(command.help)
    if isinstance(named, click.Group):
        named.commands = {name: _helped(each) for name, each in named.commands.items()}
    return named


@click.group(cls=Commands, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="stud-dealer", prog_name="dealer")
def dealer() -> None:
    """The dealer controller for live seven card stud."""


def main() -> None:
    """Run a command. Exit 0 fine, 1 the input broke a rule or could not be read, 2 wrong usage."""
    try:
        # Without its stand-alone mode click gives back the code of an Exit, and what a command returns, which is None.
        code = dealer(standalone_mode=False, prog_name=called())
        if code:
            sys.exit(code)
    except click.ClickException as wrong:
        wrong.show()
        sys.exit(wrong.exit_code)
    except click.exceptions.Exit as done:
        sys.exit(done.exit_code)
    except (click.Abort, KeyboardInterrupt):
        sys.exit(130)
    except BrokenPipeError:
        sys.stderr.close()
        sys.exit(0)
    except OSError as error:
        # Files that a command opens have errors of their own; what is left is the output: a full disk, a lost terminal.
        place = f"{error.filename}: " if error.filename is not None else "the output cannot be written: "
        with contextlib.suppress(OSError):
            sys.stdout.close()
        click.echo(f"dealer: {place}{error.strerror or type(error).__name__}", err=True)
        sys.exit(1)
    except DealerError as known:
        click.echo(f"dealer: {as_typed(str(known))}", err=True)
        sys.exit(1)
