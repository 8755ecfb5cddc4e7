"""What the floor reads of a table that it does not hear from, in its languages."""

from __future__ import annotations

import enum
from collections.abc import Mapping


class Condition(enum.Enum):
    """How a table stands with the floor. The value is the health of its light."""

    LIVE = "ok"
    AWAY = "linking"
    """The floor itself has no connection to the broker."""
    STALE = "stale"
    """It is said to be there, but nothing has come from it for too long."""
    GONE = "gone"
    STOPPED = "none"
    OTHER_VERSION = "silent"
    UNKNOWN = "dark"
    """It was announced, but has not shown anything yet."""


class Say(enum.Enum):
    """Sentences besides the conditions."""

    LIGHT = "light"
    """The light of the link, by the name that the table itself gives it: the floor's stands in its place."""
    NO_ANSWER = "no-answer"
    NO_MESSAGE = "no-message"
    NOT_THERE = "not-there"
    NO_KEY = "no-key"
    REFUSED = "refused"
    REFUSED_HERE = "refused-here"
    MAY_NOT_LOOK = "may-not-look"
    KEEPS_NONE = "keeps-none"
    TOO_LONG = "too-long"
    LOOK_THERE = "look-there"
    NO_WORD = "no-word"
    NOT_SIGNED = "not-signed"
    NOT_NOW = "not-now"
    BUSY = "busy"
    KEY_UNUSABLE = "key-unusable"
    NO_RULERS = "no-rulers"
    TROUBLE = "trouble"
    DIFFERS = "differs"
    """The journal is not what it was when the floor heard of it."""


Key = Condition | Say

