"""The file of accounts."""

import stat

import pytest

from dealer.access.store import AccessFileError, NameTaken, Store
from dealer.ports import Role


def test_only_its_owner_may_read_the_file(tmp_path):
    path = tmp_path / "deep" / "users.db"
    path.parent.mkdir()
    path.touch(mode=0o644)
    Store(path).close()
    assert stat.S_IMODE(path.stat().st_mode) == 0o600


def test_accounts_stay_after_a_restart(tmp_path):
    store = Store(tmp_path / "users.db")
    store.add_user("Aino", Role.DEALER, "fi", "hash")
    key = store.key("cookies")
    store.close()
    again = Store(tmp_path / "users.db")
    assert again.user("aino") == again.users()[0]
    assert again.users()[0].language == "fi"
    assert again.key("cookies") == key
    with pytest.raises(NameTaken):
        again.add_user("AINO", Role.FLOOR, "en", None)
    again.close()


def test_a_file_that_is_no_such_file_is_refused_in_one_line(tmp_path):
    path = tmp_path / "users.db"
    path.write_text("this is a shopping list\n" * 100)
    with pytest.raises(AccessFileError) as refused:
        Store(path)
    assert str(path) in str(refused.value)
    assert "\n" not in str(refused.value)


def test_two_programs_share_the_file(tmp_path):
    one, other = Store(tmp_path / "users.db"), Store(tmp_path / "users.db")
    one.add_user("Boris", Role.DEALER, "bg", None)
    assert other.user("Boris") is not None
    other.remove_user("Boris")
    assert one.user("Boris") is None
    one.close()
    other.close()
