"""How a screen comes to trust the local authority: what it is, how to check it, how to take it over."""

from __future__ import annotations

import base64
import binascii
import hashlib

from flask import Blueprint, abort, render_template
from werkzeug.wrappers import Response

from web.rooms import Rooms


def fingerprint(pem: bytes) -> str:
    """SHA-256 over the certificate as every browser shows it: pairs of digits with colons. Raises ValueError."""
    body = b"".join(line for line in pem.splitlines() if not line.startswith(b"-----"))
    try:
        digest = hashlib.sha256(base64.b64decode(body, validate=True)).hexdigest().upper()
    except binascii.Error as error:
        raise ValueError("this is no certificate in PEM") from error
    return ":".join(digest[at : at + 2] for at in range(0, len(digest), 2))


def pages(rooms: Rooms) -> Blueprint:
    """The pages of this module; they are for anybody, since a screen has to trust before it can sign in."""
    blueprint = Blueprint("trust", __name__)
    authority = rooms.settings.authority

    @blueprint.get("/trust")
    def explain() -> str:
        mark = fingerprint(authority) if authority else ""
        return render_template("trust.html", fingerprint=mark, secure=rooms.settings.secure)

    @blueprint.get("/trust/authority.crt")
    def certificate() -> Response:
        if authority is None:
            abort(404)
        # PEM under this type is what browsers, phones and Debian's ca-certificates all take.
        answer = Response(authority, mimetype="application/x-x509-ca-cert")
        answer.headers["Content-Disposition"] = 'attachment; filename="stud-dealer-authority.crt"'
        return answer

    return blueprint
