"""Looking up hands at the tables of a broker: asked of the table's own journal, checked and answered there."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import replace

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from dealer.cards import Card
from dealer.ports import LookedUp
from drivers.broker import payloads
from drivers.broker.payloads import BadPayload, HandAsked, HandsAsked, Unsendable
from drivers.broker.rulings import new_nonce, signature_of
from drivers.broker.tables import BrokerTables, Unanswered, Why
from drivers.broker.words import Say, say

_WORDS = {
    Why.NO_KEY: Say.NO_KEY,
    Why.KEY_UNUSABLE: Say.KEY_UNUSABLE,
    Why.NOT_THERE: Say.LOOK_THERE,
    Why.SILENT: Say.NO_WORD,
}


class BrokerHands:
    """Fulfils `dealer.ports.FarHistory`. wall: seconds since 1970."""

    def __init__(self, tables: BrokerTables, wall: Callable[[], float] = time.time) -> None:
        self._tables = tables
        self._wall = wall

    def find(
        self,
        table: str,
        user: str,
        language: str,
        *,
        number: int | None = None,
        since: str | None = None,
        seat: int | None = None,
        card: Card | None = None,
    ) -> LookedUp:
        """Hands of a table that fit, newest first. Raises UnknownTable."""
        shown = None if card is None else str(card)

        def write(key: Ed25519PrivateKey, name: str) -> bytes:
            asked = HandsAsked("hands", name, user, number, since, seat, shown, language, new_nonce(), self._wall(), "")
            return payloads.HANDS_ASKED.request(replace(asked, signature=signature_of(key, asked)))

        def read(payload: bytes) -> LookedUp:
            told = payloads.HANDS_TOLD.read(payload)
            hands = tuple(replace(hand, table=table) for hand in told.hands)
            return LookedUp(hands, "", told.refused or "")

        return self._asked(table, user, language, write, read)

    def text(self, table: str, user: str, language: str, number: int) -> LookedUp:
        """A hand of a table as text. Raises UnknownTable."""

        def write(key: Ed25519PrivateKey, name: str) -> bytes:
            asked = HandAsked("hand", name, user, number, language, new_nonce(), self._wall(), "")
            return payloads.HAND_ASKED.request(replace(asked, signature=signature_of(key, asked)))

        def read(payload: bytes) -> LookedUp:
            told = payloads.HAND_TOLD.read(payload)
            return LookedUp((), told.text or "", told.refused or "")

        return self._asked(table, user, language, write, read)

    def _asked(
        self,
        table: str,
        user: str,
        language: str,
        write: Callable[[Ed25519PrivateKey, str], bytes],
        read: Callable[[bytes], LookedUp],
    ) -> LookedUp:
        try:
            return read(self._tables.ask(table, user, write))
        except Unanswered as unanswered:
            return LookedUp(
                (), "", say(language, _WORDS[unanswered.why], user=user, command=self._tables.make_key(user))
            )
        except Unsendable:
            return LookedUp((), "", say(language, Say.NO_MESSAGE))
        except BadPayload:
            return LookedUp((), "", say(language, Say.NO_WORD))
