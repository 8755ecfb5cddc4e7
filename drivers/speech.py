"""The voice at the table: speaks by espeak-ng, in its turn; silent where there is none."""

from __future__ import annotations

import queue
import shutil
import subprocess
import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from dealer.observations import DeviceKind, DeviceState, Health

_WORDS_A_MINUTE = "165"
_MOST_WAITING = 8
_LONGEST = 30.0
_SPEAKS = DeviceState(DeviceKind.VOICE, Health.OK, "the voice speaks again")
_SILENT = DeviceState(
    DeviceKind.VOICE, Health.GONE, "nothing can be spoken; read it from the screen, look at the loudspeaker"
)

Play = Callable[[Sequence[str]], bool]
Report = Callable[[DeviceState], None]


@dataclass(frozen=True, slots=True)
class _Sentence:
    text: str
    language: str
    volume: int


class Voice:
    """Fulfils `dealer.ports.Speaker`. What cannot be said in time is left out, the oldest first: late is wrong."""

    def __init__(self, program: str, play: Play | None = None) -> None:
        """program: the path of espeak-ng.  play: runs a command to its end and tells whether it could; for tests."""
        self._program = program
        self._process: subprocess.Popen[bytes] | None = None
        self._play = play or self._run_program
        self._waiting: queue.Queue[_Sentence | None] = queue.Queue()
        self._report: Report | None = None
        self._speaks = True
        self._stopping = False
        self._thread = threading.Thread(target=self._run, name="voice", daemon=True)
        self._thread.start()

    @property
    def program(self) -> str:
        """By what it speaks."""
        return self._program

    def speak_by(self, program: str) -> None:
        """Speak by another program from the next sentence on."""
        self._program = program

    def watch(self, report: Report) -> None:
        """Report once when nothing can be spoken any more, and once when it can be again; from a thread of its own."""
        self._report = report

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
        self._stopping = True
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
            self._note(
                self._play(
                    [
                        self._program,
                        "-v",
                        sentence.language,
                        "-s",
                        _WORDS_A_MINUTE,
                        "-a",
                        amplitude,
                        "--",
                        sentence.text,
                    ]
                )
            )

    def _note(self, spoken: bool) -> None:
        if spoken == self._speaks or self._stopping:
            return
        self._speaks = spoken
        if self._report is not None:
            self._report(_SPEAKS if spoken else _SILENT)

    def _run_program(self, command: Sequence[str]) -> bool:
        """Run the voice once. A voice that fails is a silent one: the text is on the screen."""
        try:
            process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        except OSError:
            return False
        self._process = process
        try:
            return process.wait(_LONGEST) == 0
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
            return False
        finally:
            self._process = None


def find_voice() -> Voice | None:
    """The machine's voice, or None where espeak-ng is not installed."""
    program = shutil.which("espeak-ng")
    return None if program is None else Voice(program)
