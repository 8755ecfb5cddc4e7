"""What may be entered at a table and by whom: each verb of a screen with what it leads to."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

from dealer.desk import naming, play
from dealer.desk.entries import BadEntry, Fields
from dealer.desk.looking import forgetting
from dealer.desk.placing import do
from dealer.desk.setting_up import enter_setup
from dealer.desk.settle import settle
from dealer.desk.world import Draft, World
from dealer.game.errors import IllegalAction
from dealer.ports import Role, Signature
from dealer.table import commands as table
from dealer.table.clock import is_out_of_time
from dealer.table.state import DeckStep

Enterer = Callable[[Draft, Fields, Signature, World], None]

UNGUARDED = frozenset({"call-floor", "withdraw-call", "floor-done", "pause", "resume", "clock"})
"""Entries that mean the same whatever has happened since the screen was drawn."""
FLOOR_ONLY = frozenset(
    {"floor-done", "rule", "open-hand", "set-stack", "policy", "game", "level", "last-two", "setup", "admit-deck"}
    | {"name-hand", "name-card"}
)
"""Entries that need the floor's signature (R8)."""


def enter(draft: Draft, entry: Mapping[str, object], who: Signature, world: World) -> None:
    """Add what an entry leads to, and what follows by itself.

    Raises BadEntry (no screen of ours makes it) or IllegalAction (the rules refuse it); then the draft is void.
    """
    fields = Fields(entry)
    verb = fields.text("do")
    enterer = ENTERERS.get(verb)
    if enterer is None:
        raise BadEntry(f"there is no entry {verb[:40]!r}")
    if who.role not in (Role.DEALER, Role.FLOOR) or (verb in FLOOR_ONLY and who.role is not Role.FLOOR):
        raise IllegalAction("R8", f"{verb} is not for a {who.role.value} to enter")
    before = draft.desk
    enterer(draft, fields, who, world)
    settle(draft, replace(world, sight=forgetting(world.sight, before, draft.events, world.now)))


def _command(make: Callable[[Fields, float], table.TableCommand]) -> Enterer:
    """A verb that is one command of the table. make: from the fields and the seconds of the wall clock."""

    def enterer(draft: Draft, fields: Fields, who: Signature, world: World) -> None:
        del who
        command = make(fields, world.wall)
        fields.done()
        do(draft, command)

    return enterer


def _clock(fields: Fields, at: float) -> table.TableCommand:
    what = fields.text("what")
    match what:
        case "call":
            return table.CallClock(at)
        case "stop":
            return table.StopClock(at)
        case "go-on":
            return table.GoOnClock(at)
        case "grant":
            return table.GrantTime(float(fields.number("seconds")), at)
        case _:
            raise BadEntry("what: call, stop, go-on or grant is needed")


def _deck(fields: Fields, at: float) -> table.TableCommand:
    del at
    step = fields.member("step", DeckStep)
    return table.PrepareDeck(step, fields.text("name", "") or None)


def _settle_floor(draft: Draft, fields: Fields, who: Signature, world: World) -> None:
    """The floor has been; its note is signed."""
    del world
    note = fields.text("note", "")
    fields.done()
    do(draft, table.FloorDone(f"{who.user}: {note}" if note else who.user))


def _withdraw_call(draft: Draft, fields: Fields, who: Signature, world: World) -> None:
    """Whoever called by mistake takes it back; what the clock called for is the floor's to end (R6.2)."""
    del world
    fields.done()
    call = draft.desk.table.floor_call
    if call is not None and is_out_of_time(call.reason):
        raise IllegalAction("R6.2", "the clock called the floor; the floor answers it")
    do(draft, table.FloorDone(f"withdrawn by {who.user}"))


ENTERERS: Mapping[str, Enterer] = {
    "next": play.enter_next,
    "card": play.enter_card,
    "act": play.enter_act,
    "show": play.enter_show,
    "muck": play.enter_muck,
    "ask-mucked": play.enter_ask_mucked,
    "open-hand": play.enter_open_hand,
    "name-hand": naming.enter_name_hand,
    "name-card": naming.enter_name_card,
    "undo": play.enter_undo,
    "answer": play.enter_answer,
    "irregularity": play.enter_irregularity,
    "rule": play.enter_rule,
    "policy": play.enter_policy,
    "setup": enter_setup,
    "call-floor": _command(lambda fields, at: table.CallFloor(fields.text("reason", ""), at)),
    "withdraw-call": _withdraw_call,
    "floor-done": _settle_floor,
    "pause": _command(lambda fields, at: table.Pause(fields.text("reason", ""))),
    "resume": _command(lambda fields, at: table.Resume()),
    "clock": _command(_clock),
    "deck": _command(_deck),
    "take-deck-out": _command(lambda fields, at: table.TakeDeckOut(fields.text("deck"))),
    "admit-deck": _command(lambda fields, at: table.AdmitDeck(fields.text("deck"), fields.text("reason"))),
    "sit": _command(lambda fields, at: table.Sit(fields.number("seat"), fields.text("name"), fields.number("buy_in"))),
    "buy-in": _command(lambda fields, at: table.AddChips(fields.number("seat"), fields.number("amount"))),
    "auto-ante": _command(lambda fields, at: table.SetAutoAnte(fields.number("seat"), fields.truth("on"))),
    "ante-up": _command(lambda fields, at: table.PutAnteUp(fields.number("seat"))),
    "sit-out": _command(lambda fields, at: table.SitOut(fields.number("seat"))),
    "return": _command(lambda fields, at: table.Return(fields.number("seat"))),
    "absent": _command(lambda fields, at: table.SetAbsent(fields.number("seat"), fields.truth("on"))),
    "leave": _command(lambda fields, at: table.Leave(fields.number("seat"))),
    "move": _command(lambda fields, at: table.Move(fields.number("seat"), fields.number("to"))),
    "set-stack": _command(
        lambda fields, at: table.SetStack(fields.number("seat"), fields.number("stack"), fields.text("reason"))
    ),
    "tip": _command(lambda fields, at: table.Tip(fields.number("seat"), fields.number("amount"))),
    "game": _command(lambda fields, at: table.ChangePlan(fields.number("plan"))),
    "level": _command(lambda fields, at: table.SetLevel(fields.number("level"))),
    "last-two": _command(lambda fields, at: table.SetLastTwo(fields.truth("on"))),
}
"""The verbs. Each value is what a screen posts as `do`."""
