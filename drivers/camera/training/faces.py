"""Draws card faces of decks that nobody prints: any lettering, suit shapes, index size, colours and paper."""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence
from pathlib import Path

import numpy as np
from PIL import Image, ImageDraw, ImageFont

from drivers.camera.training.designs import FACE_HEIGHT, FACE_WIDTH, RANKS, Deck, Face, Index, Picture

_COLUMNS = tuple((x, y) for x in (0.0, 1.0) for y in (0.0, 1 / 3, 2 / 3, 1.0))
_PIPS: dict[int, tuple[tuple[float, float], ...]] = {
    2: ((0.5, 0.0), (0.5, 1.0)),
    3: ((0.5, 0.0), (0.5, 0.5), (0.5, 1.0)),
    4: ((0.0, 0.0), (1.0, 0.0), (0.0, 1.0), (1.0, 1.0)),
    5: ((0.0, 0.0), (1.0, 0.0), (0.0, 1.0), (1.0, 1.0), (0.5, 0.5)),
    6: ((0.0, 0.0), (1.0, 0.0), (0.0, 0.5), (1.0, 0.5), (0.0, 1.0), (1.0, 1.0)),
    7: ((0.0, 0.0), (1.0, 0.0), (0.0, 0.5), (1.0, 0.5), (0.0, 1.0), (1.0, 1.0), (0.5, 0.25)),
    8: ((0.0, 0.0), (1.0, 0.0), (0.0, 0.5), (1.0, 0.5), (0.0, 1.0), (1.0, 1.0), (0.5, 0.25), (0.5, 0.75)),
    9: (*_COLUMNS, (0.5, 0.5)),
    10: (*_COLUMNS, (0.5, 1 / 6), (0.5, 5 / 6)),
}
_SCALE = 4
_SKIP = (
    "Italic",
    "Oblique",
    "Thin",
    "Hairline",
    "ExtraLight",
    "Initials",
    "Keyboard",
    "BI.",
    "_RI",
    "-It",
    "Z003",
    "D050",
    "Symbol",
    "Math",
    "math",
    "slant",
    "obl",
    "-i.",
    "ital",
    "dunh",
    "caps",
    "Ita",
    "_I.",
    "unsl",
    "fib",
    "lmvtto",
)


def letterings(roots: Sequence[Path] = (Path("/usr/share/fonts"),)) -> list[Path]:
    """Upright fonts of this machine that draw the ranks, in a fixed order."""
    found = []
    for root in roots:
        for path in sorted(root.rglob("*")):
            if path.suffix.lower() in (".ttf", ".otf", ".t1") and not any(word in path.name for word in _SKIP):
                found.append(path)
    return found


def suit_fonts(fonts: Sequence[Path]) -> list[Path]:
    """The fonts among these that hold the four suit signs (compared with the sign for a missing glyph)."""
    good = []
    for path in fonts:
        try:
            font = ImageFont.truetype(str(path), 60)
            missing = font.getmask("\U0010fffd").getbbox(), bytes(font.getmask("\U0010fffd"))
            if all((font.getmask(s).getbbox(), bytes(font.getmask(s))) != missing for s in "♣♦♥♠"):
                good.append(path)
        except OSError:
            continue
    return good


def _trim(mask: Image.Image) -> Image.Image:
    box = mask.getbbox()
    return mask.crop(box) if box else mask


