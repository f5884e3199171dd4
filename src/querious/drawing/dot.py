r"""Picture → DOT, for Graphviz and whatever else reads graphs. Nothing is joined or left out.

In a quoted string of DOT only ``"`` needs a backslash. In labels Graphviz moreover reads backslashes (``\N``, ``\l``)
and entities (``&lt;``), so both are written in a form that stands for themselves.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from querious.drawing.labels import lines
from querious.drawing.picture import PictureStyle

if TYPE_CHECKING:
    from collections.abc import Iterator

    from querious.drawing.picture import Picture

_LONGEST_LABEL: Final = 200
_NODES: Final = {
    PictureStyle.PLAIN: "",
    PictureStyle.ROOT: ', color="#0969da", penwidth=2',
    PictureStyle.HIGHLIGHTED: ', color="#bc4c00", penwidth=2',
}
_EDGES: Final = {**_NODES, PictureStyle.ROOT: ""}


def dot(picture: Picture) -> str:
    """A directed graph whose nodes are called ``n0``, ``n1`` … in the order of the picture."""
    return "\n".join(_document(picture)) + "\n"


def _document(picture: Picture) -> Iterator[str]:
    yield "digraph {"
    title = "\n".join(filter(None, (picture.title, picture.note)))
    yield f"  graph [rankdir=LR, labelloc=t, label={_quoted(title)}];"
    yield '  node [shape=box, style=rounded, fontname="monospace"];'
    yield '  edge [fontname="monospace", fontsize=10];'
    names = {node.key: f"n{place}" for place, node in enumerate(picture.nodes)}
    for node in picture.nodes:
        yield f"  {names[node.key]} [label={_quoted(node.label)}{_NODES[node.kind]}];"
    for edge in picture.edges:
        yield f"  {names[edge.source]} -> {names[edge.target]} [label={_quoted(edge.label)}{_EDGES[edge.kind]}];"
    yield "}"


def _quoted(label: str) -> str:
    written = "\\n".join(
        line.replace("&", "&amp;").replace("\\", "\\\\").replace('"', '\\"') for line in lines(label, _LONGEST_LABEL)
    )
    return f'"{written}"'
