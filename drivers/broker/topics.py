"""How the topics of a table are called: `stud/1/ROOM/TABLE/...`; the 1 is the version of topics and payloads."""

from __future__ import annotations

import re
from dataclasses import dataclass

VERSION = 1
ROOT = "stud"
NAME = re.compile(r"[A-Za-z0-9_-]{1,40}")
"""What a room, a table or a floor may be called, so that it is one level of a topic and one part of an address."""

ABOUT = "about"
STATUS = "status"
STATE = "state"
ATTENTION = "attention"
EVENT = "event"
HEAD = "head"
REQUEST = "request"
REPLY = "reply"


@dataclass(frozen=True, slots=True, order=True)
class Address:
    """A table among all tables of a broker."""

    room: str
    table: str

    def topic(self, *levels: str) -> str:
        """A topic of this table."""
        return "/".join((ROOT, str(VERSION), self.room, self.table, *levels))

    @property
    def id(self) -> str:
        """The table's name on the floor's pages; a dot stands in neither part."""
        return f"{self.room}.{self.table}"


@dataclass(frozen=True, slots=True)
class Topic:
    """A topic taken apart. version: as it stands there, which may be another than ours."""

    version: str
    address: Address
    kind: str
    rest: tuple[str, ...]


def parse(topic: str) -> Topic | None:
    """Take a topic apart; None if it is none of a table."""
    root, *levels = topic.split("/")
    if root != ROOT or len(levels) < 4:
        return None
    version, room, table, kind, *rest = levels
    if not (NAME.fullmatch(room) and NAME.fullmatch(table) and NAME.fullmatch(version)):
        return None
    return Topic(version, Address(room, table), kind, tuple(rest))
