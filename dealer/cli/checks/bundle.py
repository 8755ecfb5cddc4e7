"""The diagnostics bundle for support: what helps, with every key, tag, card and name of a person taken out."""

from __future__ import annotations

import importlib.metadata
import json
import os
import platform
import re
import secrets
import time
import zipfile
from collections.abc import Iterable, Mapping
from pathlib import Path

from dealer.cli.checks.finding import Finding
from dealer.errors import DealerError

_TAKEN_OUT: tuple[tuple[re.Pattern[str], str], ...] = (
    (re.compile(r"stud-dealer-key-\d+:[A-Za-z0-9_=-]+"), "[key]"),
    (re.compile(r"-----BEGIN [A-Z ]+-----.*?(-----END [A-Z ]+-----|\Z)", re.DOTALL), "[key]"),
    (re.compile(r"\b[AV]:[0-9A-Fa-f]{6,32}\b"), "[tag]"),
    (re.compile(r"(?<![0-9A-Za-z])(?:E0|04)[0-9A-Fa-f]{12,14}(?![0-9A-Za-z])"), "[tag]"),
    (re.compile(r"\b(?:[2-9TJQKA][cdhs])\b(?:[ ,]+\b[2-9TJQKA][cdhs]\b)*"), "[card]"),
    (re.compile(r"(?<=://)[^/\s:@]+(?::[^/\s@]*)?@"), "[login]@"),
    (re.compile(r"/link/[A-Za-z0-9_-]{16,}"), "/link/[link]"),
)


class BundleError(DealerError):
    """The bundle cannot be written."""


def redacted(text: str, names: Iterable[str] = ()) -> str:
    """Take keys, tags, cards, logins, links, and these names out of a text."""
    for name in sorted({name for name in names if len(name) > 1}, key=len, reverse=True):
        text = re.sub(rf"(?<!\w){re.escape(name)}(?!\w)", "[name]", text, flags=re.IGNORECASE)
    for pattern, instead in _TAKEN_OUT:
        text = pattern.sub(instead, text)
    home = str(Path.home())
    return text.replace(home, "~") if home not in ("/", "") else text


def write_bundle(path: Path, findings: list[Finding], table_file: str | None, names: Iterable[str]) -> None:
    """Write the zip, readable by its owner alone. table_file: its text.  Raises BundleError."""
    people = tuple(names)
    members: Mapping[str, str] = {
        "README.txt": _README,
        "findings.json": json.dumps([finding.plain() for finding in findings], ensure_ascii=False, indent=1),
        "program.json": json.dumps(_program(), indent=1),
        "machine.json": json.dumps(_machine(), indent=1),
        **({} if table_file is None else {"table.toml": table_file}),
    }
    fresh = path.with_name(f".{path.name}.{secrets.token_hex(4)}")
    try:
        descriptor = os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o600)
        with os.fdopen(descriptor, "wb") as file, zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
            for name, text in members.items():
                archive.writestr(name, redacted(text, people))
        fresh.replace(path)
    except OSError as error:
        fresh.unlink(missing_ok=True)
        raise BundleError(f"{path}: the bundle cannot be written ({error.strerror}); choose another place") from None


_README = """What `dealer doctor` found on this machine. Keys, tags, cards, names of players and users, and logins
have been taken out; look through it before you send it.
"""


def _program() -> dict[str, object]:
    parts = {}
    for each in importlib.metadata.distributions():
        parts[each.metadata["Name"]] = each.version
    return {"python": platform.python_version(), "parts": dict(sorted(parts.items()))}


def _machine() -> dict[str, object]:
    return {
        "made": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime()),
        "system": f"{platform.system()} {platform.release()} {platform.machine()}",
        "release": _release(),
        "processors": os.cpu_count(),
        "load": os.getloadavg(),
        "serial": sorted(path.name for path in Path("/dev/serial/by-id").glob("*")),
        "cameras": sorted(path.name for path in Path("/dev/v4l/by-id").glob("*")),
        "usb": _usb(),
    }


def _release() -> str:
    try:
        return platform.freedesktop_os_release().get("PRETTY_NAME", "")
    except OSError:
        return ""


def _usb() -> list[str]:
    found = []
    for device in sorted(Path("/sys/bus/usb/devices").glob("*")):
        try:
            ids = [(device / part).read_text().strip() for part in ("idVendor", "idProduct")]
        except OSError:
            continue
        found.append(":".join(ids))
    return found
