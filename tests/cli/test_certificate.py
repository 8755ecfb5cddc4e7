"""Which certificate the pages are served under, and what a browser that trusts the local authority makes of it."""

from __future__ import annotations

import datetime
import http.client
import ssl
import stat
from pathlib import Path
from types import SimpleNamespace

import pytest

from dealer.cli.certificate import CertificateError, local_tls, names_of, tls_of
from dealer.table.file import WebConfig

NOW = datetime.datetime(2026, 3, 1, tzinfo=datetime.UTC)
HERE = ("localhost", "127.0.0.1")


def test_pages_for_this_machine_only_go_over_plain_http(tmp_path: Path) -> None:
    assert tls_of(WebConfig(), "127.0.0.1", tmp_path) is None
    assert list(tmp_path.iterdir()) == []


def test_pages_that_others_reach_go_over_tls_unless_the_file_says_no(tmp_path: Path) -> None:
    assert tls_of(WebConfig(), "0.0.0.0", tmp_path) is not None
    assert tls_of(WebConfig(tls=False), "0.0.0.0", tmp_path) is None
    assert tls_of(WebConfig(tls=True), "127.0.0.1", tmp_path) is not None


def test_an_own_certificate_is_taken_as_it_is(tmp_path: Path) -> None:
    found = tls_of(WebConfig(tls=True, certificate="a.pem", key="a.key"), "0.0.0.0", tmp_path)
    assert found is not None
    assert found.authority is None
    assert found.certificate.chain == Path("a.pem")
    assert list(tmp_path.iterdir()) == []


def test_keys_are_for_their_owner_only_and_the_authority_is_made_once(tmp_path: Path) -> None:
    first = local_tls(tmp_path, HERE, NOW)
    for name in ("authority.key", "server.key"):
        assert stat.S_IMODE((tmp_path / name).stat().st_mode) == 0o600
    before = (tmp_path / "server.pem").read_bytes()
    again = local_tls(tmp_path, HERE, NOW + datetime.timedelta(days=100))
    assert again.authority == first.authority
    assert (tmp_path / "server.pem").read_bytes() == before


def test_a_certificate_that_ends_soon_or_lacks_a_name_is_made_anew(tmp_path: Path) -> None:
    first = local_tls(tmp_path, HERE, NOW)
    before = (tmp_path / "server.pem").read_bytes()
    local_tls(tmp_path, HERE, NOW + datetime.timedelta(days=380))
    later = (tmp_path / "server.pem").read_bytes()
    assert later != before
    renamed = local_tls(tmp_path, (*HERE, "table-7.local"), NOW + datetime.timedelta(days=380))
    assert (tmp_path / "server.pem").read_bytes() != later
    assert renamed.authority == first.authority


def test_a_key_that_others_can_read_is_refused_with_the_command(tmp_path: Path) -> None:
    local_tls(tmp_path, HERE, NOW)
    (tmp_path / "authority.key").chmod(0o644)
    with pytest.raises(CertificateError, match="chmod 600"):
        local_tls(tmp_path, HERE, NOW)


def test_a_damaged_authority_is_refused_in_one_line(tmp_path: Path) -> None:
    local_tls(tmp_path, HERE, NOW)
    (tmp_path / "authority.pem").write_text("no certificate")
    with pytest.raises(CertificateError, match="damaged") as error:
        local_tls(tmp_path, HERE, NOW)
    assert "\n" not in str(error.value)


def test_a_folder_that_cannot_be_written_is_said_in_one_line(tmp_path: Path) -> None:
    (tmp_path / "tls").write_text("a file where the folder should be")
    with pytest.raises(CertificateError, match="let this user write there"):
        local_tls(tmp_path / "tls", HERE, NOW)


def test_every_name_of_this_machine_may_be_asked_for() -> None:
    assert names_of("127.0.0.1") == ("localhost", "127.0.0.1", "::1")
    assert names_of("203.0.113.9")[-1] == "203.0.113.9"
    assert len(names_of("0.0.0.0")) > 3


def test_a_client_that_trusts_the_authority_gets_the_page_and_another_does_not(tmp_path: Path) -> None:
    from web.app import create_app
    from web.server import serve
    from web.settings import Settings

    tls = local_tls(tmp_path, HERE, datetime.datetime.now(datetime.UTC))
    assert tls.authority is not None
    gate = SimpleNamespace(cookie_key=lambda: b"0" * 32, session=lambda token: None)
    settings = Settings(secure=True, authority=tls.authority, streams=2)
    app = create_app(SimpleNamespace(ids=tuple), gate, settings)  # type: ignore[arg-type]
    running = serve(app, settings, "127.0.0.1", 0, tls.certificate)
    try:
        trusting = ssl.create_default_context(cadata=tls.authority.decode())
        trusting.verify_flags |= ssl.VERIFY_X509_STRICT
        connection = http.client.HTTPSConnection("127.0.0.1", running.port, context=trusting, timeout=5)
        connection.request("GET", "/trust")
        answer = connection.getresponse()
        assert answer.status == 200
        assert running.url.startswith("https://")
        assert b"SHA-256" in answer.read()
        connection.close()
        wary = http.client.HTTPSConnection("127.0.0.1", running.port, context=ssl.create_default_context(), timeout=5)
        with pytest.raises(ssl.SSLCertVerificationError):
            wary.request("GET", "/trust")
        wary.close()
    finally:
        running.stop()
