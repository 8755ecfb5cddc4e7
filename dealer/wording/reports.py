"""Why a mistake cannot be reported as it was (R8), in the reader's language; the engine says it in English alone."""

from __future__ import annotations

from dealer.wording.lines import Said

LINES: tuple[Said, ...] = (
    (
        "{} is not reported; the controller finds it by itself",
        "tätä ei ilmoiteta; ohjain huomaa sen itse",
        "това не се съобщава; контролерът го открива сам",
    ),
    (
        "a hole card is exposed by the deal only in the initial deal",
        "pimeä kortti voi paljastua jaettaessa vain alkujaossa",
        "закрита карта се открива при раздаване само в началото",
    ),
    (
        "no card is due face down; say which of the seat's cards it is",
        "nurin tulevaa korttia ei odoteta; sano, mikä paikan korteista se on",
        "не се очаква закрита карта; кажете коя от картите на мястото е",
    ),
    (
        "the seat has no such card face down",
        "paikalla ei ole sellaista korttia nurin",
        "мястото няма такава закрита карта",
    ),
    ("no cards have been dealt", "kortteja ei ole jaettu", "не са раздадени карти"),
    (
        "there has been a bet since; count the hands instead (wrong-card-count)",
        "sen jälkeen on panostettu; laske käsien kortit",
        "след това има залог; вместо това пребройте картите в ръцете",
    ),
    (
        "say which cards were dealt without a burn, in order",
        "sano järjestyksessä, mitkä kortit jaettiin ilman sivuun siirtoa",
        "кажете по ред кои карти са раздадени без изгаряне",
    ),
    (
        "a card lies the other way up than was due there",
        "kortti on toisin päin kuin siinä piti olla",
        "карта лежи обратно на очакваното",
    ),
    (
        "no burn of this street has been made, or its betting has begun",
        "tällä kadulla ei ole siirretty korttia sivuun tai sen panostus on alkanut",
        "на тази улица няма изгорена карта или залагането ѝ е започнало",
    ),
    (
        "no betting is open that a card could come before the end of",
        "mikään panostus ei ole kesken, jota ennen kortti olisi tullut",
        "няма открито залагане, преди чийто край да е дошла карта",
    ),
    (
        "say which cards were dealt, the burn first",
        "sano, mitkä kortit jaettiin, sivuun siirretty ensin",
        "кажете кои карти са раздадени, първо изгорената",
    ),
    ("no card to a seat is due", "millekään paikalle ei odoteta korttia", "не се очаква карта за място"),
    ("the card went where it was due", "kortti meni sinne minne pitikin", "картата отиде където се очакваше"),
    (
        "no seventh card is due face down",
        "seitsemättä korttia ei odoteta nurin",
        "не се очаква седма закрита карта",
    ),
    ("say which seat it concerns", "sano, mitä paikkaa se koskee", "кажете за кое място се отнася"),
    ("there is no bring-in now", "nyt ei ole bring-iniä", "сега няма влизане"),
    (
        "that seat has no chips to bring in with",
        "paikalla ei ole merkkejä bring-iniin",
        "мястото няма чипове за влизане",
    ),
    (
        "that seat is the one to bring it in",
        "juuri tuon paikan kuuluukin maksaa bring-in",
        "точно това място трябва да влезе",
    ),
    (
        "that seat is the one that brought it in",
        "juuri tuo paikka maksoi bring-inin",
        "точно това място влезе",
    ),
    ("there has been no betting", "panostusta ei ole ollut", "не е залагано"),
    (
        "no card is due; say whose card it is, and which",
        "korttia ei odoteta; sano, kenen kortti se on ja mikä",
        "не се очаква карта; кажете чия е и коя",
    ),
    ("that hand is out of play", "tuo käsi ei ole enää pelissä", "тази ръка е извън игра"),
    ("the seat has no such card", "paikalla ei ole sellaista korttia", "мястото няма такава карта"),
    (
        "the card that is due is seat {}'s",
        "odotettu kortti kuuluu paikalle {0}",
        "очакваната карта е за място {0}",
    ),
    (
        "say which card it was; None for one that nobody knows",
        "sano, mikä kortti se oli",
        "кажете коя карта беше",
    ),
    (
        "a card that lies face up must be named",
        "auki olevasta kortista on sanottava, mikä se on",
        "за открита карта трябва да се каже коя е",
    ),
    (
        "so many cards are not left in the stub",
        "pakassa ei ole niin montaa korttia",
        "в тестето няма толкова карти",
    ),
)
