"""The voice at the table."""

from __future__ import annotations

import threading

import pytest

from dealer.observations import Health
from drivers.speech import Voice


@pytest.fixture
def spoken():
    """A voice whose sentences are kept; it says the next one only when it is let go on."""
    said, go_on = [], threading.Semaphore(0)

    def play(command):
        said.append(command)
        return go_on.acquire(timeout=5)

    voice = Voice("espeak-ng", play)
    yield voice, said, go_on
    for _ in range(20):
        go_on.release()
    voice.stop()


def until(condition):
    """Wait for another thread, in small steps."""
    for _ in range(500):
        if condition():
            return True
        threading.Event().wait(0.01)
    return False


def test_it_speaks_in_the_language_and_loudness_of_the_table(spoken):
    voice, said, _ = spoken
    voice.say("Paikka 2 avaa: ristikakkonen", "fi", 70)
    assert until(lambda: said)
    assert said[0] == ["espeak-ng", "-v", "fi", "-s", "165", "-a", "140", "--", "Paikka 2 avaa: ristikakkonen"]


def test_what_begins_with_a_dash_is_text_and_no_option(spoken):
    voice, said, _ = spoken
    voice.say("-w /tmp/x", "en", 50)
    assert until(lambda: said)
    assert said[0][-2:] == ["--", "-w /tmp/x"]


def test_a_voice_that_is_late_leaves_out_the_oldest(spoken):
    voice, said, go_on = spoken
    voice.say("first", "en", 50)
    assert until(lambda: said)
    for number in range(20):
        voice.say(str(number), "en", 50)
    for _ in range(20):
        go_on.release()
    assert until(lambda: said[-1][-1] == "19")
    assert len(said) <= 9


def test_volume_nothing_is_silence(spoken):
    voice, said, _ = spoken
    voice.say("hush", "en", 0)
    voice.say("hear", "en", 1)
    assert until(lambda: said)
    assert said[0][-1] == "hear"


def test_a_voice_that_is_not_there_is_silent_and_harms_nobody():
    voice = Voice("/nowhere/espeak-ng")
    voice.say("nobody hears this", "en", 50)
    voice.stop()
    voice.stop()


def test_a_voice_that_goes_is_reported_once_and_once_when_it_is_back():
    voice, told = Voice("/nowhere/espeak-ng"), []
    voice.watch(told.append)
    voice.say("lost", "en", 50)
    voice.say("lost too", "en", 50)
    assert until(lambda: told)
    voice.speak_by("/bin/true")
    voice.say("heard", "en", 50)
    voice.say("heard too", "en", 50)
    assert until(lambda: len(told) == 2)
    voice.stop()
    assert [state.health for state in told] == [Health.GONE, Health.OK]


def test_a_voice_that_ends_in_an_error_is_gone():
    voice, told = Voice("/bin/false"), []
    voice.watch(told.append)
    voice.say("lost", "en", 50)
    assert until(lambda: told)
    voice.stop()
    assert told[0].health is Health.GONE
