"""Parallel edges as one: a reader follows one arrow and reads the names along it."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from querious.drawing.labels import shortened
from querious.drawing.picture import PictureStyle
from querious.text.display import visible

if TYPE_CHECKING:
    from collections.abc import Sequence

    from querious.drawing.picture import Edge, Picture


class JoinedEdges(NamedTuple):
    """All edges from one node to another."""

    source: int
    """The position of the node in the picture."""
    target: int
    labels: tuple[str, ...]
    """Those that are not empty, each once, highlighted ones first: where not all are shown, these are."""
    highlighted: bool
    """Whether one of them is."""


def joined(picture: Picture) -> list[JoinedEdges]:
    """One for each two nodes with edges between them, in the order of their first edges."""
    places = {node.key: place for place, node in enumerate(picture.nodes)}
    found: dict[tuple[int, int], list[Edge]] = {}
    for edge in picture.edges:
        found.setdefault((places[edge.source], places[edge.target]), []).append(edge)
    return [_joined(*ends, edges) for ends, edges in found.items()]


def _joined(source: int, target: int, edges: list[Edge]) -> JoinedEdges:
    highlighted = [edge for edge in edges if edge.kind is PictureStyle.HIGHLIGHTED]
    labels = dict.fromkeys(edge.label for edge in (*highlighted, *edges) if edge.label)
    return JoinedEdges(source, target, tuple(labels), bool(highlighted))


def listed(labels: Sequence[str], most: int) -> str:
    """The labels in one line of about ``most`` characters: as many as fit, but at least one, then ``+3``."""
    if not labels:
        return ""
    told = shortened(_in_one_line(labels[0]), most)
    for count, label in enumerate(labels[1:], 1):
        longer = f"{told}, {_in_one_line(label)}"
        if len(longer) > most:
            return f"{told} +{len(labels) - count:,}"
        told = longer
    return told


def _in_one_line(label: str) -> str:
    return visible(" ".join(label.split()) or label)
