"""The two nets: one finds corner indexes in a picture, the other reads an index from its patch."""

from __future__ import annotations

import torch
from torch import Tensor, nn
from torch.nn import functional

FINDER_CHANNELS = 24
"""heat 1, up 2, log height 1, way to the card's middle 2, rank 13, suit 4, one spare (log width)."""


def _conv(inside: int, outside: int, stride: int = 1) -> nn.Sequential:
    return nn.Sequential(
        nn.Conv2d(inside, outside, 3, stride, 1, bias=False), nn.BatchNorm2d(outside), nn.ReLU(inplace=True)
    )


class Finder(nn.Module):
    """A picture (N, 3, H, W; sides divisible by 16) to a map at a quarter of its size, FINDER_CHANNELS deep."""

    def __init__(self) -> None:
        super().__init__()
        self.stem = _conv(3, 16, 2)
        self.fine = nn.Sequential(_conv(16, 40, 2), _conv(40, 40))
        self.middle = nn.Sequential(_conv(40, 72, 2), _conv(72, 72), _conv(72, 72))
        self.coarse = nn.Sequential(_conv(72, 96, 2), _conv(96, 96), _conv(96, 72))
        self.join_eighth = _conv(72, 72)
        self.narrow = nn.Conv2d(72, 40, 1)
        self.join_quarter = nn.Sequential(_conv(40, 48), _conv(48, 48))
        self.head = nn.Conv2d(48, FINDER_CHANNELS, 1)
        nn.init.constant_(self.head.bias, 0.0)  # type: ignore[arg-type]
        with torch.no_grad():
            self.head.bias[0] = -4.0  # type: ignore[index]

    def forward(self, x: Tensor) -> Tensor:
        quarter = self.fine(self.stem(x))
        eighth = self.middle(quarter)
        wide = self.coarse(eighth)
        eighth = self.join_eighth(eighth + functional.interpolate(wide, scale_factor=2.0, mode="nearest"))
        quarter = self.join_quarter(
            quarter + functional.interpolate(self.narrow(eighth), scale_factor=2.0, mode="nearest")
        )
        out: Tensor = self.head(quarter)
        return out


class IndexReader(nn.Module):
    """Patches (N, 3, 48, 32) to 14 ranks (the last: no index), 5 suits (the last: none) and 64 features."""

    def __init__(self) -> None:
        super().__init__()
        self.body = nn.Sequential(
            _conv(3, 32),
            _conv(32, 32),
            nn.MaxPool2d(2),
            _conv(32, 64),
            _conv(64, 64),
            nn.MaxPool2d(2),
            _conv(64, 96),
            _conv(96, 96),
            nn.MaxPool2d(2),
        )
        self.drop = nn.Dropout(0.25)
        self.squeeze = nn.Linear(96 * 6 * 4, 64)
        self.rank = nn.Linear(64, 14)
        self.suit = nn.Linear(64, 5)

    def forward(self, x: Tensor) -> Tensor:
        features = functional.relu(self.squeeze(self.drop(self.body(x).flatten(1))))
        return torch.cat([self.rank(features), self.suit(features), features], dim=1)
