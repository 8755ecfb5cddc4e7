"""`dealer design` learns a make from 52 pictures or 52 cards shown, and says which picture is wrong."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path

import cv2
import numpy as np
import pytest
from click.testing import CliRunner, Result

from dealer.cards import DECK, Card
from dealer.cli import design as command
from drivers.camera.capture import PictureSource
from drivers.camera.design import Design, list_designs, save_design
from drivers.camera.patches import PATCH_HEIGHT, PATCH_WIDTH
from drivers.camera.read import Reader
from drivers.camera.teach import ORDER
from drivers.mock import faces


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    return tmp_path


def _look(card: Card | None) -> np.ndarray:
    picture = np.full((300, 260, 3), (70, 105, 40), np.uint8)
    if card is not None:
        picture[40:236, 60:200] = cv2.resize(faces.face(card)[..., :3], (140, 196), interpolation=cv2.INTER_AREA)
    return picture


@pytest.fixture(scope="module")
def looks(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("looks")
    for card in DECK:
        name = str(card).replace("T", "10") if card.rank.value == 10 else str(card)
        cv2.imwrite(str(folder / f"{name}.png"), _look(card))
    return folder


def _nothing_to_mend(name: str, pictures: Mapping[Card, np.ndarray], reader: Reader) -> Design:
    """The design of a make that the general model reads as it is; fitting one takes seconds."""
    assert len(pictures) == 52
    width = reader.rows(np.zeros((1, PATCH_HEIGHT, PATCH_WIDTH, 3), np.uint8)).shape[1] - 19 + 1
    return Design(name, np.zeros((13, width), np.float32), np.zeros((4, width), np.float32))


def _run(*arguments: str | Path) -> Result:
    return CliRunner().invoke(command.design, [str(a) for a in arguments])


@pytest.mark.timeout(400)  # one real fit, on a machine that may be busy
def test_a_folder_of_52_pictures_is_a_make(looks: Path) -> None:
    done = _run("enrol", "mine", looks, "--json")
    assert done.exit_code == 0, done.output
    told = json.loads(done.stdout)
    assert (told["event"], told["read_back"]) == ("enrolled", 52)
    assert list_designs() == ("mine",)
    row = json.loads(_run("list", "--json").stdout)
    assert (row["design"], row["problem"]) == ("mine", "")


def test_a_make_without_faces_is_listed_with_what_to_do() -> None:
    save_design(Design("old", np.zeros((13, 2), np.float32), np.zeros((4, 2), np.float32)))
    assert "enrol it again" in _run("list").output
    assert "enrol it again" in json.loads(_run("list", "--json").stdout)["problem"]


def test_pictures_with_names_mixed_up_are_named(looks: Path, tmp_path: Path) -> None:
    for card in ("2c", "9h"):
        cv2.imwrite(str(tmp_path / f"{card}.png"), _look(Card.parse("9h" if card == "2c" else "2c")))
    done = _run("enrol", "mine", tmp_path)
    assert "2c looks like 9h; 9h looks like 2c" in str(done.exception)


@pytest.mark.parametrize(("name", "said"), [("joker", "named by no card"), ("10c", "the same card")])
def test_a_picture_that_is_named_wrongly_is_refused(tmp_path: Path, name: str, said: str) -> None:
    for each in ("Tc", name):
        cv2.imwrite(str(tmp_path / f"{each}.png"), _look(None))
    assert said in str(_run("enrol", "mine", tmp_path).exception)


def test_missing_cards_are_named(tmp_path: Path) -> None:
    cv2.imwrite(str(tmp_path / "Ac.png"), _look(Card.parse("Ac")))
    assert "missing for 2c 2d" in str(_run("enrol", "mine", tmp_path).exception)
    assert "is no folder" in str(_run("enrol", "mine", tmp_path / "none").exception)
    assert _run("enrol", "mine").exit_code == 2
    assert "no make is enrolled" in _run("list").output


def test_cards_shown_to_a_camera_are_learned_and_kept(
    looks: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Fifty looks are there from before; the last two are shown, one of them only after another card."""
    keep, frames = tmp_path / "keep", tmp_path / "frames"
    keep.mkdir()
    frames.mkdir()
    for card in ORDER[:50]:
        cv2.imwrite(str(keep / f"{card}.png"), _look(card))
    scenes = [None, None, "Kc", "Kc", "7h", "7h", "Ac", "Ac", "Ac"]
    for number, scene in enumerate(scenes):
        cv2.imwrite(str(frames / f"{number:02}.png"), _look(None if scene is None else Card.parse(scene)))
    monkeypatch.setattr(command, "enrolled", _nothing_to_mend)
    monkeypatch.setattr(command, "open_source", lambda text: PictureSource(Path(text), every=0))
    done = _run("enrol", "shown", "--camera", frames, "--keep", keep, "--json")
    assert done.exit_code == 0, done.output
    told = [json.loads(line) for line in done.stdout.splitlines()]
    assert [row["event"] for row in told if row["event"] != "wait"] == [
        "begin",
        "ground",
        "taken",
        "doubt",
        "taken",
        "enrolled",
    ]
    assert next(row for row in told if row["event"] == "doubt")["looks_like"] == "7h"
    assert (keep / "Ac.png").is_file()
    assert list_designs() == ("shown",)
