"""The shoe and the camera go and come back in the middle of a hand, and it is played to its end."""

from __future__ import annotations

from dealer.ports import StepKind
from dealer.record.recovery import EVENTS
from dealer.sensing.records import DeviceChanged


class TestDegraded:
    def test_everything_goes_and_comes_in_one_hand(self, room) -> None:
        room = room().open(1, 2).plugs_in("shoe", "camera").starts_hand().deals("As", "Ad", "Ks", "Kd", "2c", "9h")
        room.acts("bring-in", "call").unplugs("shoe")
        assert [device.words for device in room.view().devices[:2]] == ["gone", "OK"]
        room.press("next").sees(1, "2c", "3h").press("next").sees(2, "9h", "4h").press("next").acts("check", "check")
        room.unplugs("camera")
        room.press("next").enters("card", card="7h").enters("card", card="8h").acts("check", "check")
        room.plugs_in("shoe", "camera").sees(1, "2c", "3h", "7h").sees(2, "9h", "4h", "8h").passes(10)
        assert room.asked() == ""
        room.leaves("5s")
        assert room.asked() == "late-card"  # six were entered by hand
        room.chooses("due now")
        assert len(room.hand.cards.burns) == 3
        room.deals("Th", "Jh").acts("check", "check").deals("5h", "6c", "6d").acts("check", "check")
        while room.step.kind is StepKind.SHOW:
            unread = [card for card in room.view().seats[room.step.seat - 1].cards if not card.read]
            spare = iter(("Qc", "Qd"))
            room.press("show", **({"cards": [next(spare) for _ in unread]} if unread else {}))
        room.press("next")
        assert sum(player.stack for player in room.desk.table.seated()) == 400
        health = [
            (event.device.value, event.health.value)
            for row in room.journal.rows_after(0)
            for event in EVENTS.read(row.body)
            if isinstance(event, DeviceChanged)
        ]
        assert health == [
            ("shoe", "ok"),
            ("camera", "ok"),
            ("shoe", "gone"),
            ("camera", "gone"),
            ("shoe", "ok"),
            ("camera", "ok"),
        ]

    def test_the_shoe_tells_late_of_what_was_entered_by_hand(self, room) -> None:
        room = room(policy="shoe").open(1, 2).plugs_in("shoe").starts_hand().unplugs("shoe")
        room.press("next").press("next").press("next").plugs_in("shoe")
        room.leaves("As")
        assert room.asked() == "late-card"
        room.press("1").leaves("Ad", "Ks", "Kd")
        assert [card.read for card in room.view().seats[0].cards[:2]] == [True, True]
        assert room.hand.down(1) == (None, None)  # the seals are kept apart, and open at showdown
        assert len(room.hand.down(2)) == 2
