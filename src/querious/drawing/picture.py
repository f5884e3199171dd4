"""What a drawing shows: boxes and arrows, without a word on where they stand or in which language they are written."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class PictureStyle(StrEnum):
    """How a box or an arrow is meant to look."""

    PLAIN = "plain"
    ROOT = "root"
    """Where reading begins: a root type, an operation, an initial state."""
    HIGHLIGHTED = "highlighted"


@dataclass(frozen=True, slots=True)
class PictureNode:
    """A box. Labels are any text; line feeds part lines."""

    key: str
    """Tells nodes apart; never shown."""
    label: str
    kind: PictureStyle = PictureStyle.PLAIN


@dataclass(frozen=True, slots=True)
class Edge:
    """An arrow between the nodes with these keys, which may be one and the same. Several may join the same two."""

    source: str
    target: str
    label: str = ""
    kind: PictureStyle = PictureStyle.PLAIN


@dataclass(frozen=True, slots=True)
class Picture:
    """Nodes in an order that matters: of two that stand side by side, the first comes first."""

    nodes: tuple[PictureNode, ...]
    edges: tuple[Edge, ...]
    title: str = ""
    note: str = ""
    """What a reader must know besides, such as how much was left out."""

    def __post_init__(self) -> None:
        keys = {node.key for node in self.nodes}
        if len(keys) < len(self.nodes):
            raise ValueError("two nodes have the same key")
        for edge in self.edges:
            if edge.source not in keys or edge.target not in keys:
                raise ValueError(f"an edge from {edge.source!r} to {edge.target!r}, but there is no such node")
