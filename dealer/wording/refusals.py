"""Why the rules refuse an entry, in the reader's language; the engine says it in English alone.

Each line gives an English sentence with `{}` for what is filled in, and the same in Finnish and in Bulgarian, where
`{0}` and `{1}` take it over. What has no line of its own is refused by the rules; the
floor reads which rule beside it.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache

from dealer.house.rules import Language

Said = tuple[str, str, str]

LINES: tuple[Said, ...] = (
    ("nobody sits in seat {}", "paikalla {0} ei istu kukaan", "на място {0} няма никого"),
    ("seat {} is not in this hand", "paikka {0} ei ole tässä jaossa", "място {0} не е в тази ръка"),
    ("seat {} is taken", "paikka {0} on varattu", "място {0} е заето"),
    (
        "somebody sits in seat {}; move him before the table gets smaller",
        "paikalla {0} istuu joku; siirrä hänet ennen kuin pöytä pienenee",
        "на място {0} седи някой; преместете го, преди да намалите масата",
    ),
    ("this table has seats 1 to {}, not {}", "pöydässä on paikat 1–{0}, ei {1}", "масата има места 1–{0}, не {1}"),
    ("{} sits at this table already", "{0} istuu jo tässä pöydässä", "{0} вече седи на тази маса"),
    ("{} player is in; a hand takes two", "jakoon tarvitaan kaksi pelaajaa", "за ръка трябват двама играчи"),
    ("{} players are in; a hand takes two", "jakoon tarvitaan kaksi pelaajaa", "за ръка трябват двама играчи"),
    ("buy at least one chip", "osta vähintään yksi merkki", "купете поне един чип"),
    (
        "seat {} has no chips; it has to buy in first",
        "paikalla {0} ei ole merkkejä; osta ensin",
        "място {0} няма чипове; първо да купи",
    ),
    (
        "seat {} is in a hand; no chips are added until it is over",
        "paikka {0} on jaossa; merkkejä lisätään vasta jaon jälkeen",
        "място {0} е в ръка; чипове се добавят след нея",
    ),
    ("the least buy-in is {}, not {}", "pienin sisäänosto on {0}, ei {1}", "най-малкият вход е {0}, не {1}"),
    ("{} cannot be made of chips of {}", "{0} ei onnistu {1} merkeillä", "{0} не става с чипове по {1}"),
    ("{} cannot be made with chips of {}", "{0} ei onnistu {1} merkeillä", "{0} не става с чипове по {1}"),
    (
        "that is done between hands; finish this one first",
        "se tehdään jakojen välissä; pelaa tämä ensin loppuun",
        "това се прави между ръцете; първо довършете тази",
    ),
    ("no hand is being played", "jakoa ei ole kesken", "не се играе ръка"),
    ("hand {} is still being played", "jako {0} on vielä kesken", "ръка {0} още се играе"),
    ("seat {} is not in the game", "paikka {0} ei ole pelissä", "място {0} не е в играта"),
    (
        "seat {} still has a hand; wait until it is over",
        "paikalla {0} on vielä käsi; odota jaon loppuun",
        "място {0} още има ръка; изчакайте края ѝ",
    ),
    ("the deck is not loaded; it is {}", "pakkaa ei ole ladattu", "тестето не е заредено"),
    ("the deck is {}, not {}", "pakan vaihe on toinen", "тестето е на друга стъпка"),
    ("a stack is set with a reason", "merkkien asettamiseen tarvitaan syy", "за задаване на чипове трябва причина"),
    ("seat {} can give 1 to {}, not {}", "paikka {0} voi antaa 1–{1}, ei {2}", "място {0} може да даде 1–{1}, не {2}"),
    (
        "seat {} cannot put everything in now",
        "paikka {0} ei voi nyt mennä all-in",
        "място {0} не може да заложи всичко",
    ),
    ("the bet is fixed; {} is possible, not {}", "panos on kiinteä; {1} ei käy", "залогът е фиксиран; {1} не може"),
    ("antes come first; no card before them", "antet ensin; ei korttia ennen niitä", "първо анте; карта след тях"),
    (
        "this card lies face down; nobody enters what it is",
        "tämä kortti on nurin; kukaan ei kirjaa, mikä se on",
        "картата е с лице надолу; никой не въвежда коя е",
    ),
    (
        "this card lies face up; enter its rank and suit",
        "tämä kortti on auki; syötä arvo ja maa",
        "картата е открита; въведете стойност и боя",
    ),
    ("seat {} brings it in, not seat {}", "paikka {0} maksaa bring-inin, ei {1}", "влиза място {0}, не {1}"),
    ("a burn comes first", "ensin kortti sivuun", "първо изгорете карта"),
    ("no card is due", "korttia ei odoteta", "не се очаква карта"),
    ("no card is due any more", "korttia ei enää odoteta", "вече не се очаква карта"),
    ("a player has to act first", "pelaajan on toimittava ensin", "първо трябва да действа играч"),
    ("nobody acts now", "nyt kukaan ei toimi", "сега никой не действа"),
    ("nobody can act now", "nyt kukaan ei voi toimia", "сега никой не може да действа"),
    ("seat {} has no hand", "paikalla {0} ei ole kättä", "място {0} няма ръка"),
    ("seat {} cannot {} now", "paikka {0} ei voi tehdä sitä nyt", "място {0} не може да направи това сега"),
    ("seat {} is absent already", "paikka {0} on jo poissa", "място {0} вече отсъства"),
    ("seat {} is not absent", "paikka {0} ei ole poissa", "място {0} не отсъства"),
    (
        "the stub should have {} cards, not {}; count again or call the floor",
        "pakassa pitäisi olla {0} korttia, ei {1}; laske uudelleen tai kutsu pelinvalvoja",
        "тестето трябва да има {0} карти, не {1}; пребройте пак или извикайте управителя",
    ),
    ("the cards are to be shuffled first", "kortit on ensin sekoitettava", "първо разбъркайте картите"),
    ("no clock is running", "kello ei käy", "часовникът не върви"),
    ("nobody has a decision to make", "kenenkään päätöstä ei odoteta", "никой няма какво да решава"),
    ("the clock is running", "kello käy", "часовникът върви"),
    ("grant 1 to 600 seconds, not {}", "anna 1–600 sekuntia, ei {0}", "дайте 1–600 секунди, не {0}"),
    ("house {} has no clock", "talolla {0} ei ole kelloa", "заведението {0} няма часовник"),
    (
        "no clock runs while the table is paused: {}",
        "kello ei käy keskeytyksen aikana",
        "при пауза часовникът не върви",
    ),
    ("the clock runs already for seat {}", "kello käy jo paikalle {0}", "часовникът вече върви за място {0}"),
    ("the hand is not over", "jako ei ole ohi", "ръката не е свършила"),
    ("the hand is over", "jako on ohi", "ръката свърши"),
    ("there is nothing to show now", "nyt ei ole mitään näytettävää", "сега няма какво да се показва"),
    ("seat {} shows before seat {}", "paikka {0} näyttää ennen paikkaa {1}", "място {0} показва преди място {1}"),
    ("seat {} shows or mucks before seat {}", "paikka {0} on ennen paikkaa {1}", "място {0} е преди място {1}"),
    ("seat {} has no hand to show", "paikalla {0} ei ole kättä näyttää", "място {0} няма ръка за показване"),
    (
        "{} cards of seat {} were never read; enter them",
        "paikan {1} korteista {0} jäi lukematta; syötä ne",
        "{0} карти на място {1} не са прочетени; въведете ги",
    ),
    ("no hand has been played", "yhtään jakoa ei ole pelattu", "не е изиграна ръка"),
    ("seat {} must show its hand", "paikan {0} on näytettävä kätensä", "място {0} трябва да покаже ръката си"),
    (
        "this house does not let a mucked hand be asked for",
        "tässä talossa muckattua kättä ei saa pyytää nähtäväksi",
        "тук не може да се иска показване на хвърлена ръка",
    ),
    ("a hand is looked at with a reason", "käden katsomiseen tarvitaan syy", "за преглед на ръка трябва причина"),
    ("answer the question first", "vastaa ensin kysymykseen", "първо отговорете на въпроса"),
    (
        "it is too late for a misdeal; the floor can void the hand",
        "väärä jako on myöhäistä; pelinvalvoja voi mitätöidä jaon",
        "късно е за грешно раздаване; управителят може да анулира ръката",
    ),
    ("no burn has been made in this hand", "tässä jaossa ei ole kortteja sivussa", "в тази ръка няма изгорена карта"),
    (
        "no sensor knows this card; enter it by rank and suit",
        "mikään anturi ei tunne korttia; syötä arvo ja maa",
        "никой датчик не знае картата; въведете я",
    ),
    (
        "the clock called the floor; the floor answers it",
        "kello kutsui pelinvalvojan; pelinvalvoja vastaa",
        "часовникът повика управителя; отговаря управителят",
    ),
    ("nobody has called the floor", "kukaan ei ole kutsunut pelinvalvojaa", "никой не е викал управителя"),
    ("nothing waits for this ruling", "mikään ei odota tätä ratkaisua", "нищо не чака това решение"),
    ("nothing is held that could be ruled on", "mitään ratkaistavaa ei ole", "няма нищо за решаване"),
    ("say which card it is", "sano, mikä kortti se on", "кажете коя карта е"),
    ("the table is not paused", "pöytää ei ole keskeytetty", "масата не е спряна"),
    ("this question is no longer open", "tämä kysymys ei ole enää auki", "този въпрос вече не е отворен"),
    (
        "deck fault at seat {}: call the floor",
        "pakkavika paikalla {0}: kutsu pelinvalvoja",
        "дефект в тестето при място {0}: управител",
    ),
    ("seat {} is not waiting for its turn", "paikka {0} ei odota vuoroaan", "място {0} не чака реда си"),
    (
        "seat {} acts before seat {}; this is out of turn (WL 132)",
        "paikka {0} toimii ennen paikkaa {1}; vuoro on väärä",
        "място {0} действа преди място {1}; не е на ред",
    ),
    ("seat {} has no hand to look at", "paikalla {0} ei ole kättä katsottavaksi", "място {0} няма ръка за преглед"),
    ("the table is paused: {}", "pöytä on keskeytetty", "масата е спряна"),
    (
        "{} lies on the table already; if both are real, the deck is fouled",
        "{0} on jo pöydällä; jos molemmat ovat aitoja, pakka on viallinen",
        "{0} вече е на масата; ако и двете са истински, тестето е дефектно",
    ),
    (
        "{} entries of this hand can be undone, not {}",
        "voit perua {0} kirjausta, et {1}",
        "могат да се върнат {0} стъпки, не {1}",
    ),
    ("{} is not for a {} to enter", "roolisi ei saa kirjata tätä", "вашата роля не може да въвежда това"),
    ("a person has to rule first", "ensin tarvitaan ratkaisu", "първо трябва решение"),
    ("the hand is held until a ruling: {}", "jako odottaa ratkaisua", "ръката чака решение"),
    ("{} is not possible; from {} to {} is", "{0} ei käy; {1}–{2} käy", "{0} не може; от {1} до {2} може"),
    ("house {} does not deal {}", "talo {0} ei jaa tätä", "заведението {0} не играе това"),
    ("house {} does not deal {} limit", "talo {0} ei jaa tällä panosrajalla", "заведението {0} не играе с този лимит"),
)
_BY_THE_RULES: Mapping[Language, str] = {
    Language.FINNISH: "säännöt eivät salli sitä nyt",
    Language.BULGARIAN: "правилата не го позволяват сега",
}
# Paused without a reason: the table says "paused" for it, which needs no saying twice.
_NO_REASON = ": paused"
_PLACE = {Language.FINNISH: 1, Language.BULGARIAN: 2}


def refusal(language: Language, why: str) -> str:
    """Return why an entry is refused. why: as the engine says it."""
    place = _PLACE.get(language)
    if place is None:
        return why.removesuffix(_NO_REASON)
    for pattern, line in _patterns():
        found = pattern.fullmatch(why)
        if found is not None:
            return line[place].format(*found.groups())
    return _BY_THE_RULES[language]


@cache
def _patterns() -> tuple[tuple[re.Pattern[str], Said], ...]:
    # The line with most fixed words first, so that an open one does not take what another means.
    lines = sorted(LINES, key=lambda line: -len(line[0].replace("{}", "")))
    return tuple((re.compile("(.+)".join(re.escape(part) for part in line[0].split("{}"))), line) for line in lines)
