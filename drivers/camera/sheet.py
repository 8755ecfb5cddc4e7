"""Draws the printable sheet of a plan's markers at true size, as PDF and as PNG."""

from __future__ import annotations

import struct
import zlib
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from drivers.camera.errors import PlanRefused
from drivers.camera.plan import TablePlan

Image = NDArray[np.uint8]

WIDTH, HEIGHT = 210.0, 297.0
"""Millimetres of a sheet of A4."""
DOTS_PER_INCH = 300
_POINTS = 72 / 25.4
_COLUMNS, _LEFT, _TOP, _CELL_WIDTH, _CELL_HEIGHT = 2, 12.0, 46.0, 93.0, 80.0
_LARGEST_MARKER = 60.0
_BAR = 100.0


@dataclass(frozen=True, slots=True)
class Box:
    """A rectangle in millimetres from the top left. grey: 0 black to 1 white."""

    x: float
    y: float
    width: float
    height: float
    grey: float = 0.0


@dataclass(frozen=True, slots=True)
class Text:
    """A line of text. y: of its base line.  size: millimetres of a capital letter, about."""

    x: float
    y: float
    size: float
    text: str


@dataclass(frozen=True, slots=True)
class Sheet:
    """All that is printed, in the order of drawing."""

    boxes: tuple[Box, ...]
    texts: tuple[Text, ...]


def sheet_of(plan: TablePlan) -> Sheet:
    """Lay out the sheet of a plan's markers. Raises PlanRefused if they do not fit."""
    if plan.marker_side > _LARGEST_MARKER:
        raise PlanRefused(f"marker-side: {plan.marker_side:.0f} mm; at most {_LARGEST_MARKER:.0f} fit on a sheet")
    boxes = [
        Box(_LEFT, 38, _BAR, 1.2),
        *(Box(_LEFT + mark - (0.25 if mark else 0), 35.5, 0.5, 3.7) for mark in (0, 50, 100)),
    ]
    texts = [
        Text(_LEFT, 16, 5.0, f"Camera markers: {plan.name}"),
        Text(_LEFT, 23, 3.0, 'Print at 100 % (not "fit to page") on matt white paper: the bar is 100 mm long.'),
        Text(
            _LEFT,
            28,
            3.0,
            "Cut along the grey lines. Lay each marker flat, any way round, its middle at the place beside",
        ),
        Text(
            _LEFT,
            32.5,
            3.0,
            "it: millimetres from the far left corner, as the dealer sits; right, then down (towards him).",
        ),
    ]
    for index, (number, (x, y)) in enumerate(sorted(plan.markers.items())):
        left = _LEFT + (index % _COLUMNS) * _CELL_WIDTH
        top = _TOP + (index // _COLUMNS) * _CELL_HEIGHT
        boxes += _cut_lines(left, top)
        boxes += _marker(
            number,
            plan.marker_side,
            left + 4 + (62 - plan.marker_side) / 2,
            top + (_CELL_HEIGHT - plan.marker_side) / 2,
        )
        texts += [
            Text(left + 69, top + 24, 8.0, str(number)),
            Text(left + 69, top + 34, 3.2, f"right {x:.0f}"),
            Text(left + 69, top + 40, 3.2, f"down {y:.0f}"),
            Text(left + 69, top + 46, 3.2, "mm"),
        ]
    return Sheet(tuple(boxes), tuple(texts))


def _cut_lines(left: float, top: float) -> list[Box]:
    return [
        Box(left, top, _CELL_WIDTH, 0.2, 0.75),
        Box(left, top + _CELL_HEIGHT, _CELL_WIDTH, 0.2, 0.75),
        Box(left, top, 0.2, _CELL_HEIGHT, 0.75),
        Box(left + _CELL_WIDTH, top, 0.2, _CELL_HEIGHT, 0.75),
    ]


def _marker(number: int, side: float, left: float, top: float) -> list[Box]:
    """The black square with the white cells of an ArUco marker (4x4_50), and ticks at the middle of its sides."""
    words = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)
    cells = cv2.aruco.generateImageMarker(words, number, 6)
    step = side / 6
    boxes = [Box(left, top, side, side)]
    boxes += [
        Box(left + column * step, top + row * step, step, step, 1.0)
        for row in range(6)
        for column in range(6)
        if cells[row, column] > 127
    ]
    middle_x, middle_y = left + side / 2, top + side / 2
    boxes += [Box(middle_x - 0.15, y, 0.3, 3.0, 0.6) for y in (top - 12.5, top + side + 9.5)]
    return [*boxes, Box(left - 3.5, middle_y - 0.15, 3.0, 0.3, 0.6)]


