"""Trains the net that finds corner indexes; checkpoints, resumes, and stops at a stated time."""

from __future__ import annotations

import argparse
import math
import sys
import time
from pathlib import Path

import cv2
import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor
from torch.nn import functional

from drivers.camera.training.nets import FINDER_CHANNELS, Finder
from drivers.camera.training.scenes import NO_CARD
from drivers.camera.training.shards import Scenes

CROP = 256
CELLS = CROP // 4
_SEEN = 0.6
"""The part of an index that must show for it to be asked for; between this and half of it, it is not judged."""
_LEAST, _MOST = 7.0, 60.0
"""Index heights, in pixels, that are asked for."""
_WORDS = 0.02
"""How much rank and suit count: the finder learns little of them, and where and how large is what it is for."""

Floats = NDArray[np.float32]


def sample(picture: NDArray[np.uint8], labels: Floats, rng: np.random.Generator) -> tuple[Floats, Floats, Floats]:
    """A crop, its target map and its weight map (weights: negatives, positives)."""
    side = picture.shape[0]
    labels = labels[labels[:, 7] != NO_CARD]
    share = math.exp(rng.uniform(math.log(0.67), math.log(1.4))) if rng.random() < 0.5 else 1.0
    reach = min(side, round(CROP / share))
    centred = len(labels) and rng.random() < 0.75
    if centred:
        row = labels[rng.integers(len(labels))]
        x0 = int(np.clip(row[0] - rng.integers(20, reach - 20), 0, side - reach))
        y0 = int(np.clip(row[1] - rng.integers(20, reach - 20), 0, side - reach))
    else:
        x0, y0 = (int(v) for v in rng.integers(0, side - reach + 1, 2))
    crop = picture[y0 : y0 + reach, x0 : x0 + reach]
    rows = labels.copy()
    rows[:, 0] -= x0
    rows[:, 1] -= y0
    if reach != CROP:
        how = cv2.INTER_AREA if reach > CROP else cv2.INTER_CUBIC
        crop = np.asarray(cv2.resize(crop, (CROP, CROP), interpolation=how), np.uint8)
        rows[:, [0, 1, 4, 5, 6, 11]] *= CROP / reach
    for _ in range(int(rng.integers(0, 4))):
        crop = np.rot90(crop)
        x, y = rows[:, 0].copy(), rows[:, 1].copy()
        rows[:, 0], rows[:, 1] = y, CROP - x
        for a, b in ((2, 3), (5, 6)):
            vx, vy = rows[:, a].copy(), rows[:, b].copy()
            rows[:, a], rows[:, b] = vy, -vx
    target = np.zeros((FINDER_CHANNELS, CELLS, CELLS), np.float32)
    weight = np.zeros((2, CELLS, CELLS), np.float32)
    weight[0] = 1.0
    ys, xs = np.mgrid[0:CELLS, 0:CELLS].astype(np.float32)
    # Largest cover first, so that what is seen best writes last.
    for row in rows[np.argsort(rows[:, 9])]:
        x, y, up_x, up_y, height, to_x, to_y, rank, suit, visible = row[:10]
        if not (-height < x < CROP + height and -height < y < CROP + height) or visible < 0.3:
            continue
        cx, cy = x / 4 - 0.375, y / 4 - 0.375
        near = (xs - cx) ** 2 + (ys - cy) ** 2
        inside = 3 < x < CROP - 3 and 3 < y < CROP - 3
        if visible < _SEEN or not inside or not _LEAST <= height <= _MOST:
            weight[0][near < (height / 4 * 0.6) ** 2 + 1] = 0.0
            continue
        sigma = max(0.7, height / 4 * 0.16)
        heat = np.exp(-near / (2 * sigma * sigma))
        peak = (round(float(np.clip(cy, 0, CELLS - 1))), round(float(np.clip(cx, 0, CELLS - 1))))
        heat[peak] = 1.0
        target[0] = np.maximum(target[0], heat)
        own = heat > 0.45
        values = (up_x, up_y, math.log(height / 20), to_x / height, to_y / height)
        for k, value in enumerate(values):
            target[1 + k][own] = value
        target[6:23, own] = 0.0
        target[6 + int(rank), own] = 1.0
        target[19 + int(suit), own] = 1.0
        target[23][own] = math.log(max(2.0, row[11]) / 10)
        weight[1][own] = 1.0
        weight[0][peak] = 1.0
    x = crop.astype(np.float32) * (np.float32(1 / 255) * np.exp(rng.normal(0, 0.06, 3)).astype(np.float32))
    return np.ascontiguousarray(x.transpose(2, 0, 1)), target, weight


