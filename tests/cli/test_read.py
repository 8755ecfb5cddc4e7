"""`dealer read` prints what the interface says, and no picture makes it fall over."""

from __future__ import annotations

import json
from pathlib import Path

import cv2
import numpy as np
import pytest
from click.testing import CliRunner, Result

from dealer.cards import Card
from dealer.cli.read import read
from drivers.mock import faces


def test_help_names_the_options() -> None:
    assert {"--json", "--draw", "--design"} <= set(CliRunner().invoke(read, ["--help"]).output.split())


def picture(path: Path, *cards: str) -> Path:
    """Cards side by side on green cloth."""
    image = np.full((460, 40 + 300 * max(1, len(cards)), 3), (70, 105, 40), np.uint8)
    for k, text in enumerate(cards):
        face = faces.face(Card.parse(text))
        image[40 : 40 + face.shape[0], 40 + 300 * k : 40 + 300 * k + face.shape[1]] = face[..., :3]
    assert cv2.imwrite(str(path), image)
    return path


def run(*words: object) -> Result:
    return CliRunner().invoke(read, [str(word) for word in words])


def test_a_json_line_for_each_picture(tmp_path: Path) -> None:  # DESIGN: interfaces
    paths = [picture(tmp_path / "a.png", "Ks", "7d"), picture(tmp_path / "b.png", "Th")]
    result = run("--json", *paths)
    assert result.exit_code == 0
    first, second = (json.loads(line) for line in result.stdout.splitlines())
    assert first["image"] == str(paths[0])
    assert {card["card"] for card in first["cards"]} == {"Ks", "7d"}
    assert [card["card"] for card in second["cards"]] == ["Th"]
    for card in first["cards"]:
        assert len(card["corners"]) == 4
        assert 0 < card["confidence"] <= 1
    assert isinstance(first["unsure"], list)
    assert first["ms"] > 0


def test_cloth_alone_is_an_empty_list(tmp_path: Path) -> None:
    line = json.loads(run("--json", picture(tmp_path / "a.png")).stdout)
    assert line["cards"] == []
    assert line["unsure"] == []


def test_words_for_people(tmp_path: Path) -> None:
    assert ": 2c (" in run(picture(tmp_path / "a.png", "2c")).stdout


def test_a_file_that_is_no_picture_is_one_line_and_the_rest_is_read(tmp_path: Path) -> None:
    bad = tmp_path / "bad.jpg"
    bad.write_bytes(b"no picture")
    result = run("--json", bad, picture(tmp_path / "a.png", "2c"))
    assert result.exit_code == 1
    assert len(result.stdout.splitlines()) == 1
    assert len(result.stderr.splitlines()) == 1
    assert "bad.jpg" in result.stderr


def test_a_folder_stands_for_its_pictures(tmp_path: Path) -> None:
    picture(tmp_path / "a.png", "2c")
    picture(tmp_path / "b.png", "3c")
    (tmp_path / "notes.txt").write_text("not read")
    assert len(run("--json", tmp_path).stdout.splitlines()) == 2


def test_draw_writes_the_picture(tmp_path: Path) -> None:
    source = picture(tmp_path / "a.png", "2c")
    assert run(source, "--draw", tmp_path / "out.png").exit_code == 0
    drawn, plain = cv2.imread(str(tmp_path / "out.png")), cv2.imread(str(source))
    assert drawn is not None
    assert plain is not None
    assert drawn.shape == plain.shape
    assert (drawn != plain).any()
    assert run(source, source, "--draw", tmp_path / "folder").exit_code == 0
    assert (tmp_path / "folder" / "a.png").is_file()


@pytest.mark.parametrize("words", [(), ("--design",), ("--draw", "out.gif2", "a.png")])
def test_wrong_usage(words: tuple[str, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    picture(tmp_path / "a.png", "2c")
    assert run(*words).exit_code == 2


def test_a_design_that_nobody_enrolled(tmp_path: Path) -> None:
    result = run(picture(tmp_path / "a.png", "2c"), "--design", "nobody")
    assert result.exit_code != 0
    assert "not enrolled" in str(result.exception)
