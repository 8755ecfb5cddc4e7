"""`dealer deck`: a deck is registered tag by tag, checked before play, listed and retired, and gives nothing away."""

from __future__ import annotations

import contextlib
import json
import socket
import threading

import pytest
from click.testing import CliRunner

from dealer.cards import DECK, Card
from dealer.cli import deck as command
from dealer.cli.keys import KEY_VARIABLE
from dealer.cli.main import dealer
from dealer.errors import DealerError
from dealer.observations import Tag
from dealer.sealing import Sealer, load_key, new_key
from dealer.sensing.deck import REGISTERING_ORDER, Deck
from dealer.sensing.deck_store import DeckStore
from drivers.shoe import osp

TABLE = """
table = "north"
house = "wsop-live"
[stakes]
limit = "fixed"
small-bet = 4
ante = 1
bring-in = 2
[shoe]
protocol = "osp"
port = "{port}"
"""
BOOT = "5C0FFEE1"


def tag(n):
    return Tag(f"A:04{n:012X}")


class Reader:
    """A shoe in registering mode whose cards are shown as fast as they are acknowledged."""

    def __init__(self):
        self.shown = []
        self.modes = []
        self._server = socket.create_server(("127.0.0.1", 0))
        self.port = f"socket://127.0.0.1:{self._server.getsockname()[1]}"
        self._thread = threading.Thread(target=self._serve)
        self._thread.start()

    def _serve(self):
        with contextlib.suppress(OSError):
            while True:
                far, _ = self._server.accept()
                with far:
                    self._talk(far)

    def _talk(self, far):
        ears = osp.Decoder()
        events = [self._event(seq, thing) for seq, thing in enumerate(self.shown, start=1)]
        while data := far.recv(1024):
            for line in ears.feed(data):
                match line:
                    case osp.Query():
                        hello = osp.Hello(1, "READER1", BOOT, "fw1", 1, len(events) + 1)
                        far.sendall(osp.encode(hello) + b"".join(events[:1]))
                    case osp.Ack(_, seq):
                        far.sendall(b"".join(events[seq : seq + 1]))
                    case osp.Command(n, _, args):
                        self.modes += args
                        far.sendall(osp.encode(osp.Result(n, ok=True)))

    @staticmethod
    def _event(seq, thing):
        if thing is None:
            return osp.encode(osp.no_tag(BOOT, seq, 0, 0))
        if isinstance(thing, tuple):
            return osp.encode(osp.two_tags(BOOT, seq, 0, thing, 0))
        return osp.encode(osp.card_out(BOOT, seq, 0, thing, 0, 3))

    def close(self):
        self._server.shutdown(socket.SHUT_RDWR)
        self._server.close()
        self._thread.join()


@pytest.fixture
def reader():
    reader = Reader()
    yield reader
    reader.close()


@pytest.fixture
def run(tmp_path, reader):
    (tmp_path / "north.toml").write_text(TABLE.format(port=reader.port))

    def run(*args):
        return CliRunner().invoke(
            dealer, ["deck", *args, "--table", str(tmp_path / "north.toml"), "--state", str(tmp_path)]
        )

    return run


@pytest.fixture
def store(tmp_path):
    def open_store():
        return DeckStore(tmp_path / "north" / "decks", Sealer(load_key(tmp_path / "north" / "table.key")))

    return open_store


def lines(result):
    return [json.loads(line) for line in result.stdout.splitlines()]


def events(result, kind):
    return [line for line in lines(result) if line["event"] == kind]


@pytest.fixture
def registered(run, store):
    cards = {tag(n): card for n, card in enumerate(DECK)}
    run("list")
    store().save(Deck("blue", "2025-11-29", cards=cards))


def test_52_tags_are_registered_as_they_are_shown(run, reader, store):
    reader.shown = [tag(n) for n in range(52)]
    result = run("register", "blue", "--json")
    assert result.exit_code == 0, result.output
    deck = store().load("blue")
    assert deck.complete
    assert [deck.cards[tag(n)] for n in range(52)] == list(REGISTERING_ORDER)
    assert set(reader.modes) == {"REG"}
    assert [line["count"] for line in events(result, "registered")] == list(range(1, 53))
    assert "04000" not in result.output


def test_a_card_is_asked_for_only_when_the_reader_is_ready(run, reader):
    reader.shown = [tag(n) for n in range(52)]
    told = [line["event"] for line in lines(run("register", "blue", "--json"))]
    assert told.index("ask") > told.index("link")


