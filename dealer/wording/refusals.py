"""Why the rules refuse an entry, in the reader's language; the engine says it in English alone.

Each line gives an English sentence with `{}` for what is filled in, and the same in Finnish and in Bulgarian, where
`{0}` and `{1}` take it over. What has no line of its own is refused by the rules; the
floor reads which rule beside it.
"""

from __future__ import annotations

from collections.abc import Mapping

from dealer.house.rules import Language
from dealer.wording.lines import Lines, Said, in_words, without_source
from dealer.wording.reports import LINES as REPORTS

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
    ("cards are named with a reason", "korttien nimeämiseen tarvitaan syy", "картите се назовават с причина"),
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
    (
        "the bring-in is forced; it cannot be folded",
        "bring-in on pakollinen; sitä ei voi foldata",
        "влизането е задължително; не може да се откаже",
    ),
    (
        "there is a bet to answer; it can be folded to, called or raised",
        "panokseen on vastattava: foldaa, maksa tai korota",
        "има залог за отговор: отказ, плащане или покачване",
    ),
    ("there is no bet to call", "maksettavaa panosta ei ole", "няма залог за плащане"),
    ("no bring-in is due", "bring-iniä ei odoteta", "не се очаква влизане"),
    ("no wager is possible", "panostaa ei voi nyt", "сега не може да се залага"),
    ("there is no betting now", "nyt ei panosteta", "сега не се залага"),
    (
        "there are not chips enough for more than a call",
        "merkit riittävät vain maksamiseen",
        "чиповете стигат само за плащане",
    ),
    (
        "chips that went in on a time-out cannot be raised",
        "ajan loputtua laitettuja merkkejä ei voi korottaa",
        "чипове, влезли след изтекло време, не се вдигат",
    ),
    ("nobody is left who could call", "kukaan ei voi enää maksaa", "няма кой да плати"),
    (
        "the wager since the last action of this seat was too short to open the betting again",
        "paikan edellisen vuoron jälkeinen panos oli liian pieni avaamaan panostuksen uudelleen",
        "залогът след последното действие на мястото е твърде малък, за да отвори наново залагането",
    ),
    (
        "the {} raises of this round are made",
        "kierroksen {0} korotusta on tehty",
        "направени са {0} покачвания в този кръг",
    ),
    (
        "a double bet is not open to this seat; {} is possible",
        "tuplapanos ei ole tälle paikalle avoinna; {0} käy",
        "двоен залог не е позволен за това място; може {0}",
    ),
    (
        "less than a full bet is possible only all in; {} is possible, not {}",
        "vajaa panos käy vain all-in; {0} käy, {1} ei",
        "по-малко от пълен залог може само при ол-ин; може {0}, не {1}",
    ),
    (
        "an action out of turn binds this seat: {} (WL 132)",
        "paikkaa sitoo sen teko ennen vuoroa",
        "мястото е обвързано от действието си не по ред",
    ),
    (
        "a wager needs its amount, and nothing else does",
        "panos tarvitsee summan, muu ei",
        "залогът иска сума, другото не",
    ),
    ("the antes are in already", "antet on jo maksettu", "антетата вече са платени"),
    ("no burn is due", "korttia ei nyt siirretä sivuun", "сега не се изгаря карта"),
    ("no cards are to be shuffled", "mitään ei nyt sekoiteta", "сега няма карти за разбъркване"),
    ("there is no hand to give up now", "nyt ei ole kättä luovutettavaksi", "сега няма ръка за отказване"),
    ("the pots cannot be pushed yet", "potteja ei voi vielä jakaa", "потовете още не се раздават"),
    ("{} cards are due, not {}", "odotetaan {0} korttia, ei {1}", "очакват се {0} карти, не {1}"),
    (
        "the card that is due lies face down; a known card cannot lie there",
        "odotettu kortti tulee nurin; tunnettu kortti ei voi olla siinä",
        "очакваната карта е с лице надолу; там не може да лежи известна карта",
    ),
    (
        "the card that is due lies face up; it must be named",
        "odotettu kortti tulee auki; sano, mikä se on",
        "очакваната карта е открита; кажете коя е",
    ),
    (
        "the betting is not over; a card dealt now is out of turn (WL 123)",
        "panostus on kesken; kortti olisi nyt ennen aikojaan",
        "залагането не е свършило; карта сега е преждевременна",
    ),
    (
        "seat {} has {} cards face down, not {}",
        "paikalla {0} on nurin {1} korttia, ei {2}",
        "място {0} има {1} закрити карти, не {2}",
    ),
    (
        "seat {} did not muck a hand that stayed to the end",
        "paikka {0} ei muckannut loppuun asti mukana ollutta kättä",
        "място {0} не е хвърлило ръка, останала докрай",
    ),
    (
        "the cards cannot be taken back so far; call the floor",
        "kortteja ei voi perua niin kauas; kutsu pelinvalvoja",
        "картите не могат да се върнат толкова назад; извикайте управителя",
    ),
    (
        "{} seats cannot be dealt in; a hand takes 2 to 8",
        "{0} paikalle ei voi jakaa; jakoon mahtuu 2–8",
        "не може да се раздаде на {0} места; ръката е за 2 до 8",
    ),
    (
        "a seat without chips cannot be dealt in",
        "paikalle ilman merkkejä ei jaeta",
        "на място без чипове не се раздава",
    ),
    ("this house does not deal {}", "tämä talo ei jaa tätä", "това заведение не играе това"),
    (
        "this house does not deal {} limit",
        "tämä talo ei jaa tällä panosrajalla",
        "това заведение не играе с този лимит",
    ),
    (
        "the figures of the rake cannot be meant",
        "raken luvut eivät voi olla oikein",
        "числата на рейка не може да са верни",
    ),
    ("an undo takes back one command or more", "peru vähintään yksi kirjaus", "върнете поне една стъпка"),
    (
        "there are not {} commands in this hand to take back",
        "tässä jaossa ei ole {0} kirjausta peruttavaksi",
        "в тази ръка няма {0} стъпки за връщане",
    ),
    ("{} is less than nothing", "{0} on alle nollan", "{0} е под нулата"),
    ("a table has 2 to {} seats, not {}", "pöydässä on 2–{0} paikkaa, ei {1}", "масата има 2 до {0} места, не {1}"),
    ("a table needs a game to deal", "pöytä tarvitsee pelin", "масата иска игра"),
    ("a table needs a deck", "pöytä tarvitsee pakan", "масата иска тесте"),
    ("the rotation has {} games", "kierrossa on {0} peliä", "в редуването има {0} игри"),
    ("the schedule has {} levels", "aikataulussa on {0} tasoa", "в графика има {0} нива"),
    (
        "{} is no deck of this table; it has {}",
        "{0} ei ole tämän pöydän pakka; pakat: {1}",
        "{0} не е тесте на тази маса; тестетата: {1}",
    ),
    (
        "the deck {} was taken out (WL 117); take another, or call the floor",
        "pakka {0} on poistettu; ota toinen tai kutsu pelinvalvoja",
        "тестето {0} е извадено; вземете друго или извикайте управителя",
    ),
    ("the deck {} has not been taken out", "pakkaa {0} ei ole poistettu", "тестето {0} не е извадено"),
    (
        "a deck is admitted with a reason, such as the card that was replaced",
        "pakan palauttamiseen tarvitaan syy, esimerkiksi korvattu kortti",
        "тесте се връща с причина, например сменената карта",
    ),
    ("{} is not open here; {} is", "tätä ratkaisua ei voi nyt valita", "това решение не е възможно сега"),
    ("the hand is held already: {}", "jako odottaa jo ratkaisua", "ръката вече чака решение"),
    ("no hand is being shown any more", "mitään kättä ei enää näytetä", "вече не се показва ръка"),
    ("name {} cards", "anna {0} korttia", "кажете {0} карти"),
    ("no card lies there", "siinä ei ole korttia", "там няма карта"),
)
_BY_THE_RULES: Mapping[Language, str] = {
    Language.FINNISH: "säännöt eivät salli sitä nyt",
    Language.BULGARIAN: "правилата не го позволяват сега",
}
# Paused without a reason: the table says "paused" for it, which needs no saying twice.
_NO_REASON = ": paused"
_ALL = Lines((*LINES, *REPORTS))


def refusal(language: Language, why: str) -> str:
    """Return why an entry is refused. why: as the engine says it; which source says so is for the rule beside it."""
    if language is Language.ENGLISH:
        return without_source(why.removesuffix(_NO_REASON))
    return refusal_or_none(language, why) or _BY_THE_RULES[language]


def refusal_or_none(language: Language, why: str) -> str | None:
    """The same, or None for what is no sentence of the engine's, such as a person's own words."""
    return in_words(language, why, _ALL)
