"""How large each box is: a head with the node's label, and below it a line for each labelled edge that leaves it.

An edge begins at its own line, so no label ever lies on another or is crossed by an arrow.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Final, NamedTuple

from querious.drawing.labels import SIZE, lines, width
from querious.drawing.parallel_edges import listed

if TYPE_CHECKING:
    from collections.abc import Sequence

    from querious.drawing.parallel_edges import JoinedEdges
    from querious.drawing.picture import PictureNode

LINE: Final = 17.0
SMALL: Final = 11.5
"""Of the letters of edges."""
PADDING: Final = 10.0
_MARGIN: Final = 5.0
"""Above and below the letters of a head, and below the last line."""
_LONGEST_LABEL: Final = 40
_LONGEST_LIST: Final = 34


class Box(NamedTuple):
    """A rectangle with its corner at the top left, in pixels."""

    x: float
    y: float
    width: float
    height: float

    @property
    def right(self) -> float:
        """Where it ends."""
        return self.x + self.width


class Content(NamedTuple):
    """What is written in a box."""

    head: list[str]
    names: dict[int, str]
    """Edge → its line of labels; an edge without labels has none."""

    @property
    def head_height(self) -> float:
        """From the top of the box to the first edge."""
        return len(self.head) * LINE + 2 * _MARGIN

    @property
    def size(self) -> tuple[float, float]:
        """Width and height that the box needs."""
        widest = max(*(width(line) for line in self.head), *(width(name, SMALL) for name in self.names.values()), SIZE)
        below = len(self.names) * LINE + (_MARGIN if self.names else 0.0)
        return widest + 2 * PADDING, self.head_height + below


def contents(nodes: Sequence[PictureNode], edges: Sequence[JoinedEdges]) -> list[Content]:
    """What is written in each box. Where two edges would be called the same, each also says where it leads."""
    found = [Content(lines(node.label, _LONGEST_LABEL), {}) for node in nodes]
    for number, edge in enumerate(edges):
        if edge.labels:
            found[edge.source].names[number] = listed(edge.labels, _LONGEST_LIST)
    for _, names in found:
        times = Counter(names.values())
        for number, name in names.items():
            if times[name] > 1:
                names[number] = f"{name} → {found[edges[number].target].head[0]}"
    return found