def text_mask(font: Path, text: str, height: int, squeeze: float, tracking: float) -> Image.Image:
    """A text as a mask of exactly this height in pixels; tracking pulls the letters of `10` together."""
    face = ImageFont.truetype(str(font), 200)
    parts = []
    for letter in text:
        left, _, right, _ = face.getbbox(letter)
        canvas = Image.new("L", (int(right - left) + 40, 320), 0)
        ImageDraw.Draw(canvas).text((20 - left, 40), letter, font=face, fill=255)
        box = canvas.getbbox()
        if box is None:
            raise OSError(f"{font} draws nothing for {letter!r}")
        parts.append(canvas.crop((box[0], 0, box[2], 320)))
    gap = int(tracking * 200)
    line = Image.new("L", (sum(p.width for p in parts) + gap * (len(parts) - 1), 320), 0)
    x = 0
    for part in parts:
        line.paste(255, (x, 0, x + part.width, 320), part)
        x += part.width + gap
    line = _trim(line)
    width = max(2, round(line.width * height / line.height * squeeze))
    return line.resize((width, height), Image.Resampling.LANCZOS)


def _bezier(points: Sequence[tuple[float, float]], steps: int = 24) -> list[tuple[float, float]]:
    out = []
    for k in range(steps + 1):
        t = k / steps
        layer = list(points)
        while len(layer) > 1:
            layer = [((1 - t) * a[0] + t * b[0], (1 - t) * a[1] + t * b[1]) for a, b in itertools.pairwise(layer)]
        out.append(layer[0])
    return out


def suit_shape(suit: int, rng: np.random.Generator) -> Image.Image:
    """A suit sign drawn from curves with a random hand; suit 0 to 3: clubs, diamonds, hearts, spades."""
    size = 400
    image = Image.new("L", (size, size), 0)
    draw = ImageDraw.Draw(image)

    def fill(points: Sequence[tuple[float, float]]) -> None:
        draw.polygon([(x * size, y * size) for x, y in points], fill=255)

    def both(side: Sequence[tuple[float, float]]) -> list[tuple[float, float]]:
        return list(side) + [(1 - x, y) for x, y in reversed(side)]

    stem = both(_bezier([(0.5, 0.55), (0.48, rng.uniform(0.8, 0.95)), (rng.uniform(0.22, 0.38), 0.97)]))
    if suit == 1:
        dent, wide = rng.uniform(0.0, 0.09), rng.uniform(0.02, 0.2)
        upper = _bezier([(0.5, 0.02), (0.35 + dent, 0.3 + dent), (wide, 0.5)])
        lower = _bezier([(wide, 0.5), (0.35 + dent, 0.7 - dent), (0.5, 0.98)])
        fill(both(upper + lower))
    elif suit == 2:
        dip, low = rng.uniform(0.16, 0.34), rng.uniform(0.5, 0.68)
        top = _bezier([(0.5, dip), (0.44, 0.02), (0.1, -0.02), (0.02, 0.26)])
        side = _bezier([(0.02, 0.26), (0.0, low), (0.4, low + 0.05), (0.5, 0.98)])
        fill(both(top + side))
    elif suit == 3:
        belly = rng.uniform(0.45, 0.6)
        side = _bezier([(0.5, 0.02), (0.42, 0.28), (0.04, 0.38), (0.03, belly)])
        bottom = _bezier([(0.03, belly), (0.04, 0.86), (0.36, 0.86), (0.48, 0.66)])
        fill(both(side + bottom))
        fill(stem)
    else:
        r = rng.uniform(0.19, 0.25)
        spread = rng.uniform(0.22, 0.29)
        for x, y in ((0.5, r + 0.02), (0.5 - spread, rng.uniform(0.54, 0.6)), (0.5 + spread, 0.57)):
            draw.ellipse([(x - r) * size, (y - r) * size, (x + r) * size, (y + r) * size], fill=255)
        fill([(0.42, 0.3), (0.58, 0.3), (0.6, 0.6), (0.4, 0.6)])
        fill(stem)
    return _trim(image)


def _suit_masks(rng: np.random.Generator, fonts: Sequence[Path]) -> list[Image.Image]:
    if fonts and rng.random() < 0.5:
        font = ImageFont.truetype(str(fonts[int(rng.integers(len(fonts)))]), 240)
        masks = []
        for sign in "♣♦♥♠":
            canvas = Image.new("L", (400, 400), 0)
            ImageDraw.Draw(canvas).text((60, 40), sign, font=font, fill=255)
            masks.append(_trim(canvas))
        if all(m.getbbox() and m.width > 40 and np.asarray(m).mean() > 70 for m in masks):
            return masks
    return [suit_shape(k, rng) for k in range(4)]


