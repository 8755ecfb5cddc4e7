"""No English is left over: every step, question, ruling and device that a table can have, in the other languages."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import fields, is_dataclass, replace

import pytest

from dealer.cards import Card
from dealer.game.irregularities import Choice, IrregularityKind
from dealer.observations import DeviceKind, DeviceState, Health
from dealer.ports import Role, StepKind
from dealer.record.history import JournalHistory
from dealer.sensing.records import Answer, Asked, Option, QuestionKind, Reading, Witness
from dealer.snapshots import Blank, Control, Question, SetupView, TableCard
from dealer.views import Sign, view
from dealer.views.voice import voice
from dealer.wording.devices import LINES

OTHERS = ("fi", "bg")
MACHINES = {
    "table", "language", "step", "status", "state", "slot", "key", "entry", "id", "kind", "rule", "health", "readings",
    "card_wanted",
}  # fmt: skip
"""Fields that scripts read and people do not."""
NAMES = {"player", "table", "one", "anna", "felix", "wsop", "live", "fine", "deck"}
"""What somebody or something is called, in every language."""
PORTS = {"dev", "serial", "by", "id", "vid", "pid", "dialout", "utf", "usb", "osp"}
"""Names of ports and of what they speak."""
TRADE = {"ante", "antet", "bring", "in", "all", "rake", "stud", "hi", "lo", "razz", "low", "high"}
LIMITS = {"limit", "fixed", "spread", "pot", "no"}
LOAN = {"fi": NAMES | PORTS | TRADE | LIMITS | {"on"}, "bg": NAMES | PORTS}
"""Words of the trade that the language has taken over as they are."""
CARD = re.compile(r"\b[2-9TJQKA][cdhs]\b")
WORD = re.compile(r"[^\W\d_]{2,}")


def said(record: object, path: str = "") -> Iterator[tuple[str, str]]:
    """Every text of a view that people read, with where it stands."""
    match record:
        case str():
            yield path, record
        case tuple() | list():
            for number, each in enumerate(record):
                yield from said(each, f"{path}[{number}]")
        case TableCard() | SetupView():
            return
        case Blank(label=label, choices=choices):
            yield f"{path}.label", label
            yield from said([words for _, words in choices], f"{path}.choices")
        case _ if is_dataclass(record):
            for field in fields(record):
                if field.name not in MACHINES:
                    yield from said(getattr(record, field.name), f"{path}.{field.name}")


def english_in(text: str, english: str, language: str) -> set[str]:
    """Words of a text that stand in its English too, and in Bulgarian every word in Latin letters."""
    words = {word.lower() for word in WORD.findall(CARD.sub(" ", text))} - LOAN[language]
    if language == "bg":
        return {word for word in words if re.search("[a-z]", word)}
    return words & {word.lower() for word in WORD.findall(CARD.sub(" ", english))}


def left_over(moment) -> dict[str, tuple[str, set[str]]]:
    """What is still English in the view of any role, by its place."""
    found = {}
    for role in Role:
        english = dict(said(view(moment, Sign("Table one"), role, "en")))
        for language in OTHERS:
            for path, text in said(view(moment, Sign("Table one"), role, language)):
                if words := english_in(text, english.get(path, ""), language):
                    found[f"{language} {path}"] = (text, words)
    return found


def steps(room) -> Iterator[object]:
    """The moments of whole hands: to the showdown, to a fold, to a misdeal, with a call, a pause and a clock."""
    yield room.controller.moment
    for _ in range(5):
        room.press("next")
        yield room.controller.moment
    room.enters("call-floor", reason="").enters("pause", reason="")
    yield room.controller.moment
    room.enters("floor-done", room.floor, note="").enters("resume")
    ups = iter(("2c", "9h", "Kd", "4d", "9s", "5c", "6h", "7s", "8d", "Tc", "Js", "Qh"))
    while room.step.kind is not StepKind.START_HAND and room.desk.hand is not None:
        yield room.controller.moment
        wanted = room.view().card_wanted
        buttons = room.buttons()
        if wanted == "up":
            room.enters("card", card=next(ups))
        elif "show" in buttons and "muck" not in buttons:
            room.press("show", cards=["As", "Ad", "Ah"] if room.step.seat == 1 else ["3c", "3d", "3h"])
        else:
            room.press(next(slot for slot in ("bring-in", "check", "call", "muck", "next") if slot in buttons))
    yield room.controller.moment


def test_every_step_of_a_hand(room):
    room = room(policy="hand").open(1, 2)
    moments = list(steps(room))
    assert {"act", "deal", "burn", "show", "push-pot", "load-deck"} <= {
        view(each, Sign("Table one"), Role.DEALER, "en").step for each in moments
    }
    assert [left for each in moments if (left := left_over(each))] == []


@pytest.mark.parametrize("house", ["finnish-cardroom", "wsop-tournament"])
def test_the_clock_and_who_was_called_by_it(room, house):
    room = room(policy="hand", house=house).open(1, 2, 3).starts_hand()
    for card in ("2c", "9h", "Kd"):
        while room.view().card_wanted == "down":
            room.press("next")
        room.enters("card", card=card)
    room.tries("clock", what="call")
    for seconds in (1, 60, 60):
        room.passes(seconds)
        assert left_over(room.controller.moment) == {}
    room.enters("call-floor", reason="seat 2 is out of time").press("floor")
    assert left_over(room.controller.moment) == {}


CARDS = (Card.parse("8d"), Card.parse("6d"))
OPTIONS = (
    *(Option(each, CARDS[0] if each is Answer.CARD else None) for each in Answer if each is not Answer.REPORT),
    *(Option(Answer.REPORT, kind=kind) for kind in IrregularityKind),
)


@pytest.mark.parametrize("kind", QuestionKind)
def test_every_question_with_every_answer(room, kind):
    room = room().open(1, 2).plugs_in("shoe", "camera").starts_hand()
    readings = (Reading(Witness.SHOE, CARDS[0]), Reading(Witness.CAMERA, CARDS[1]), Reading(Witness.PERSON, CARDS[0]))
    moment = room.controller.moment
    for seat in (1, None):
        for start in range(0, len(OPTIONS), 8):
            asked = Asked(1, kind, seat, readings[:2] if start else readings, OPTIONS[start : start + 8], count=3)
            sensing = replace(moment.desk.sensing, question=asked)
            asking = replace(moment, desk=replace(moment.desk, sensing=sensing))
            assert left_over(asking) == {}


def test_every_irregularity_and_ruling_that_can_be_entered(room):
    held = []
    for kind in IrregularityKind:
        for deals in ((), ("As", "Ad", "Ks", "Kd", "2c", "9h")):
            table = room().open(1, 2).plugs_in("shoe", "camera").starts_hand().deals(*deals)
            for seat in (1, 2, None):
                fields_ = {} if seat is None else {"seat": seat}
                if table.tries("irregularity", kind=kind.value, **fields_).refused is None:
                    held.append(kind)
                    assert left_over(table.controller.moment) == {}
                    hand = table.desk.hand
                    choices = () if hand is None else getattr(hand.due, "choices", ())
                    for choice in choices[:1]:
                        table.tries("rule", table.floor, choice=choice.value, reason="7")
                        assert left_over(table.controller.moment) == {}
                    break
    assert len(set(held)) > 8


@pytest.mark.parametrize("language", OTHERS)
def test_every_name_of_an_irregularity_and_a_ruling(language):
    tongue, english = voice(language).tongue, voice("en").tongue
    for kind in IrregularityKind:
        assert english_in(tongue.kinds[kind], english.kinds[kind], language) == set()
    for choice in Choice:
        assert english_in(tongue.choices[choice], english.choices[choice], language) == set()


@pytest.mark.parametrize("device", DeviceKind)
def test_every_state_of_a_device(room, device):
    room = room().open(1, 2).plugs_in("shoe", "camera").starts_hand()
    details = [line.replace("{}", "7") for line, *_ in LINES]
    for health in Health:
        for detail in details if health is Health.GONE else ("",):
            room.reports(DeviceState(device, health, detail))
            assert left_over(room.controller.moment) == {}


@pytest.mark.parametrize("language", OTHERS)
def test_the_text_of_a_hand_that_is_over(room, language):
    table = room(policy="hand").open(1, 2).plugs_in("shoe")
    for _ in steps(table):
        pass
    table.starts_hand().unplugs("shoe").enters("call-floor", reason="").enters("floor-done", table.floor, note="")
    table.enters("rule", table.floor, choice="void", reason="7").press("next")
    history = JournalHistory(table.path, "one", table.sealer)
    for number in (1, 2):
        english = history.text(number).splitlines()
        lines = history.text(number, language).splitlines()
        assert len(lines) == len(english)
        left = {
            line: words for line, en in zip(lines, english, strict=True) if (words := english_in(line, en, language))
        }
        assert left == {}


def test_what_is_compared_here_are_all_the_texts():
    control = Control("fold", "F", "fold", {"do": "act"}, blanks=(Blank("seat", "Seat", ((1, "seat 1"),)),))
    assert [text for _, text in said(control)] == ["fold", "Seat", "seat 1"]
    question = Question("q", "k", "R8", "title", "detail", 1, (("shoe", "8d"),), (), False, False)
    assert [text for _, text in said(question)] == ["title", "detail"]
