"""The writer that is killed: a controller with its journal, a shoe that keeps its events, and somebody who plays."""

from __future__ import annotations

import importlib.util
import random
import sys
from pathlib import Path


def room_kind() -> type:
    """The tests' own room."""
    path = Path(__file__).parents[1] / "conftest.py"
    spec = importlib.util.spec_from_file_location("room", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules["room"] = module
    spec.loader.exec_module(module)
    return module.Room


def tell(*words: object) -> None:
    sys.stdout.write(" ".join(map(str, words)) + "\n")
    sys.stdout.flush()


def main(folder: Path, seed: int) -> None:
    chance = random.Random(seed)
    room = room_kind()(folder, policy="shoe")
    room.open(1, 2, 3)
    positions = room.journal.shoe_positions()
    room.seq = positions[-1].seq if positions else 0
    tell("found", room.desk.turn, room.seq, room.desk.table.number)
    heard = [room.desk.turn]

    def listen(moment) -> None:
        for entry in moment.recent:
            if entry.turn > heard[0]:
                heard[0] = entry.turn
                tell("entered", entry.turn)
                for told in entry.told:
                    tell("said", told.id)

    room.controller.listen(listen)
    acknowledge = room.shoe.acknowledge

    def acknowledged(position) -> None:
        tell("acknowledged", position.seq)
        acknowledge(position)

    room.shoe.acknowledge = acknowledged
    room.plugs_in("shoe")
    while True:
        play(room, chance)


def play(room, chance) -> None:
    """One thing more: what the step wants, now and then an undo."""
    kind = room.step.kind.value
    if room.desk.steps and chance.random() < 0.05:
        room.tries("undo", steps=1)
        return
    if room.desk.sensing.question is not None:
        room.press(room.view().question.choices[0].slot)
    elif kind in ("deal", "burn", "community"):
        known = {str(card) for row in room.hand.cards.up for card in row}
        out = set(room.desk.sensing.tags)
        left = [
            card
            for card, tag in room.book.tags.items()
            if room.sealer.tag_hash(f"{room.desk.table.number}/{tag.text}") not in out and str(card) not in known
        ]
        room.leaves(str(chance.choice(left)))
    elif kind == "act":
        options = room.hand.due.options
        words = [word.value for word in options.can if word.value in ("check", "call", "bring-in", "fold")]
        if "fold" in words and len(words) > 1 and chance.random() < 0.8:
            words.remove("fold")
        room.acts(chance.choice(words))
    elif kind == "show":
        unread = [card for card in room.view().seats[room.step.seat - 1].cards if not card.read]
        room.tries("show", seat=room.step.seat, **({"cards": [None] * len(unread)} if unread else {}))
    else:
        for player in room.desk.table.seated():
            if player.stack < 20 and room.desk.hand is None:
                room.tries("buy-in", seat=player.seat, amount=200)
        room.tries("next")


if __name__ == "__main__":
    main(Path(sys.argv[1]), int(sys.argv[2]))
