"""What a device's driver says of it, in the reader's language; drivers say it in English alone.

A part in braces is taken over as it stands. What has no line here, such as an operating system's error with its port,
stays as the driver has it.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache

from dealer.house.rules import Language

Said = tuple[str, str, str]

LINES: tuple[Said, ...] = (
    ("the shoe answers", "kenkä vastaa", "кутията отговаря"),
    (
        "the port is open; the shoe has been asked who it is",
        "portti on auki; kengältä on kysytty, mikä se on",
        "портът е отворен; кутията е попитана коя е",
    ),
    (
        "the port is open; the reader is being set up",
        "portti on auki; lukijaa asetetaan",
        "портът е отворен; четецът се настройва",
    ),
    (
        "nothing heard from the shoe for {} seconds; look at its power",
        "kengästä ei ole kuultu {0} sekuntiin; tarkista sen virta",
        "от кутията не се чува нищо от {0} секунди; проверете захранването",
    ),
    (
        "the shoe refuses its mode; update its firmware",
        "kenkä ei suostu toimintatapaan; päivitä sen ohjelma",
        "кутията отказва режима; обновете програмата ѝ",
    ),
    (
        "the shoe does not speak OSP/1; update its firmware or the controller",
        "kenkä ei puhu OSP/1:tä; päivitä sen ohjelma tai ohjain",
        "кутията не говори OSP/1; обновете програмата ѝ или контролера",
    ),
    (
        "the shoe speaks OSP/{}, the controller OSP/{}",
        "kenkä puhuu OSP/{0}:ta, ohjain OSP/{1}:tä",
        "кутията говори OSP/{0}, контролерът OSP/{1}",
    ),
    (
        "the shoe reports that its reader or its memory fails; check it",
        "kenkä ilmoittaa lukijan tai muistin viasta; tarkista se",
        "кутията съобщава за повреда в четеца или паметта; проверете я",
    ),
    ("{}, firmware {}", "{0}, ohjelma {1}", "{0}, програма {1}"),
    (
        "the reader does not answer; look at its cable and its mode switches",
        "lukija ei vastaa; tarkista johto ja kytkimet",
        "четецът не отговаря; проверете кабела и превключвателите",
    ),
    (
        "the reader does not answer; look at its cable",
        "lukija ei vastaa; tarkista johto",
        "четецът не отговаря; проверете кабела",
    ),
    ("the camera sees the table", "kamera näkee pöydän", "камерата вижда масата"),
    (
        "fewer than two pictures a second are read: cards are read late; check cable and port",
        "alle kaksi kuvaa sekunnissa: kortit luetaan myöhässä; tarkista johto ja portti",
        "под два кадъра в секунда: картите се четат късно; проверете кабела и порта",
    ),
    (
        "no picture has come for a while; check the cable",
        "kuvaa ei ole tullut hetkeen; tarkista johto",
        "от известно време няма кадър; проверете кабела",
    ),
    (
        "the camera repeats one frozen picture; unplug it and plug it in",
        "kamera toistaa samaa kuvaa; irrota johto ja kytke se uudelleen",
        "камерата повтаря един кадър; извадете кабела и го включете пак",
    ),
    (
        "the picture is dark; switch the light on or open the shutter",
        "kuva on pimeä; sytytä valo tai avaa suljin",
        "картината е тъмна; включете светлината или отворете затвора",
    ),
    (
        "the picture is blurred; clean the lens or focus again",
        "kuva on epätarkka; puhdista linssi tai tarkenna uudelleen",
        "картината не е на фокус; почистете обектива или фокусирайте пак",
    ),
    (
        "the camera or the table was moved; calibrate again",
        "kamera tai pöytä on siirtynyt; kalibroi uudelleen",
        "камерата или масата е преместена; калибрирайте отново",
    ),
    (
        "nothing can be spoken; read it from the screen, look at the loudspeaker",
        "mitään ei voi sanoa ääneen; lue ruudulta, tarkista kaiutin",
        "нищо не може да се изговори; четете от екрана, проверете високоговорителя",
    ),
    ("the voice speaks again", "ääni puhuu taas", "гласът отново говори"),
    ("the floor hears this table", "sali kuulee tämän pöydän", "залата чува тази маса"),
    (
        "the floor does not hear this table; call by voice ({})",
        "sali ei kuule tätä pöytää; kutsu ääneen ({0})",
        "залата не чува тази маса; повикайте на глас ({0})",
    ),
)
_PLACE: Mapping[Language, int] = {Language.FINNISH: 1, Language.BULGARIAN: 2}


def device_words(language: Language, detail: str) -> str:
    """Return what a driver says of its device. detail: as the driver says it."""
    place = _PLACE.get(language)
    if place is None:
        return detail
    for pattern, line in _patterns():
        found = pattern.fullmatch(detail)
        if found is not None:
            return line[place].format(*found.groups())
    return detail


@cache
def _patterns() -> tuple[tuple[re.Pattern[str], Said], ...]:
    return tuple((re.compile(re.escape(line[0]).replace(r"\{\}", "(.+)")), line) for line in LINES)
