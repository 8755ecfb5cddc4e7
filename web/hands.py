"""Looking up hands that are over, and one hand as text to read or print."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime

from babel.dates import format_datetime
from flask import Blueprint, abort, render_template, request

from dealer.access.roles import May
from dealer.cards import Card, NotACard
from dealer.ports import HandSummary
from web.rooms import Rooms, language, needs, words
from web.words import GAMES, say

_MOST_HANDS = 10**12


def _number(text: str | None) -> int | None:
    return int(text) if text and text.isascii() and text.isdecimal() and len(text) < 12 else None


def _date(text: str | None) -> str | None:
    """A date or time as ISO 8601 has it, or None if the field is empty. Raises ValueError."""
    if not text:
        return None
    datetime.fromisoformat(text)
    return text


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
        asked = request.args
        error, card, since = "", None, None
        try:
            card = Card.parse(asked["card"]) if asked.get("card") else None
        except NotACard:
            error = words("A card is written as rank and suit, such as 2c, Td or Ah.")
        try:
            since = _date(asked.get("since"))
        except ValueError:
            error = words("A date is written as year, month and day, such as 2026-05-01.")
        seat = _number(asked.get("seat"))
        found = (
            () if error else rooms.history.find(number=_number(asked.get("number")), since=since, seat=seat, card=card)
        )
        hands = [readable(each, language()) for each in list(found)[:200]]
        return render_template("hands.html", hands=hands, asked=asked, error=error)

    @blueprint.get("/hands/<int:number>")
    @needs(May.LOOK_UP_HANDS)
    def hand(number: int) -> str:
        if rooms.history is None or number > _MOST_HANDS or not rooms.history.find(number=number):
            abort(404)
        return render_template("hand.html", number=number, text=rooms.history.text(number, language()))

    return blueprint
