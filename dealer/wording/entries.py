"""Why an entry or a set-up cannot be read, in the reader's language: which key, and what it may be.

Keys and words of a table file stay as they are in every language: they are what has to be written there.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from dealer.house.rules import Language
from dealer.wording.lines import Lines, Said, in_words, without_source

SET_UP = "the set-up"
"""What a file is called that a page posts instead of one that lies on the disk."""

LINES: tuple[Said, ...] = (
    ("a text of at most {} characters is needed", "tarvitaan enintään {0} merkin teksti", "нужен е текст до {0} знака"),
    ("a whole number is needed", "tarvitaan kokonaisluku", "нужно е цяло число"),
    ("true or false is needed", "tarvitaan true tai false", "нужно е true или false"),
    ("a list of cards is needed", "tarvitaan korttien luettelo", "нужен е списък с карти"),
    ("a list is needed", "tarvitaan luettelo", "нужен е списък"),
    ("one of 1 to {} is needed", "tarvitaan jokin luvuista 1–{0}", "нужно е едно от 1 до {0}"),
    ("one of {} is needed", "tarvitaan jokin näistä: {0}", "нужно е едно от: {0}"),
    ("an entry of this kind has no {}", "tällaisessa kirjauksessa ei ole: {0}", "такъв запис няма: {0}"),
    (
        "a card such as 2c, Td or Ah is needed",
        "tarvitaan kortti, esimerkiksi 2c, Td tai Ah",
        "нужна е карта: 2c, Td, Ah",
    ),
    ("there is no entry {}", "kirjausta {0} ei ole", "няма запис {0}"),
    ("there is no action {}", "toimintoa {0} ei ole", "няма действие {0}"),
    (
        "call, stop, go-on or grant is needed",
        "tarvitaan call, stop, go-on tai grant",
        "нужно е call, stop, go-on, grant",
    ),
    ("a wager needs its amount", "panos tarvitsee summan", "залогът иска сума"),
    ("say which card it is", "sano, mikä kortti se on", "кажете коя карта е"),
    ("an entry is an object with entry and turn", "kirjauksessa on entry ja turn", "записът има entry и turn"),
    (
        "an entry says what to do and little else",
        "kirjaus sanoo, mitä tehdään, ja vain vähän muuta",
        "записът казва какво да се направи и малко друго",
    ),
    (
        "the values of an entry are short texts, whole numbers and lists of them",
        "kirjauksen arvot ovat lyhyitä tekstejä, kokonaislukuja ja niiden luetteloita",
        "стойностите са кратки текстове, цели числа и списъци от тях",
    ),
    ("is missing; allowed: {}", "puuttuu; sallittu: {0}", "липсва; позволено: {0}"),
    ("{} is not allowed; allowed: {}", "{0} ei käy; sallittu: {1}", "{0} не може; позволено: {1}"),
    ("no such key; did you mean {}?", "sellaista avainta ei ole; tarkoititko {0}?", "няма такъв ключ; {0} ли е?"),
    ("no such key; allowed: {}", "sellaista avainta ei ole; sallittu: {0}", "няма такъв ключ; позволено: {0}"),
    ("must be a section [{}], not {}", "pitää olla osa [{0}], ei {1}", "трябва да е раздел [{0}], не {1}"),
    (
        "must be one or more [[{}]], not {}",
        "pitää olla yksi tai useampi [[{0}]]",
        "трябва да е един или повече [[{0}]]",
    ),
    (
        "must be one line of text of 1 to {} characters, not {}",
        "pitää olla yksi 1–{0} merkin rivi, ei {1}",
        "трябва да е един ред от 1 до {0} знака, не {1}",
    ),
    (
        "must be a list of names of 1 to 80 characters",
        "pitää olla luettelo 1–80 merkin nimiä",
        "трябва да е списък с имена от 1 до 80 знака",
    ),
    (
        "must be a list of one or more different names",
        "pitää olla luettelo, jossa on yksi tai useampi eri nimi",
        "трябва да е списък от едно или повече различни имена",
    ),
    (
        "must be a list of {} from 0 to {}",
        "pitää olla luettelo: {0} väliltä 0–{1}",
        "трябва да е списък: {0} от 0 до {1}",
    ),
    ("must be a list of {}, not {}", "pitää olla luettelo: {0}, ei {1}", "трябва да е списък: {0}, не {1}"),
    (
        "{} stands in the list twice; allowed: each at most once",
        "{0} on luettelossa kahdesti",
        "{0} е два пъти в списъка",
    ),
    (
        "must be pairs of pot and rake, the smallest pot first: [20, 1, 40, 2]",
        "pitää olla potin ja raken pareja, pienin potti ensin: 20, 1, 40, 2",
        "трябва да са двойки от пот и рейк, най-малкият пот пръв: 20, 1, 40, 2",
    ),
    (
        "must come before the end; allowed: 0 to {}",
        "pitää tulla ennen loppua; sallittu: 0–{0}",
        "трябва да е преди края; позволено: 0 до {0}",
    ),
    ("must be {} or more, not {}", "pitää olla vähintään {0}, ei {1}", "трябва да е поне {0}, не {1}"),
    ("{} cannot be made of chips of {}", "{0} ei onnistu {1} merkeillä", "{0} не става с чипове по {1}"),
    ("{} is less than the small bet of {}", "{0} on alle pienen panoksen {1}", "{0} е под малкия залог {1}"),
    ("{} is more than a full bet of {}", "{0} on yli täyden panoksen {1}", "{0} е над пълния залог {1}"),
    (
        "a range belongs to spread limit, and only to it",
        "alue kuuluu spread limitiin ja vain siihen",
        "диапазонът е за спред лимит и само за него",
    ),
    (
        "in spread limit the small and the big bet are the ends of the range",
        "spread limitissä pieni ja iso panos ovat alueen päät",
        "при спред лимит малкият и големият залог са краищата на диапазона",
    ),
    (
        "spread limit needs its range, such as 1 to 5",
        "spread limit tarvitsee alueen, esimerkiksi 1–5",
        "спред лимитът иска диапазон, например 1 до 5",
    ),
    (
        "must be given, since there is no small bet to take a fifth of",
        "on annettava, koska pientä panosta, josta otettaisiin viidesosa, ei ole",
        "трябва да се даде, защото няма малък залог, от който да е пета част",
    ),
    (
        "must be given, since there is no small bet to take half of",
        "on annettava, koska pientä panosta, josta otettaisiin puolet, ei ole",
        "трябва да се даде, защото няма малък залог, от който да е половина",
    ),
    (
        "must be given: this house has no rule for it (bring-in.default = by-stakes)",
        "on annettava: talolla ei ole siitä sääntöä",
        "трябва да се даде: заведението няма правило за това",
    ),
    ("must be given", "on annettava", "трябва да се даде"),
    (
        "must be a list, not {}; allowed in it: {}",
        "pitää olla luettelo; sallittu: {1}",
        "трябва да е списък; позволено: {1}",
    ),
    ("cannot be read as {}", "ei ole muotoa {0}", "не е във вида {0}"),
    (
        "no card is left in the stub or the burns; call the floor",
        "kortit loppuivat; kutsu pelinvalvoja",
        "няма повече карти; извикайте управителя",
    ),
)
_VALUES: tuple[Said, ...] = (
    ("a whole number from {} to {}", "kokonaisluku {0}–{1}", "цяло число от {0} до {1}"),
    ("a section of its own", "oma osansa", "собствен раздел"),
    ("a line of text", "rivi tekstiä", "ред текст"),
    ("a list of names", "luettelo nimiä", "списък с имена"),
    ("a list of whole numbers", "luettelo kokonaislukuja", "списък с цели числа"),
    ("a list of {} whole numbers", "luettelo, jossa on {0} kokonaislukua", "списък с {0} цели числа"),
    ("whole numbers", "kokonaislukuja", "цели числа"),
    ("{} whole numbers", "{0} kokonaislukua", "{0} цели числа"),
    ("a list", "luettelo", "списък"),
    ("a section", "osa", "раздел"),
    ("a huge number", "valtava luku", "огромно число"),
)
_ALL, _FILLED = Lines(LINES), Lines(_VALUES)
_KEY = re.compile(r"([a-z][\w.\[\]-]*): (.+)")
_NOT_READ: Mapping[Language, str] = {
    Language.ENGLISH: "this entry cannot be read",
    Language.FINNISH: "kirjausta ei voi lukea",
    Language.BULGARIAN: "записът не може да се прочете",
}


def entry_refused(language: Language, why: str) -> str:
    """Return why an entry cannot be read, as `key: what it may be` where it is about one key. why: in English."""
    text = without_source(why.removeprefix(f"{SET_UP}: "))
    found = _KEY.fullmatch(text)
    key, problem = ("", text) if found is None else (f"{found[1]}: ", found[2])
    said = in_words(language, problem, _ALL, filled=_FILLED)
    return f"{key}{said or _NOT_READ[language]}"
