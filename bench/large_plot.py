"""Cost against size as an SVG with logarithmic axes: one panel for each cost, one line for each style."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    Points = Sequence[tuple[float, float]]

_WIDTH, _HEIGHT, _LEFT, _TOP = 380, 280, 60, 40
_GAP = 80
_COLOURS = ("#1f6feb", "#d1242f", "#1a7f37", "#9a6700")


def draw(panels: Mapping[str, Mapping[str, Points]]) -> str:
    """The whole picture."""
    parts = []
    for place, (title, lines) in enumerate(panels.items()):
        parts += _panel(_LEFT + place * (_WIDTH + _GAP), title, lines)
    width = _LEFT + len(panels) * (_WIDTH + _GAP)
    height = _TOP + _HEIGHT + 60
    head = f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" font-family="sans-serif">'
    return "\n".join([head, '<rect width="100%" height="100%" fill="white"/>', *parts, "</svg>"]) + "\n"


def _panel(left: float, title: str, lines: Mapping[str, Points]) -> list[str]:
    every = [point for points in lines.values() for point in points if point[1] > 0 and math.isfinite(point[1])]
    if not every:
        return []
    across = _scale([x for x, _ in every])
    up = _scale([y for _, y in every])

    def at(x: float, y: float) -> tuple[float, float]:
        return left + _WIDTH * _part(x, across), _TOP + _HEIGHT * (1 - _part(y, up))

    parts = [f'<text x="{left}" y="{_TOP - 14}" font-size="14">{title}</text>']
    parts += [f'<rect x="{left}" y="{_TOP}" width="{_WIDTH}" height="{_HEIGHT}" fill="none" stroke="#888"/>']
    for tick in _ticks(across):
        x, _ = at(tick, up[0])
        parts.append(f'<line x1="{x:.1f}" y1="{_TOP}" x2="{x:.1f}" y2="{_TOP + _HEIGHT}" stroke="#ddd"/>')
        parts.append(
            f'<text x="{x:.1f}" y="{_TOP + _HEIGHT + 16}" font-size="11" text-anchor="middle">{tick:,g}</text>'
        )
    for tick in _ticks(up):
        _, y = at(across[0], tick)
        parts.append(f'<line x1="{left}" y1="{y:.1f}" x2="{left + _WIDTH}" y2="{y:.1f}" stroke="#ddd"/>')
        parts.append(f'<text x="{left - 6}" y="{y + 4:.1f}" font-size="11" text-anchor="end">{tick:,g}</text>')
    middle = left + _WIDTH / 2
    parts.append(f'<text x="{middle}" y="{_TOP + _HEIGHT + 36}" font-size="12" text-anchor="middle">input types</text>')
    for number, (name, points) in enumerate(lines.items()):
        colour = _COLOURS[number % len(_COLOURS)]
        places = [at(x, y) for x, y in points if y > 0 and math.isfinite(y)]
        path = " ".join(f"{x:.1f},{y:.1f}" for x, y in places)
        parts.append(f'<polyline points="{path}" fill="none" stroke="{colour}" stroke-width="2"/>')
        parts += [f'<circle cx="{x:.1f}" cy="{y:.1f}" r="3" fill="{colour}"/>' for x, y in places]
        parts.append(
            f'<text x="{left + 10}" y="{_TOP + 18 + 16 * number}" font-size="12" fill="{colour}">{name}</text>'
        )
    return parts


def _scale(values: Sequence[float]) -> tuple[float, float]:
    """From a power of ten to another, around all values."""
    low, high = math.floor(math.log10(min(values))), math.ceil(math.log10(max(values)))
    return 10.0**low, 10.0 ** max(high, low + 1)


def _part(value: float, scale: tuple[float, float]) -> float:
    return math.log(value / scale[0]) / math.log(scale[1] / scale[0])


def _ticks(scale: tuple[float, float]) -> list[float]:
    low, high = (round(math.log10(end)) for end in scale)
    return [10.0**power for power in range(low, high + 1)]
