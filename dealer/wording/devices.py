"""What a device's driver says of it, in the reader's language; drivers say it in English alone.

A part in braces is taken over as it stands. What has no line here, such as an operating system's error with its port,
stays as the driver has it.
"""

from __future__ import annotations

from dealer.house.rules import Language
from dealer.wording.lines import Lines, Said, in_words

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
    (
        "{}: it is not there; plug the device in, or look at /dev/serial/by-id",
        "{0}: laitetta ei ole; kytke se tai katso /dev/serial/by-id",
        "{0}: няма го; включете устройството или вижте /dev/serial/by-id",
    ),
    (
        "{}: no such USB device is plugged in",
        "{0}: sellaista USB-laitetta ei ole kytketty",
        "{0}: такова USB устройство не е включено",
    ),
    (
        "{}: it could be {}; add the serial number, as in usb:VID:PID:SERIAL",
        "{0}: laite voi olla jokin näistä: {1}; lisää sarjanumero, usb:VID:PID:SERIAL",
        "{0}: може да е някое от {1}; добавете серийния номер, usb:VID:PID:SERIAL",
    ),
    (
        "{}: the device takes no more bytes; pull its cable and plug it in again",
        "{0}: laite ei ota enää tavuja; irrota johto ja kytke se uudelleen",
        "{0}: устройството не приема повече байтове; извадете кабела и го включете пак",
    ),
    (
        "{}: this user may not open it; add the user to the group of the port (often dialout)",
        "{0}: tämä käyttäjä ei saa avata sitä; lisää käyttäjä portin ryhmään (usein dialout)",
        "{0}: потребителят няма право да го отвори; добавете го в групата на порта (често dialout)",
    ),
    (
        "{}: another program has it open; close that program",
        "{0}: toinen ohjelma käyttää sitä; sulje se ohjelma",
        "{0}: друга програма го е отворила; затворете я",
    ),
    ("{}: it is not a serial port", "{0}: se ei ole sarjaportti", "{0}: това не е сериен порт"),
    (
        "{}: nobody answers there; check the address and that the other end runs",
        "{0}: sieltä ei vastata; tarkista osoite ja että toinen pää on käynnissä",
        "{0}: оттам никой не отговаря; проверете адреса и дали другата страна работи",
    ),
    (
        "{}: the connection broke; check the cable",
        "{0}: yhteys katkesi; tarkista johto",
        "{0}: връзката прекъсна; проверете кабела",
    ),
    (
        "{}: the cable was out when this was recorded",
        "{0}: johto oli irti, kun tämä tallennettiin",
        "{0}: кабелът е бил изваден, когато това е записано",
    ),
    (
        "{}: the camera broke off; check its cable",
        "{0}: kamera katkesi; tarkista johto",
        "{0}: камерата прекъсна; проверете кабела ѝ",
    ),
    (
        "{}: the camera gives no picture; check its cable and power",
        "{0}: kamera ei anna kuvaa; tarkista johto ja virta",
        "{0}: камерата не дава картина; проверете кабела и захранването",
    ),
    (
        "{}: there is no such camera; plug it in, or see /dev/v4l/by-id",
        "{0}: kameraa ei ole; kytke se tai katso /dev/v4l/by-id",
        "{0}: няма такава камера; включете я или вижте /dev/v4l/by-id",
    ),
    ("{}: the folder holds no pictures", "{0}: kansiossa ei ole kuvia", "{0}: в папката няма картини"),
    ("{}: the camera cannot be opened", "{0}: kameraa ei voi avata", "{0}: камерата не може да се отвори"),
    (
        "{}: the camera does not open; check the address and the network",
        "{0}: kamera ei avaudu; tarkista osoite ja verkko",
        "{0}: камерата не се отваря; проверете адреса и мрежата",
    ),
    (
        "{}: the camera does not open; is another program using it?",
        "{0}: kamera ei avaudu; käyttääkö sitä toinen ohjelma?",
        "{0}: камерата не се отваря; друга програма ли я използва?",
    ),
    (
        "{}: the camera's name is not UTF-8; rename it",
        "{0}: kameran nimi ei ole UTF-8:aa; anna sille toinen nimi",
        "{0}: името на камерата не е UTF-8; преименувайте я",
    ),
    ("the voice speaks again", "ääni puhuu taas", "гласът отново говори"),
    ("the floor hears this table", "sali kuulee tämän pöydän", "залата чува тази маса"),
    (
        "the floor does not hear this table; call by voice ({})",
        "sali ei kuule tätä pöytää; kutsu ääneen ({0})",
        "залата не чува тази маса; повикайте на глас ({0})",
    ),
)
_ALL = Lines(LINES)


def device_words(language: Language, detail: str) -> str:
    """Return what a driver says of its device. detail: as the driver says it."""
    return in_words(language, detail, _ALL) or detail
