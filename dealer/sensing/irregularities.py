"""What is asked when the sensors cannot settle a card, and what may be answered (R8). Names no face-down card."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from dealer.cards import Card
from dealer.game.irregularities import IrregularityKind
from dealer.sensing.records import Answer, Asked, Option, QuestionKind, Reading, Sensing, Witness

_LOOK_AGAIN = Option(Answer.LOOK_AGAIN)
_OTHER_CARD = Option(Answer.OTHER_CARD)
_PUT_BACK = Option(Answer.PUT_BACK)
_AS_SEEN = Option(Answer.AS_SEEN)
_REST = Option(Answer.REST)
_BY_HAND = Option(Answer.BY_HAND)
_ALL_IS_WELL = Option(Answer.IGNORE)
_BURN_ERRORS = (IrregularityKind.MISSED_BURN, IrregularityKind.DOUBLE_BURN)


def _ask(
    sensing: Sensing,
    kind: QuestionKind,
    seat: int | None,
    options: Iterable[Option],
    readings: Iterable[Reading] = (),
    *,
    index: int | None = None,
    count: int = 0,
) -> Asked:
    return Asked(sensing.asked + 1, kind, seat, tuple(readings), tuple(options), index, count)


def disagree(
    sensing: Sensing,
    seat: int | None,
    readings: Sequence[Reading],
    kinds: Iterable[IrregularityKind] = (),
    *,
    exposed: bool = False,
) -> Asked:
    """The witnesses of an up-card name different cards; neither is believed until a person says so (R8).

    kinds: what has likely gone wrong.  exposed: the face may be a hole card.
    """
    cards = dict.fromkeys(reading.card for reading in readings)
    options = (
        *(Option(Answer.REPORT, kind=kind) for kind in kinds),
        *(Option(Answer.CARD, card) for card in cards),
        _LOOK_AGAIN,
        _OTHER_CARD,
        *((Option(Answer.REPORT, kind=IrregularityKind.HOLE_CARD_EXPOSED),) if exposed else ()),
    )
    return _ask(sensing, QuestionKind.DISAGREE, seat, options, readings)


def contradicted(
    sensing: Sensing,
    seat: int | None,
    index: int,
    said: Card,
    seen: Card,
    *,
    after_burn: bool,
    by: Witness = Witness.SHOE,
) -> Asked:
    """The camera reads another card than the one that was told of. by: whom.  after_burn: a burn came just before."""
    readings = (Reading(by, said), Reading(Witness.CAMERA, seen))
    options = [Option(Answer.CARD, said), Option(Answer.CARD, seen), _LOOK_AGAIN, _OTHER_CARD]
    if after_burn:
        options += [Option(Answer.REPORT, kind=kind) for kind in _BURN_ERRORS]
    return _ask(sensing, QuestionKind.CONTRADICTED, seat, options, readings, index=index)


def unread(sensing: Sensing, seat: int | None, guesses: Sequence[Card], *, left: bool) -> Asked:
    """An up-card that no sensor could read. left: the shoe counted it, so it could be put back."""
    options = [*(Option(Answer.CARD, card) for card in guesses[:3]), _OTHER_CARD, _LOOK_AGAIN]
    if left:
        options.append(_PUT_BACK)
    return _ask(sensing, QuestionKind.UNREAD, seat, options)


def not_seen(sensing: Sensing, seat: int | None) -> Asked:
    """A card left the shoe and was not seen at its place in time. The shoe's reading stays sealed: it may lie down."""
    options = (_LOOK_AGAIN, _OTHER_CARD, _PUT_BACK, Option(Answer.REPORT, kind=IrregularityKind.CARD_OFF_TABLE))
    return _ask(sensing, QuestionKind.NOT_SEEN, seat, options)


def not_out(sensing: Sensing, seat: int | None, seen: Card, *, after_burn: bool) -> Asked:
    """A card is seen at its place that the shoe has not told of: missed by the shoe, or the burn was forgotten."""
    options = [Option(Answer.CARD, seen), _LOOK_AGAIN, _OTHER_CARD]
    if after_burn:
        options.insert(0, Option(Answer.REPORT, kind=IrregularityKind.MISSED_BURN))
    return _ask(sensing, QuestionKind.NOT_OUT, seat, options, (Reading(Witness.CAMERA, seen),))


def two_faces(sensing: Sensing, seat: int | None, due: Card, other: Card, *, after_burn: bool) -> Asked:
    """Two new cards lie where one is due. due: the one that the shoe told of last; other: the one that is too many."""
    kinds = (IrregularityKind.MISSED_BURN,) * after_burn + (IrregularityKind.HOLE_CARD_EXPOSED,)
    options = (
        *(Option(Answer.REPORT, kind=kind) for kind in kinds),
        Option(Answer.CARD, due),
        Option(Answer.CARD, other),
        _LOOK_AGAIN,
    )
    readings = (Reading(Witness.CAMERA, due), Reading(Witness.CAMERA, other))
    return _ask(sensing, QuestionKind.TWO_FACES, seat, options, readings)


def two_cards(sensing: Sensing) -> Asked:
    """Two cards passed the mouth at once; which came first is not known."""
    options = (_PUT_BACK, Option(Answer.UNREAD), Option(Answer.REPORT, kind=IrregularityKind.TWO_CARDS))
    return _ask(sensing, QuestionKind.TWO_CARDS, None, options, count=2)


