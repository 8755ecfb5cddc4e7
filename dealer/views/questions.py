"""How a question is put on the screen: what was seen, what the house says, what may be answered (R8)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from dealer.announce.records import Irregularity
from dealer.desk.moment import Moment
from dealer.desk.play import held_id, question_id
from dealer.desk.state import Desk, stub_expected
from dealer.game.due import Held
from dealer.sensing.records import Answer, Asked, Option, QuestionKind, Witness
from dealer.snapshots import Control, Question
from dealer.views.voice import Voice
from dealer.wording.texts import Text

_TITLES: Mapping[QuestionKind, Text] = {
    QuestionKind.DISAGREE: Text.ASK_DISAGREE_READINGS,
    QuestionKind.CONTRADICTED: Text.ASK_DISAGREE_READINGS,
    QuestionKind.UNREAD: Text.ASK_UNREAD,
    QuestionKind.NOT_SEEN: Text.ASK_NOT_SEEN,
    QuestionKind.NOT_OUT: Text.ASK_NOT_OUT,
    QuestionKind.TWO_FACES: Text.ASK_TWO_FACES,
    QuestionKind.TWO_CARDS: Text.ASK_TWO_CARDS,
    QuestionKind.DECK_FAULT: Text.ASK_DECK_FAULT,
    QuestionKind.EARLY: Text.ASK_EARLY,
    QuestionKind.TAKEN_BACK: Text.ASK_TAKEN_BACK,
    QuestionKind.WRONG_SEAT: Text.ASK_WRONG_SEAT,
    QuestionKind.EXPOSED: Text.ASK_EXPOSED,
    QuestionKind.SEVENTH_UP: Text.ASK_SEVENTH_UP,
    QuestionKind.TWO_BURNS: Text.ASK_TWO_BURNS,
    QuestionKind.STUB_COUNT: Text.ASK_STUB_COUNT,
    QuestionKind.LATE: Text.ASK_LATE,
    QuestionKind.CAME_BACK: Text.ASK_CAME_BACK,
    QuestionKind.TABLED: Text.ASK_TABLED,
}
_ANSWERS: Mapping[Answer, Text] = {
    Answer.CARD: Text.SAY_CARD,
    Answer.OTHER_CARD: Text.SAY_OTHER,
    Answer.LOOK_AGAIN: Text.SAY_AGAIN,
    Answer.PUT_BACK: Text.SAY_PUT_BACK,
    Answer.WAITS: Text.SAY_WAITS,
    Answer.DEAL_ON: Text.SAY_DEAL_ON,
    Answer.UNREAD: Text.SAY_UNREAD,
    Answer.COUNTED: Text.SAY_COUNTED,
    Answer.MATCH: Text.SAY_MATCH,
    Answer.TAKE_BACK: Text.SAY_TAKE_BACK,
    Answer.IGNORE: Text.SAY_IGNORE,
    Answer.AS_SEEN: Text.SAY_AS_SEEN,
    Answer.AS_TOLD: Text.SAY_AS_TOLD,
    Answer.REST: Text.SAY_REST,
    Answer.BY_HAND: Text.SAY_BY_HAND,
}
_WITH_PICTURE = frozenset(
    {
        QuestionKind.DISAGREE,
        QuestionKind.CONTRADICTED,
        QuestionKind.UNREAD,
        QuestionKind.NOT_SEEN,
        QuestionKind.NOT_OUT,
        QuestionKind.TWO_FACES,
        QuestionKind.WRONG_SEAT,
        QuestionKind.EXPOSED,
        QuestionKind.SEVENTH_UP,
        QuestionKind.TWO_BURNS,
        QuestionKind.TABLED,
    }
)


def open_question(moment: Moment, voice: Voice) -> Question | None:
    """The question that a person has to answer now, or None."""
    desk = moment.desk
    if desk.sensing.question is not None:
        return _about_cards(_as_it_is(desk, desk.sensing.question), voice)
    hand = desk.hand
    if hand is not None and isinstance(hand.due, Held):
        return _ruling(desk, hand.due, voice)
    return None


def _as_it_is(desk: Desk, asked: Asked) -> Asked:
    """The stub is counted now, not when it was asked about: the shoe may have told of cards since."""
    expected = stub_expected(desk)
    return replace(asked, count=expected) if asked.kind is QuestionKind.STUB_COUNT and expected is not None else asked


def _about_cards(asked: Asked, voice: Voice) -> Question:
    where = voice.say(Text.ASK_COMMUNITY) if asked.seat is None else asked.seat
    title = voice.say(_TITLES[asked.kind], seat=where, readings=voice.readings(asked.readings), count=asked.count)
    if asked.kind is QuestionKind.DISAGREE and not asked.readings:
        title = voice.say(Text.ASK_DISAGREE, seat=where)
    if asked.kind is QuestionKind.TAKEN_BACK and asked.count == 1:
        title = voice.say(Text.ASK_TAKEN_BACK_ONE)
    if asked.kind is QuestionKind.TABLED and len(asked.readings) < asked.count:
        text = Text.ASK_TABLED_SOME if asked.readings else Text.ASK_TABLED_UNSEEN
        title = voice.say(text, seat=where, count=asked.count, seen=len(asked.readings))
    return Question(
        id=question_id(asked.number),
        kind=asked.kind.value,
        rule="R8",
        title=title,
        detail=voice.say(_why(asked)),
        seat=asked.seat,
        readings=tuple((reading.witness.value, str(reading.card)) for reading in asked.readings),
        choices=_choices(asked, voice),
        picture=asked.kind in _WITH_PICTURE,
        card_wanted=any(option.answer is Answer.OTHER_CARD for option in asked.options),
    )


def _why(asked: Asked) -> Text:
    match asked.kind:
        case QuestionKind.DISAGREE | QuestionKind.CONTRADICTED:
            return Text.WHY_NEITHER
        case QuestionKind.TABLED:
            return Text.WHY_TABLED
        case _:
            return Text.WHY_STOPPED


def _choices(asked: Asked, voice: Voice) -> tuple[Control, ...]:
    entries: list[tuple[str, dict[str, object]]] = []
    for number, option in enumerate(asked.options, start=1):
        entry: dict[str, object] = {"do": "answer", "question": question_id(asked.number), "choice": str(number)}
        if option.answer is Answer.OTHER_CARD:
            entry["card"] = None
        if option.answer in (Answer.REST, Answer.BY_HAND):
            entry["cards"] = [None] * _to_name(asked, option)
        entries.append((_label(asked, option, voice), entry))
        if option.answer is Answer.COUNTED:
            entries.append((voice.say(Text.SAY_COUNTED_OTHER), {**entry, "count": None}))
    return tuple(
        Control(str(number), str(number), label, entry) for number, (label, entry) in enumerate(entries[:9], start=1)
    )


def _to_name(asked: Asked, option: Option) -> int:
    """How many cards are entered with an answer about a tabled hand."""
    seen = sum(reading.witness is Witness.CAMERA for reading in asked.readings)
    return asked.count - seen if option.answer is Answer.REST else asked.count


def _label(asked: Asked, option: Option, voice: Voice) -> str:
    if option.answer is Answer.REPORT:
        assert option.kind is not None, "a report has its kind"
        return voice.tongue.kinds[option.kind]
    if option.answer is Answer.DEAL_ON and asked.kind is QuestionKind.LATE:
        return voice.say(Text.SAY_DEAL_ON_LATE)
    if option.answer is Answer.DEAL_ON and asked.kind is QuestionKind.TAKEN_BACK and asked.count == 1:
        return voice.say(Text.SAY_DEAL_ON_ONE)
    if option.answer is Answer.PUT_BACK and _goes_back(asked) > 1:
        return voice.say(Text.SAY_PUT_ALL_BACK)
    if option.answer is Answer.TAKE_BACK and asked.kind is QuestionKind.DISAGREE:
        return voice.say(Text.SAY_TAKE_SHOW_BACK)
    count = _to_name(asked, option) if option.answer in (Answer.REST, Answer.BY_HAND) else asked.count
    return voice.say(_ANSWERS[option.answer], card=voice.card(option.card), count=count)


def _goes_back(asked: Asked) -> int:
    """How many cards go back into the shoe together."""
    match asked.kind:
        case QuestionKind.TAKEN_BACK:
            return asked.count
        case QuestionKind.TWO_CARDS:
            return 2
        case _:
            return 1


def _ruling(desk: Desk, held: Held, voice: Voice) -> Question:
    what = voice.spoken(Irregularity(held.kind, held.rule, held.seat, held.choices)).rstrip(".")
    choices = tuple(
        Control(
            str(number),
            str(number),
            voice.tongue.choices[choice],
            {"do": "answer", "question": held_id(desk), "choice": choice.value},
        )
        for number, choice in enumerate(held.choices[:9], start=1)
    )
    return Question(
        id=held_id(desk),
        kind=held.kind.value,
        rule=held.rule,
        title=voice.say(Text.ASK_HELD, what=what),
        detail=voice.say(Text.WHY_STOPPED),
        seat=held.seat,
        readings=(),
        choices=choices,
        picture=False,
        card_wanted=False,
    )
