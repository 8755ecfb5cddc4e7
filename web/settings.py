"""How the pages are served: names of the host, limits, languages. Plain values."""

from __future__ import annotations

from dataclasses import dataclass

LANGUAGES: dict[str, str] = {"en": "English", "fi": "Suomi", "bg": "Български"}
"""The languages of the pages, each under its own name."""

LOOPBACK_HOSTS = ("localhost", "127.0.0.1", "[::1]")


@dataclass(frozen=True, slots=True)
class Settings:
    """What the composition root decides about the pages.

    hosts: the names and addresses under which the server may be asked for; anything else is refused.
    secure: served over TLS, so cookies travel on TLS only.  language: for somebody who has not signed in.
    streams: how many event streams may be open; the next one gets 503.  heartbeat: seconds between signs of life.
    body: the largest request in bytes.  authority: the local authority's certificate in PEM, if it made ours.
    """

    hosts: tuple[str, ...] = LOOPBACK_HOSTS
    secure: bool = False
    language: str = "en"
    streams: int = 64
    heartbeat: float = 1.0
    body: int = 64 * 1024
    authority: bytes | None = None
