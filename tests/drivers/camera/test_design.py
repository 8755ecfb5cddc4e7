"""A design file that is damaged, cut or of another kind is refused in one sentence; it never ends the program."""

from __future__ import annotations

import random
from collections.abc import Mapping
from pathlib import Path

import numpy as np
import pytest

from drivers.camera.design import FACE_HEIGHT, FACE_WIDTH, Design, Faces, load_design, save_design
from drivers.camera.errors import DesignUnknown
from drivers.camera.read import Reader

WHOLE: Mapping[str, np.ndarray] = {
    "ranks": np.ones((13, 9), np.float32),
    "suits": np.ones((4, 9), np.float32),
    "faces": np.random.default_rng(1).integers(0, 255, (52, FACE_HEIGHT, FACE_WIDTH, 3)).astype(np.uint8),
    "places": np.array((0.8, 1.1, 0.3)),
}


@pytest.fixture
def kept(tmp_path: Path) -> Path:
    faces = Faces(WHOLE["faces"], 0.8, 1.1, 0.3)
    return save_design(Design("bees", WHOLE["ranks"], WHOLE["suits"], faces), tmp_path)


def is_refused(path: Path) -> bool:
    try:
        load_design("bees", path.parent)
    except DesignUnknown as refused:
        assert "enrol it again" in str(refused)
        return True
    return False


def test_whatever_bytes_are_wrong_it_is_read_or_refused(kept: Path) -> None:
    whole, chance = kept.read_bytes(), random.Random(2)
    refused = 0
    for _ in range(120):
        wrong = bytearray(whole)
        for _ in range(8):
            wrong[chance.choice((chance.randrange(len(wrong)), chance.randrange(300)))] = chance.randrange(256)
        kept.write_bytes(wrong)
        refused += is_refused(kept)
    assert refused > 60


@pytest.mark.parametrize("length", [0, 1, 50, 1000])
def test_a_file_that_was_cut_is_refused(kept: Path, length: int) -> None:
    kept.write_bytes(kept.read_bytes()[:length])
    assert is_refused(kept)


def test_a_single_table_is_no_design(kept: Path) -> None:
    with kept.open("wb") as out:
        np.save(out, WHOLE["ranks"])
    assert is_refused(kept)


@pytest.mark.parametrize(
    "other",
    [
        {"ranks": np.ones((5, 9), np.float32)},
        {"ranks": np.ones((13, 7), np.float32)},
        {"ranks": np.array(3.0)},
        {"suits": np.full((4, 9), np.nan)},
        {"suits": np.ones((4, 9), np.complex128)},
        {"places": np.array(1.0)},
        {"places": np.array((1.0, np.inf, 1.0))},
        {"places": np.array(("a", "b", "c"))},
        {"faces": np.full((52, FACE_HEIGHT, FACE_WIDTH, 3), np.nan)},
    ],
)
def test_what_is_no_design_of_a_make_is_refused(kept: Path, other: Mapping[str, np.ndarray]) -> None:
    np.savez_compressed(kept, allow_pickle=False, **{**WHOLE, **other})
    assert is_refused(kept)


def test_one_of_before_faces_were_kept_is_read(kept: Path) -> None:
    np.savez_compressed(kept, ranks=WHOLE["ranks"], suits=WHOLE["suits"])
    assert load_design("bees", kept.parent).faces is None


def test_a_design_of_another_net_is_refused_before_anything_is_read() -> None:
    with pytest.raises(DesignUnknown, match="another card model; enrol it again"):
        Reader(design=Design("bees", WHOLE["ranks"], WHOLE["suits"]))
