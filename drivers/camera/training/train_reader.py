"""Trains the net that reads an index from its patch; checkpoints, resumes, and stops at a stated time."""

from __future__ import annotations

import argparse
import math
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import cv2
import numpy as np
import torch
from numpy.typing import NDArray
from torch.nn import functional

from drivers.camera.patches import cut, whiten
from drivers.camera.training.nets import IndexReader
from drivers.camera.training.real import ANY_SUIT, HEIGHT, NO_RANK, NO_SUIT, SIDE
from drivers.camera.training.scenes import NO_CARD
from drivers.camera.training.shards import Scenes

Patch = tuple[NDArray[np.uint8], int, int]
Place = tuple[float, float, tuple[float, float], float]
"""Where to cut: x, y, the way up, the height."""

_SEEN = 0.55
"""The part of an index that must show for it to be learned."""
_LEAST = 9.0
"""Pixels of index height below which a scene's index is not learned."""


def _turned(up: tuple[float, float], degrees: float) -> tuple[float, float]:
    a = math.radians(degrees)
    return up[0] * math.cos(a) - up[1] * math.sin(a), up[0] * math.sin(a) + up[1] * math.cos(a)


def _off(rng: np.random.Generator) -> float:
    """How far from the middle of an index the finder's spot may be, in parts of its height: mostly little."""
    return float(rng.choice([0.05, 0.05, 0.1]))


def patches_of(picture: NDArray[np.uint8], labels: NDArray[np.float32], rng: np.random.Generator) -> Iterator[Patch]:
    """Patches as the finder would cut them (a little off), and patches that are no index."""
    print_rows = labels[labels[:, 7] == NO_CARD]
    labels = labels[labels[:, 7] != NO_CARD]
    clear = labels[(labels[:, 9] > _SEEN) & (labels[:, 4] > _LEAST)]
    for row in rng.permutation(clear)[:10]:
        x, y, up_x, up_y, height = (float(v) for v in row[:5])
        up = _turned((up_x, up_y), float(rng.normal(0, 6)))
        dx, dy = (float(v) for v in rng.normal(0, _off(rng), 2) * height)
        patch = cut(picture, x + dx, y + dy, up, height * math.exp(rng.normal(0, 0.1)))
        yield patch, int(row[7]), int(row[8])
    for x, y, up, height in _nothings(labels, print_rows, picture.shape[0], rng):
        yield cut(picture, x, y, up, height), NO_RANK, NO_SUIT


def _nothings(
    labels: NDArray[np.float32], print_rows: NDArray[np.float32], side: int, rng: np.random.Generator
) -> Iterator[Place]:
    """Places in a scene that are no index, most of them where one could be mistaken."""
    for row in rng.permutation(labels)[:5]:
        x, y, up_x, up_y, height = (float(v) for v in row[:5])
        kind, up, size = rng.random(), (up_x, up_y), height * math.exp(rng.normal(0, 0.12))
        a = rng.uniform(0, 2 * math.pi)
        if row[9] > 0.85 and kind < 0.25:
            yield x, y, _turned(up, 180 + float(rng.normal(0, 10))), size
        elif kind < 0.45:
            # Between an index and its neighbour in a fan, or with one of its two signs in the middle.
            away = rng.uniform(0.3, 1.3) * height
            yield from _clear_of(
                labels,
                x + away * math.cos(a),
                y + away * math.sin(a),
                _turned(up, float(rng.normal(0, 12))),
                size,
                0.25,
            )
        elif kind < 0.6:
            away = float(rng.choice([-1.0, 1.0]) * rng.uniform(0.25, 0.6)) * height
            yield from _clear_of(
                labels, x - up_y * away, y + up_x * away, _turned(up, float(rng.normal(0, 6))), size, 0.22
            )
        elif kind < 0.85:
            part = rng.uniform(0.25, 1.4)
            px, py = x + part * float(row[5]), y + part * float(row[6])
            big = height * math.exp(rng.normal(0, 0.3))
            yield from _clear_of(labels, px, py, _turned(up, float(rng.uniform(0, 360))), big, 0.5)
        elif row[9] < 0.4:
            yield x, y, up, height
    for row in rng.permutation(print_rows)[:4]:
        x, y, up_x, up_y, height = (float(v) for v in row[:5])
        dx, dy = (float(v) for v in rng.normal(0, 0.1, 2) * height)
        yield x + dx, y + dy, _turned((up_x, up_y), float(rng.normal(0, 8))), height * math.exp(rng.normal(0, 0.2))
    px, py = (float(v) for v in rng.uniform(0, side, 2))
    yield from _clear_of(labels, px, py, _turned((0, -1), float(rng.uniform(0, 360))), float(rng.uniform(10, 50)), 0.6)