_EN: Mapping[Key, str] = {
    Condition.LIVE: "connected",
    Condition.AWAY: "The floor has no connection to the broker; what stands here is old.",
    Condition.STALE: "Nothing has come from this table for {seconds} s; what stands here is old.",
    Condition.GONE: "The connection to this table is lost; it plays on by itself. Go there.",
    Condition.STOPPED: "This table was switched off.",
    Condition.OTHER_VERSION: "This table runs another version ({version}); update it or the floor.",
    Condition.UNKNOWN: "Nothing has come from this table yet.",
    Say.LIGHT: "link to the floor",
    Say.NO_ANSWER: "The table does not answer; look there whether it was entered.",
    Say.NO_MESSAGE: "This cannot be sent to a table; nothing was entered.",
    Say.NOT_THERE: "The table is not connected; nothing was entered.",
    Say.NO_KEY: "Nobody has made a key for {user} to rule with; run: {command}",
    Say.REFUSED: "refused by the table: {counts}",
    Say.REFUSED_HERE: "refused by the floor: {counts}",
    Say.MAY_NOT_LOOK: "Your role may not look up hands at this table.",
    Say.KEEPS_NONE: "This table does not let its hands be looked up from afar.",
    Say.TOO_LONG: "This hand's text is too long to be sent; read it at the table.",
    Say.LOOK_THERE: "The table is not connected; its hands can be looked up there.",
    Say.NO_WORD: "The table does not answer. Try again.",
    Say.NOT_SIGNED: "This is not signed by anybody who may rule at this table.",
    Say.NOT_NOW: "This is too old or has been sent before; look at the clocks of floor and table, and enter it again.",
    Say.BUSY: "The table was too busy; nothing was entered. Try again.",
    Say.KEY_UNUSABLE: "The key that {user} rules with cannot be used; run: {command}",
    Say.NO_RULERS: "This table cannot read who may rule at it. Tell the technician; its log says why.",
    Say.TROUBLE: "The table cannot answer this now. Tell the technician; its log says why.",
    Say.DIFFERS: "This table's record of hand {hands} is not the one that the floor holds. Have it looked into.",
}
_FI: Mapping[Key, str] = {
    Condition.LIVE: "yhteydessä",
    Condition.AWAY: "Valvomolla ei ole yhteyttä välittäjään; tässä näkyvä on vanhaa.",
    Condition.STALE: "Pöydästä ei ole kuulunut mitään {seconds} sekuntiin; tässä näkyvä on vanhaa.",
    Condition.GONE: "Yhteys pöytään on poikki; peli jatkuu siellä itsenäisesti. Mene paikalle.",
    Condition.STOPPED: "Pöytä on suljettu.",
    Condition.OTHER_VERSION: "Pöydässä on toinen versio ({version}); päivitä se tai valvomo.",
    Condition.UNKNOWN: "Pöydästä ei ole vielä kuulunut mitään.",
    Say.LIGHT: "yhteys saliin",
    Say.NO_ANSWER: "Pöytä ei vastaa; tarkista siellä, kirjautuiko merkintä.",
    Say.NO_MESSAGE: "Tätä ei voi lähettää pöytään; mitään ei kirjattu.",
    Say.NOT_THERE: "Pöytään ei ole yhteyttä; mitään ei kirjattu.",
    Say.NO_KEY: "Käyttäjällä {user} ei ole avainta ratkaisuihin; aja: {command}",
    Say.REFUSED: "pöydän hylkäämiä viestejä: {counts}",
    Say.REFUSED_HERE: "valvomon hylkäämiä viestejä: {counts}",
    Say.MAY_NOT_LOOK: "Roolisi ei saa hakea jakoja tästä pöydästä.",
    Say.KEEPS_NONE: "Tämän pöydän jakoja ei voi hakea etäältä.",
    Say.TOO_LONG: "Jaon teksti on liian pitkä lähetettäväksi; lue se pöydässä.",
    Say.LOOK_THERE: "Pöytään ei ole yhteyttä; sen jaot voi hakea paikan päällä.",
    Say.NO_WORD: "Pöytä ei vastaa. Yritä uudelleen.",
    Say.NOT_SIGNED: "Tätä ei ole allekirjoittanut kukaan, joka saa ratkaista tässä pöydässä.",
    Say.NOT_NOW: "Tämä on liian vanha tai jo lähetetty; vertaa valvomon ja pöydän kelloja ja kirjaa uudelleen.",
    Say.BUSY: "Pöytä ei ehtinyt vastata; mitään ei kirjattu. Yritä uudelleen.",
    Say.KEY_UNUSABLE: "Avainta, jolla {user} ratkaisee, ei voi käyttää; aja: {command}",
    Say.NO_RULERS: "Pöytä ei voi lukea, kuka siinä saa ratkaista. Kerro teknikolle; syy on sen lokissa.",
    Say.TROUBLE: "Pöytä ei voi vastata tähän nyt. Kerro teknikolle; syy on sen lokissa.",
    Say.DIFFERS: "Pöydän tallenne jaosta {hands} ei ole se, joka valvomolla on. Selvitä asia.",
}
_BG: Mapping[Key, str] = {
    Condition.LIVE: "свързана",
    Condition.AWAY: "Няма връзка с брокера; показаното тук е старо.",
    Condition.STALE: "От масата не е идвало нищо от {seconds} s; показаното тук е старо.",
    Condition.GONE: "Връзката с масата е прекъсната; играта там продължава сама. Отидете на място.",
    Condition.STOPPED: "Масата е изключена.",
    Condition.OTHER_VERSION: "Масата работи с друга версия ({version}); обновете нея или залата.",
    Condition.UNKNOWN: "От масата още не е идвало нищо.",
    Say.LIGHT: "връзка със залата",
    Say.NO_ANSWER: "Масата не отговаря; проверете там дали е записано.",
    Say.NO_MESSAGE: "Това не може да се изпрати до маса; нищо не е записано.",
    Say.NOT_THERE: "Масата не е свързана; нищо не е записано.",
    Say.NO_KEY: "Няма ключ, с който {user} да отсъжда; изпълнете: {command}",
    Say.REFUSED: "отхвърлени от масата: {counts}",
    Say.REFUSED_HERE: "отхвърлени от залата: {counts}",
    Say.MAY_NOT_LOOK: "С вашата роля не може да търсите раздавания на тази маса.",
    Say.KEEPS_NONE: "Раздаванията на тази маса не могат да се търсят отдалече.",
    Say.TOO_LONG: "Текстът на раздаването е твърде дълъг за изпращане; прочетете го на масата.",
    Say.LOOK_THERE: "Масата не е свързана; раздаванията ѝ могат да се търсят на място.",
    Say.NO_WORD: "Масата не отговаря. Опитайте пак.",
    Say.NOT_SIGNED: "Това не е подписано от никого, който може да отсъжда на тази маса.",
    Say.NOT_NOW: "Това е твърде старо или вече изпратено; сверете часовниците на залата и масата и въведете пак.",
    Say.BUSY: "Масата не успя да отговори; нищо не е записано. Опитайте пак.",
    Say.KEY_UNUSABLE: "Ключът, с който отсъжда {user}, не може да се използва; изпълнете: {command}",
    Say.NO_RULERS: "Масата не може да прочете кой може да отсъжда на нея. Кажете на техника; причината е в дневника ѝ.",
    Say.TROUBLE: "Масата не може да отговори сега. Кажете на техника; причината е в дневника ѝ.",
    Say.DIFFERS: "Записът на масата за раздаване {hands} не е този, който пази залата. Проверете го.",
}
_TONGUES = {"en": _EN, "fi": _FI, "bg": _BG}


def say(language: str, what: Key, **values: object) -> str:
    """A sentence in a language; English where there is none."""
    return _TONGUES.get(language, _EN)[what].format(**values)