def as_png(sheet: Sheet, dots_per_inch: int = DOTS_PER_INCH) -> bytes:
    """The sheet as a picture that knows its true size."""
    dots = dots_per_inch / 25.4
    image = np.full((round(HEIGHT * dots), round(WIDTH * dots)), 255, np.uint8)
    for box in sheet.boxes:
        x0, y0 = round(box.x * dots), round(box.y * dots)
        x1, y1 = max(x0 + 1, round((box.x + box.width) * dots)), max(y0 + 1, round((box.y + box.height) * dots))
        image[y0:y1, x0:x1] = round(box.grey * 255)
    for text in sheet.texts:
        scale = text.size * dots / 27
        weight = max(1, round(text.size * dots * 0.07))
        at = (round(text.x * dots), round(text.y * dots))
        cv2.putText(image, text.text, at, cv2.FONT_HERSHEY_SIMPLEX, scale * 0.87, 0, weight, cv2.LINE_AA)
    done, data = cv2.imencode(".png", image)
    if not done:
        raise PlanRefused("the sheet cannot be drawn; use the PDF")
    return _with_size(data.tobytes(), round(dots * 1000))


def _with_size(png: bytes, dots_per_metre: int) -> bytes:
    """Put the size of a dot (chunk pHYs) after the head of a PNG, so that it prints at true size."""
    body = b"pHYs" + struct.pack(">IIB", dots_per_metre, dots_per_metre, 1)
    chunk = struct.pack(">I", len(body) - 4) + body + struct.pack(">I", zlib.crc32(body))
    head = 8 + 25
    return png[:head] + chunk + png[head:]


def as_pdf(sheet: Sheet) -> bytes:
    """The sheet as a PDF of one page of A4 with the markers as shapes, exact at any resolution."""
    lines = []
    for box in sheet.boxes:
        x, y, w, h = (v * _POINTS for v in (box.x, HEIGHT - box.y - box.height, box.width, box.height))
        lines.append(f"{box.grey:.2f} g {x:.3f} {y:.3f} {w:.3f} {h:.3f} re f")
    for text in sheet.texts:
        x, y, size = text.x * _POINTS, (HEIGHT - text.y) * _POINTS, text.size * 1.39 * _POINTS
        lines.append(f"0 g BT /F1 {size:.2f} Tf {x:.3f} {y:.3f} Td ({_escaped(text.text)}) Tj ET")
    content = "\n".join(lines).encode("latin-1", "replace")
    page = f"[0 0 {WIDTH * _POINTS:.3f} {HEIGHT * _POINTS:.3f}]"
    objects = [
        b"<< /Type /Catalog /Pages 2 0 R /ViewerPreferences << /PrintScaling /None >> >>",
        b"<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
        f"<< /Type /Page /Parent 2 0 R /MediaBox {page} /Contents 4 0 R "
        "/Resources << /Font << /F1 5 0 R >> >> >>".encode(),
        b"<< /Length %d >>\nstream\n%s\nendstream" % (len(content), content),
        b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>",
    ]
    out = bytearray(b"%PDF-1.6\n%\xe2\xe3\xcf\xd3\n")
    offsets = []
    for number, body in enumerate(objects, 1):
        offsets.append(len(out))
        out += b"%d 0 obj\n%s\nendobj\n" % (number, body)
    table = len(out)
    out += b"xref\n0 %d\n0000000000 65535 f \n" % (len(objects) + 1)
    out += b"".join(b"%010d 00000 n \n" % offset for offset in offsets)
    out += b"trailer\n<< /Size %d /Root 1 0 R >>\nstartxref\n%d\n%%%%EOF\n" % (len(objects) + 1, table)
    return bytes(out)


def _escaped(text: str) -> str:
    return text.replace("\\", r"\\").replace("(", r"\(").replace(")", r"\)")
