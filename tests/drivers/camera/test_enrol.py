"""One look at each card is enough to know a make; what is missing is named."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from dealer.cards import DECK, Card
from drivers.camera.design import Design, fit, list_designs, load_design, save_design
from drivers.camera.enrol import enrolled
from drivers.camera.errors import DesignUnknown
from drivers.camera.read import Reader
from drivers.mock import faces


def look(card: Card) -> np.ndarray:
    """The card on the green of a table."""
    face = faces.face(card)[..., :3]
    picture = np.full((face.shape[0] + 80, face.shape[1] + 80, 3), (70, 105, 40), np.uint8)
    picture[40:-40, 40:-40] = face
    return picture


@pytest.fixture(scope="module")
def mock_design(reader: Reader) -> Design:
    return enrolled("mock", {card: look(card) for card in DECK}, reader)


def test_an_enrolled_make_is_read(mock_design: Design, tmp_path: Path, table: Any, reader: Reader) -> None:
    save_design(mock_design, tmp_path)
    assert list_designs(tmp_path) == ("mock",)
    own = Reader(design=load_design("mock", tmp_path))
    table.lay({4: "9h Qd 8c 5d"})
    zone, width = table.zone(4), table.layout.card_width
    assert {str(c.card) for c in own.read_zone(zone, width).committed} == {"9h", "Qd", "8c", "5d"}


def test_the_faces_are_kept_with_the_make(mock_design: Design, tmp_path: Path) -> None:
    path = save_design(mock_design, tmp_path)
    kept, made = load_design("mock", tmp_path).faces, mock_design.faces
    assert kept is not None
    assert made is not None
    assert np.array_equal(kept.pictures, made.pictures)
    assert (kept.across, kept.along, kept.index) == (made.across, made.along, made.index)
    assert path.stat().st_size < 3_000_000


def test_a_make_enrolled_before_faces_were_kept_is_read_by_its_indexes(
    mock_design: Design, tmp_path: Path, table: Any
) -> None:
    save_design(replace(mock_design, faces=None), tmp_path)
    old = load_design("mock", tmp_path)
    assert old.faces is None
    table.lay({4: "9h Qd 8c 5d"})
    zone, width = table.zone(4), table.layout.card_width
    assert {str(c.card) for c in Reader(design=old).read_zone(zone, width).committed} == {"9h", "Qd", "8c", "5d"}


def test_rows_are_read_no_worse_for_the_faces(mock_design: Design, table: Any) -> None:
    """Of a row only the last card lies open; what covers the others says nothing of them."""
    with_faces, without = Reader(design=mock_design), Reader(design=replace(mock_design, faces=None))
    rows = {1: "4c Jc Ac 3c", 3: "9h Qd 8c 5d", 5: "8s 2c Kc 6d", 7: "4h Th 8h 8d"}
    table.lay(rows)
    for seat, row in rows.items():
        zone, width = table.zone(seat), table.layout.card_width
        for picture in (zone, np.asarray(zone * 0.45, np.uint8), np.asarray(cv2.GaussianBlur(zone, (0, 0), 1.5))):
            seen, before = (
                {str(c.card) for c in reader.read_zone(picture, width).committed} for reader in (with_faces, without)
            )
            assert before <= seen <= set(row.split())


def test_missing_cards_are_named(reader: Reader) -> None:
    with pytest.raises(DesignUnknown, match=r"missing for .*As"):
        enrolled("mock", {card: look(card) for card in DECK[:-1]}, reader)


def test_a_card_without_an_index_is_named(reader: Reader) -> None:
    plain = {card: np.full((120, 100, 3), 255, np.uint8) for card in DECK}
    with pytest.raises(DesignUnknown, match="no index is seen on 2c"):
        enrolled("mock", plain, reader)


def test_a_fit_mends_what_the_general_model_gets_wrong() -> None:
    """A make whose sixes look like eights to the general model."""
    rng = np.random.default_rng(1)
    cards = np.repeat(np.arange(52), 6)
    rows = np.zeros((len(cards), 19 + 64), np.float32)
    rows[np.arange(len(cards)), cards // 4] = 4
    rows[np.arange(len(cards)), 14 + cards % 4] = 4
    sixes = cards // 4 == 4
    rows[sixes, 4], rows[sixes, 6] = 2, 4
    marks = rng.normal(0, 1, (13, 64))
    rows[:, 19:] = np.maximum(0, marks[cards // 4] + rng.normal(0, 0.2, (len(cards), 64)))
    design = fit("odd", rows, cards)
    ranks, _ = design.scores(rows[:, 19:])
    assert ((rows[:, :13] + ranks).argmax(axis=1) == cards // 4).all()


def test_a_design_that_is_not_there_or_damaged(tmp_path: Path) -> None:
    with pytest.raises(DesignUnknown, match="not enrolled"):
        load_design("bee", tmp_path)
    (tmp_path / "bee.npz").write_bytes(b"nonsense")
    with pytest.raises(DesignUnknown, match="enrol it again"):
        load_design("bee", tmp_path)
    np.savez(
        tmp_path / "bee.npz", ranks=np.zeros((13, 2)), suits=np.zeros((4, 2)), faces=np.zeros(3), places=np.ones(3)
    )
    with pytest.raises(DesignUnknown, match="enrol it again"):
        load_design("bee", tmp_path)
    (tmp_path / "bee.npz").write_bytes((tmp_path / "bee.npz").read_bytes()[:400])
    with pytest.raises(DesignUnknown, match="enrol it again"):
        load_design("bee", tmp_path)
    with pytest.raises(DesignUnknown, match="no name"):
        load_design("../bee", tmp_path)
