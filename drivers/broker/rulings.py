"""Whether a request from afar is what it says: signed by somebody whom this table knows, for this table, now, once.

Whether the rules allow it, the table decides.
"""

from __future__ import annotations

import json
import secrets
from collections.abc import Callable, Mapping
from dataclasses import fields, replace

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey

from dealer.ports import DealerError, Ruler, Signature
from drivers.broker.payloads import HandAsked, HandsAsked, RulingAsked

WINDOW = 30.0
"""Seconds that the clocks of floor and table may differ, and that a ruling may be on its way."""
_MOST_NONCES = 4096


class Forged(DealerError):
    """A ruling that nobody whom the table knows has signed, or that was meant for another table."""


class Replayed(DealerError):
    """A ruling that was sent before, or too long ago."""


class RulersUnknown(DealerError):
    """It cannot be read who may rule; says why and where, which is for the table's technician alone."""


Signed = RulingAsked | HandsAsked | HandAsked
"""What somebody signs: all of its fields but the signature."""


def new_nonce() -> str:
    """A number that nobody has used before."""
    return secrets.token_hex(16)


def signed(
    key: Ed25519PrivateKey, table: str, who: str, entry: Mapping[str, object], turn: int, language: str, at: float
) -> RulingAsked:
    """Sign a ruling of a user. table: `ROOM/TABLE`.  at: seconds since 1970."""
    bare = RulingAsked("enter", table, who, dict(entry), turn, language, new_nonce(), at, "")
    return replace(bare, signature=signature_of(key, bare))


def signature_of(key: Ed25519PrivateKey, asked: Signed) -> str:
    """The signature of a request, in hexadecimal."""
    return key.sign(_said(asked)).hex()


def _said(asked: Signed) -> bytes:
    """What is signed: every field, in an order and a form that both sides make alike."""
    signed_fields = {each.name: getattr(asked, each.name) for each in fields(asked) if each.name != "signature"}
    text = json.dumps(signed_fields, sort_keys=True, separators=(",", ":"), ensure_ascii=True, allow_nan=False)
    return b"stud-asked-1:" + text.encode()


class Judge:
    """Knows who may rule here, and which rulings it has taken. For one thread.

    table: `ROOM/TABLE`.  rulers: looked up anew for each ruling, so that a name can be struck off at once.
    started: seconds since 1970; what was signed before is not taken, since its nonces are forgotten.
    """

    def __init__(self, table: str, rulers: Callable[[], Mapping[str, Ruler]], started: float) -> None:
        self._table = table
        self._rulers = rulers
        self._started = started
        self._seen: dict[str, float] = {}

    def signature(self, asked: Signed, now: float) -> Signature:
        """Whose entry it is, with the role that he has at this table. now: seconds since 1970.

        Raises RulersUnknown, Forged, Replayed.
        """
        try:
            ruler = self._rulers().get(asked.user)
        except DealerError as trouble:
            raise RulersUnknown(str(trouble)) from None
        if ruler is None or asked.table != self._table or not _genuine(ruler, asked):
            raise Forged("this ruling is not signed by anybody who may rule at this table")
        if abs(now - asked.at) > WINDOW or asked.at < self._started:
            raise Replayed("this ruling is too old; look at the clocks of floor and table, and enter it again")
        if asked.nonce in self._seen:
            raise Replayed("this ruling has been taken already")
        self._forget(now)
        if len(self._seen) >= _MOST_NONCES:
            raise Replayed("too many rulings at once; enter it again in a moment")
        self._seen[asked.nonce] = asked.at
        return Signature(asked.user, ruler.role)

    def _forget(self, now: float) -> None:
        for nonce, at in list(self._seen.items()):
            if now - at > 2 * WINDOW:
                del self._seen[nonce]


def _genuine(ruler: Ruler, asked: Signed) -> bool:
    try:
        Ed25519PublicKey.from_public_bytes(ruler.key).verify(bytes.fromhex(asked.signature), _said(asked))
    except (InvalidSignature, ValueError):
        return False
    return True
