"""Which role may do what on the screens; what a view shows to a role is decided by `dealer.views`."""

from __future__ import annotations

import enum

from dealer.ports import Role


class May(enum.Enum):
    """One thing that a person may or may not do."""

    SEE_WALL = "see-wall"
    SEE_TABLE = "see-table"
    SEE_PICTURE = "see-picture"
    ENTER = "enter"
    SEE_FLOOR = "see-floor"
    LOOK_UP_HANDS = "look-up-hands"
    SEE_DEVICES = "see-devices"
    SIMULATE = "simulate"
    SEE_LOG = "see-log"
    SEE_SETUP = "see-setup"
    SET_UP = "set-up"
    MANAGE_USERS = "manage-users"


_DEALER = frozenset({May.SEE_WALL, May.SEE_TABLE, May.SEE_PICTURE, May.ENTER, May.SIMULATE})

GRANTS: dict[Role, frozenset[May]] = {
    Role.VIEWER: frozenset({May.SEE_WALL}),
    Role.DEALER: _DEALER,
    Role.FLOOR: _DEALER
    | {May.SEE_FLOOR, May.LOOK_UP_HANDS, May.SEE_DEVICES, May.SEE_LOG, May.SEE_SETUP, May.SET_UP, May.MANAGE_USERS},
    Role.TECHNICIAN: frozenset(
        {May.SEE_WALL, May.SEE_TABLE, May.SEE_PICTURE, May.SEE_FLOOR, May.SEE_DEVICES, May.SEE_SETUP, May.SIMULATE}
    ),
}
"""What each role may do. A technician looks at everything and enters nothing; only the floor makes accounts."""


def may(role: Role | None, what: May) -> bool:
    """Tell whether someone of this role may do it; None is somebody who has not signed in."""
    return role is not None and what in GRANTS[role]
