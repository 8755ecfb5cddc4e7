"""Snapshots of a table by role and language; no face-down card has a name in any of them."""

from dealer.views.table import Sign, view

__all__ = ["Sign", "view"]
