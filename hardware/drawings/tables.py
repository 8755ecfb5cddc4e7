"""Draws a plan of drivers/camera/layouts as SVG: `python -m hardware.drawings.tables` writes one for each of them."""

from __future__ import annotations

from pathlib import Path

from dealer.observations import Zone
from drivers.camera.plan import TablePlan, find_plan, list_plans
from drivers.camera.zones import Point, ZoneShape

HERE = Path(__file__).parent
_EDGE = 90.0
_STYLE = """
    text { font-family: "DejaVu Sans", Arial, sans-serif; fill: #1b1f24; text-anchor: middle; }
    .name { font-size: 30px; font-weight: bold; } .head { font-size: 34px; font-weight: bold; }
    .small { font-size: 21px; } .tiny { font-size: 16px; }
    .felt { fill: #dcebdd; stroke: #1b1f24; stroke-width: 3; }
    .zone { fill: #ffffff; stroke: #1b1f24; stroke-width: 3; }
    .start { stroke: #a8261a; stroke-width: 7; } .marker { fill: #1b1f24; } .dealer { fill: #e3ebf5; stroke: #1b1f24; }
"""


def drawing(plan: TablePlan) -> str:
    """The plan from above, in millimetres; the dealer sits below."""
    width, height = plan.view
    parts = [
        f'<rect x="0" y="0" width="{width:g}" height="{height:g}" class="felt"/>',
        *(part for zone in plan.zones for part in _zone(zone)),
        *(part for number, at in sorted(plan.markers.items()) for part in _marker(number, at, plan.marker_side)),
        f'<rect x="{width / 2 - 130:g}" y="{height + 12:g}" width="260" height="60" rx="10" class="dealer"/>',
        f'<text x="{width / 2:g}" y="{height + 52:g}" class="name">dealer</text>',
        f'<text x="{width / 2:g}" y="-36" class="head">{plan.name}: {width:g} x {height:g} mm are seen</text>',
    ]
    box = f"{-_EDGE:g} {-_EDGE:g} {width + 2 * _EDGE:g} {height + 2 * _EDGE:g}"
    body = "\n  ".join(parts)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{box}" width="{(width + 2 * _EDGE) / 2:g}" role="img">\n'
        f"  <title>Plan of a table of {plan.seats} seats</title>\n  <style>{_STYLE}  </style>\n"
        f'  <rect x="{-_EDGE:g}" y="{-_EDGE:g}" width="{width + 2 * _EDGE:g}" height="{height + 2 * _EDGE:g}" '
        f'fill="#ffffff"/>\n  {body}\n</svg>\n'
    )


def _zone(zone: ZoneShape) -> list[str]:
    """The zone, with the side along which the row runs from its first card on."""
    corners = " ".join(f"{x:.0f},{y:.0f}" for x, y in zone.polygon)
    x, y = (sum(p[k] for p in zone.polygon) / 4 for k in (0, 1))
    (ax, ay), (bx, by) = zone.polygon[0], zone.polygon[1]
    name = str(zone.place.seat) if zone.place.zone is Zone.SEAT else zone.place.zone.value
    end_x, end_y = ax + (bx - ax) * 0.3, ay + (by - ay) * 0.3
    style = "name" if zone.place.zone is Zone.SEAT else "tiny"
    return [
        f'<polygon points="{corners}" class="zone"/>',
        f'<line x1="{ax:.0f}" y1="{ay:.0f}" x2="{end_x:.0f}" y2="{end_y:.0f}" class="start"/>',
        f'<text x="{x:.0f}" y="{y + 10:.0f}" class="{style}">{name}</text>',
    ]


def _marker(number: int, at: Point, side: float) -> list[str]:
    x, y = at
    below = y + side / 2 + 26
    return [
        f'<rect x="{x - side / 2:g}" y="{y - side / 2:g}" width="{side:g}" height="{side:g}" class="marker"/>',
        f'<text x="{x:g}" y="{below:g}" class="small">{number}: {x:g}, {y:g}</text>',
    ]


def main() -> None:
    """Write all of them beside this file."""
    for name in list_plans():
        (HERE / f"table-{name}.svg").write_text(drawing(find_plan(name)), encoding="utf-8")


if __name__ == "__main__":
    main()
