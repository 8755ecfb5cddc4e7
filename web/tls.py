"""How a connection becomes a TLS one: in the thread that serves it, so a client that stalls holds up nobody."""

from __future__ import annotations

import socket
import ssl
from typing import Any

from cheroot.ssl.builtin import BuiltinSSLAdapter

_ENVIRON = {"wsgi.url_scheme": "https", "HTTPS": "on"}


class PatientAdapter(BuiltinSSLAdapter):
    """Leaves the handshake to the first read, which is made by the thread that serves the connection.

    Cheroot's own adapter shakes hands in the one thread that accepts: whoever connects and says nothing would keep
    every other page from opening until the time is over.
    """

    def wrap(self, sock: socket.socket) -> tuple[ssl.SSLSocket, dict[str, Any]]:
        """Wrap a socket that was just accepted."""
        self.context.minimum_version = ssl.TLSVersion.TLSv1_2
        return self.context.wrap_socket(sock, do_handshake_on_connect=False, server_side=True), dict(_ENVIRON)
