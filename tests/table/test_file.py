"""Table files: strict, and the shipped examples load."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dealer.errors import DealerError
from dealer.table.file import UpCardPolicy, load_table, table_from_plain

EXAMPLES = Path(__file__).parents[2] / "hardware" / "tables"
GOOD = {"table": "t", "stakes": {"limit": "fixed", "small-bet": 4, "ante": 1, "bring-in": 2}}


@pytest.mark.parametrize("name", ["both-sensors", "shoe-only", "camera-only", "no-hardware"])
def test_the_examples_load(name):
    assert load_table(EXAMPLES / f"{name}.toml").setup.table


def test_what_is_left_out_has_a_sensible_value():
    file = table_from_plain(GOOD, "t.toml", Path())
    assert (file.setup.seats, file.setup.min_buy_in, file.up_cards) == (8, 80, UpCardPolicy.BOTH)
    assert file.web.host == "127.0.0.1"


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ({"seats": 9}, "seats: 9 is not allowed; allowed: a whole number from 2 to 8"),
        ({"saets": 8}, "saets: no such key; did you mean seats?"),
        ({"stakes": {"limit": "fixed"}}, "stakes.ante"),
        ({"stakes": {"limit": "fixed", "small-bet": 4, "ante": -1}}, "stakes.ante"),
        ({"stakes": {"limit": "huge", "small-bet": 4}}, "allowed: fixed, spread, pot, no"),
        ({"rake": {"kind": "percent", "per-mille": 2000}}, "rake.per-mille"),
        ({"rake": {"kind": "steps", "steps": [40, 2, 20, 1]}}, "smallest pot first"),
        ({"web": {"port": 0}}, "web.port"),
        ({"web": {"certificate": "a.pem"}}, "web.key"),
        ({"house": "nowhere"}, "no such house"),
        ({"players": [{"seat": 1, "name": "A", "stack": 5}]}, "players[1].stack"),
        ({"rotation": [{"game": "omaha"}]}, "rotation[1].game"),
        ({"shoe": {"protocol": "osp"}}, "shoe.port: is missing"),
    ],
)
def test_a_wrong_file_is_refused_by_key(change, says):
    with pytest.raises(DealerError) as no:
        table_from_plain({**GOOD, **change}, "t.toml", Path())
    assert says in str(no.value)
    assert "\n" not in str(no.value)


@given(st.binary(max_size=200))
def test_any_bytes_are_loaded_or_refused_in_one_line(tmp_path_factory, raw):
    path = tmp_path_factory.mktemp("tables") / "t.toml"
    path.write_bytes(raw)
    try:
        load_table(path)
    except DealerError as no:
        assert "\n" not in str(no)


def test_where_something_is_may_be_long():
    path = "/dev/serial/by-id/" + "usb-Some_Maker_of_Very_Long_Names_" * 4 + "-if00"
    file = table_from_plain({**GOOD, "shoe": {"protocol": "osp", "port": path}}, "t.toml", Path())
    assert file.shoe.port == path
