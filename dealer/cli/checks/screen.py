"""Whether the table can speak, and there is a browser to show the pages in."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

from dealer.cli.checks.finding import Area, Finding, State
from dealer.house.rules import Language

BROWSERS = ("chromium", "chromium-browser", "google-chrome", "firefox", "firefox-esr")

Which = Callable[[str], str | None]


def check_voice(volume: int, languages: tuple[Language, ...], which: Which = shutil.which) -> list[Finding]:
    """The voice and its languages. volume: 0, or what the table file says."""
    wanted = State.WRONG if volume else State.NOTE
    program = which("espeak-ng")
    if program is None:
        words = "espeak-ng is not installed" + ("" if volume else "; needed only for a table with a voice")
        return [Finding(Area.SCREEN, "voice", wanted, words, "sudo apt-get install espeak-ng")]
    try:
        listed = subprocess.run([program, "--voices"], capture_output=True, text=True, timeout=10, check=True).stdout
    except (OSError, subprocess.SubprocessError):
        return [
            Finding(
                Area.SCREEN,
                "voice",
                wanted,
                "espeak-ng does not run",
                "sudo apt-get install --reinstall espeak-ng-data",
            )
        ]
    known = {line.split()[1].split("-")[0] for line in listed.splitlines()[1:] if len(line.split()) > 1}
    missing = sorted(language.value for language in languages if language.value not in known)
    if missing:
        words = f"espeak-ng has no voice for {', '.join(missing)}"
        return [Finding(Area.SCREEN, "voice", wanted, words, "sudo apt-get install --reinstall espeak-ng-data")]
    spoken = ", ".join(language.value for language in languages)
    return [Finding(Area.SCREEN, "voice", State.FINE, f"espeak-ng speaks {spoken}")]


def check_sound(volume: int, devices: Path = Path("/dev/snd")) -> list[Finding]:
    """Something to speak through, for a table with a voice."""
    if not volume:
        return []
    if not any(devices.glob("pcm*p")):
        words = "no sound device is plugged in; the table would be silent"
        return [Finding(Area.SCREEN, "sound", State.WRONG, words, "aplay -l")]
    return [Finding(Area.SCREEN, "sound", State.FINE, "there is a sound device")]


def check_browser(which: Which = shutil.which) -> Finding:
    """A browser on this machine; the pages can also be opened on another."""
    for name in BROWSERS:
        if which(name):
            return Finding(Area.SCREEN, "browser", State.FINE, f"{name} is installed")
    words = "no browser is installed; needed only if the screen hangs on this machine"
    return Finding(Area.SCREEN, "browser", State.NOTE, words, "sudo apt-get install chromium")
