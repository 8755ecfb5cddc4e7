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
from drivers.camera.training.shards import Scenes

Patch = tuple[NDArray[np.uint8], int, int]


def _turned(up: tuple[float, float], degrees: float) -> tuple[float, float]:
    a = math.radians(degrees)
    return up[0] * math.cos(a) - up[1] * math.sin(a), up[0] * math.sin(a) + up[1] * math.cos(a)


def patches_of(picture: NDArray[np.uint8], labels: NDArray[np.float32], rng: np.random.Generator) -> Iterator[Patch]:
    """Patches as the finder would cut them (a little off), and patches that are no index."""
    clear = labels[(labels[:, 9] > 0.85) & (labels[:, 4] > 9)]
    for row in rng.permutation(clear)[:9]:
        x, y, up_x, up_y, height = (float(v) for v in row[:5])
        up = _turned((up_x, up_y), float(rng.normal(0, 6)))
        size = height * math.exp(rng.normal(0, 0.1))
        dx, dy = (float(v) for v in rng.normal(0, 0.05, 2) * height)
        yield cut(picture, x + dx, y + dy, up, size), int(row[7]), int(row[8])
    for row in rng.permutation(labels)[:4]:
        x, y, up_x, up_y, height = (float(v) for v in row[:5])
        kind = rng.random()
        up = (up_x, up_y)
        if row[9] > 0.85 and kind < 0.4:
            yield (
                cut(picture, x, y, _turned(up, 180 + float(rng.normal(0, 10))), height * math.exp(rng.normal(0, 0.12))),
                NO_RANK,
                NO_SUIT,
            )
        elif row[9] > 0.85 and kind < 0.6:
            away = rng.uniform(0.55, 1.3) * height
            a = rng.uniform(0, 2 * math.pi)
            yield (
                cut(
                    picture,
                    x + away * math.cos(a),
                    y + away * math.sin(a),
                    _turned(up, float(rng.normal(0, 25))),
                    height,
                ),
                NO_RANK,
                NO_SUIT,
            )
        elif kind < 0.85:
            part = rng.uniform(0.25, 1.4)
            px, py = x + part * float(row[5]), y + part * float(row[6])
            if not any(math.hypot(px - o[0], py - o[1]) < 0.5 * o[4] for o in labels):
                yield (
                    cut(
                        picture, px, py, _turned(up, float(rng.uniform(0, 360))), height * math.exp(rng.normal(0, 0.3))
                    ),
                    NO_RANK,
                    NO_SUIT,
                )
        elif row[9] < 0.45:
            yield cut(picture, x, y, up, height), NO_RANK, NO_SUIT
    px, py = (float(v) for v in rng.uniform(0, picture.shape[0], 2))
    if not any(math.hypot(px - o[0], py - o[1]) < 0.6 * o[4] for o in labels):
        yield (
            cut(picture, px, py, _turned((0, -1), float(rng.uniform(0, 360))), float(rng.uniform(10, 50))),
            NO_RANK,
            NO_SUIT,
        )


class Photographs:
    """Patches harvested from photographs (drivers.camera.training.real)."""

    def __init__(self, file: Path) -> None:
        with np.load(file) as stored:
            self._crops, self._ups = stored["crops"], stored["ups"]
            self._ranks, self._suits = stored["ranks"], stored["suits"]
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
            dx, dy = (float(v) for v in rng.normal(0, 0.05, 2) * HEIGHT)
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
    parser.add_argument("--minutes", type=float, default=60)
    parser.add_argument("--batch", type=int, default=128)
    parser.add_argument("--rate", type=float, default=2e-3)
    parser.add_argument("--threads", type=int, default=1)
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
    scenes = Scenes(args.run / "train")
    began, last, mean = time.monotonic(), time.monotonic(), np.zeros(3)
    photographs = Photographs(args.real) if args.real is not None else None
    for x, rank, suit in batches(scenes, photographs, rng, args.batch):
        share = (spent + time.monotonic() - began) / (args.minutes * 60)
        if share >= 1:
            break
        rate = args.rate * min(1.0, step / 200 + 0.02) * (0.5 + 0.5 * math.cos(math.pi * share))
        for group in optimiser.param_groups:
            group["lr"] = max(rate, args.rate * 0.01)
        out = net(x.contiguous(memory_format=torch.channels_last))
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