def _colours(rng: np.random.Generator) -> list[tuple[int, int, int]]:
    black = int(rng.integers(0, 60))
    dark = (black, black, min(90, black + int(rng.integers(0, 25))))
    red = (int(rng.integers(165, 245)), int(rng.integers(0, 60)), int(rng.integers(0, 70)))
    if rng.random() < 0.3:
        blue = (int(rng.integers(0, 40)), int(rng.integers(30, 120)), int(rng.integers(140, 245)))
        green = (int(rng.integers(0, 50)), int(rng.integers(85, 160)), int(rng.integers(0, 80)))
        return [green, blue, red, dark]
    return [dark, red, red, dark]


def _stamp(
    face: Image.Image, mask: Image.Image, colour: tuple[int, int, int], x: float, y: float, *, upright: bool
) -> None:
    mask = mask if upright else mask.rotate(180)
    left = x if upright else face.width - x - mask.width
    top = y if upright else face.height - y - mask.height
    face.paste(colour, (round(left), round(top)), mask)


def drawn_deck(name: str, seed: int, fonts: Sequence[Path], signs: Sequence[Path], courts: Sequence[Picture]) -> Deck:
    """One random design; `courts` are pictures of court cards whose middle is borrowed."""
    rng = np.random.default_rng(seed)
    for _ in range(20):
        font = fonts[int(rng.integers(len(fonts)))]
        try:
            for letter in "A2345678910JQK":
                text_mask(font, letter, 20, 1.0, 0.0)
            break
        except OSError:
            continue
    suits = _suit_masks(rng, signs)
    colours = _colours(rng)
    width, height = FACE_WIDTH * _SCALE, FACE_HEIGHT * _SCALE
    jumbo = rng.random() < 0.35
    rank_height = rng.uniform(0.24, 0.42) * width if jumbo else rng.uniform(0.115, 0.24) * width
    suit_height = rank_height * (rng.uniform(0.55, 1.1) if not jumbo else rng.uniform(0.45, 0.95))
    column = max(rank_height * rng.uniform(0.62, 0.8), suit_height * 0.9)
    gap = rank_height * rng.uniform(0.06, 0.3)
    margin_x, margin_y = rng.uniform(0.02, 0.065) * width, rng.uniform(0.018, 0.075) * width
    squeeze, tracking = rng.uniform(0.62, 1.05), rng.uniform(-0.02, 0.06)
    ten = "T" if rng.random() < 0.12 else "10"
    four = rng.random() < (0.08 if jumbo else 0.3)
    if four:
        rank_height, suit_height = min(rank_height, 0.26 * width), min(suit_height, 0.2 * width)
        column = max(rank_height * 0.7, suit_height * 0.9)
    paper = tuple(int(v) for v in np.clip(rng.uniform(228, 255) + rng.uniform(-10, 4, 3), 0, 255))
    frame = rng.random() < 0.7
    pip_height = rng.uniform(0.12, 0.22) * width
    inner = margin_x + column + rng.uniform(0.0, 0.05) * width
    body = (inner, rng.uniform(0.05, 0.12) * height)
    faces = []
    for rank in range(13):
        for suit in range(4):
            face = Image.new("RGB", (width, height), paper)
            colour = colours[suit]
            sign = suits[suit]
            _body(face, rank, sign, colour, body, pip_height, frame, courts, rng)
            text = ten if RANKS[rank] == "T" else RANKS[rank]
            letters = text_mask(font, text, round(rank_height), squeeze, tracking)
            if letters.width > column * 1.25:
                letters = letters.resize((round(column * 1.25), letters.height), Image.Resampling.LANCZOS)
            small = sign.resize(
                (max(2, round(sign.width * suit_height / sign.height)), round(suit_height)), Image.Resampling.LANCZOS
            )
            if small.width > column * 1.2:
                small = small.resize((round(column * 1.2), small.height), Image.Resampling.LANCZOS)
            middle = margin_x + max(column, letters.width) / 2
            places = []
            for right in (False, True) if four else (False,):
                centre = width - middle if right else middle
                x0 = min(centre - letters.width / 2, centre - small.width / 2)
                x1 = max(centre + letters.width / 2, centre + small.width / 2)
                for upright in (True, False):
                    _stamp(face, letters, colour, centre - letters.width / 2, margin_y, upright=upright)
                    _stamp(face, small, colour, centre - small.width / 2, margin_y + rank_height + gap, upright=upright)
                    y0, y1 = margin_y, margin_y + rank_height + gap + suit_height
                    if upright:
                        places.append(Index(x0 / _SCALE, y0 / _SCALE, x1 / _SCALE, y1 / _SCALE, 1.0))
                    else:
                        places.append(
                            Index(
                                (width - x1) / _SCALE,
                                (height - y1) / _SCALE,
                                (width - x0) / _SCALE,
                                (height - y0) / _SCALE,
                                -1.0,
                            )
                        )
            picture = np.asarray(face.resize((FACE_WIDTH, FACE_HEIGHT), Image.Resampling.BOX))[..., ::-1]
            faces.append(Face(np.ascontiguousarray(picture), rank, suit, tuple(places)))
    return Deck(name, "drawn by the project", tuple(faces))


