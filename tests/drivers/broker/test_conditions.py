"""What `dealer floor` writes on a table's card while nothing, or nothing that it understands, comes from the table."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator
from dataclasses import replace

import pytest

from dealer.ports import Role
from dealer.snapshots import DeviceView
from dealer.wording.say import language_of, say
from dealer.wording.texts import Text
from drivers.broker import payloads, topics
from drivers.broker.payloads import Presence
from drivers.broker.seen import Seen
from drivers.broker.showing import Told, blank, shown
from drivers.broker.topics import Address
from drivers.broker.words import Condition

ONE = Address("main", "one")
FIRST, SECOND = "0000000000001-aaaaaaaa", "0000000000002-bbbbbbbb"


class Puppet:
    """Says what a table would, once; what a table says again and again of itself, it does not."""

    def __init__(self, ear) -> None:
        self.mouth = ear("one", ONE.topic(topics.REQUEST))

    def says(self, kind: str, payload: bytes, retain: bool = True) -> Puppet:
        self.mouth.says(ONE.topic(*kind.split("/")), payload, retain=retain)
        return self

    def about(self, session: str = FIRST) -> Puppet:
        about = payloads.About(session, "0.1.0", "Table one", ("en",), "j", 1.0)
        return self.says(topics.ABOUT, payloads.ABOUT.write(about))

    def status(self, presence: Presence = Presence.HERE, session: str = FIRST, turn: int = 5) -> Puppet:
        return self.says(topics.STATUS, payloads.STATUS.write(payloads.Status(session, presence, turn, 1.0, {})))

    def state(self, session: str = FIRST) -> Puppet:
        state = payloads.State(session, blank(ONE, "Table one", "en"))
        return self.says("state/en", payloads.STATE.write(state))


@pytest.fixture
def puppet(ear) -> Puppet:
    return Puppet(ear)


@pytest.fixture
def hands():
    """A clock that only the test moves."""

    class Clock:
        now = 1000.0

        def __call__(self) -> float:
            return self.now

    return Clock()


@pytest.fixture
def card(cards, dealer_floor, hands) -> Iterator[Callable[[str], dict[str, object]]]:
    """`card("words")`: the next card of the page whose words hold these."""
    with contextlib.closing(cards(dealer_floor(hands))) as shown:
        yield lambda words: next(each for each in shown if words in f"{each['paused']} {each['now']}")


def link_of(card: dict[str, object]) -> tuple[str, str]:
    """The light of the link: its colour's name and its words."""
    light = card["devices"][-1]
    return light["health"], light["words"]


class Restarting(Seen):
    """Another run of the table takes its status away right after it was looked at."""

    @property
    def status(self):
        found, self._found = self._found, None
        return found

    @status.setter
    def status(self, status) -> None:
        self._found = status


@pytest.mark.parametrize("presence", Presence)
def test_a_table_that_starts_again_while_it_is_looked_at_is_no_error(presence: Presence) -> None:
    seen = Restarting(ONE, None, lambda why, topic: None, lambda difference: None)
    seen.status = payloads.Status(FIRST, presence, 5, 1.0, {})
    now = {Presence.GONE: Condition.GONE, Presence.STOPPED: Condition.STOPPED}
    assert seen.condition(0.0, connected=True) is now.get(presence, Condition.UNKNOWN)


def test_a_table_that_falls_silent_is_stale_and_live_again_when_it_speaks(puppet, card, hands, wait_until) -> None:
    puppet.about().status().state()
    live = card("")
    while link_of(live)[0] != "ok":
        live = card("")
    assert live["paused"] == ""
    # The floor asks for events once it has read all that the table has said of itself.
    wait_until(lambda: puppet.mouth.asked)
    hands.now += 26.0
    stale = card("Nothing has come from this table for")
    assert "for 26 s; what stands here is old" in stale["paused"]
    assert link_of(stale)[0] == "stale"
    hands.now += 40.0
    assert "for 66 s" in card("for 6")["paused"], "how long it has been goes on"
    puppet.status()
    while card("")["paused"]:
        pass


def test_a_table_whose_last_will_is_told_is_gone_and_where_to_go_is_said(puppet, card) -> None:
    puppet.about().status().state().status(Presence.GONE)
    gone = card("is lost")
    assert gone["paused"] == "The connection to this table is lost; it plays on by itself. Go there."
    assert link_of(gone)[0] == "gone"


def test_a_table_that_was_announced_but_has_shown_nothing_says_so(puppet, card) -> None:
    puppet.about().status()
    assert card("Nothing has come from this table yet")["title"] in ("Table one", "main.one")


@pytest.mark.parametrize("before", [(), (Presence.STOPPED,), (Presence.GONE,)])
def test_a_table_of_another_version_is_shown_as_that_whatever_it_was_before(
    mosquitto, ear, cards, dealer_floor, before
) -> None:
    # A table that was updated has left its last words of our version at the broker.
    (mosquitto.folder / "acl").write_text("user one\ntopic write stud/#\nuser floor-1\ntopic read stud/#\n")
    mosquitto.cut_off().start()
    puppet = Puppet(ear)
    for presence in before:
        puppet.about().status(presence).state()
    puppet.mouth.says("stud/2/main/one/about", b"whatever it says in 2", retain=True)
    with contextlib.closing(cards(dealer_floor())) as shown:
        other = next(each for each in shown if "another version" in each["paused"])
    assert other["paused"] == "This table runs another version (2); update it or the floor."
    assert link_of(other)[0] == "silent"


def test_a_table_that_went_back_to_our_version_is_live(mosquitto, ear, dealer_floor, wait_until) -> None:
    (mosquitto.folder / "acl").write_text("user one\ntopic write stud/#\nuser floor-1\ntopic read stud/#\n")
    mosquitto.cut_off().start()
    puppet = Puppet(ear)
    puppet.mouth.says("stud/2/main/one/about", b"whatever it says in 2", retain=True)
    tables = dealer_floor().tables
    wait_until(lambda: "main.one" in tables.ids())
    puppet.about(SECOND).status(session=SECOND).state(SECOND)
    wait_until(lambda: tables.view("main.one", Role.FLOOR, "en").devices[-1].health == "ok")


def test_a_floor_without_its_broker_says_so_of_every_table_and_lets_nobody_press_anything(
    mosquitto, puppet, dealer_floor, wait_until
) -> None:
    puppet.about().status().state()
    tables = dealer_floor().tables

    def view(language: str = "en"):
        return tables.view("main.one", Role.FLOOR, language)

    wait_until(lambda: "main.one" in tables.ids() and view().devices[-1].health == "ok")
    mosquitto.cut_off()
    wait_until(lambda: view().paused == "The floor has no connection to the broker; what stands here is old.")
    assert view("fi").paused.startswith("Valvomolla ei ole yhteyttä")
    assert view("bg").paused.startswith("Няма връзка")
    assert view().controls == ()


@pytest.mark.parametrize("language", ["en", "fi", "bg"])
def test_the_floor_shows_one_light_of_the_link_its_own(language) -> None:
    own = DeviceView(say(language_of(language), Text.BROKER), "ok", "OK", "")
    shoe = DeviceView("shoe", "ok", "OK", "")
    view = replace(blank(ONE, "Table one", language), devices=(shoe, own))
    seen = shown(view, ONE, Condition.LIVE, "", Told("", ""), language).devices
    assert [each.name for each in seen] == ["shoe", own.name]
    assert seen[-1].words != own.words
