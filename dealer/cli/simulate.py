"""The people at the simulated table: a dealer who taps what he has done, and players who act by themselves."""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping
from random import Random

from dealer.cli.faults.truth import Eyes
from dealer.cli.second_look import SecondLook
from dealer.controller import Controller, ControllerBusy
from dealer.desk.moment import Moment
from dealer.desk.steps import next_step
from dealer.game.commands import BringIn, Call, Check, Command, Fold, Wager, Word
from dealer.game.due import ActDue, BringInDue, Options, ShowDue
from dealer.game.state import Hand
from dealer.observations import Health
from dealer.ports import Face, NextStep, Role, Signature, StepKind
from dealer.selfplay import Style, choose
from dealer.table.state import DeckStep, Presence, Table

WHO = Signature("simulated dealer", Role.DEALER)
FLOOR = Signature("simulated floor", Role.FLOOR)
_BY_HAND = frozenset({StepKind.LOAD_DECK, StepKind.START_HAND, StepKind.ANTES, StepKind.SCRAMBLE, StepKind.PUSH_POT})
_STYLES = (Style.CALL_HEAVY, Style.CALL_HEAVY, Style.UNIFORM, Style.SHOWDOWN)
_WAGERS = frozenset({Word.BET, Word.RAISE, Word.COMPLETE})
_MUCKS = 0.25

Entry = Mapping[str, object]


class SimulatedPeople:
    """Enters what a dealer would, at the table's pace, while `pace` gives one; a person may enter in between.

    They look at nothing but what lies open: the step that is due, the legal actions, and the cards that are face up.
    """

    def __init__(self, controller: Controller, pace: Callable[[], float | None], random: Random, eyes: Eyes) -> None:
        self._controller = controller
        self._pace = pace
        self._random = random
        self._second_look = SecondLook(eyes)
        self._style = Style.CALL_HEAVY
        self._changed = threading.Event()
        self._stopping = False
        self._thread = threading.Thread(target=self._run, name="simulated-people", daemon=True)

    def follow(self, moment: Moment) -> None:
        """The table has changed; returns at once."""
        del moment
        self._changed.set()

    def start(self) -> None:
        """Begin to play."""
        self._thread.start()

    def stop(self) -> None:
        """Stop playing."""
        self._stopping = True
        self._changed.set()
        self._thread.join(2.0)

    def _run(self) -> None:
        while not self._stopping:
            self._changed.clear()
            pace = self._pace()
            moment = self._controller.moment
            entry = None if pace is None else self._entry(moment)
            if moment.desk.table.hand is None and moment.desk.table.deck_is_out:
                # No dealer may do this, and whoever sits at a simulated table is one (WL 117).
                self._enter(_mended(moment.desk.table), moment, FLOOR)
            elif pace is None or entry is None:
                self._changed.wait(1.0)
            elif not self._moves_on(moment, self._patience(moment, pace)):
                self._enter(entry, moment)

    def _moves_on(self, moment: Moment, seconds: float) -> bool:
        """Wait; say whether something else was entered meanwhile."""
        while seconds > 0 and self._changed.wait(seconds):
            if self._stopping or self._controller.moment.desk.turn != moment.desk.turn:
                return True
            self._changed.clear()
            seconds -= min(seconds, 0.05)
        return self._stopping

    def _enter(self, entry: Entry, moment: Moment, who: Signature = WHO) -> None:
        try:
            reply = self._controller.enter(entry, moment.desk.turn, who)
        except ControllerBusy:
            return
        if reply.refused is not None:
            # A person, or a device, was quicker; what is due now is looked at anew.
            self._changed.wait(0.2)

    def _patience(self, moment: Moment, pace: float) -> float:
        """How long the people take: players a while, hands that move cards until the cards lie."""
        step = next_step(moment.desk)
        if step.kind is StepKind.SCRAMBLE or step.face is Face.DOWN:
            return 3.0 * pace + 0.2
        if step.kind is StepKind.ASK:
            return (1.0 + pace) * self._second_look.times(moment)
        if step.kind is StepKind.LOAD_DECK:
            # The shoe tells itself when its lid is closed; a tap is needed only if it cannot.
            return 6.0 * pace + 2.0 if moment.desk.table.deck.step is DeckStep.SHUFFLED else 0.0
        return pace

    def _entry(self, moment: Moment) -> Entry | None:
        """What is entered next, or None while there is nothing for the people to do."""
        table = moment.desk.table
        if table.hand is None and (bust := _bust(table)) is not None:
            return {"do": "buy-in", "seat": bust, "amount": 2 * max(1, table.setup.min_buy_in)}
        step = next_step(moment.desk)
        if step.kind is StepKind.ASK:
            return self._second_look.answer(moment)
        if step.kind is StepKind.START_HAND:
            self._style = self._random.choice(_STYLES)
        if step.kind in _BY_HAND or _is_tapped(moment, step):
            return {"do": "next"}
        hand = table.hand
        return None if hand is None else self._of_a_player(hand, step)

    def _of_a_player(self, hand: Hand, step: NextStep) -> Entry | None:
        match hand.due:
            case ActDue(seat=seat, options=options) | BringInDue(seat=seat, options=options) if (
                step.kind is StepKind.ACT
            ):
                command = choose(seat, options, self._style, self._random)
                return _act(command, options)
            case ShowDue(seat, must) if step.kind is StepKind.SHOW:
                mucks = not must and self._random.random() < _MUCKS
                return {"do": "muck" if mucks else "show", "seat": seat}
            case _:
                return None


def _mended(table: Table) -> Entry:
    """The floor lets the deck back in: the simulated dealer has put right what was wrong with it."""
    return {"do": "admit-deck", "deck": table.deck.name, "reason": "all 52 are there again"}


def _is_tapped(moment: Moment, step: NextStep) -> bool:
    """At a table without a shoe the dealer taps each card that he lays face down."""
    return step.face is Face.DOWN and moment.sight.shoe.health is Health.NONE


def _bust(table: Table) -> int | None:
    return next((player.seat for player in table.seated() if player.presence is Presence.BUST), None)


def _act(command: Command, options: Options) -> Entry:
    """An action as a screen posts it."""
    match command:
        case Fold(seat):
            return {"do": "act", "seat": seat, "action": Word.FOLD.value}
        case Check(seat):
            return {"do": "act", "seat": seat, "action": Word.CHECK.value}
        case Call(seat):
            return {"do": "act", "seat": seat, "action": Word.CALL.value}
        case BringIn(seat):
            return {"do": "act", "seat": seat, "action": Word.BRING_IN.value}
        case Wager(seat, to):
            word = next(word for word in options.can if word in _WAGERS)
            return {"do": "act", "seat": seat, "action": word.value, "to": to}
        case _:
            raise TypeError(f"{type(command).__name__} is no action of a player")
