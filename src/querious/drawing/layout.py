"""A picture with a place for everything in it."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from querious.drawing import columns, trees
from querious.drawing.boxes import contents
from querious.drawing.distance import distances
from querious.drawing.layers import in_layers
from querious.drawing.parallel_edges import joined
from querious.drawing.strokes import ports, strokes

if TYPE_CHECKING:
    from querious.drawing.boxes import Box, Content
    from querious.drawing.parallel_edges import JoinedEdges
    from querious.drawing.picture import Picture
    from querious.drawing.strokes import Stroke


class Layout(NamedTuple):
    """Everything stands between (0, 0) and (width, height)."""

    boxes: list[Box]
    """By node, in the order of the picture."""
    contents: list[Content]
    edges: list[JoinedEdges]
    ports: dict[int, float]
    """Labelled edge → the height of its line in the box it leaves."""
    strokes: list[Stroke]
    width: float
    height: float


def lay_out(picture: Picture) -> Layout:
    """Trees as trees, everything else in columns by distance from the root."""
    edges = joined(picture)
    ranks = distances(picture.nodes, edges)
    layered = in_layers(ranks, edges)
    written = contents(picture.nodes, edges)
    sizes = [content.size for content in written]
    boxes = trees.place(ranks, edges, sizes) if trees.is_forest(ranks, edges) else columns.place(layered, sizes)
    leaving = ports(layered, boxes, written)
    lines = strokes(layered, boxes, written, leaving, columns.rooms(layered))
    reached = [x for stroke in lines for curve in stroke.curves for x, _ in curve]
    height = max((box.y + box.height for box in boxes), default=0.0)
    width = max([box.right for box in boxes] + reached, default=0.0)
    return Layout(boxes[: layered.nodes], written, edges, leaving, lines, width, height)
