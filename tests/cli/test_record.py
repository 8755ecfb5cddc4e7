"""`dealer record`: real traffic becomes a sealed file that can be played again."""

from __future__ import annotations

import contextlib
import math
import queue
import socket
import threading

import pytest
from click.testing import CliRunner

from dealer.cards import DECK
from dealer.cli.main import dealer
from dealer.cli.places import Places
from dealer.cli.record import playback
from dealer.errors import DealerError
from dealer.observations import CardOut, Tag
from dealer.sealing import Sealer, load_key, new_key
from dealer.sensing.deck import Deck
from dealer.sensing.deck_store import DeckStore
from drivers.shoe import osp
from drivers.shoe.recording import sealed_recording

BOOT = "5C0FFEE1"
TAG = Tag("A:04416D412B0289")


@pytest.fixture
def shoe():
    """A shoe on a socket from which three cards leave."""

    def serve(server):
        far, _ = server.accept()
        ears = osp.Decoder()
        with far, contextlib.suppress(OSError):
            while data := far.recv(1024):
                if any(isinstance(line, osp.Query) for line in ears.feed(data)):
                    far.sendall(osp.encode(osp.Hello(1, "SHOE7F3A", BOOT, "fw1", 1, 4)))
                    for seq in (1, 2, 3):
                        far.sendall(osp.encode(osp.card_out(BOOT, seq, 0, TAG, 200, 4)))

    with socket.create_server(("127.0.0.1", 0)) as server:
        thread = threading.Thread(target=serve, args=(server,), daemon=True)
        thread.start()
        yield f"socket://127.0.0.1:{server.getsockname()[1]}"


@pytest.fixture
def places(tmp_path):
    """A table with a deck for play and one for tests."""
    (tmp_path / "north.toml").write_text(
        'table = "north"\nhouse = "wsop-live"\n[stakes]\nlimit = "fixed"\nsmall-bet = 4\nante = 1\nbring-in = 2\n'
    )
    places = Places(tmp_path / "north")
    store = DeckStore(places.decks, Sealer(load_key(places.key)))
    for name, test in (("blue", False), ("trial", True)):
        store.save(Deck(name, test=test, cards={TAG: DECK[0]}))
    return places


@pytest.fixture
def run(tmp_path, places):
    def run(*args):
        more = ["--table", str(tmp_path / "north.toml"), "--state", str(tmp_path)]
        return CliRunner().invoke(dealer, ["record", str(tmp_path / "shoe.rec"), *more, *args])

    return run


def played(file, places):
    reports = queue.Queue()
    driver = playback(file, places, speed=math.inf)
    driver.start(reports.put, [])
    cards = []
    while len(cards) < 3:
        report = reports.get(timeout=30)
        cards += [report] if isinstance(report, CardOut) else []
    driver.stop()
    return cards + [report for report in reports.queue if isinstance(report, CardOut)]


def test_three_cards_are_recorded_sealed_and_played_again(run, shoe, tmp_path, places):
    result = run("--deck", "blue", "--port", shoe, "--seconds", "0.6")
    assert result.exit_code == 0, result.output
    assert "3 cards recorded, sealed" in result.stdout
    file = tmp_path / "shoe.rec"
    assert sealed_recording(file)
    assert b"04416D" not in file.read_bytes()
    assert [(card.position.seq, card.tag) for card in played(file, places)] == [(1, TAG), (2, TAG), (3, TAG)]


def test_a_recording_in_clear_needs_a_test_deck(run, shoe, tmp_path, places):
    refused = run("--deck", "blue", "--clear", "--port", shoe, "--seconds", "0.6")
    assert "played with" in str(refused.exception)
    result = run("--deck", "trial", "--clear", "--port", shoe, "--seconds", "0.6")
    assert result.exit_code == 0, result.output
    assert not sealed_recording(tmp_path / "shoe.rec")
    places.key.unlink()
    assert len(played(tmp_path / "shoe.rec", places)) == 3


def test_another_key_does_not_open_it(run, shoe, tmp_path, places, monkeypatch):
    run("--deck", "blue", "--port", shoe, "--seconds", "0.6")
    places.key.write_text(new_key().text())
    with pytest.raises(DealerError, match="cannot be opened with this key"):
        playback(tmp_path / "shoe.rec", places)


def test_a_port_that_is_not_there_leaves_no_file(run, tmp_path):
    result = run("--deck", "blue", "--port", "/dev/no-such-port")
    assert isinstance(result.exception, DealerError)
    assert not (tmp_path / "shoe.rec").exists()


def test_a_table_without_a_shoe_needs_a_port(run):
    assert run("--deck", "blue").exit_code == 2
