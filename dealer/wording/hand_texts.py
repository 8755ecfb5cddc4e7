"""What the text of a hand that is over says besides its announcements, in each language."""

from __future__ import annotations

import enum
from collections.abc import Mapping

from dealer.house.rules import Language


class Tale(enum.Enum):
    """One sentence of a hand's text: in English, Finnish and Bulgarian; braces are filled in."""

    HEADER = (
        "Hand {number}: {game}, {limit}, house {house}",
        "Jako {number}: {game}, {limit}, talo {house}",
        "Ръка {number}: {game}, {limit}, заведение {house}",
    )
    FORCED = (
        "Ante {ante}, bring-in {bring_in}",
        "Ante {ante}, bring-in {bring_in}",
        "Анте {ante}, влизане {bring_in}",
    )
    SEAT = ("Seat {seat}: {what}", "Paikka {seat}: {what}", "Място {seat}: {what}")
    IS_DEALER = ("(dealer)", "(jakaja)", "(дилър)")
    ANTES = ("Antes: {amounts}.", "Antet: {amounts}.", "Анте: {amounts}.")
    BURNED = ("A card is burned.", "Kortti siirretään sivuun.", "Изгаря се карта.")
    SCRAMBLED = (
        "Cards are shuffled; the stub has {stub} now.",
        "Kortteja sekoitetaan; pakassa on nyt {stub}.",
        "Карти се разбъркват; в тестето вече са {stub}.",
    )
    FOLDS = ("Seat {seat} folds{why}.", "Paikka {seat} foldaa{why}.", "Място {seat} се отказва{why}.")
    CHECKS = ("Seat {seat} checks{why}.", "Paikka {seat} chekkaa{why}.", "Място {seat} пасува{why}.")
    CALLS = ("Seat {seat} calls {put}{why}.", "Paikka {seat} maksaa {put}{why}.", "Място {seat} плаща {put}{why}.")
    ALL_IN = (", all in", ", all-in", ", ол-ин")
    TIME_UP = (" (time was up)", " (aika loppui)", " (времето изтече)")
    ABSENT = (" (absent)", " (poissa)", " (отсъства)")
    OUT_OF_TURN = (" (out of turn)", " (ennen vuoroaan)", " (не по ред)")
    TIME_WAS_UP = (
        "The time of seat {seat} was up.",
        "Paikan {seat} aika loppui.",
        "Времето на място {seat} изтече.",
    )
    PROTECTED = (
        "Seat {seat} plays for what it has matched.",
        "Paikka {seat} pelaa siitä, minkä on maksanut.",
        "Място {seat} играе за това, което е платило.",
    )
    SHOWS = (
        "Seat {seat} shows {cards}{worth}.",
        "Paikka {seat} näyttää {cards}{worth}.",
        "Място {seat} показва {cards}{worth}.",
    )
    MUCKS = ("Seat {seat} mucks.", "Paikka {seat} muckaa.", "Място {seat} хвърля картите.")
    ASKS = (
        "Seat {asker} asks for the hand that seat {seat} mucked.",
        "Paikka {asker} pyytää nähdä käden, jonka paikka {seat} muckasi.",
        "Място {asker} иска да види ръката, хвърлена от място {seat}.",
    )
    CARD_OF_SEAT = (
        "A card of seat {seat} is {card}.",
        "Paikan {seat} kortti on {card}.",
        "Карта на място {seat} е {card}.",
    )
    CARD_IN_MIDDLE = ("A card in the middle is {card}.", "Yhteinen kortti on {card}.", "Карта в средата е {card}.")
    RULING = ("Ruling{by}: {choice}.", "Ratkaisu{by}: {choice}.", "Решение{by}: {choice}.")
    BY = (" by {who}", " ({who})", " от {who}")
    STACKS = ("Stacks: {stacks}.", "Merkit: {stacks}.", "Чипове: {stacks}.")
    TAKEN_BACK_ONE = (
        "{count} entry was taken back; the journal keeps it.",
        "{count} kirjaus peruttiin; loki säilyttää sen.",
        "{count} стъпка е върната; журналът я пази.",
    )
    TAKEN_BACK = (
        "{count} entries were taken back; the journal keeps them.",
        "{count} kirjausta peruttiin; loki säilyttää ne.",
        "{count} стъпки са върнати; журналът ги пази.",
    )
    STREET_3 = ("Third street", "Kolmas katu", "Трета улица")
    STREET_4 = ("Fourth street", "Neljäs katu", "Четвърта улица")
    STREET_5 = ("Fifth street", "Viides katu", "Пета улица")
    STREET_6 = ("Sixth street", "Kuudes katu", "Шеста улица")
    STREET_7 = ("Seventh street", "Seitsemäs katu", "Седма улица")
    COMMUNITY = ("Community card: {cards}", "Yhteinen kortti: {cards}", "Обща карта: {cards}")
    FIXED = ("fixed limit {small}/{big}", "fixed limit {small}/{big}", "фиксиран лимит {small}/{big}")
    SPREAD = ("spread limit {small} to {big}", "spread limit {small}–{big}", "спред лимит {small}–{big}")
    POT = ("pot limit", "pottilimit", "пот лимит")
    NO_LIMIT = ("no limit", "no limit", "без лимит")
    STUD_HIGH = ("Seven card stud", "Seiskakorttinen", "Седем карти")
    STUD_HILO_8 = (
        "Seven card stud hi-lo, eight or better",
        "Seiskakorttinen hi-lo, kasi tai parempi",
        "Седем карти хай-лоу, осмица или по-добра",
    )
    STUD_HILO = (
        "Seven card stud hi-lo, no qualifier",
        "Seiskakorttinen hi-lo, ei alarajaa",
        "Седем карти хай-лоу, без ограничение",
    )
    RAZZ = ("Razz", "Razz", "Раз")
    OPENED = (
        "Seat {seat} had {cards} (opened by {who}: {why}).",
        "Paikalla {seat} oli {cards} (avasi {who}: {why}).",
        "Място {seat} имаше {cards} (отворени от {who}: {why}).",
    )
    ON_3 = ("on third street", "kolmannella kadulla", "на трета улица")
    ON_4 = ("on fourth street", "neljännellä kadulla", "на четвърта улица")
    ON_5 = ("on fifth street", "viidennellä kadulla", "на пета улица")
    ON_6 = ("on sixth street", "kuudennella kadulla", "на шеста улица")
    ON_7 = ("on seventh street", "seitsemännellä kadulla", "на седма улица")
    DEVICE_BACK = (
        "The {device} was there again {when}.",
        "Taas käytössä {when}: {device}.",
        "Отново на линия {when}: {device}.",
    )
    DEVICE_AWAY = (
        "The {device} could not be used {when}: {health}.",
        "Poissa käytöstä {when}: {device}, {health}.",
        "Извън употреба {when}: {device}, {health}.",
    )
    FLOOR_CALLED = (
        "The floor was called{by} {when}.",
        "Pelinvalvoja kutsuttiin {when}{by}.",
        "Управителят е повикан {when}{by}.",
    )
    FLOOR_THERE = (
        "The floor was there{who} {when}.",
        "Pelinvalvoja kävi {when}{who}.",
        "Управителят дойде {when}{who}.",
    )
    WHO = (" ({who})", " ({who})", " ({who})")
    BY_HAND = ("Entered by hand: {what}.", "Syötetty käsin: {what}.", "Въведено на ръка: {what}.")
    UP_CARD = (
        "up-card {number} of seat {seat}",
        "paikan {seat} avokortti {number}",
        "открита карта {number} на място {seat}",
    )
    THE_COMMUNITY_CARD = ("the community card", "yhteinen kortti", "общата карта")
    ONE_DOWN = ("{count} card face down", "{count} kortti nurin", "{count} закрита карта")
    MANY_DOWN = ("{count} cards face down", "{count} korttia nurin", "{count} закрити карти")


_PLACE: Mapping[Language, int] = {Language.ENGLISH: 0, Language.FINNISH: 1, Language.BULGARIAN: 2}


def tell(language: Language, tale: Tale, **values: object) -> str:
    """Return a sentence with its values filled in."""
    return tale.value[_PLACE[language]].format(**values)