def loss_of(out: Tensor, target: Tensor, weight: Tensor) -> tuple[Tensor, list[float]]:
    """Focal loss on the heat; L1 on the geometry, cross entropy on rank and suit, at the indexes."""
    heat = target[:, 0]
    probability = torch.sigmoid(out[:, 0]).clamp(1e-5, 1 - 1e-5)
    peak = (heat >= 0.999).float()
    negative = -torch.log(1 - probability) * probability**2 * (1 - heat) ** 4 * (1 - peak) * weight[:, 0]
    positive = -torch.log(probability) * (1 - probability) ** 2 * peak
    peaks = peak.sum().clamp(min=1)
    heat_loss = (negative.sum() + positive.sum()) / peaks
    own = weight[:, 1]
    total = own.sum().clamp(min=1)
    geometry = (
        (out[:, 1:6] - target[:, 1:6]).abs() * torch.tensor([1.0, 1.0, 1.0, 0.25, 0.25])[None, :, None, None]
    ).sum(1)
    geometry = geometry + 0.3 * (out[:, 23] - target[:, 23]).abs()
    geometry_loss = (geometry * own).sum() / total
    rank = -(functional.log_softmax(out[:, 6:19], 1) * target[:, 6:19]).sum(1)
    suit = -(functional.log_softmax(out[:, 19:23], 1) * target[:, 19:23]).sum(1)
    word_loss = ((rank + suit) * own).sum() / total
    parts = [float(v.detach()) for v in (heat_loss, geometry_loss, word_loss)]
    return heat_loss + geometry_loss + _WORDS * word_loss, parts


def main() -> None:
    """`python -m drivers.camera.training.train_finder --run DIR --minutes N`."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--run", type=Path, required=True)
    parser.add_argument("--start", type=Path, help="a checkpoint whose weights to begin with")
    parser.add_argument("--scenes", type=Path, nargs="+", help="folders of scenes; RUN/train when not given")
    parser.add_argument("--minutes", type=float, default=60)
    parser.add_argument("--batch", type=int, default=8)
    parser.add_argument("--rate", type=float, default=2e-3)
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--seed", type=int, default=11)
    args = parser.parse_args()
    torch.set_num_threads(args.threads)
    cv2.setNumThreads(1)
    torch.manual_seed(args.seed)
    rng = np.random.default_rng(args.seed)
    net = Finder().to(memory_format=torch.channels_last)
    optimiser = torch.optim.AdamW(net.parameters(), lr=args.rate, weight_decay=1e-4)
    state_file = args.run / "finder.pt"
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
    draws = scenes.draws(rng)
    began, last, mean = time.monotonic(), time.monotonic(), np.zeros(3)
    while True:
        share = (spent + time.monotonic() - began) / (args.minutes * 60)
        if share >= 1:
            break
        rate = args.rate * min(1.0, step / 200 + 0.02) * (0.5 + 0.5 * math.cos(math.pi * share))
        for group in optimiser.param_groups:
            group["lr"] = max(rate, args.rate * 0.01)
        batch = [sample(*next(draws), rng) for _ in range(args.batch)]
        x, target, weight = (torch.from_numpy(np.stack([item[k] for item in batch])) for k in range(3))
        out = net(x.contiguous(memory_format=torch.channels_last))
        loss, parts = loss_of(out, target, weight)
        optimiser.zero_grad()
        loss.backward()  # type: ignore[no-untyped-call]
        torch.nn.utils.clip_grad_norm_(net.parameters(), 5.0)
        optimiser.step()
        step += 1
        mean += parts
        if step % 100 == 0:
            now = time.monotonic()
            heat, geometry, words = mean / 100
            words_said = f"heat {heat:.3f} geometry {geometry:.3f} words {words:.3f}"
            pace = (now - last) / 100
            sys.stdout.write(f"step {step} part {share:.3f} {words_said} {pace:.3f} s/step of {len(scenes)} scenes\n")
            sys.stdout.flush()
            last, mean = now, np.zeros(3)
        if step % 400 == 0:
            scenes.refresh()
            _save(state_file, net, optimiser, spent + time.monotonic() - began, step)
    _save(state_file, net, optimiser, spent + time.monotonic() - began, step)


def _save(path: Path, net: Finder, optimiser: torch.optim.Optimizer, spent: float, step: int) -> None:
    part = path.with_suffix(".part")
    torch.save({"net": net.state_dict(), "optimiser": optimiser.state_dict(), "spent": spent, "step": step}, part)
    part.rename(path)


if __name__ == "__main__":
    main()
