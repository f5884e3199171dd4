"""Picture → Mermaid, for Markdown pages that draw it.

Mermaid refuses more than 500 edges and 50,000 characters, and a page cannot lift that: parallel edges are joined, and
of a larger picture only the part nearest to its roots is written. In labels everything but letters, digits and spaces
is written as a number (``#34;`` is a quote), so nothing in them can be read as Mermaid, Markdown or HTML.
"""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Final

from querious.drawing.distance import nearest
from querious.drawing.labels import lines
from querious.drawing.parallel_edges import joined, listed
from querious.drawing.picture import PictureStyle

if TYPE_CHECKING:
    from collections.abc import Iterator

    from querious.drawing.picture import Picture

MOST_NODES: Final = 300
MOST_EDGES: Final = 490
MOST_CHARACTERS: Final = 49_000
_LONGEST_LABEL: Final = 60
_LONGEST_TITLE: Final = 200
_IN_TITLES: Final = str.maketrans("<>&", "‹›＆")  # noqa: RUF001 (meant to look alike)
"""Titles know no numbers for characters, and Mermaid shows what could be HTML in them doubly escaped, or not at all."""
_OWN_MARKS: Final = (("ﬂ°", "fl°"), ("¶ß", "¶ ß"))
"""With these Mermaid marks ``#`` and ``;`` while it works: text that holds them would come out as something else."""
_SPECIAL: Final = re.compile(r"[^A-Za-z0-9 ]")
_STYLES: Final = {
    PictureStyle.ROOT: "stroke:#0969da,stroke-width:3px",
    PictureStyle.HIGHLIGHTED: "stroke:#bc4c00,stroke-width:3px",
}


def mermaid(picture: Picture) -> str:
    """A flowchart whose nodes are called ``n0``, ``n1`` … in the order of the picture."""
    most = MOST_NODES
    while True:
        text = "\n".join(_document(nearest(picture, most, MOST_EDGES))) + "\n"
        if len(text) <= MOST_CHARACTERS or most == 1:
            return text
        most = max(most * 3 // 4, 1)


def _document(picture: Picture) -> Iterator[str]:
    said = filter(None, (picture.title, picture.note))
    title = "; ".join(line for text in said for line in lines(text, _LONGEST_TITLE))
    if title:
        yield f"---\ntitle: {json.dumps(title.translate(_IN_TITLES), ensure_ascii=False)}\n---"
    yield "flowchart LR"
    for place, node in enumerate(picture.nodes):
        yield f"  n{place}[{_quoted('<br>'.join(map(_coded, lines(node.label, _LONGEST_LABEL))))}]"
    for edge in joined(picture):
        arrow = "==>" if edge.highlighted else "-->"
        label = f"|{_quoted(_coded(listed(edge.labels, _LONGEST_LABEL)))}|" if edge.labels else ""
        yield f"  n{edge.source} {arrow}{label} n{edge.target}"
    for kind, style in _STYLES.items():
        if chosen := ",".join(f"n{place}" for place, node in enumerate(picture.nodes) if node.kind is kind):
            yield f"  classDef {kind} {style}"
            yield f"  class {chosen} {kind}"


def _quoted(written: str) -> str:
    return f'"{written or " "}"'


def _coded(text: str) -> str:
    for mark, other in _OWN_MARKS:
        text = text.replace(mark, other)
    return _SPECIAL.sub(lambda found: f"#{ord(found[0])};", text)
