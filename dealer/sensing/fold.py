"""How each event changes what is known of the cards. Pure; recovery and replay fold events with `apply`."""

from __future__ import annotations

from dataclasses import replace
from typing import assert_never

from dealer.sensing import records
from dealer.sensing.records import Answer, OutCard, Owed, Placed, Sensing, SensingEvent


def apply(sensing: Sensing, event: SensingEvent) -> Sensing:
    """Return what is known after an event; nothing is checked here."""
    match event:
        case records.CardLeft(card):
            tags = sensing.tags if card.tag is None else (*sensing.tags, card.tag)
            return replace(sensing, out=(*sensing.out, card), tags=tags)
        case records.CardWentBack(position):
            return _went_back(sensing, position)
        case records.CardPlaced():
            return _placed(sensing, event)
        case records.CardsTakenBack(keep):
            return _taken_back(sensing, keep)
        case records.CardJudged(position, state):
            return _put(sensing, position, replace(sensing.placed[position], state=state))
        case records.ToldLate(position):
            told = replace(sensing.placed[position], card=sensing.out[0], owed=Owed.NO)
            return replace(_put(sensing, position, told), out=sensing.out[1:])
        case records.OwedSure():
            return _owed(sensing, Owed.SURE)
        case records.OwedDropped(position):
            return _put(sensing, position, replace(sensing.placed[position], owed=Owed.NO))
        case records.NoMoreOwed():
            return _owed(sensing, Owed.NO)
        case records.OutCardsWait():
            return replace(sensing, out=tuple(replace(card, waits=True, taken_back=False) for card in sensing.out))
        case records.OutCardsUnread():
            unread = tuple(OutCard(None, card.tag, waits=card.waits) for card in sensing.out)
            return replace(sensing, out=unread)
        case records.TagsRearmed(tags):
            return replace(sensing, tags=tuple(tag for tag in sensing.tags if tag not in tags))
        case records.QuestionAsked(asked):
            return replace(sensing, question=asked, asked=asked.number)
        case records.QuestionAnswered(answer=answer):
            counted = sensing.counted or answer is Answer.COUNTED
            return replace(sensing, question=None, counted=counted)
        case records.QuestionDropped():
            return replace(sensing, question=None)
        case records.PolicySet(policy):
            return replace(sensing, policy=policy)
        case records.DeviceChanged() | records.ShoeNoted() | records.ShoeDoubted() | records.HandOpened():
            return sensing
        case _:
            assert_never(event)


def new_hand(sensing: Sensing) -> Sensing:
    """A hand begins from a loaded deck: every card is in the stub (R1.5)."""
    return replace(sensing, out=(), placed=(), tags=(), question=None, counted=False)


def _went_back(sensing: Sensing, position: int) -> Sensing:
    back = sensing.out[position]
    out = (*sensing.out[:position], *sensing.out[position + 1 :])
    return replace(sensing, out=out, tags=tuple(tag for tag in sensing.tags if tag != back.tag))


def _placed(sensing: Sensing, event: records.CardPlaced) -> Sensing:
    card = sensing.out[0] if event.from_out else None
    placed = Placed(event.spot, event.seat, event.index, event.state, card, event.owed)
    return replace(sensing, out=sensing.out[1:] if event.from_out else sensing.out, placed=(*sensing.placed, placed))


def _taken_back(sensing: Sensing, keep: int) -> Sensing:
    back = tuple(
        replace(placed.card, taken_back=True, waits=False)
        for placed in sensing.placed[keep:]
        if placed.card is not None
    )
    return replace(sensing, placed=sensing.placed[:keep], out=(*back, *sensing.out))


def _owed(sensing: Sensing, owed: Owed) -> Sensing:
    placed = tuple(card if card.owed is Owed.NO else replace(card, owed=owed) for card in sensing.placed)
    return replace(sensing, placed=placed)


def _put(sensing: Sensing, position: int, card: Placed) -> Sensing:
    return replace(sensing, placed=(*sensing.placed[:position], card, *sensing.placed[position + 1 :]))
