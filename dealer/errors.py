"""The one base class of our own errors, so that the command line and the web can turn any of them into one line."""

from __future__ import annotations


class DealerError(Exception):
    """Something that a person can act on: what happened, where, and what to do.

    The text is one line for people and holds no face-down card.
    """
