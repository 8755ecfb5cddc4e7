"""The firmware as a process: how it is built for this machine, and how its cards, power and cable are moved."""

from __future__ import annotations

import contextlib
import subprocess
from collections.abc import Sequence
from pathlib import Path
from types import TracebackType
from typing import Self

FIRMWARE = Path(__file__).parent / "firmware"


class BuildFailed(Exception):
    """The firmware did not compile; the compiler's words are the message."""


class NotObeyed(Exception):
    """The process refused a control command, or has ended."""


def build(target: str, folder: Path, **variables: str) -> str:
    """Run `make TARGET` with its output in folder and return what it printed. Raises BuildFailed."""
    settings = [f"{name}={value}" for name, value in {"BUILD": str(folder), **variables}.items()]
    made = subprocess.run(
        ["make", "--no-print-directory", "-C", str(FIRMWARE), target, *settings],
        capture_output=True,
        text=True,
        check=False,
    )
    if made.returncode != 0:
        raise BuildFailed(f"make {target} failed in {FIRMWARE}:\n{made.stdout}{made.stderr}")
    return made.stdout


class ShoeProcess:
    """A running `shoe-host`. port: the pseudo-terminal that a driver opens."""

    def __init__(self, program: Path, options: Sequence[str] = (), *, pass_fds: Sequence[int] = ()) -> None:
        self._process = subprocess.Popen(
            [str(program), *options], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, pass_fds=pass_fds
        )
        word, _, self.port = self._line().partition(" ")
        if word != "port":
            raise NotObeyed(f"{program} did not start")

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def send(self, command: str) -> None:
        """Give a command whose answer is fetched later with `answer`."""
        assert self._process.stdin is not None
        self._process.stdin.write(command + "\n")
        self._process.stdin.flush()

    def answer(self) -> str:
        """The answer to the oldest command that was sent, without its `ok`. Raises NotObeyed."""
        word, _, rest = self._line().partition(" ")
        if word != "ok":
            raise NotObeyed(f"{word} {rest}".strip() or "the shoe process has ended")
        return rest

    def tell(self, command: str) -> str:
        """Give a command and return its answer. Raises NotObeyed."""
        self.send(command)
        return self.answer()

    def stats(self) -> dict[str, str]:
        """The counters of the process, by name."""
        return dict(pair.split("=", 1) for pair in self.tell("stats").split())

    def kill(self) -> None:
        """End it at once, as a power cut of the whole board would."""
        self._process.kill()
        self._end()

    def close(self) -> None:
        """Let it end by itself: its control channel is closed."""
        self._end()

    def _end(self) -> None:
        for stream in (self._process.stdin, self._process.stdout):
            if stream is not None and not stream.closed:
                with contextlib.suppress(BrokenPipeError):
                    stream.close()
        self._process.wait()

    def _line(self) -> str:
        assert self._process.stdout is not None
        return self._process.stdout.readline().strip()
