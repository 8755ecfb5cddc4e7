"""What the simulated dealer answers when he is asked about a card: he looks again, and at last says what lies there.

What is no question of a card that lies open, and what has really gone wrong with the deal, waits for a person.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from dealer.cards import Card
from dealer.cli.faults.truth import Eyes
from dealer.cli.faults.truthful import named_as_it_lies
from dealer.desk.moment import Moment
from dealer.desk.play import question_id
from dealer.desk.tabling import sealed_down
from dealer.desk.world import Draft
from dealer.game.due import AwardDue, Over, ShowDue
from dealer.game.state import Hand
from dealer.observations import Place, Zone
from dealer.sensing.records import Answer, Asked, QuestionKind, Witness

MOST_LOOKS = 3
"""How often he lets the camera look again at one thing before he says what he sees himself."""
_LONGEST = 5
Entry = Mapping[str, object]


class SecondLook:
    """Remembers what he was asked in this hand. eyes: what he sees of the cards that lie open."""

    def __init__(self, eyes: Eyes) -> None:
        self._eyes = eyes
        self._hand = 0
        self._asked: dict[tuple[QuestionKind, int | None], set[int]] = {}

    def answer(self, moment: Moment) -> Entry | None:
        """What he answers to the open question, or None if a person has to."""
        asked, hand = moment.desk.sensing.question, moment.desk.hand
        if asked is None:
            return None
        tired = self._looks(moment, asked) > MOST_LOOKS
        if hand is not None and asked.seat is not None and isinstance(hand.due, ShowDue | AwardDue | Over):
            said = self._of_a_shown_hand(moment, hand, asked.seat, asked)
            if said is not None and (tired or said["choice"] == Answer.AS_SEEN.value):
                return said
        elif hand is not None and tired and _offers(asked, Answer.LOOK_AGAIN):
            if _offers(asked, Answer.IGNORE) and not self._eyes.amiss(hand):
                return _choose(asked, Answer.IGNORE)
            said = named_as_it_lies(asked, hand, self._eyes)
            if said is not None:
                return said
        return _choose(asked, Answer.LOOK_AGAIN) if _offers(asked, Answer.LOOK_AGAIN) else None

    def times(self, moment: Moment) -> float:
        """How much longer he takes than the first time: looks that show nothing new shall not fill the journal."""
        asked, entry = moment.desk.sensing.question, self.answer(moment)
        if asked is None or entry is None or entry["choice"] != Answer.LOOK_AGAIN.value:
            return 1.0
        return float(2 ** min(max(self._looks(moment, asked) - MOST_LOOKS - 1, 0), _LONGEST))

    def _looks(self, moment: Moment, asked: Asked) -> int:
        """How often the same thing has been asked in this hand."""
        if moment.desk.table.number != self._hand:
            self._hand = moment.desk.table.number
            self._asked.clear()
        numbers = self._asked.setdefault((asked.kind, asked.seat), set())
        numbers.add(asked.number)
        return len(numbers)

    def _of_a_shown_hand(self, moment: Moment, hand: Hand, seat: int, asked: Asked) -> Entry | None:
        """The answer that makes the record what lies there; None while the hand is not open yet, or none does."""
        place = Place(Zone.SEAT, seat)
        lies = self._eyes.faces_up(place)
        if len(lies) != len(self._eyes.at(place)) or len(lies) != len(hand.up(seat)) + len(hand.down(seat)):
            return None
        lying = next((n for n, option in enumerate(asked.options, start=1) if option.card in lies), None)
        if lying is not None:
            return _answered(asked, str(lying))
        if asked.kind is QuestionKind.CONTRADICTED:
            return None
        if _offers(asked, Answer.TAKE_BACK):
            shown = None if hand.showdown is None else hand.showdown.shown[hand.position(seat)]
            right = Counter((*hand.up(seat), *(shown or ()))) == Counter(lies)
            return _choose(asked, Answer.IGNORE if right else Answer.TAKE_BACK)
        downs = Counter(lies) - Counter(card for card in hand.up(seat) if card is not None)
        told, seen = _by(asked, Witness.SHOE), _by(asked, Witness.CAMERA)
        if _offers(asked, Answer.AS_SEEN) and seen <= downs:
            return _choose(asked, Answer.AS_SEEN)
        if _offers(asked, Answer.AS_TOLD) and told <= downs:
            return _choose(asked, Answer.AS_TOLD)
        if told <= downs:
            unread = tuple(n for n, each in enumerate(sealed_down(Draft(moment.desk), hand, seat)) if each is None)
            downs = told + Counter(self._eyes.unread_down(hand, seat, unread))
        return _named(asked, [card for card in lies if card in downs])


def _by(asked: Asked, witness: Witness) -> Counter[Card]:
    return Counter(reading.card for reading in asked.readings if reading.witness is witness)


def _offers(asked: Asked, answer: Answer) -> bool:
    return any(option.answer is answer for option in asked.options)


def _answered(asked: Asked, choice: str) -> dict[str, object]:
    return {"do": "answer", "question": question_id(asked.number), "choice": choice}


def _choose(asked: Asked, answer: Answer) -> Entry:
    return _answered(asked, answer.value)


def _named(asked: Asked, cards: Sequence[Card]) -> Entry | None:
    """All the cards that are asked for, by hand."""
    if len(cards) != asked.count or not _offers(asked, Answer.BY_HAND):
        return None
    return {**_answered(asked, Answer.BY_HAND.value), "cards": [str(card) for card in cards]}
