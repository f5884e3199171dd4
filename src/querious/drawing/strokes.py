"""The lines of a drawing, as curves between boxes that already have their places."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple, TypeAlias

from querious.drawing.boxes import LINE

if TYPE_CHECKING:
    from collections.abc import Sequence

    from querious.drawing.boxes import Box, Content
    from querious.drawing.layers import Layered, Link

Point: TypeAlias = tuple[float, float]
Curve: TypeAlias = tuple[Point, Point, Point, Point]
"""A cubic Bézier curve."""

ARROW: Final = 7.0
"""Length of an arrow head."""
_LOOP: Final = 6.0
"""How far from the middle of a head a loop without a label begins and ends."""
_LEAST_BULGE: Final = 30.0
_BULGE: Final = 0.16
"""How far a line between boxes of one column goes out, for each pixel between them."""


class Stroke(NamedTuple):
    """A link, drawn."""

    link: Link
    curves: tuple[Curve, ...]
    arrow: int
    """1 where it ends with an arrow head that points to the right, -1 to the left, 0 without."""

    @property
    def start(self) -> Point:
        """Where it begins."""
        return self.curves[0][0]

    @property
    def tip(self) -> Point:
        """Where it ends, arrow head included."""
        x, y = self.curves[-1][3]
        return x + self.arrow * ARROW, y


def ports(layered: Layered, boxes: Sequence[Box], contents: Sequence[Content]) -> dict[int, float]:
    """For each labelled edge the height at which it leaves its box: in the order of where the lines go."""
    leaving: dict[int, list[Link]] = {}
    for link in layered.links:
        if link.edge in (contents[link.source].names if link.source < layered.nodes else ()):
            leaving.setdefault(link.source, []).append(link)
    found: dict[int, float] = {}
    for node, links in leaving.items():
        links.sort(key=lambda link: (link.target != link.source, boxes[link.target].y))
        top = boxes[node].y + contents[node].head_height
        found.update({link.edge: top + (place + 0.5) * LINE for place, link in enumerate(links)})
    return found


def strokes(
    layered: Layered,
    boxes: Sequence[Box],
    contents: Sequence[Content],
    leaving: dict[int, float],
    rooms: Sequence[float],
) -> list[Stroke]:
    """All lines: forward from right sides to left sides, back from left to right, in one column from right to right."""
    heads = [box.y + content.head_height / 2 for box, content in zip(boxes, contents, strict=False)]
    heads += [box.y for box in boxes[len(heads) :]]
    found: list[Stroke] = []
    for link in layered.links:
        source, target = boxes[link.source], boxes[link.target]
        start, end = leaving.get(link.edge, heads[link.source]), heads[link.target]
        rank, goal = layered.ranks[link.source], layered.ranks[link.target]
        head = ARROW if link.target < layered.nodes else 0.0
        through = link.source >= layered.nodes
        if rank == goal:
            if link.source == link.target and start == end:
                start, end = start + _LOOP, end - _LOOP
            reach = min(rooms[rank] - ARROW, _LEAST_BULGE + _BULGE * abs(end - start))
            curve = _round(source.right, start, target.right + ARROW, end, reach)
            found.append(Stroke(link, (curve,), -1))
            continue
        direction = 1 if rank < goal else -1
        near, far = (source.x, source.right)[::direction]
        entered = (target.x, target.right)[::direction][0] - direction * head
        curves = _through(near, far, start) if through else ()
        curves += (_across((far, start), (entered, end)),)
        found.append(Stroke(link, curves, direction if head else 0))
    return found


def _across(start: Point, end: Point) -> Curve:
    """From one column to the next, level at both ends."""
    middle = (start[0] + end[0]) / 2
    return (start, (middle, start[1]), (middle, end[1]), end)


def _round(x: float, start: float, back: float, end: float, reach: float) -> Curve:
    """Out and back to the same column."""
    return ((x, start), (x + reach, start), (x + reach, end), (back, end))


def _through(start: float, end: float, y: float) -> tuple[Curve, ...]:
    """Straight across a column."""
    return (((start, y), (start, y), (end, y), (end, y)),)
