"""What the faults of a simulated table are called in the other languages; English comes with the fault."""

from __future__ import annotations

from collections.abc import Mapping

FAULTS: Mapping[str, tuple[str, str]] = {
    "unplug-shoe": (
        "Kengän johto on irti; kytke takaisin sammuttamalla tämä",
        "Кабелът на кутията е изваден; изключете, за да го включите пак",
    ),
    "hang-shoe": ("Kenkä jumittaa: se ei kuule eikä puhu", "Кутията е блокирала: не чува и не говори"),
    "silent-shoe": (
        "Kenkä kuulee, mutta mitään sen sanomaa ei tule perille",
        "Кутията чува, но нищо от нея не пристига",
    ),
    "slow-shoe": (
        "Kengän viestit tulevat kolme neljäsosasekuntia myöhässä",
        "Съобщенията на кутията идват с три четвърти секунда закъснение",
    ),
    "garbage-shoe": ("Kengän linjalle tulee ryöppy roskaa", "По линията на кутията идва поток от безсмислици"),
    "wrong-baud": (
        "Kengän linja käy väärällä nopeudella, jokainen tavu sotkeutuu",
        "Линията на кутията е с друга скорост и всеки байт е объркан",
    ),
    "lost-bytes": (
        "Joka kahdessadas tavu katoaa kengän linjalta",
        "Един на двеста байта се губи по линията на кутията",
    ),
    "damaged-bytes": (
        "Joka kahdessadas tavu vioittuu kengän linjalla",
        "Един на двеста байта се поврежда по линията на кутията",
    ),
    "repeated-lines": ("Kenkä lähettää joka rivin kahdesti", "Кутията изпраща всеки ред по два пъти"),
    "restart-shoe": (
        "Kengästä katkeaa virta, se unohtaa tapahtumansa ja alkaa alusta",
        "Кутията остава без ток, забравя събитията си и започва отначало",
    ),
    "lost-ring": (
        "Kengän muisti täyttyy ja kolme tapahtumaa katoaa",
        "Паметта на кутията прелива и три събития се губят",
    ),
    "other-shoe": ("Kenkä vaihdetaan toiseen", "Кутията е сменена с друга"),
    "shoe-jam": ("Kortti juuttuu hetkeksi kengän suulle", "Карта засяда за миг в отвора на кутията"),
    "reader-error": ("Kengän tunnisteenlukija ilmoittaa virheestä", "Четецът на кутията съобщава за грешка"),
    "lid-open": ("Kengän kansi on auki", "Капакът на кутията е отворен"),
    "says-empty": ("Kenkä sanoo olevansa tyhjä, vaikka ei ole", "Кутията казва, че е празна, а не е"),
    "unread-card": ("Seuraava kortti lähtee kengästä lukematta", "Следващата карта излиза от кутията непрочетена"),
    "unseen-card": (
        "Kenkä ei kerro seuraavasta kortista, vaikka sen säde katkesi",
        "Кутията не съобщава за следващата карта, макар лъчът да е прекъснат",
    ),
    "two-cards": ("Kengästä lähtee kaksi korttia kerralla", "Две карти излизат от кутията наведнъж"),
    "misread-card": (
        "Kenkä ilmoittaa toisen tunnisteen kuin seuraavan kortin",
        "Кутията съобщава друг етикет, а не този на следващата карта",
    ),
    "read-twice": ("Kenkä ilmoittaa seuraavan kortin kahdesti", "Кутията съобщава следващата карта два пъти"),
    "pushed-back": (
        "Seuraava kortti työnnetään takaisin kenkään ja vedetään uudelleen",
        "Следващата карта е върната в кутията и изтеглена отново",
    ),
    "foreign-card": ("Seuraava kortti on toisesta pakasta", "Следващата карта е от друго тесте"),
    "marked-duplicate": (
        "Seuraava kortti on avokortin kopio tunnistetta myöten",
        "Следващата карта е копие, с етикета, на открита карта",
    ),
    "wrong-deck": (
        "Kengässä on toinen pakka kuin rekisteröity",
        "В кутията е друго тесте, а не регистрираното",
    ),
    "missing-card": ("Seuraavasta ladattavasta pakasta puuttuu kortti", "В следващото заредено тесте липсва карта"),
    "boxed-card": ("Seuraava kortti on pakassa väärin päin", "Следващата карта е обърната в тестето"),
    "wrong-seat": ("Seuraava kortti menee väärälle paikalle", "Следващата карта отива на грешно място"),
    "dealt-early": (
        "Kortti jaetaan, kun pelaajat vielä toimivat",
        "Карта е раздадена, докато играчите още решават",
    ),
    "exposed-hole-card": (
        "Seuraava pohjakortti putoaa kuvapuoli ylös",
        "Следващата закрита карта пада с лице нагоре",
    ),
    "door-card-down": ("Seuraava avokortti putoaa kuvapuoli alas", "Следващата открита карта пада с лице надолу"),
    "missed-burn": ("Jakaja unohtaa seuraavan polton", "Дилърът забравя следващото изгаряне"),
    "double-burn": ("Jakaja polttaa kaksi korttia", "Дилърът изгаря две карти"),
    "river-face-up": (
        "Seitsemännen kadun seuraava kortti putoaa kuvapuoli ylös",
        "Следващата карта от седмата улица пада с лице нагоре",
    ),
    "card-off-table": ("Seuraava kortti putoaa pöydältä", "Следващата карта пада от масата"),
    "card-turned": ("Seuraava kortti on ylösalaisin", "Следващата карта лежи наопаки"),
    "card-askew": ("Seuraava kortti on vinossa", "Следващата карта лежи накриво"),
    "card-moved": ("Viimeksi laskettu kortti liukuu verkaa pitkin", "Последната карта се плъзга по сукното"),
    "squared-up": ("Pelaajat kokoavat korttinsa pinoon", "Играчите подреждат картите си една върху друга"),
    "fanned": ("Pelaajat levittävät korttinsa viuhkaksi", "Играчите разгръщат картите си като ветрило"),
    "chip-on-card": ("Viimeksi lasketun kortin päällä on pelimerkki", "Върху последната карта лежи чип"),
    "unplug-camera": (
        "Kameran johto on irti; kytke takaisin sammuttamalla tämä",
        "Кабелът на камерата е изваден; изключете, за да го включите пак",
    ),
    "hang-camera": ("Kamera ei anna enää kuvia", "Камерата не дава повече кадри"),
    "frozen-frame": ("Kamera antaa samaa kuvaa yhä uudelleen", "Камерата дава отново и отново един и същ кадър"),
    "slow-frames": ("Kamera antaa yhden kuvan sekunnissa", "Камерата дава един кадър в секунда"),
    "torn-frames": ("Jokaisen kuvan alaosa on vioittunut", "Всеки кадър е повреден в долната си част"),
    "lights-off": ("Pöydän valot ovat sammuksissa", "Лампите над масата са изгасени"),
    "lights-flicker": ("Valo välkkyy", "Светлината трепти"),
    "glare": ("Lamppu heijastuu korteista", "Лампа се отразява в картите"),
    "blurred": ("Kuva on epätarkka", "Картината не е на фокус"),
    "colour-cast": ("Valkotasapaino on pielessä", "Балансът на бялото е сбъркан"),
    "hand-over-seat": ("Käsi lepää paikan korttien päällä", "Ръка лежи върху картите на място"),
    "camera-knocked": (
        "Kameraan on osuttu: 2 senttimetriä ja 3 astetta",
        "Камерата е бутната: 2 сантиметра и 3 градуса",
    ),
    "disk-full": ("Levy, jolla loki on, on täynnä", "Дискът с журнала е пълен"),
    "journal-locked": ("Toinen ohjelma pitää lokia varattuna", "Друга програма държи журнала"),
    "clock-jump": ("Tietokoneen kello hyppää tunnin", "Часовникът на компютъра прескача с един час"),
    "controller-killed": ("Ohjain tapetaan ja se käynnistyy uudelleen", "Контролерът е спрян насила и тръгва отново"),
    "voice-gone": ("Ääni on poissa", "Гласът изчезна"),
    "broker-gone": ("Salin välityspalvelinta ei tavoiteta", "Брокерът на залата е недостъпен"),
}
"""By the fault's name: Finnish, Bulgarian."""