def deck_fault(sensing: Sensing) -> Asked:
    """A card that is not of this deck, or that should not be in the stub. The same words whichever card it is."""
    options = (
        _PUT_BACK,
        Option(Answer.UNREAD),
        Option(Answer.REPORT, kind=IrregularityKind.FOREIGN_CARD),
        Option(Answer.REPORT, kind=IrregularityKind.DUPLICATE_CARD),
        Option(Answer.REPORT, kind=IrregularityKind.JOKER),
    )
    return _ask(sensing, QuestionKind.DECK_FAULT, None, options)


def early(sensing: Sensing, *, in_hand: bool) -> Asked:
    """A card left the shoe while none is due."""
    options = [Option(Answer.WAITS), _PUT_BACK]
    if in_hand:
        options.append(Option(Answer.REPORT, kind=IrregularityKind.PREMATURE_CARD))
    return _ask(sensing, QuestionKind.EARLY, None, options, count=len(sensing.out))


def taken_back(sensing: Sensing) -> Asked:
    """Cards lie on the table whose places were undone, and a card is due."""
    count = sum(card.taken_back for card in sensing.out)
    return _ask(sensing, QuestionKind.TAKEN_BACK, None, (Option(Answer.DEAL_ON), _PUT_BACK), count=count)


def wrong_seat(sensing: Sensing, seat: int, seen: Card, kinds: Iterable[IrregularityKind] = ()) -> Asked:
    """A card is seen where none is due. kinds: what else it may be."""
    reports = (IrregularityKind.WRONG_SEAT, *kinds)
    options = (_LOOK_AGAIN, *(Option(Answer.REPORT, kind=kind) for kind in reports), _ALL_IS_WELL)
    return _ask(sensing, QuestionKind.WRONG_SEAT, seat, options, (Reading(Witness.CAMERA, seen),))


def exposed(sensing: Sensing, seat: int, seen: Card) -> Asked:
    """A face is seen at a seat that has only cards face down."""
    options = (
        _LOOK_AGAIN,
        Option(Answer.REPORT, kind=IrregularityKind.HOLE_CARD_EXPOSED),
        Option(Answer.REPORT, kind=IrregularityKind.WRONG_SEAT),
        _ALL_IS_WELL,
    )
    return _ask(sensing, QuestionKind.EXPOSED, seat, options, (Reading(Witness.CAMERA, seen),))


def seventh_up(sensing: Sensing, seat: int, seen: Card) -> Asked:
    """A seventh card lies face up (WL 229, 230)."""
    options = (_LOOK_AGAIN, Option(Answer.REPORT, kind=IrregularityKind.SEVENTH_FACE_UP), _ALL_IS_WELL)
    return _ask(sensing, QuestionKind.SEVENTH_UP, seat, options, (Reading(Witness.CAMERA, seen),))


def two_burns(sensing: Sensing) -> Asked:
    """More cards lie in the burn zone than were burned."""
    options = (Option(Answer.REPORT, kind=IrregularityKind.DOUBLE_BURN), _LOOK_AGAIN, _ALL_IS_WELL)
    return _ask(sensing, QuestionKind.TWO_BURNS, None, options)


def stub_count(sensing: Sensing, expected: int) -> Asked:
    """The shoe may have lost events: the stub has to be counted (OSP/1 rule 3). expected: how many it should have."""
    options = (Option(Answer.COUNTED), Option(Answer.REPORT, kind=IrregularityKind.MISSING_CARD))
    return _ask(sensing, QuestionKind.STUB_COUNT, None, options, count=expected)


def late(sensing: Sensing, count: int) -> Asked:
    """The shoe is back and tells of a card; cards were entered by hand meanwhile."""
    return _ask(
        sensing, QuestionKind.LATE, None, (Option(Answer.MATCH), Option(Answer.DEAL_ON), _PUT_BACK), count=count
    )


def tabled(sensing: Sensing, seat: int, readings: Sequence[Reading], unread: int) -> Asked:
    """A hand is tabled of which cards were never read. readings: what the camera sees of them.  unread: how many."""
    options = [_BY_HAND, _LOOK_AGAIN]
    if len(readings) == unread:
        options = [_AS_SEEN, _LOOK_AGAIN, _BY_HAND]
    elif readings:
        options = [_REST, _LOOK_AGAIN, _BY_HAND]
    return _ask(sensing, QuestionKind.TABLED, seat, options, readings, count=unread)


def tabled_otherwise(sensing: Sensing, seat: int, readings: Sequence[Reading], count: int, *, told: bool) -> Asked:
    """Several cards of a tabled hand are seen otherwise than the shoe told of them, or of some it did not tell.

    count: the cards that a person has to vouch for.  told: the shoe told of all of them.
    """
    as_told = [Option(Answer.AS_TOLD)] if told else []
    options = (*as_told, _AS_SEEN, _LOOK_AGAIN, _BY_HAND)
    return _ask(sensing, QuestionKind.DISAGREE, seat, options, readings, count=count)


def shown_otherwise(sensing: Sensing, seat: int, readings: Sequence[Reading]) -> Asked:
    """A hand was shown, and the camera then reads cards of it otherwise. Taken back it can be shown as it lies."""
    options = (Option(Answer.TAKE_BACK), _LOOK_AGAIN, Option(Answer.IGNORE))
    return _ask(sensing, QuestionKind.DISAGREE, seat, options, readings)


def came_back(sensing: Sensing) -> Asked:
    """A card that has its place on the table was pushed back into the shoe."""
    return _ask(sensing, QuestionKind.CAME_BACK, None, (Option(Answer.TAKE_BACK), _ALL_IS_WELL))
