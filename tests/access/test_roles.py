"""Who may do what."""

import pytest

from dealer.access.roles import GRANTS, May, may
from dealer.ports import Role


def test_who_has_not_signed_in_may_nothing():
    assert not any(may(None, what) for what in May)


def test_every_role_is_decided():
    assert set(GRANTS) == set(Role)


@pytest.mark.parametrize(
    ("role", "allowed", "forbidden"),
    [
        (Role.VIEWER, {May.SEE_WALL}, {May.SEE_TABLE, May.ENTER, May.SEE_PICTURE, May.SIMULATE}),
        (Role.DEALER, {May.SEE_TABLE, May.ENTER}, {May.SEE_FLOOR, May.MANAGE_USERS, May.LOOK_UP_HANDS}),
        (Role.FLOOR, {May.ENTER, May.SEE_FLOOR, May.MANAGE_USERS, May.LOOK_UP_HANDS}, set()),
        (Role.TECHNICIAN, {May.SEE_DEVICES, May.SIMULATE}, {May.ENTER, May.MANAGE_USERS, May.LOOK_UP_HANDS}),
    ],
)
def test_roles(role, allowed, forbidden):
    assert all(may(role, what) for what in allowed)
    assert not any(may(role, what) for what in forbidden)
