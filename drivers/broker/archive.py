"""What a table tells from afar of hands that are over: to whom it may be told, and as much as fits into a message."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from dealer.cards import Card, NotACard
from dealer.ports import History, Role, Signature
from drivers.broker import payloads
from drivers.broker.payloads import BadPayload, HandAsked, HandsAsked, HandsTold, HandTold
from drivers.broker.words import Say, say

_MOST = 200
_ROOM = 4096


@dataclass(frozen=True, slots=True)
class Archive:
    """The hands of one table. may_look: whether a role, as this table knows it, may look hands up."""

    history: History
    may_look: Callable[[Role], bool]

    def find(self, asked: HandsAsked, who: Signature) -> HandsTold:
        """Hands that fit. Raises BadPayload if the card is none, and what the history raises."""
        if not self.may_look(who.role):
            return HandsTold((), say(asked.language, Say.MAY_NOT_LOOK))
        try:
            card = None if asked.card is None else Card.parse(asked.card)
        except NotACard:
            raise BadPayload("card: such as 2c, Td or Ah") from None
        found = tuple(self.history.find(number=asked.number, since=asked.since, seat=asked.seat, card=card))[:_MOST]
        while len(payloads.HANDS_TOLD.write(HandsTold(found, None))) > payloads.LARGEST - _ROOM:
            found = found[: len(found) // 2]
        return HandsTold(found, None)

    def text(self, asked: HandAsked, who: Signature) -> HandTold:
        """A hand in the asker's language. Raises what the history raises."""
        if not self.may_look(who.role):
            return HandTold(None, say(asked.language, Say.MAY_NOT_LOOK))
        if not self.history.find(number=asked.number):
            return HandTold(None, None)
        told = HandTold(self.history.text(asked.number, asked.language), None)
        if len(payloads.HAND_TOLD.write(told)) > payloads.LARGEST - _ROOM:
            return HandTold(None, say(asked.language, Say.TOO_LONG))
        return told
