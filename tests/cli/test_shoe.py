"""`dealer shoe`: bytes to events as JSON lines, and a shoe watched without giving its cards away."""

from __future__ import annotations

import contextlib
import json
import socket
import threading

import pytest
from click.testing import CliRunner

from dealer.cli.main import dealer
from dealer.errors import DealerError
from dealer.observations import Tag
from drivers.shoe import angel_eye, em4100, osp, pn532

TAG = Tag("A:04416D412B0289")


@pytest.fixture
def run():
    def run(*args, bytes_in=None):
        return CliRunner().invoke(dealer, ["shoe", *args], input=bytes_in)

    return run


def lines(result):
    return [json.loads(line) for line in result.stdout.splitlines()]


def test_decode_prints_a_json_line_for_each_event(run, tmp_path):
    file = tmp_path / "shoe.bin"
    good = osp.encode(osp.card_out("5C0FFEE1", 2, 5310, TAG, 212, 5))
    file.write_bytes(b"\x00noise$E,5C" + good + good.replace(b"212", b"213"))
    result = run("decode", "--protocol", "osp", "--json", str(file))
    assert result.exit_code == 0
    (card,) = lines(result)
    assert (card["event"], card["tag"], card["seq"]) == ("card-out", "A:04416D412B0289", 2)
    assert "1 CRC" in result.stderr


@pytest.mark.parametrize("name", ["angel-eye", "angel_eye"])
def test_decode_reads_stdin_and_takes_an_underscore_for_a_hyphen(run, name):
    wire = angel_eye.encode(1, "d", b"\x01\x38") * 3
    result = run("decode", "--protocol", name, "--json", "-", bytes_in=wire)
    assert [line["card"] for line in lines(result)] == ["8s"]


def test_decode_ignores_what_goes_to_a_shoe_that_is_only_listened_to(run):
    result = run("decode", "--protocol", "angel-eye", "-", bytes_in=bytes.fromhex("024f504c4b3032033142"))
    assert (result.exit_code, result.stdout) == (0, "")


def test_decode_lists_two_tags(run):
    wire = pn532.targets([bytes.fromhex("04A31261EE0280"), bytes.fromhex("9EB36E66")])
    (line,) = lines(run("decode", "--protocol", "pn532", "--json", "-", bytes_in=wire))
    assert line == {
        "event": "two-tags",
        "tags": ["A:04A31261EE0280", "A:9EB36E66"],
        "uids": ["04A31261EE0280", "9EB36E66"],
    }


def test_decode_for_people(run):
    wire = em4100.encode(bytes.fromhex("62E3086CED"))
    assert run("decode", "--protocol", "em4100", "-", bytes_in=wire).stdout == "tag tag=E:62E3086CED\n"


def test_what_holds_no_frame_is_an_error_that_says_so(run, tmp_path):
    for argument, bytes_in in (("-", b"hello there"), (str(tmp_path / "none.bin"), None)):
        result = run("decode", "--protocol", "osp", argument, bytes_in=bytes_in)
        assert isinstance(result.exception, DealerError)
        assert result.stdout == ""
    assert run("decode", "--protocol", "osp", "-", bytes_in=b"").exit_code == 0


def test_a_protocol_that_nobody_speaks_is_wrong_usage(run):
    result = run("decode", "--protocol", "uhf", "-", bytes_in=b"")
    assert result.exit_code == 2
    assert "pepper-c1" in result.stderr


@pytest.fixture
def shoe_on_a_socket():
    """A shoe that answers a hello with its own and three events, and says what was acknowledged."""
    acknowledged = []

    def serve(server):
        far, _ = server.accept()
        ears = osp.Decoder()
        with far, contextlib.suppress(OSError):
            while data := far.recv(1024):
                for line in ears.feed(data):
                    if isinstance(line, osp.Query):
                        said = (
                            osp.Hello(1, "SHOE7F3A", "5C0FFEE1", "fw1", 1, 4),
                            osp.card_out("5C0FFEE1", 1, 0, TAG, 212, 5),
                            osp.no_tag("5C0FFEE1", 2, 0, 180),
                            osp.Event("5C0FFEE1", 3, 0, "EM"),
                        )
                        far.sendall(b"".join(osp.encode(line) for line in said))
                    elif isinstance(line, osp.Ack):
                        acknowledged.append(line.seq)

    with socket.create_server(("127.0.0.1", 0)) as server:
        thread = threading.Thread(target=serve, args=(server,))
        thread.start()
        yield f"socket://127.0.0.1:{server.getsockname()[1]}", acknowledged
        thread.join()


def test_watch_shows_events_with_tags_hashed_and_cards_masked(run, shoe_on_a_socket):
    port, acknowledged = shoe_on_a_socket
    result = run("watch", port, "--seconds", "0.8", "--json")
    assert result.exit_code == 0, result.output
    shown = lines(result)
    assert [line["event"] for line in shown] == ["link", "alert", "link", "card-out", "no-tag", "empty", "status"]
    assert (shown[3]["card"], len(shown[3]["tag"])) == ("##", 8)
    assert shown[-1]["cards"] == 2
    assert "04416D" not in result.output
    assert acknowledged[-1] == 3


@pytest.mark.parametrize(
    ("port", "says"), [("/dev/no-such-port", "not there"), ("ttyUSB0", "by-id"), ("/etc/hostname", "not a serial port")]
)
def test_a_port_that_cannot_be_watched_is_one_line(run, port, says):
    result = run("watch", port, "--seconds", "3")
    assert isinstance(result.exception, DealerError)
    assert says in str(result.exception)
    assert result.stdout == ""


def test_a_pairing_key_that_others_can_read_is_refused(run, tmp_path):
    key = tmp_path / "pairing"
    key.write_bytes(b"secret")
    key.chmod(0o644)
    result = run("watch", "/dev/null", "--pairing-key", str(key))
    assert isinstance(result.exception, DealerError)
    assert "chmod 600" in str(result.exception)