def test_registering_goes_on_where_it_stopped(run, reader, store):
    half = {tag(n): card for n, card in zip(range(50), REGISTERING_ORDER, strict=False)}
    run("list")
    store().save(Deck("blue", "2025-11-29", cards=half))
    reader.shown = [tag(50), tag(51)]
    result = run("register", "blue")
    assert "show Ks" in result.stdout
    assert store().load("blue").complete
    assert "all 52" in run("register", "blue").stdout


def test_what_is_shown_wrongly_is_refused_and_asked_for_again(run, reader, store, registered):
    reader.shown = [tag(100), None, (tag(101), tag(102)), tag(0), tag(103), tag(103), tag(100)]
    reader.shown += [tag(n) for n in range(104, 154)]
    result = run("register", "red", "--json")
    assert result.exit_code == 0, result.output
    whys = [line["why"] for line in events(result, "refused")]
    assert ["no tag" in whys[0], "two tags" in whys[1], "deck blue" in whys[2], "2c" in whys[3]] == [True] * 4
    assert len(whys) == 4
    assert store().load("red").complete


def test_a_replaced_card_is_registered_again(run, reader, store, registered):
    reader.shown = [tag(77)]
    result = run("register", "blue", "--again", "7h")
    assert result.exit_code == 0, result.output
    assert store().load("blue").cards[tag(77)] == Card.parse("7h")


def test_the_camera_may_say_which_card_is_shown(run, reader, store, monkeypatch):
    class Camera:
        seen = iter([None, *reversed(DECK)])

        def __init__(self, source, design):
            assert (source, design) == ("/dev/video0", "bee")

        def __enter__(self):
            return self

        def __exit__(self, *_):
            return None

        def prompt(self, deck):
            return f"{len(deck.to_register)} to go"

        def card(self, deck):
            return next(self.seen)

    monkeypatch.setattr(command, "CardsByCamera", Camera)
    reader.shown = [tag(99), *(tag(n) for n in range(52))]
    result = run("register", "blue", "--camera", "/dev/video0", "--design", "bee", "--json")
    assert result.exit_code == 0, result.output
    assert "not sure" in events(result, "refused")[0]["why"]
    assert store().load("blue").cards[tag(0)] == Card.parse("As")


def test_a_whole_deck_checks_out(run, reader, registered):  # R1.5
    reader.shown = [tag(n) for n in range(52)]
    result = run("check", "blue", "--json")
    assert result.exit_code == 0, result.output
    assert lines(result)[-1] == {"event": "good", "missing": 0, "strange": 0}


def test_a_check_counts_what_is_missing_and_foreign_and_names_no_card(run, reader, registered):
    reader.shown = [*(tag(n) for n in range(50)), tag(3), tag(200)]
    result = run("check", "blue", "--seconds", "0.5")
    assert result.exit_code == 1
    assert "2 missing, 1 that do not belong" in result.stdout
    assert not any(str(card) in result.output.split() for card in DECK)


def test_a_deck_that_was_retired_is_not_played_with_again(run, registered, reader):
    assert "blue is retired" in run("retire", "blue").stdout
    assert "retired" in run("list").stdout
    for again in (run("check", "blue"), run("register", "blue")):
        assert isinstance(again.exception, DealerError)
        assert "retired" in str(again.exception)


def test_the_list_shows_no_card(run, registered):
    (line,) = lines(run("list", "--json"))
    assert (line["deck"], line["cards"], line["complete"]) == ("blue", 52, True)
    assert "2c" not in str(line)


def test_no_decks_are_no_error_and_no_key_is_made_for_them(run, tmp_path):
    result = run("list")
    assert (result.exit_code, result.stdout) == (0, "")
    assert not (tmp_path / "north").exists()


def test_a_wrong_or_lost_key_is_a_clear_error(run, registered, tmp_path, monkeypatch):
    key = tmp_path / "north" / "table.key"
    monkeypatch.setenv(KEY_VARIABLE, new_key().text())
    assert "cannot be opened with this key" in str(run("list").exception)
    monkeypatch.delenv(KEY_VARIABLE)
    key.chmod(0o644)
    assert "chmod 600" in str(run("list").exception)
    key.unlink()
    assert "restore it" in str(run("list").exception)


def test_the_key_may_come_from_the_environment(run, registered, tmp_path, monkeypatch):
    key = tmp_path / "north" / "table.key"
    monkeypatch.setenv(KEY_VARIABLE, key.read_text())
    key.unlink()
    assert "blue" in run("list").stdout


def test_a_table_without_a_shoe_needs_a_port(run, tmp_path):
    (tmp_path / "north.toml").write_text(TABLE.partition("[shoe]")[0])
    result = run("register", "blue")
    assert result.exit_code == 2
    assert "--port" in result.stderr
