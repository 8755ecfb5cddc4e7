"""What the simulated dealer moves after a ruling, so that the cards lie as the controller's screen says. Pure."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from dealer.observations import Place, Zone
from dealer.ports import NextStep, StepKind
from dealer.snapshots import CardState, SeatStatus, TableCard, TableView
from drivers.mock.truth import Laid, Truth

BURN_PILE = Place(Zone.BURN)
COMMUNITY_PLACE = Place(Zone.COMMUNITY)
AWAY = Place(Zone.ELSEWHERE)
DEALT_TO = frozenset({SeatStatus.LIVE, SeatStatus.ALL_IN})
PLAYING = DEALT_TO | {SeatStatus.SHOWN}


@dataclass(frozen=True, slots=True)
class Move:
    """A card that belongs elsewhere."""

    number: int
    place: Place


@dataclass(frozen=True, slots=True)
class Tidying:
    """What is to be done.

    moves: cards that go to their place.  left: numbers of the cards that have no place yet, in the order in which they
    were drawn.  missing: places where the controller knows of a card that was never dealt.
    """

    moves: tuple[Move, ...]
    left: tuple[int, ...]
    missing: tuple[Place, ...]


def place_of(step: NextStep) -> Place:
    """Where the card of a card step goes."""
    match step.kind:
        case StepKind.BURN:
            return BURN_PILE
        case StepKind.COMMUNITY:
            return COMMUNITY_PLACE
        case _:
            return Place(Zone.SEAT, step.seat)


def due_is_out(step: NextStep, view: TableView, left: Sequence[int]) -> bool:
    """Whether the controller takes the first of the cards that are left for the card due.

    Of a card that is only seen it does not know yet whether it is the one; of two that lie there none is.
    """
    card = _due_card(step, view)
    if card is None or (card.state is CardState.SEEN and len(left) > 1):
        return False
    return card.state is not CardState.DUE


def tidying(truth: Truth, view: TableView, step: NextStep) -> Tidying:
    """Compare what lies with what the controller has placed.

    A burn that is lacking is the oldest card since the slip. Elsewhere the oldest cards stay, the slip itself excepted,
    and those that are too many go, in the order in which they were drawn, to where one is lacking.
    """
    wanted = _wanted(step, view)
    # Once burns went back into the shoe or became the community card, their number on the table tells nothing.
    if any(key.kind in (StepKind.SCRAMBLE.value, StepKind.COMMUNITY.value) for key in truth.done):
        del wanted[BURN_PILE]
    since = [card for card in truth.laid if truth.slip and card.number >= truth.slip and card.place != BURN_PILE]
    burned = sorted(since, key=lambda card: card.number)[: _lacking_burns(truth, wanted)]
    pool: list[Laid] = [card for card in truth.mucked if card.place == AWAY]
    lacking = [BURN_PILE] * (_lacking_burns(truth, wanted) - len(burned))
    for place, count in wanted.items():
        row = [card for card in truth.at(place) if card not in burned]
        pool += sorted(row, key=lambda card: card.number == truth.slip)[count:]
        if place != BURN_PILE:
            lacking += [place] * (count - len(row))
    pool.sort(key=lambda card: card.number)
    moves = [Move(card.number, BURN_PILE) for card in burned]
    moves += [Move(card.number, place) for card, place in zip(pool, lacking, strict=False)]
    left = tuple(card.number for card in pool[len(lacking) :])
    return Tidying(tuple(moves), left, tuple(lacking[len(pool) :]))


def _lacking_burns(truth: Truth, wanted: dict[Place, int]) -> int:
    return max(0, wanted.get(BURN_PILE, 0) - len(truth.at(BURN_PILE)))


def to_turn_up(truth: Truth, view: TableView, step: NextStep) -> tuple[Laid, ...]:
    """The cards that lie face down and are up-cards to the controller: of each seat the ones laid last."""
    turned: list[Laid] = []
    for seat in view.seats:
        place = Place(Zone.SEAT, seat.seat)
        row = truth.at(place)
        ups = sum(card.face_up for card in _placed(step, seat.seat, seat.cards))
        short = ups - sum(card.face_up for card in row)
        if seat.status in PLAYING and short > 0:
            turned += [card for card in row if not card.face_up][-short:]
    return tuple(turned)


def to_turn_down(truth: Truth, view: TableView, step: NextStep) -> tuple[Laid, ...]:
    """The cards that lie face up and are down-cards to the controller: of each seat the ones laid last (WL 214).

    A hand that is being tabled stays as its player laid it.
    """
    turned: list[Laid] = []
    for seat in view.seats:
        if step.kind is StepKind.SHOW and step.seat == seat.seat:
            continue
        row = truth.at(Place(Zone.SEAT, seat.seat))
        wanted = [card.face_up for card in _placed(step, seat.seat, seat.cards)]
        faces = [card for card in row if card.face_up]
        if seat.status in DEALT_TO and len(row) == len(wanted) and len(faces) > sum(wanted):
            turned += faces[sum(wanted) :]
    return tuple(turned)


def _wanted(step: NextStep, view: TableView) -> dict[Place, int]:
    """How many cards the controller has placed where, in the order of the deal."""
    wanted = {BURN_PILE: int(view.burns)}
    for seat in view.seats:
        if seat.status in PLAYING:
            wanted[Place(Zone.SEAT, seat.seat)] = len(list(_placed(step, seat.seat, seat.cards)))
    community = list(view.community)
    wanted[COMMUNITY_PLACE] = len(community) - (step.kind is StepKind.COMMUNITY and bool(community))
    return wanted


def _placed(step: NextStep, seat: int, cards: tuple[TableCard, ...]) -> Iterator[TableCard]:
    """A seat's cards without the place of the one that is due."""
    due = _due_of(step, seat, cards)
    return (card for card in cards if card is not due)


def _due_card(step: NextStep, view: TableView) -> TableCard | None:
    if step.kind is StepKind.COMMUNITY:
        return view.community[-1] if view.community else None
    rows = (_due_of(step, seat.seat, seat.cards) for seat in view.seats)
    return next((card for card in rows if card is not None), None)


def _due_of(step: NextStep, seat: int, cards: tuple[TableCard, ...]) -> TableCard | None:
    """The entry of a seat's row that stands for the card due: the last of those that lie the same way up."""
    if step.kind is not StepKind.DEAL or step.seat != seat or step.face is None:
        return None
    same = [card for card in cards if card.face_up == (step.face.value == "up")]
    return same[-1] if same else None
