"""`dealer shoe`: what bytes of a shoe mean, and what a shoe on a port says as it says it."""

from __future__ import annotations

import contextlib
import json
import sys
import time
from collections.abc import Iterator, Mapping
from io import BufferedReader
from pathlib import Path
from typing import cast

import click

from dealer.cli import keys
from dealer.cli.shoe_feed import ShoeFeed
from dealer.errors import DealerError
from dealer.observations import (
    CardOut,
    CardReturned,
    CardUnread,
    DeviceState,
    Health,
    ShoeAlert,
    ShoeNotice,
    ShoeReport,
    Tag,
    TwoCards,
)
from dealer.sealing import Sealer, new_key
from drivers.shoe import protocols
from drivers.shoe.codec import Dropped
from drivers.shoe.factory import ShoeOptions, make_shoe
from drivers.shoe.protocols import Plain, ShoeProtocol, UnknownProtocol

_CHUNK = 65536
_STATUS_EVERY = 10.0


class ProtocolName(click.ParamType[ShoeProtocol]):
    """`--protocol`; an underscore is taken for a hyphen."""

    name = "|".join(protocol.value for protocol in ShoeProtocol)

    def convert(
        self, value: str | ShoeProtocol, param: click.Parameter | None, ctx: click.Context | None
    ) -> ShoeProtocol:
        if isinstance(value, ShoeProtocol):
            return value
        try:
            return protocols.named(value)
        except UnknownProtocol as wrong:
            self.fail(str(wrong), param, ctx)


class NothingDecoded(DealerError):
    """A file holds no frame of the protocol that it was said to be."""


@click.group()
def shoe() -> None:
    """Decode and watch a shoe."""


@shoe.command()
@click.option("--protocol", required=True, type=ProtocolName(), help="How the shoe speaks.")
@click.option("--json", "as_json", is_flag=True, help="Print a JSON line for each event.")
@click.argument("file", type=click.Path(path_type=Path, allow_dash=True))
def decode(protocol: ShoeProtocol, as_json: bool, file: Path) -> None:
    """Turn the bytes in FILE, or those on stdin (-), into events. Tags are printed in clear.

    What fails its check is dropped and counted on stderr. Exit 1 if there was nothing to decode.
    """
    decoder = protocols.decoder(protocol)
    events = size = 0
    for chunk in _chunks(file):
        size += len(chunk)
        for frame in decoder.feed(chunk):
            if not isinstance(frame, Dropped):
                events += 1
                click.echo(_line(protocols.plain(frame), as_json=as_json))
    faults = ", ".join(f"{count} {fault.value}" for fault, count in sorted(decoder.faults.items(), key=str))
    if faults or decoder.held:
        cut = f"{decoder.held} bytes of a frame without its end" if decoder.held else ""
        click.echo("dropped: " + "; ".join(part for part in (faults, cut) if part), err=True)
    if size and not events and not decoder.ignored:
        raise NothingDecoded(f"{file}: no frame of {protocol.value} in {size} bytes; is it another protocol?")


def _chunks(file: Path) -> Iterator[bytes]:
    """The bytes as they come, so that a pipe is decoded while it runs."""
    if str(file) == "-":
        if sys.stdin is None:
            raise NothingDecoded("-: standard input is closed; give a file of raw bytes")
        stdin = cast(BufferedReader, sys.stdin.buffer)
        while chunk := stdin.read1(_CHUNK):
            yield chunk
        return
    try:
        with file.open("rb") as opened:
            while chunk := opened.read(_CHUNK):
                yield chunk
    except OSError as error:
        raise NothingDecoded(f"{file}: cannot be read ({error.strerror}); give a file of raw bytes, or -") from None


def _line(plain: Plain, *, as_json: bool) -> str:
    values: dict[str, object] = {"event": plain.event, **plain.values, **_tag_values(plain.tags)}
    if as_json:
        return json.dumps(values)
    return " ".join(
        [plain.event]
        + [
            f"{key}={_text(value)}"
            for key, value in values.items()
            if key not in ("event", "uid", "uids") and value != ()
        ]
    )


def _tag_values(tags: tuple[Tag, ...]) -> Mapping[str, object]:
    """One tag as `tag` and `uid` (or `card` if it is a card's own code), several as lists."""
    if not tags:
        return {}
    texts = [tag.text for tag in tags]
    bare = [text.partition(":")[2] for text in texts]
    if len(tags) > 1:
        return {"tags": texts, "uids": bare}
    if texts[0].startswith(protocols.CARD_CODE):
        return {"card": bare[0]}
    return {"tag": texts[0], "uid": bare[0]}