def _clear_of(
    labels: NDArray[np.float32], x: float, y: float, up: tuple[float, float], height: float, room: float
) -> Iterator[Place]:
    """The place, unless an index has its middle there (`room`: parts of that index's height)."""
    if not any(math.hypot(x - o[0], y - o[1]) < room * o[4] for o in labels):
        yield x, y, up, height


class Photographs:
    """Patches harvested from photographs (drivers.camera.training.real)."""

    def __init__(self, file: Path, leave: str | None = None) -> None:
        """leave: the source that is left out, so that the net can be judged on it."""
        with np.load(file) as stored:
            used = stored["sources"] != (leave or "")
            self._crops, self._ups = stored["crops"][used], stored["ups"][used]
            self._ranks, self._suits = stored["ranks"][used], stored["suits"][used]
        real = np.flatnonzero(self._ranks != NO_RANK)
        none = np.flatnonzero(self._ranks == NO_RANK)
        # Each card as often as any other, and a sixth that is no index.
        cards = self._ranks * 5 + self._suits
        weights = np.zeros(len(cards))
        for card in np.unique(cards[real]):
            weights[cards == card] = 1 / np.count_nonzero(cards == card)
        weights[none] = weights[real].sum() / 5 / max(1, len(none))
        self._chances = weights / weights.sum()

    def draw(self, rng: np.random.Generator, count: int) -> list[Patch]:
        """Some patches, cut a little off as the finder would."""
        out = []
        for k in rng.choice(len(self._crops), count, p=self._chances):
            up = _turned((float(self._ups[k][0]), float(self._ups[k][1])), float(rng.normal(0, 6)))
            dx, dy = (float(v) for v in rng.normal(0, _off(rng), 2) * HEIGHT)
            size = HEIGHT * math.exp(rng.normal(0, 0.1))
            crop = self._crops[k]
            if rng.random() < 0.35:
                share = rng.uniform(0.4, 0.9)
                small = cv2.resize(crop, None, fx=share, fy=share, interpolation=cv2.INTER_AREA)
                crop = np.asarray(cv2.resize(small, (SIDE, SIDE), interpolation=cv2.INTER_LINEAR), np.uint8)
            out.append((cut(crop, SIDE / 2 + dx, SIDE / 2 + dy, up, size), int(self._ranks[k]), int(self._suits[k])))
        return out


