"""Writes the trained nets as ONNX files that cv2.dnn runs, with the normalisation folded into the convolutions."""

from __future__ import annotations

import argparse
from pathlib import Path

import torch
from torch import nn

from drivers.camera.training.nets import Finder, IndexReader


def _fold(net: nn.Module) -> nn.Module:
    """Fold each batch normalisation into the convolution before it."""
    for module in net.modules():
        if isinstance(module, nn.Sequential):
            for k in range(len(module) - 1):
                first, second = module[k], module[k + 1]
                if isinstance(first, nn.Conv2d) and isinstance(second, nn.BatchNorm2d):
                    module[k] = nn.utils.fusion.fuse_conv_bn_eval(first, second)
                    module[k + 1] = nn.Identity()
    return net


def export(run: Path, out: Path, index: Path | None = None) -> None:
    """Write finder.onnx and index.onnx from the checkpoints in `run`, or the reader's from another folder."""
    out.mkdir(parents=True, exist_ok=True)
    finder, reader = Finder(), IndexReader()
    finder.load_state_dict(torch.load(run / "finder.pt")["net"])
    reader.load_state_dict(torch.load((index or run) / "reader.pt")["net"])
    torch.onnx.export(
        _fold(finder.eval()),
        (torch.rand(1, 3, 128, 128),),
        str(out / "finder.onnx"),
        dynamo=False,
        opset_version=13,
        input_names=["picture"],
        output_names=["map"],
        dynamic_axes={"picture": {2: "height", 3: "width"}, "map": {2: "rows", 3: "columns"}},
    )
    torch.onnx.export(
        _fold(reader.eval()),
        (torch.rand(2, 3, 48, 32),),
        str(out / "index.onnx"),
        dynamo=False,
        opset_version=13,
        input_names=["patches"],
        output_names=["scores"],
        dynamic_axes={"patches": {0: "count"}, "scores": {0: "count"}},
    )


def main() -> None:
    """`python -m drivers.camera.training.export --run DIR --out DIR`."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--run", type=Path, required=True)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--index", type=Path, help="the run whose reader.pt is taken; RUN when not given")
    args = parser.parse_args()
    export(args.run, args.out, args.index)


if __name__ == "__main__":
    main()