MISSING: Mapping[str, Mapping[str, str]] = {
    "voice-gone": {
        "en": "this table has no voice",
        "fi": "tällä pöydällä ei ole ääntä",
        "bg": "тази маса няма глас",
    },
    "broker-gone": {
        "en": "this table has no broker",
        "fi": "tällä pöydällä ei ole välityspalvelinta",
        "bg": "тази маса няма брокер",
    },
}
"""Why a fault cannot happen at a table, by the fault's name and the language."""
_NOT_HERE = {"en": "not at this table", "fi": "ei tällä pöydällä", "bg": "не на тази маса"}

_PLACE = {"fi": 0, "bg": 1}


NEWS: Mapping[str, Mapping[str, str]] = {
    "head": {
        "en": "What the last ones led to",
        "fi": "Mihin viimeisimmät johtivat",
        "bg": "До какво доведоха последните",
    },
    "note": {
        "en": "What happens to a card waits until such a card is dealt. While the players play by themselves, the "
        "simulated dealer soon answers each question too; if you act for them, it waits for you.",
        "fi": "Kortille sattuva odottaa, kunnes sellainen kortti jaetaan. Kun pelaajat pelaavat itse, simuloitu jakaja "
        "vastaa pian myös jokaiseen kysymykseen; kun toimit heidän puolestaan, kysymys odottaa sinua.",
        "bg": "Което се случва с карта, чака да се раздаде такава карта. Докато играчите играят сами, симулираният "
        "дилър скоро отговаря и на всеки въпрос; ако вие играете за тях, въпросът чака вас.",
    },
    "waits": {
        "en": "has not happened yet",
        "fi": "ei ole vielä sattunut",
        "bg": "още не се е случило",
    },
    "nothing": {
        "en": "the dealer has been told nothing",
        "fi": "jakajalle ei ole sanottu mitään",
        "bg": "на дилъра не е казано нищо",
    },
}
"""What the page says of the last faults, by what it is and the language."""


def news_words(language: str) -> Mapping[str, str]:
    """What the page says of the last faults, in a language."""
    return {name: words.get(language, words["en"]) for name, words in NEWS.items()}


def missing_words(language: str, name: str) -> str:
    """Why a fault cannot happen at this table, in a language."""
    why = MISSING.get(name, _NOT_HERE)
    return why.get(language, why["en"])


def fault_words(language: str, name: str, english: str) -> str:
    """What a fault is, in a language; in English where it has no other words."""
    place = _PLACE.get(language)
    return FAULTS[name][place] if place is not None and name in FAULTS else english
