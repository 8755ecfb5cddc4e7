"""What follows from what a sensor reports: it is noted and sealed, or asked about at once."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from dealer.cards import Card, SealedCard
from dealer.desk.offering import ask
from dealer.desk.world import Draft, World
from dealer.game.due import Over
from dealer.observations import (
    AlertKind,
    CardOut,
    CardReturned,
    CardUnread,
    ShoeAlert,
    ShoeCode,
    ShoeNotice,
    Tag,
    TwoCards,
)
from dealer.sensing import irregularities
from dealer.sensing.records import (
    CardLeft,
    CardWentBack,
    OutCard,
    Placed,
    QuestionDropped,
    Sensing,
    ShoeDoubted,
    ShoeNoted,
)
from dealer.table import rules
from dealer.table.commands import PrepareDeck
from dealer.table.state import DeckStep


@dataclass(frozen=True, slots=True)
class Seals:
    """How a tag becomes a sealed card.

    look_up: the card of a tag in the deck that is in play, or None for a foreign tag.  hashed: its keyed hash.
    """

    look_up: Callable[[str, Tag], Card | None]
    seal: Callable[[Card], SealedCard]
    hashed: Callable[[str], str]


ShoeEvent = CardOut | CardUnread | TwoCards | CardReturned | ShoeNotice | ShoeAlert


def note(draft: Draft, report: ShoeEvent, seals: Seals, world: World) -> None:
    """Note what the shoe reports; what follows from it is settled afterwards. Refuses nothing."""
    match report:
        case CardOut(tag=tag):
            _card_out(draft, tag, seals, world)
        case CardUnread():
            draft.add(CardLeft(OutCard(None, None)))
        case TwoCards(tags=tags):
            _two_cards(draft, tags, seals, world)
        case CardReturned(tag=tag):
            _returned(draft, _hashed(draft, tag, seals), world)
        case ShoeNotice(code=code, detail=detail):
            _notice(draft, code, detail)
        case ShoeAlert(kind=kind, missing=missing):
            _doubt(draft, kind, missing, world)


def _card_out(draft: Draft, tag: Tag, seals: Seals, world: World) -> None:
    sensing = draft.desk.sensing
    card = seals.look_up(draft.desk.table.deck.name, tag)
    hashed = _hashed(draft, tag, seals)
    if card is None or hashed in sensing.tags:
        # The identity is dropped on purpose: what is asked must not depend on it.
        draft.add(CardLeft(OutCard(None, hashed if card is not None else None)))
        if draft.desk.sensing.question is None:
            ask(draft, irregularities.deck_fault(draft.desk.sensing), world)
        return
    draft.add(CardLeft(OutCard(seals.seal(card), hashed)))


def _hashed(draft: Draft, tag: Tag, seals: Seals) -> str:
    """The keyed hash of a tag in this hand only.

    A tag is the same in every hand. Were its hash so too, whoever once saw the card face up could tell from the
    journal when it lies face down.
    """
    return seals.hashed(f"{draft.desk.table.number}/{tag.text}")


def _two_cards(draft: Draft, tags: tuple[Tag, ...], seals: Seals, world: World) -> None:
    for tag in tags:
        card = seals.look_up(draft.desk.table.deck.name, tag)
        sealed = None if card is None else seals.seal(card)
        draft.add(CardLeft(OutCard(sealed, _hashed(draft, tag, seals))))
    if draft.desk.sensing.question is None:
        ask(draft, irregularities.two_cards(draft.desk.sensing), world)


def _returned(draft: Draft, hashed: str, world: World) -> None:
    sensing = draft.desk.sensing
    for position in reversed(range(len(sensing.out))):
        if sensing.out[position].tag == hashed:
            draft.add(CardWentBack(position))
            _question_is_moot(draft)
            return
    if sensing.question is None and _last_placed(sensing, hashed) is not None:
        ask(draft, irregularities.came_back(sensing), world)


def _last_placed(sensing: Sensing, hashed: str) -> Placed | None:
    """Only the card that was placed last can be taken out of its place by itself."""
    last = sensing.placed[-1] if sensing.placed else None
    return last if last is not None and last.card is not None and last.card.tag == hashed else None


def _question_is_moot(draft: Draft) -> None:
    """What was asked about cards that are out is no question when they are back in the shoe."""
    sensing = draft.desk.sensing
    if sensing.question is not None and not sensing.out:
        draft.add(QuestionDropped(sensing.question.number))


def _notice(draft: Draft, code: ShoeCode, detail: str) -> None:
    draft.add(ShoeNoted(code, detail))
    table = draft.desk.table
    if code is ShoeCode.LID_CLOSED and table.hand is None and table.deck.step is DeckStep.SHUFFLED:
        draft.add(*rules.decide(table, PrepareDeck(DeckStep.LOADED)))


def _doubt(draft: Draft, kind: AlertKind, missing: int | None, world: World) -> None:
    """A hole in the shoe's events stops a deal until the stub is counted; between hands it is shown (OSP/1 rule 3)."""
    draft.add(ShoeDoubted(kind.value, missing))
    hand = draft.desk.hand
    if hand is None or isinstance(hand.due, Over) or not _anything_left(draft):
        return
    sensing = draft.desk.sensing
    if sensing.question is not None:
        draft.add(QuestionDropped(sensing.question.number))
    ask(draft, irregularities.stub_count(draft.desk.sensing, hand.stub - len(sensing.out)), world)


def _anything_left(draft: Draft) -> bool:
    """Before the first card of a hand nothing can have been lost: the deck was just loaded."""
    sensing = draft.desk.sensing
    return bool(sensing.placed or sensing.out)
