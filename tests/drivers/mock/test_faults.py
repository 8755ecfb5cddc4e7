"""The switches for everything that can go wrong."""

from __future__ import annotations

import pytest

from dealer.ports import UnknownFault
from drivers.mock.faults import KINDS, Fault, Faults, Part, named


def test_there_are_more_than_thirty_each_with_words() -> None:
    assert len(Fault) >= 30
    assert set(KINDS) == set(Fault)
    assert len({kind.words for kind in KINDS.values()}) == len(Fault)


def test_the_order_of_the_switches_goes_by_part() -> None:
    parts = [KINDS[fault].part for fault in Fault]
    seen = list(dict.fromkeys(parts))
    assert seen == [Part.LINE, Part.SHOE, Part.CARD, Part.CAMERA, Part.OUTSIDE]
    assert list(KINDS) == list(Fault)


def test_one_that_happens_once_is_over_when_it_has_happened() -> None:
    faults = Faults()
    faults.set(Fault.UNREAD_CARD, on=True)
    faults.set(Fault.GLARE, on=True)
    assert faults.take(Fault.UNREAD_CARD)
    assert not faults.take(Fault.UNREAD_CARD)
    assert faults.take(Fault.GLARE)
    assert faults.has(Fault.GLARE)
    faults.set(Fault.GLARE, on=False)
    assert not faults.has(Fault.GLARE)


def test_what_is_shown_of_a_fault() -> None:
    faults = Faults()
    faults.set(Fault.GLARE, on=True)
    views = {view.name: view for view in faults.views(frozenset({Fault.GLARE}))}
    view = views["glare"]
    assert (view.on, view.once, view.missing) == (True, False, False)
    assert "mirrored" in view.words
    assert len(views) == len(Fault), "what this table cannot have is shown as well"
    assert views["voice-gone"].missing


def test_what_the_dealer_was_told_goes_to_what_happened_last() -> None:
    now = [100.0]
    faults = Faults(lambda: now[0])
    told = lambda: {view.name: view.told for view in faults.views(frozenset(Fault)) if view.caused}  # noqa: E731
    faults.tell({"en": "nothing of ours"})
    faults.set(Fault.GLARE, on=True)
    faults.set(Fault.WRONG_SEAT, on=True)
    faults.tell({"en": "the light is bad"})
    assert told() == {"glare": {"en": "the light is bad"}, "wrong-seat": {}}, "a card that is not dealt is no reason"
    now[0] = 200.0
    assert faults.take(Fault.WRONG_SEAT)
    faults.tell({"en": "a card too many"})
    faults.tell({"en": "something else"})
    assert told()["wrong-seat"] == {"en": "a card too many"}
    now[0] = 300.0
    faults.set(Fault.WRONG_SEAT, on=True)
    assert faults.take(Fault.WRONG_SEAT)
    now[0] = 400.0
    faults.tell({"en": "something much later"})
    assert told()["wrong-seat"] == {}
    caused = {view.name: view.caused for view in faults.views(frozenset(Fault))}
    assert (caused["glare"], caused["wrong-seat"], caused["blurred"]) == (100.0, 300.0, 0.0)


def test_a_name_that_is_none() -> None:
    assert named("wrong-baud") is Fault.WRONG_BAUD
    with pytest.raises(UnknownFault, match="there is no fault 'fire'"):
        named("fire")
