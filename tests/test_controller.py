"""A table from its first entry to its next hand, with and without sensors."""

from __future__ import annotations

from dealer.ports import StepKind


def test_a_whole_hand_is_dealt_by_hand(room) -> None:  # no shoe, no camera
    room = room(policy="hand").open(1, 2, 3)
    assert room.step.kind is StepKind.LOAD_DECK
    room.starts_hand()
    for _ in range(6):
        room.enters("next")
    for door in ("2c", "Kh", "9s"):
        room.enters("card", card=door)
    assert (room.step.kind, room.step.seat) == (StepKind.ACT, 1)
    room.acts("bring-in", "complete 4", "call", "call")
    for street, cards in ((4, ("3d", "4d", "5d")), (5, ("6d", "7d", "8d")), (6, ("Td", "Jd", "Qd"))):
        assert (room.step.kind, room.step.street) == (StepKind.BURN, street)
        room.enters("next")
        for card in cards:
            room.enters("card", card=card)
        room.acts("check", "check", "check")
    for _ in range(4):
        room.enters("card", card=None)
    room.acts("bet 8", "call", "fold")
    shown = {1: ["As", "Ad", "Ac"], 2: ["2s", "5s", "7s"], 3: ["8s", "Js", "3s"]}
    while room.step.kind is StepKind.SHOW:
        room.enters("show", seat=room.step.seat, cards=shown[room.step.seat])
    assert room.step.kind is StepKind.PUSH_POT
    room.enters("next")
    assert room.step.kind is StepKind.LOAD_DECK
    stacks = [player.stack for player in room.desk.table.seated()]
    assert sum(stacks) == 600
    assert max(stacks) > 200
    assert room.desk.table.number == 1


def test_a_whole_hand_is_dealt_by_shoe_and_camera(room) -> None:
    room = room().open(1, 2).plugs_in("shoe", "camera").starts_hand()
    room.deals("As", "Ad", "Ks", "Kd", "2c", "9h")
    assert (room.step.kind, room.step.seat) == (StepKind.ACT, 1)
    room.acts("bring-in", "complete 4", "call")
    room.deals("5c", "3h", "4h").acts("check", "check")
    room.deals("5d", "7h", "8h").acts("check", "check")
    room.deals("5s", "Th", "Jh").acts("check", "check")
    room.deals("5h", "6c", "6d").acts("check", "bet 8", "call")
    assert (room.up(1), room.up(2)) == ("2c 3h 7h Th", "9h 4h 8h Jh")
    assert (room.step.kind, room.step.seat) == (StepKind.SHOW, 1)
    room.enters("show", seat=1).enters("show", seat=2)
    assert room.hand.outcome is not None
    room.enters("next")
    assert [player.stack for player in room.desk.table.seated()] == [187, 213]
    assert len(room.shoe.acknowledged) == room.seq