def _text(value: object) -> str:
    return "+".join(map(str, value)) if isinstance(value, list | tuple) else str(value)


@shoe.command()
@click.argument("port")
@click.option("--protocol", type=ProtocolName(), default="osp", show_default=True, help="How the shoe speaks.")
@click.option("--pairing-key", type=click.Path(path_type=Path), help="The file of the key that the shoe signs with.")
@click.option("--antenna", type=click.IntRange(1, 8), help="Which antenna of a Pepper C1.")
@click.option("--seconds", type=click.FloatRange(min=0), help="Stop after so long; else Ctrl-C stops it.")
@click.option("--json", "as_json", is_flag=True, help="Print a JSON line for each event.")
def watch(
    port: str,
    protocol: ShoeProtocol,
    pairing_key: Path | None,
    antenna: int | None,
    seconds: float | None,
    as_json: bool,
) -> None:
    """Show what the shoe on PORT says, as it says it: tags as hashes, cards masked.

    What is watched here is acknowledged and stands in no journal: a table that uses this shoe will ask for its stub to
    be counted.
    """
    key = None if pairing_key is None else keys.pairing_key(pairing_key)
    options = ShoeOptions(controller="WATCH", key=key, antenna=antenna)
    until = None if seconds is None else time.monotonic() + seconds
    with ShoeFeed(make_shoe(protocol, port, options)) as feed:
        watcher = _Watcher(feed, as_json=as_json)
        with contextlib.suppress(KeyboardInterrupt):
            while until is None or time.monotonic() < until:
                watcher.see(feed.next(0.2))
    watcher.say(watcher.status())


class _Watcher:
    """Prints reports. The hashes of tags are good for one run, so that no two print-outs can be laid side by side."""

    def __init__(self, feed: ShoeFeed, *, as_json: bool) -> None:
        self._feed = feed
        self._as_json = as_json
        self._sealer = Sealer(new_key())
        self._began = self._said = time.monotonic()
        self._cards = 0
        self._health = Health.NONE

    def see(self, report: ShoeReport | None) -> None:
        """Print one report; while there is none, say now and then how things stand."""
        if report is None:
            if time.monotonic() - self._said >= _STATUS_EVERY:
                self.say(self.status())
            return
        if isinstance(report, DeviceState):
            self._health = report.health
        self._cards += isinstance(report, CardOut | CardUnread | TwoCards)
        self.say(self._words(report))

    def status(self) -> Mapping[str, object]:
        """How things stand: link, cards, cards a minute, damaged lines."""
        minutes = (time.monotonic() - self._began) / 60
        rate = round(self._cards / minutes, 1) if minutes > 0 else 0.0
        return {
            "event": "status",
            "link": self._health.value,
            "cards": self._cards,
            "per_minute": rate,
            "damaged": self._feed.damaged,
        }

    def say(self, values: Mapping[str, object]) -> None:
        """Print one line."""
        self._said = time.monotonic()
        at = round(self._said - self._began, 3)
        if self._as_json:
            click.echo(json.dumps({"at": at, **values}))
            return
        rest = " ".join(f"{key}={_text(value)}" for key, value in values.items() if key != "event" and value != "")
        click.echo(f"{at:9.3f}  {values['event']!s:<14} {rest}".rstrip())

    def _words(self, report: ShoeReport) -> Mapping[str, object]:
        match report:
            case CardOut(position, tag, beam_ms, reads):
                return {
                    "event": "card-out",
                    "seq": position.seq,
                    "tag": self._hash(tag),
                    "card": "##",
                    "beam_ms": beam_ms,
                    "reads": reads,
                }
            case CardUnread(position, beam_ms):
                return {"event": "no-tag", "seq": position.seq, "beam_ms": beam_ms}
            case TwoCards(position, tags, beam_ms):
                hashes = [self._hash(tag) for tag in tags]
                return {"event": "two-tags", "seq": position.seq, "tags": hashes, "beam_ms": beam_ms}
            case CardReturned(position, tag):
                return {"event": "card-returned", "seq": position.seq, "tag": self._hash(tag), "card": "##"}
            case ShoeNotice(position, code, detail):
                return {"event": code.name.lower().replace("_", "-"), "seq": position.seq, "detail": detail}
            case ShoeAlert(kind, position, missing, detail):
                alert = {"event": "alert", "kind": kind.value, "after": position.seq, "detail": detail}
                return alert if missing is None else {**alert, "missing": missing}
            case DeviceState(_, health, detail):
                return {"event": "link", "health": health.value, "detail": detail}

    def _hash(self, tag: Tag) -> str:
        return self._sealer.tag_hash(tag.text)[:8]
