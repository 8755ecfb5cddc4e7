"""One connection to a broker over MQTT 5 that comes back by itself; the only importer of paho."""

from __future__ import annotations

import contextlib
import ipaddress
import logging
import random
import socket
import ssl
import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from urllib.parse import urlsplit

import paho.mqtt.client as mqtt
from paho.mqtt.enums import CallbackAPIVersion, MQTTErrorCode, MQTTProtocolVersion
from paho.mqtt.packettypes import PacketTypes
from paho.mqtt.properties import Properties
from paho.mqtt.reasoncodes import ReasonCode
from paho.mqtt.subscribeoptions import SubscribeOptions

from dealer.ports import DealerError

_LOG = logging.getLogger(__name__)
KEEP_ALIVE = 15
"""Seconds after one and a half of which the broker says that a silent table is gone."""
_LARGEST_PACKET = 256 * 1024
"""What the broker may send us; what lies between this and `payloads.LARGEST` is refused here, and counted."""
_MOST_OUT = 512
_PORTS = {"mqtt": 1883, "mqtts": 8883}
_GOODBYE_SECONDS = 1.0


class BrokerAddressError(DealerError):
    """How the broker is reached is not said well enough, or not safe."""


@dataclass(frozen=True, slots=True)
class Broker:
    """How a broker is reached.

    url: `mqtts://host[:8883]`, or `mqtt://` where it does not leave this machine.  client: the name of this
    connection; a second one of the same name ends the first.  ca: the file of the authority, "" for the system's.
    certificate, key: files of a client's certificate, "" for none.
    """

    url: str
    client: str
    username: str = ""
    password: str = field(default="", repr=False)
    ca: str = ""
    certificate: str = ""
    key: str = ""


@dataclass(frozen=True, slots=True)
class Letter:
    """A message. reply_to, correlation: of a request or its reply."""

    topic: str
    payload: bytes
    retain: bool = False
    sure: bool = False
    """Delivered at least once (QoS 1), also over a connection that breaks; else at most once."""
    reply_to: str = ""
    correlation: bytes = b""


def place_of(url: str) -> tuple[str, int, bool]:
    """Host, port and whether it is TLS. Raises BrokerAddressError."""
    try:
        parts = urlsplit(url)
        host, port = parts.hostname, parts.port
    except ValueError:
        host, port, parts = None, None, urlsplit("")
    if parts.scheme not in _PORTS or not host or parts.path.strip("/") or parts.username or parts.query:
        raise BrokerAddressError(f"broker {_shown(url)!r}: write it like mqtts://broker.example:8883")
    if parts.scheme == "mqtt" and not _loopback(host):
        raise BrokerAddressError(f"broker {_shown(url)!r}: what leaves this machine goes over TLS; write mqtts://")
    return host, port or _PORTS[parts.scheme], parts.scheme == "mqtts"


def _shown(url: str) -> str:
    """An address for a message: whoever stands before the `@` keeps his password."""
    begin, at, rest = url.rpartition("@")
    scheme, slashes, _ = begin.partition("//")
    return f"{scheme}//...@{rest}"[:80] if at and slashes else rest[:80]


def _loopback(host: str) -> bool:
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


