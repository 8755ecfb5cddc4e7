"""The announcements that other programs read, as the JSON lines that stay stable (DESIGN, interfaces)."""

from __future__ import annotations

from dealer.announce.phrases.en import hand_text
from dealer.announce.records import (
    Act,
    Announcement,
    Award,
    BringIn,
    CalledOff,
    Deal,
    Irregularity,
    Refused,
    Return,
    ShortDeck,
    Show,
)

Line = dict[str, object]


def line(announcement: Announcement) -> Line | None:
    """Return the fields of the line, in their order, or None for what is only spoken.

    A deal's `face` is a word for each card that a seat gets: `up`, `down`, on third street `down down up`.
    """
    match announcement:
        case BringIn(seat, card, _, amount, full_bet):
            card_name = str(card) if card is not None else None
            return {"say": "bring-in", "seat": seat, "card": card_name, "amount": amount, "full_bet": full_bet}
        case Act():
            return {
                "say": "act",
                "street": announcement.street,
                "seat": announcement.seat,
                "showing": hand_text(announcement.showing) if announcement.showing is not None else None,
                "to_call": announcement.to_call,
                "can": [word.value for word in announcement.can],
                "bet_to": list(announcement.bet_to),
                "raise_to": list(announcement.raise_to),
                "raises_left": announcement.raises_left,
            }
        case Deal(street, burn, faces, seats):
            face = " ".join("up" if up else "down" for up in faces)
            return {"say": "deal", "street": street, "burn": burn, "face": face, "seats": list(seats)}
        case ShortDeck():
            return {
                "say": "short-deck",
                "street": announcement.street,
                "stub": announcement.stub,
                "burns": announcement.burns,
                "seats": announcement.seats,
                "procedure": announcement.procedure.value,
                "from": announcement.source.value,
            }
        case Show(seat, must):
            return {"say": "show", "seat": seat, "must": must}
        case Award(pot, _, seat, amount, side, _, hand):
            name = hand_text(hand) if hand is not None else None
            return {"say": "award", "pot": pot, "seat": seat, "amount": amount, "side": side.value, "hand": name}
        case Return(seat, amount):
            return {"say": "return", "seat": seat, "amount": amount}
        case Irregularity(kind, rule):
            return {"say": "irregularity", "kind": kind.value, "rule": rule}
        case CalledOff(outcome, _, rule):
            return {"say": "irregularity", "kind": outcome.value, "rule": rule}
        case Refused(action, rule, why):
            return {"say": "refused", "action": action, "rule": rule, "why": why}
        case _:
            return None
