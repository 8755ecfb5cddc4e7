"""Who gets in."""

from types import SimpleNamespace

import pytest

from dealer.access.gate import (
    BadName,
    Gate,
    LinkRefused,
    LockedOut,
    NotLocal,
    Purpose,
    WeakSecret,
    WrongSecret,
    is_loopback,
)
from dealer.access.secrets import Argon2Hasher
from dealer.access.store import NameTaken, Store
from dealer.ports import Role

PIN = "428613"
HERE, THERE = "127.0.0.1", "192.168.1.20"


@pytest.fixture
def time():
    return SimpleNamespace(now=1000.0)


@pytest.fixture
def gate(tmp_path, time):
    store = Store(tmp_path / "users.db")
    yield Gate(store, Argon2Hasher(memory_kib=64, passes=1), lambda: time.now)
    store.close()


def test_a_dealer_signs_in_by_pin_and_signs_what_he_enters(gate):
    gate.add_user("Aino", Role.DEALER, PIN, "fi")
    session = gate.sign_in(" aino ", PIN, THERE)
    assert session.signature.user == "Aino"
    assert session.signature.role is Role.DEALER
    assert gate.session(session.token) == session
    assert session.token not in repr(session)


@pytest.mark.parametrize("name", ["admin", "dealer", "floor", "root", ""])
def test_there_is_no_default_password(gate, time, name):
    assert gate.users() == []
    assert gate.needs_set_up()
    for secret in ("", "admin", "dealer", "000000", "123456"):
        time.now += 1000
        with pytest.raises(WrongSecret):
            gate.sign_in(name, secret, HERE)


def test_an_account_without_a_secret_signs_in_by_link_only(gate):
    gate.sign_in_link("dealer", Role.DEALER, loopback=True)
    with pytest.raises(WrongSecret):
        gate.sign_in("dealer", "", HERE)


def test_wrong_tries_are_slowed_down_and_the_right_one_is_not_even_looked_at(gate, time):
    gate.add_user("Aino", Role.DEALER, PIN)
    for _ in range(3):
        with pytest.raises(WrongSecret):
            gate.sign_in("Aino", "111119", THERE)
    with pytest.raises(LockedOut) as locked:
        gate.sign_in("AINO", PIN, "10.0.0.1")
    assert locked.value.wait == 5
    time.now += 5
    assert gate.sign_in("Aino", PIN, THERE)


def test_an_unknown_name_is_slowed_down_alike(gate):
    for _ in range(3):
        with pytest.raises(WrongSecret):
            gate.sign_in("nobody", PIN, THERE)
    with pytest.raises(LockedOut):
        gate.sign_in("nobody", PIN, THERE)


def test_one_address_cannot_try_every_name(gate):
    def tries():
        for n in range(200):
            gate_refuses(n)

    def gate_refuses(n):
        try:
            gate.sign_in(f"name {n}", "111119", THERE)
        except WrongSecret:
            return

    with pytest.raises(LockedOut):
        tries()


def test_a_session_ends_after_a_shift_and_when_nobody_looks(gate, time):
    gate.add_user("Aino", Role.DEALER, PIN)
    session = gate.sign_in("Aino", PIN, HERE)
    for _ in range(23):
        time.now += 1800
        assert gate.session(session.token)
    time.now += 1800
    assert gate.session(session.token) is None
    idle = gate.sign_in("Aino", PIN, HERE)
    time.now += 3601
    assert gate.session(idle.token) is None


def test_a_wall_stays_signed_in(gate, time):
    token = gate.sign_in_link("wall", Role.VIEWER, loopback=False)
    session = gate.follow_link(token, THERE)
    time.now += 7 * 24 * 3600
    assert gate.session(session.token)


def test_sessions_end_by_signing_out_by_a_new_pin_and_with_the_account(gate):
    gate.add_user("Aino", Role.DEALER, PIN)
    first = gate.sign_in("Aino", PIN, HERE)
    gate.sign_out(first.token)
    assert gate.session(first.token) is None
    second = gate.sign_in("Aino", PIN, HERE)
    gate.set_secret("Aino", "739251")
    assert gate.session(second.token) is None
    third = gate.sign_in("Aino", "739251", HERE)
    gate.remove_user("Aino")
    assert gate.session(third.token) is None
    assert gate.session("made up") is None


def test_a_link_signs_in_once_and_only_on_this_machine(gate):
    token = gate.sign_in_link("dealer", Role.DEALER, loopback=True)
    with pytest.raises(NotLocal):
        gate.follow_link(token, THERE)
    assert gate.follow_link(token, HERE).user.role is Role.DEALER
    with pytest.raises(LinkRefused):
        gate.follow_link(token, HERE)


def test_a_link_grows_old(gate, time):
    token = gate.sign_in_link("dealer", Role.DEALER, loopback=True, minutes=10)
    time.now += 600
    with pytest.raises(LinkRefused):
        gate.follow_link(token, HERE)


def test_a_link_gives_nobody_another_role(gate):
    gate.add_user("Aino", Role.DEALER, PIN)
    token = gate.sign_in_link("Aino", Role.FLOOR, loopback=True)
    assert gate.follow_link(token, HERE).user.role is Role.DEALER


def test_the_first_account_is_made_by_the_set_up_link(gate):
    old = gate.set_up_link()
    token = gate.set_up_link()
    with pytest.raises(LinkRefused):
        gate.look_at_link(old, THERE)
    assert gate.look_at_link(token, THERE) == (Purpose.SET_UP, "")
    with pytest.raises(LinkRefused):
        gate.follow_link(token, THERE)
    with pytest.raises(WeakSecret):
        gate.choose_secret(token, THERE, "Eeva", "1234", "fi")
    with pytest.raises(BadName):
        gate.choose_secret(token, THERE, "<b>", PIN, "fi")
    session = gate.choose_secret(token, THERE, "Eeva", PIN, "fi")
    assert session.user.role is Role.FLOOR
    assert not gate.needs_set_up()
    with pytest.raises(LinkRefused):
        gate.choose_secret(token, THERE, "Other", PIN, "fi")


def test_a_set_up_link_does_not_take_over_an_account_that_is_there(gate):
    gate.add_user("Aino", Role.DEALER, PIN)
    token = gate.set_up_link()
    with pytest.raises(NameTaken):
        gate.choose_secret(token, THERE, "aino", "739251", "fi")
    assert gate.sign_in("Aino", PIN, THERE)


def test_a_new_pin_by_link_is_for_its_own_account(gate):
    gate.add_user("Aino", Role.DEALER, PIN)
    gate.add_user("Boris", Role.DEALER, PIN)
    token = gate.new_secret_link("Aino")
    assert gate.choose_secret(token, THERE, "Boris", "739251", "en").user.name == "Aino"
    assert gate.sign_in("Boris", PIN, THERE)


@pytest.mark.parametrize(
    ("address", "local"),
    [
        ("127.0.0.1", True),
        ("127.3.2.1", True),
        ("::1", True),
        ("::ffff:127.0.0.1", True),
        ("10.0.0.1", False),
        ("", False),
    ],
)
def test_which_addresses_are_this_machine(address, local):
    assert is_loopback(address) is local
