"""The voice at the table: speaks by espeak-ng, in its turn; silent where there is none."""

from __future__ import annotations

import queue
import shutil
import subprocess
import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass

_WORDS_A_MINUTE = "165"
_MOST_WAITING = 8
_LONGEST = 30.0

Play = Callable[[Sequence[str]], None]


@dataclass(frozen=True, slots=True)
class _Sentence:
    text: str
    language: str
    volume: int


class Voice:
    """Fulfils `dealer.ports.Speaker`. What cannot be said in time is left out, the oldest first: late is wrong."""

    def __init__(self, program: str, play: Play | None = None) -> None:
        """program: the path of espeak-ng.  play: runs a command to its end; tests bring their own."""
        self._program = program
        self._process: subprocess.Popen[bytes] | None = None
        self._play = play or self._run_program
        self._waiting: queue.Queue[_Sentence | None] = queue.Queue()
        self._thread = threading.Thread(target=self._run, name="voice", daemon=True)
        self._thread.start()

    def say(self, text: str, language: str, volume: int) -> None:
        """Speak soon, after what is being said; never blocks. volume: 0 to 100; 0 says nothing."""
        if volume <= 0 or not text.strip():
            return
        while self._waiting.qsize() >= _MOST_WAITING:
            try:
                self._waiting.get_nowait()
            except queue.Empty:
                break
        self._waiting.put(_Sentence(text, language, min(volume, 100)))

    def stop(self) -> None:
        """Fall silent, in the middle of a word if need be."""
        while not self._waiting.empty():
            try:
                self._waiting.get_nowait()
            except queue.Empty:
                break
        self._waiting.put(None)
        process = self._process
        if process is not None:
            process.terminate()
        self._thread.join(1.0)

    def _run(self) -> None:
        while (sentence := self._waiting.get()) is not None:
            # espeak-ng's own scale ends at 200; 100 is its normal loudness.
            amplitude = str(2 * sentence.volume)
            self._play(
                [self._program, "-v", sentence.language, "-s", _WORDS_A_MINUTE, "-a", amplitude, "--", sentence.text]
            )

    def _run_program(self, command: Sequence[str]) -> None:
        """Run the voice once. A voice that fails is a silent one: the text is on the screen."""
        try:
            process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        except OSError:
            return
        self._process = process
        try:
            process.wait(_LONGEST)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
        finally:
            self._process = None


def find_voice() -> Voice | None:
    """The machine's voice, or None where espeak-ng is not installed."""
    program = shutil.which("espeak-ng")
    return None if program is None else Voice(program)