def _body(
    face: Image.Image,
    rank: int,
    sign: Image.Image,
    colour: tuple[int, int, int],
    corner: tuple[float, float],
    pip_height: float,
    frame: bool,
    courts: Sequence[Picture],
    rng: np.random.Generator,
) -> None:
    """Draw what stands between the indexes: pips, the ace's sign, a court's picture."""
    width, height = face.size
    x0, y0 = corner
    draw = ImageDraw.Draw(face)
    if RANKS[rank] in "JQK":
        box = (round(x0), round(y0), round(width - x0), round(height - y0))
        court = courts[int(rng.integers(len(courts)))]
        cut = court[
            round(0.12 * court.shape[0]) : round(0.88 * court.shape[0]),
            round(0.2 * court.shape[1]) : round(0.8 * court.shape[1]),
        ]
        art = Image.fromarray(np.ascontiguousarray(cut[..., ::-1])).resize(
            (box[2] - box[0], box[3] - box[1]), Image.Resampling.BILINEAR
        )
        if rng.random() < 0.9:
            face.paste(art, box[:2])
        if frame:
            draw.rectangle(box, outline=colour if rng.random() < 0.4 else (20, 20, 90), width=int(rng.integers(3, 10)))
        if rng.random() < 0.6:
            pip = sign.resize(
                (max(2, round(sign.width * pip_height / sign.height)), round(pip_height)), Image.Resampling.BILINEAR
            )
            _stamp(face, pip, colour, x0 + 10, y0 + 10, upright=True)
            _stamp(face, pip, colour, x0 + 10, y0 + 10, upright=False)
        return
    count = rank + 2
    if count > 10:
        pip_height *= rng.uniform(1.2, 3.0)
    places = ((0.5, 0.5),) if count > 10 else _PIPS[count]
    pip = sign.resize(
        (max(2, round(sign.width * pip_height / sign.height)), round(pip_height)), Image.Resampling.BILINEAR
    )
    left, top = x0 + pip.width / 2, max(y0, pip.height * 0.1) + pip.height / 2
    for x, y in places:
        cx, cy = left + x * (width - 2 * left), top + y * (height - 2 * top)
        mark = pip if y <= 0.5 or math.isclose(y, 0.5) else pip.rotate(180)
        face.paste(colour, (round(cx - pip.width / 2), round(cy - pip.height / 2)), mark)
