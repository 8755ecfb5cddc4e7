"""Serves the pages from this very process, over TLS if there is a certificate."""

from __future__ import annotations

import errno
import logging
import socket
import threading
from dataclasses import dataclass
from pathlib import Path

from cheroot.wsgi import Server
from flask import Flask

from dealer.ports import DealerError
from web.hub import Hub
from web.patience import Patience, patient_connection
from web.settings import Settings
from web.tls import PatientAdapter

_LOG = logging.getLogger(__name__)
_SPARE_THREADS = 16
_SEND_SECONDS = 5


class CannotServe(DealerError):
    """The server can't start; one line that says why and what to do."""


@dataclass(frozen=True, slots=True)
class Certificate:
    """The files of a TLS certificate and its key, in PEM."""

    chain: Path
    key: Path


class WebServer:
    """A running server. port: the one it got, if 0 was asked for."""

    def __init__(
        self, server: Server, thread: threading.Thread, hub: Hub, patience: Patience, scheme: str, host: str
    ) -> None:
        self._server = server
        self._thread = thread
        self._hub = hub
        self._patience = patience
        self.port: int = server.bind_addr[1]
        shown = {"0.0.0.0": "localhost", "::": "localhost", "127.0.0.1": "localhost"}.get(host, host)
        self.url = f"{scheme}://{f'[{shown}]' if ':' in shown else shown}:{self.port}"

    def stop(self) -> None:
        """End the streams, then the server."""
        self._hub.stop()
        self._patience.stop()
        self._server.stop()
        self._thread.join(10)


def _check_port(host: str, port: int) -> None:
    """Find out before starting why a port can't be had, since the server itself only says that it can't."""
    try:
        found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)[0]
    except socket.gaierror as error:
        raise CannotServe(f"there is no address {host} here ({error.strerror}); use 127.0.0.1 or 0.0.0.0") from error
    with socket.socket(found[0], found[1]) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind(found[4])
        except PermissionError as error:
            raise CannotServe(
                f"port {port} needs more rights than this program has; use a port above 1023, such as --port 8443"
            ) from error
        except OSError as error:
            if error.errno == errno.EADDRINUSE:
                raise CannotServe(
                    f"port {port} is taken by another program; stop it or choose another with --port"
                ) from error
            raise CannotServe(f"{host}:{port} can't be served: {error.strerror}; check host and port") from error


class _Quiet(Server):
    """Cheroot's server, whose only way to be told where to log is this method."""

    def error_log(self, msg: str = "", level: int = logging.INFO, traceback: bool = False) -> None:
        """What went wrong with one connection, in a line: a client that breaks off is nothing to wake anybody for."""
        del level, traceback
        _LOG.info("a connection failed: %s", msg)


def serve(app: Flask, settings: Settings, host: str, port: int, certificate: Certificate | None = None) -> WebServer:
    """Start to serve and return at once. port: 0 takes a free one.  Raises CannotServe."""
    if not 0 <= port <= 65535:
        raise CannotServe(f"{port} is no port; choose one from 1024 to 65535")
    _check_port(host, port)
    server = _Quiet(
        (host, port),
        app,
        numthreads=settings.streams + _SPARE_THREADS,
        server_name="stud",
        request_queue_size=128,
        timeout=_SEND_SECONDS,
        shutdown_timeout=3,
    )
    # A body beyond this is refused before a byte of it is read; a header too.
    server.max_request_body_size = settings.body
    server.max_request_header_size = 32 * 1024
    if certificate is not None:
        try:
            server.ssl_adapter = PatientAdapter(str(certificate.chain), str(certificate.key))
        except (OSError, ValueError) as error:
            raise CannotServe(
                f"the certificate {certificate.chain} can't be used ({error}); name a PEM chain and its key"
            ) from error
    patience = Patience()
    server.ConnectionClass = patient_connection(patience)
    try:
        server.prepare()
    except OSError as error:
        raise CannotServe(f"{host}:{port} can't be served: {error}; choose another port with --port") from error
    thread = threading.Thread(target=server.serve, name="web", daemon=True)
    thread.start()
    patience.start()
    hub = app.extensions["hub"]
    scheme = "http" if certificate is None else "https"
    return WebServer(server, thread, hub, patience, scheme, host)