class Link:
    """A connection with its own thread. Callbacks come from that thread and must not block.

    topics: what to subscribe to whenever the connection is there.  will: said by the broker when it is lost.
    """

    def __init__(
        self,
        broker: Broker,
        topics: Sequence[str],
        take: Callable[[Letter], None],
        turned: Callable[[], None],
        will: Letter | None = None,
    ) -> None:
        """turned: the connection came or went, or there is room again for `sure` letters. Raises BrokerAddressError."""
        self._topics = list(topics)
        self._take = take
        self._turned = turned
        self._out = 0
        self._counting = threading.Lock()
        self.up = False
        self.times = 0
        """How often the connection has come to be."""
        self.trouble = ""
        """Why it is not there, in the broker's words."""
        self._host, self._port, tls = place_of(broker.url)
        self._client = _client(broker, tls)
        if will is not None:
            self._client.will_set(will.topic, will.payload, qos=1, retain=will.retain)
        self._cut = False
        self._client.on_pre_connect = self._look_for_a_way
        self._client.on_connect = self._connected
        self._client.on_disconnect = self._disconnected
        self._client.on_connect_fail = self._failed
        self._client.on_message = self._message
        self._client.on_publish = self._published

    def start(self) -> None:
        """Begin to connect; returns at once, also when nobody answers."""
        connect = Properties(PacketTypes.CONNECT)  # type: ignore[no-untyped-call]
        connect.MaximumPacketSize = _LARGEST_PACKET
        self._client.connect_async(self._host, self._port, KEEP_ALIVE, clean_start=True, properties=connect)
        self._client.loop_start()

    @property
    def room(self) -> int:
        """How many `sure` letters may be sent now; beyond it nothing is kept for later."""
        return max(0, _MOST_OUT // 2 - self._out) if self.up else 0

    def send(self, letter: Letter) -> bool:
        """Send a letter if the connection is there; it is not kept otherwise. Never blocks."""
        if not self.up:
            return False
        properties = None
        if letter.reply_to or letter.correlation:
            properties = Properties(PacketTypes.PUBLISH)  # type: ignore[no-untyped-call]
            if letter.reply_to:
                properties.ResponseTopic = letter.reply_to
            if letter.correlation:
                properties.CorrelationData = letter.correlation
        qos = 1 if letter.sure else 0
        with self._counting:
            self._out += qos
        sent = self._client.publish(letter.topic, letter.payload, qos, letter.retain, properties)
        if sent.rc is MQTTErrorCode.MQTT_ERR_QUEUE_SIZE:
            with self._counting:
                self._out -= qos
            return False
        return sent.rc is MQTTErrorCode.MQTT_ERR_SUCCESS or letter.sure

    def cut(self, *, off: bool) -> None:
        """Lose the connection without a word and find no way to the broker; off False: there is one again."""
        self._cut = off
        connected = self._client.socket()
        if off and isinstance(connected, socket.socket):
            with contextlib.suppress(OSError):
                # Not the method of a TLS socket: that one would go on in the clear.
                socket.socket.shutdown(connected, socket.SHUT_RDWR)

    def stop(self, last: Letter | None = None) -> None:
        """Say a last word if that is possible, and end."""
        if last is not None and self.up:
            said = self._client.publish(last.topic, last.payload, 1, last.retain)
            with contextlib.suppress(ValueError, RuntimeError):
                said.wait_for_publish(_GOODBYE_SECONDS)
        self._client.disconnect()
        self._client.loop_stop()
        # By which it woke itself; else they stay open until the garbage collector comes to it. It has no public word
        # for that, and a release without this one may end as it likes.
        with contextlib.suppress(AttributeError):
            self._client._reset_sockets()
        self.up = False

    def _connected(
        self,
        client: mqtt.Client,
        userdata: object,
        flags: mqtt.ConnectFlags,
        reason: ReasonCode,
        properties: Properties | None,
    ) -> None:
        if reason.is_failure:
            self.trouble = str(reason)
            self._turned()
            return
        if self._topics:
            client.subscribe([(topic, SubscribeOptions(qos=1)) for topic in self._topics])
        self.trouble = ""
        self.up = True
        self.times += 1
        self._turned()

    def _disconnected(
        self,
        client: mqtt.Client,
        userdata: object,
        flags: mqtt.DisconnectFlags,
        reason: ReasonCode,
        properties: Properties | None,
    ) -> None:
        self.up = False
        self.trouble = self.trouble or str(reason)
        self._turned()

    def _look_for_a_way(self, client: mqtt.Client, userdata: object) -> None:
        if self._cut:
            raise OSError("there is no way to the broker")

    def _failed(self, client: mqtt.Client, userdata: object) -> None:
        self.trouble = f"{self._host}:{self._port} does not answer"
        self._turned()

    def _published(
        self, client: mqtt.Client, userdata: object, mid: int, reason: ReasonCode, properties: Properties
    ) -> None:
        with self._counting:
            self._out = max(0, self._out - 1)
            half_empty = self._out == _MOST_OUT // 4
        if reason.is_failure:
            self.trouble = f"the broker does not take what is sent: {reason}"
        if half_empty:
            self._turned()

    def _message(self, client: mqtt.Client, userdata: object, message: mqtt.MQTTMessage) -> None:
        about = message.properties
        reply_to = getattr(about, "ResponseTopic", "") if about is not None else ""
        correlation = getattr(about, "CorrelationData", b"") if about is not None else b""
        try:
            topic = message.topic
        except UnicodeDecodeError:
            return
        letter = Letter(
            topic, bytes(message.payload), message.retain, message.qos > 0, str(reply_to), bytes(correlation)
        )
        try:
            self._take(letter)
        except Exception as unexpected:  # noqa: BLE001 - a message must not end the connection; its text is left out
            _LOG.error("a message on %s could not be taken: %s", topic[:120], type(unexpected).__name__)


def _client(broker: Broker, tls: bool) -> mqtt.Client:
    client = mqtt.Client(
        CallbackAPIVersion.VERSION2,
        client_id=broker.client,
        protocol=MQTTProtocolVersion.MQTTv5,
        reconnect_on_failure=True,
    )
    if broker.username:
        client.username_pw_set(broker.username, broker.password)
    if tls:
        client.tls_set_context(_tls(broker))
    # All tables of a room come back at once after the broker was away: they spread out by themselves.
    client.reconnect_delay_set(1, random.randint(5, 15))
    client.max_inflight_messages_set(64)
    client.max_queued_messages_set(_MOST_OUT)
    return client


def _tls(broker: Broker) -> ssl.SSLContext:
    try:
        context = ssl.create_default_context(cafile=broker.ca or None)
        context.minimum_version = ssl.TLSVersion.TLSv1_2
        if broker.certificate:
            context.load_cert_chain(broker.certificate, broker.key or None)
    except (OSError, ValueError) as error:
        files = ", ".join(name for name in (broker.ca, broker.certificate, broker.key) if name)
        raise BrokerAddressError(f"the certificates for the broker cannot be used ({files}): {error}") from None
    return context
