"""Looking up hands that are over, and one hand as text to read or print."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from babel.dates import format_datetime
from flask import Blueprint, abort, render_template, request

from dealer.access.roles import May
from dealer.cards import Card, NotACard
from dealer.ports import HandSummary
from web.rooms import Rooms, language, needs, words
from web.words import GAMES, say

MOST_NUMBER = 10**12
"""No hand and no alert has a greater number."""
_MOST_LINES = 200


@dataclass(frozen=True, slots=True)
class LookUp:
    """Which hands somebody wants to see. since: an ISO date or time.  card: one that was shown face up.

    error: what cannot be read, in words; then nothing is looked up.
    """

    number: int | None = None
    since: str | None = None
    seat: int | None = None
    card: Card | None = None
    error: str = ""


def _number(text: str | None) -> int | None:
    return int(text) if text and text.isascii() and text.isdecimal() and len(text) < 12 else None


def _date(text: str | None) -> str | None:
    """A date or time as ISO 8601 has it, or None if the field is empty. Raises ValueError."""
    if not text:
        return None
    datetime.fromisoformat(text)
    return text


def asked_for() -> LookUp:
    """What the fields of the page's form ask for."""
    asked = request.args
    try:
        card = Card.parse(asked["card"]) if asked.get("card") else None
        since = _date(asked.get("since"))
    except NotACard:
        return LookUp(error=words("A card is written as rank and suit, such as 2c, Td or Ah."))
    except ValueError:
        return LookUp(error=words("A date is written as year, month and day, such as 2026-05-01."))
    return LookUp(_number(asked.get("number")), since, _number(asked.get("seat")), card)


def readable(hand: HandSummary, said: str) -> HandSummary:
    """A line of the list in a reader's language: the time of this house's clock, the game by its name."""
    try:
        begun = datetime.fromisoformat(hand.started).astimezone()
    except ValueError:
        started = hand.started
    else:
        started = format_datetime(
            begun.replace(tzinfo=None), "d.M.y HH:mm" if said != "en" else "d MMM y HH:mm", locale=said
        )
    return replace(hand, started=started, game=say(said, f"game {hand.game}") if hand.game in GAMES else hand.game)


def pages(rooms: Rooms) -> Blueprint:
    """The pages of this module."""
    blueprint = Blueprint("hands", __name__)

    @blueprint.get("/hands")
    @needs(May.LOOK_UP_HANDS)
    def look_up() -> str:
        if rooms.history is None:
            return render_template("message.html", title=words("Hands"), text=words("No hands are kept here."))
        wanted = asked_for()
        found: Sequence[HandSummary] = ()
        if not wanted.error:
            found = rooms.history.find(number=wanted.number, since=wanted.since, seat=wanted.seat, card=wanted.card)
        hands = [readable(each, language()) for each in found[:_MOST_LINES]]
        return render_template("hands.html", hands=hands, asked=request.args, error=wanted.error)

    @blueprint.get("/hands/<int:number>")
    @needs(May.LOOK_UP_HANDS)
    def hand(number: int) -> str:
        if rooms.history is None or number > MOST_NUMBER or not rooms.history.find(number=number):
            abort(404)
        return render_template("hand.html", number=number, text=rooms.history.text(number, language()))

    return blueprint
