"""Many connections to one broker in one thread, a client each, for measuring; a real table has a `Link` of its own."""

from __future__ import annotations

import contextlib
import random
import selectors
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import paho.mqtt.client as mqtt
from paho.mqtt.enums import CallbackAPIVersion, MQTTProtocolVersion
from paho.mqtt.packettypes import PacketTypes
from paho.mqtt.properties import Properties
from paho.mqtt.reasoncodes import ReasonCode

from drivers.broker.link import KEEP_ALIVE, Letter, place_of

_AGAIN = (1.0, 3.0)


@dataclass(slots=True)
class _Member:
    """One connection. again: when to try again."""

    client: mqtt.Client
    topic: str
    up: bool = False
    again: float = 0.0


class Crowd:
    """Connections by number. They come back by themselves, each after one to three seconds."""

    def __init__(
        self,
        url: str,
        names: Sequence[str],
        topics: Sequence[str],
        came: Callable[[int], None],
        take: Callable[[int, Letter], None],
    ) -> None:
        """names: of the clients.  topics: what each of them hears.  came: a connection is there (again)."""
        self._host, self._port, _ = place_of(url)
        self._came = came
        self._take = take
        self._ready = selectors.DefaultSelector()
        self._members = [self._member(number, *each) for number, each in enumerate(zip(names, topics, strict=True))]
        self._tidied = 0.0

    def up(self, number: int) -> bool:
        """Whether a connection is there."""
        return self._members[number].up

    def send(self, number: int, letter: Letter) -> None:
        """Send over one of the connections."""
        properties = None
        if letter.correlation:
            properties = Properties(PacketTypes.PUBLISH)  # type: ignore[no-untyped-call]
            properties.CorrelationData = letter.correlation
        client = self._members[number].client
        client.publish(letter.topic, letter.payload, 1 if letter.sure else 0, letter.retain, properties)

    def step(self, until: float) -> None:
        """Read and write whatever is ready until a moment of the monotonic clock."""
        while True:
            now = time.monotonic()
            if now - self._tidied >= 0.2:
                self._tidied = now
                self._tidy(now)
            for key, events in self._ready.select(max(0.0, min(until - now, 0.02))):
                client = self._members[key.data].client
                if events & selectors.EVENT_READ:
                    client.loop_read()
                if events & selectors.EVENT_WRITE and client.socket() is not None:
                    client.loop_write()
            if now >= until:
                return

    def close(self) -> None:
        """End all connections."""
        for member in self._members:
            member.again = float("inf")
            member.client.disconnect()
        self._ready.close()

    def _member(self, number: int, name: str, topic: str) -> _Member:
        client = mqtt.Client(CallbackAPIVersion.VERSION2, client_id=name, protocol=MQTTProtocolVersion.MQTTv5)
        client.max_inflight_messages_set(64)
        member = _Member(client, topic)

        def connected(
            client: mqtt.Client,
            userdata: object,
            flags: mqtt.ConnectFlags,
            reason: ReasonCode,
            properties: Properties | None,
        ) -> None:
            if not reason.is_failure:
                member.up = True
                client.subscribe(member.topic, 1)
                self._came(number)

        def message(client: mqtt.Client, userdata: object, message: mqtt.MQTTMessage) -> None:
            reply_to = str(getattr(message.properties, "ResponseTopic", ""))
            correlation = bytes(getattr(message.properties, "CorrelationData", b""))
            self._take(
                number, Letter(message.topic, bytes(message.payload), reply_to=reply_to, correlation=correlation)
            )

        def opened(client: mqtt.Client, userdata: object, found: mqtt.SocketLike) -> None:
            self._ready.register(found.fileno(), selectors.EVENT_READ, number)

        def closed(client: mqtt.Client, userdata: object, found: mqtt.SocketLike) -> None:
            # Told before the descriptor is closed, whoever noticed that the connection is lost.
            member.up = False
            member.again = max(member.again, time.monotonic() + random.uniform(*_AGAIN))
            with contextlib.suppress(KeyError, ValueError):
                self._ready.unregister(found.fileno())

        def watch(found: mqtt.SocketLike, events: int) -> None:
            # At the very end the clients outlive what watches them.
            with contextlib.suppress(KeyError, ValueError):
                self._ready.modify(found.fileno(), events, number)

        def write(client: mqtt.Client, userdata: object, found: mqtt.SocketLike) -> None:
            watch(found, selectors.EVENT_READ | selectors.EVENT_WRITE)

        def no_write(client: mqtt.Client, userdata: object, found: mqtt.SocketLike) -> None:
            watch(found, selectors.EVENT_READ)

        client.on_socket_open, client.on_socket_close = opened, closed
        client.on_socket_register_write, client.on_socket_unregister_write = write, no_write
        client.on_connect = connected
        client.on_message = message
        return member

    def _tidy(self, now: float) -> None:
        """Connect who is not there, a few at a time, and let the clients keep their own time."""
        begun = 0
        for member in self._members:
            if member.client.socket() is not None:
                member.client.loop_misc()
            elif now >= member.again and begun < 50:
                begun += 1
                try:
                    member.client.connect(self._host, self._port, KEEP_ALIVE, clean_start=True)
                except OSError:
                    member.again = now + random.uniform(*_AGAIN)
