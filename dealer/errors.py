"""What can go wrong, as the command line and the web tell it: one base class, and why nothing can be put on disk."""

from __future__ import annotations

import enum


class DealerError(Exception):
    """Something that a person can act on: what happened, where, and what to do.

    The text is one line for people and holds no face-down card.
    """


class Trouble(enum.Enum):
    """Why nothing can be put on disk, and what to do."""

    FULL = "the disk is full; make room"
    HELD = "another program holds the journal; close it"
    READ_ONLY = "the journal cannot be written; check its owner and the disk"
    NO_ACCESS = "the journal cannot be opened; check its folder and its owner"
    DISK = "the disk does not take it; check the disk and the room on it"
    DAMAGED = "the journal is damaged; restore a backup"
    OTHER = "the journal cannot be used"