def batches(
    scenes: Scenes, photographs: Photographs | None, rng: np.random.Generator, size: int
) -> Iterator[tuple[torch.Tensor, torch.Tensor, torch.Tensor]]:
    """Batches without end, mixed over many scenes."""
    pool: list[Patch] = []
    for picture, labels in scenes.draws(rng):
        pool.extend(patches_of(picture, labels, rng))
        if len(pool) >= size * 2:
            order = rng.permutation(len(pool))
            real = [] if photographs is None else photographs.draw(rng, size // 4)
            rendered = size - len(real)
            chosen = [pool[k] for k in order[:rendered]] + real
            pool = [pool[k] for k in order[rendered:]]
            x = whiten(np.stack([patch for patch, _, _ in chosen]))
            if rng.random() < 0.1:
                x[: size // 4] = x[: size // 4].mean(axis=1, keepdims=True)
            yield torch.from_numpy(x), torch.tensor([r for _, r, _ in chosen]), torch.tensor([s for _, _, s in chosen])


def main() -> None:
    """`python -m drivers.camera.training.train_reader --run DIR --minutes N`."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--run", type=Path, required=True)
    parser.add_argument("--real", type=Path, help="patches harvested from photographs")
    parser.add_argument("--start", type=Path, help="a checkpoint whose weights to begin with")
    parser.add_argument("--scenes", type=Path, nargs="+", help="folders of scenes; RUN/train when not given")
    parser.add_argument("--leave", metavar="SOURCE", help="a source of photographs to leave out, to be judged on it")
    parser.add_argument("--minutes", type=float, default=60)
    parser.add_argument("--steps", type=int, help="stop after so many steps instead, however long they take")
    parser.add_argument("--batch", type=int, default=128)
    parser.add_argument("--rate", type=float, default=2e-3)
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--half", action="store_true", help="count in bfloat16, twice as fast where it is known")
    parser.add_argument("--seed", type=int, default=12)
    args = parser.parse_args()
    torch.set_num_threads(args.threads)
    cv2.setNumThreads(1)
    torch.manual_seed(args.seed)
    rng = np.random.default_rng(args.seed)
    net = IndexReader().to(memory_format=torch.channels_last)
    optimiser = torch.optim.AdamW(net.parameters(), lr=args.rate, weight_decay=5e-4)
    state_file = args.run / "reader.pt"
    spent, step = 0.0, 0
    if state_file.exists():
        state = torch.load(state_file)
        net.load_state_dict(state["net"])
        optimiser.load_state_dict(state["optimiser"])
        spent, step = state["spent"], state["step"]
        rng = np.random.default_rng(args.seed + step)
    elif args.start is not None:
        net.load_state_dict(torch.load(args.start)["net"])
    scenes = Scenes(*(args.scenes or [args.run / "train"]))
    began, last, mean = time.monotonic(), time.monotonic(), np.zeros(3)
    photographs = Photographs(args.real, args.leave) if args.real is not None else None
    for x, rank, suit in batches(scenes, photographs, rng, args.batch):
        worked = spent + time.monotonic() - began
        share = step / args.steps if args.steps else worked / (args.minutes * 60)
        if share >= 1:
            break
        rate = args.rate * min(1.0, step / 200 + 0.02) * (0.5 + 0.5 * math.cos(math.pi * share))
        for group in optimiser.param_groups:
            group["lr"] = max(rate, args.rate * 0.01)
        with torch.autocast("cpu", torch.bfloat16, enabled=args.half):
            out = net(x.contiguous(memory_format=torch.channels_last))
        out = out.float()
        rank_loss = functional.cross_entropy(out[:, :14], rank)
        suit_loss = functional.cross_entropy(out[:, 14:19], suit, ignore_index=ANY_SUIT)
        optimiser.zero_grad()
        (rank_loss + suit_loss).backward()  # type: ignore[no-untyped-call]
        optimiser.step()
        step += 1
        right = (out[:, :14].argmax(1) == rank) & (out[:, 14:19].argmax(1) == suit)
        mean += [float(rank_loss.detach()), float(suit_loss.detach()), float(right.float().mean())]
        if step % 100 == 0:
            now = time.monotonic()
            a, b, c = mean / 100
            words_said = f"rank {a:.3f} suit {b:.3f} right {c:.3f}"
            pace = (now - last) / 100
            sys.stdout.write(f"step {step} part {share:.3f} {words_said} {pace:.3f} s/step of {len(scenes)} scenes\n")
            sys.stdout.flush()
            last, mean = now, np.zeros(3)
        if step % 400 == 0:
            scenes.refresh()
            _save(state_file, net, optimiser, spent + time.monotonic() - began, step)
    _save(state_file, net, optimiser, spent + time.monotonic() - began, step)


def _save(path: Path, net: IndexReader, optimiser: torch.optim.Optimizer, spent: float, step: int) -> None:
    part = path.with_suffix(".part")
    torch.save({"net": net.state_dict(), "optimiser": optimiser.state_dict(), "spent": spent, "step": step}, part)
    part.rename(path)


if __name__ == "__main__":
    main()
