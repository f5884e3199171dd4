"""Picture → SVG, for a browser or a page: no scripts, no references, readable on light and on dark."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING, Final

from querious.drawing.boxes import LINE, PADDING, SMALL
from querious.drawing.distance import nearest
from querious.drawing.labels import SIZE, lines, shortened, width
from querious.drawing.layout import lay_out
from querious.drawing.strokes import ARROW
from querious.text.display import visible

if TYPE_CHECKING:
    from collections.abc import Iterator

    from querious.drawing.boxes import Box, Content
    from querious.drawing.layout import Layout
    from querious.drawing.picture import Picture, PictureNode
    from querious.drawing.strokes import Stroke

MOST_NODES: Final = 250
MOST_EDGES: Final = 700
"""Beyond these nobody can read a drawing, and the file would grow without end."""
_MARGIN: Final = 16.0
_BASELINE: Final = 0.35
"""From the middle of a line of letters to where they stand, as a part of their size."""
_LONGEST_TIP: Final = 1_000
_LONGEST_TITLE: Final = 140

_STYLE: Final = """
.querious { font: 13px ui-monospace, SFMono-Regular, Menlo, Consolas, "DejaVu Sans Mono", monospace }
.querious .paper { fill: #ffffff }
.querious text { fill: #1f2328 }
.querious .title { font-weight: bold }
.querious .note { fill: #59636e }
.querious rect.box { fill: #f6f8fa; stroke: #818b98 }
.querious .root rect.box { fill: #ddf4ff; stroke: #0969da; stroke-width: 2 }
.querious .highlighted rect.box { fill: #fff1e5; stroke: #bc4c00; stroke-width: 2 }
.querious .edge text { fill: #59636e; font-size: 11.5px }
.querious .edge path { fill: none; stroke: #818b98; stroke-width: 1.2 }
.querious .edge path.tip { fill: #818b98; stroke: none }
.querious .edge circle { fill: #818b98 }
.querious .edge.highlighted text { fill: #bc4c00 }
.querious .edge.highlighted path { stroke: #bc4c00; stroke-width: 2 }
.querious .edge.highlighted path.tip { fill: #bc4c00; stroke: none }
.querious .edge.highlighted circle { fill: #bc4c00 }
.querious .edge:hover text { fill: #0969da }
.querious .edge:hover path { stroke: #0969da; stroke-width: 3 }
.querious .edge:hover path.tip { fill: #0969da; stroke: none }
@media (prefers-color-scheme: dark) {
.querious .paper { fill: #0d1117 }
.querious text { fill: #f0f6fc }
.querious .note { fill: #9198a1 }
.querious rect.box { fill: #151b23; stroke: #656c76 }
.querious .root rect.box { fill: #10294a; stroke: #4493f8 }
.querious .highlighted rect.box { fill: #33210f; stroke: #f0883e }
.querious .edge text { fill: #9198a1 }
.querious .edge path { stroke: #656c76 }
.querious .edge path.tip, .querious .edge circle { fill: #656c76 }
.querious .edge.highlighted text { fill: #f0883e }
.querious .edge.highlighted path { stroke: #f0883e }
.querious .edge.highlighted path.tip, .querious .edge.highlighted circle { fill: #f0883e }
.querious .edge:hover text { fill: #4493f8 }
.querious .edge:hover path { stroke: #4493f8 }
.querious .edge:hover path.tip { fill: #4493f8; stroke: none }
}
"""


def svg(picture: Picture) -> str:
    """The picture, or of a large one the part nearest to its roots."""
    return "\n".join(_document(nearest(picture, MOST_NODES, MOST_EDGES))) + "\n"


def _document(picture: Picture) -> Iterator[str]:
    layout = lay_out(picture)
    said = [(name, line) for name, text in (("title", picture.title), ("note", picture.note)) for line in _said(text)]
    top = _MARGIN + len(said) * LINE + (_MARGIN / 2 if said else 0.0)
    across = max([layout.width, *(width(line) for _, line in said)]) + 2 * _MARGIN
    down = top + layout.height + _MARGIN
    size = f'width="{_number(across)}" height="{_number(down)}" viewBox="0 0 {_number(across)} {_number(down)}"'
    yield f'<svg xmlns="http://www.w3.org/2000/svg" class="querious" role="img" {size}>'
    yield f"<title>{_tip(picture.title or 'A drawing')}</title>"
    yield f"<style>{_STYLE}</style>"
    yield f'<rect class="paper" width="{_number(across)}" height="{_number(down)}"/>'
    for place, (name, line) in enumerate(said):
        yield _text(line, _MARGIN, _MARGIN + (place + 0.5) * LINE, SIZE, name)
    yield f'<g transform="translate({_number(_MARGIN)} {_number(top)})">'
    for node, box, content in zip(picture.nodes, layout.boxes, layout.contents, strict=True):
        yield from _node(node, box, content)
    for stroke in sorted(layout.strokes, key=lambda stroke: stroke.link.highlighted):
        yield from _edge(picture, layout, stroke)
    yield "</g>"
    yield "</svg>"


def _said(text: str) -> list[str]:
    return lines(text, _LONGEST_TITLE) if text else []


def _node(node: PictureNode, box: Box, content: Content) -> Iterator[str]:
    yield f'<g class="node {node.kind}"><title>{_tip(node.label)}</title>'
    place = f'x="{_number(box.x)}" y="{_number(box.y)}" width="{_number(box.width)}" height="{_number(box.height)}"'
    yield f'<rect class="box" {place} rx="5"/>'
    first = box.y + (content.head_height - len(content.head) * LINE) / 2
    for place_of, line in enumerate(content.head):
        yield _text(line, box.x + PADDING, first + (place_of + 0.5) * LINE, SIZE)
    yield "</g>"


def _edge(picture: Picture, layout: Layout, stroke: Stroke) -> Iterator[str]:
    """A line; one that begins at a node together with its label, so that pointing at either shows both."""
    number = stroke.link.edge
    kind = "edge highlighted" if stroke.link.highlighted else "edge"
    if number < 0:
        yield f'<g class="{kind}">'
    else:
        edge = layout.edges[number]
        ends = f"{picture.nodes[edge.source].label} → {picture.nodes[edge.target].label}"
        yield f'<g class="{kind}"><title>{_tip(": ".join(filter(None, (ends, ", ".join(edge.labels)))))}</title>'
        if number in layout.ports:
            box, content = layout.boxes[edge.source], layout.contents[edge.source]
            yield _text(content.names[number], box.x + PADDING, layout.ports[number], SMALL)
            x, y = stroke.start
            yield f'<circle cx="{_number(x)}" cy="{_number(y)}" r="2"/>'
    yield f'<path d="{_path(stroke)}"/>'
    if stroke.arrow:
        x, y = stroke.tip
        back = -stroke.arrow * ARROW
        yield f'<path class="tip" d="M{_number(x)} {_number(y)}l{_number(back)} -4v8z"/>'
    yield "</g>"


def _path(stroke: Stroke) -> str:
    x, y = stroke.start
    parts = [f"M{_number(x)} {_number(y)}"]
    for _, *points in stroke.curves:
        parts.append("C" + " ".join(f"{_number(x)} {_number(y)}" for x, y in points))
    return "".join(parts)


def _text(line: str, x: float, middle: float, size: float, name: str = "") -> str:
    """A line of letters. Those whose width cannot be known are made to fit the room they were given."""
    kind = f' class="{name}"' if name else ""
    fitted = "" if line.isascii() else f' textLength="{_number(width(line, size))}" lengthAdjust="spacingAndGlyphs"'
    place = f'x="{_number(x)}" y="{_number(middle + _BASELINE * size)}"'
    return f"<text{kind} {place}{fitted}>{escape(line)}</text>"


def _tip(text: str) -> str:
    return escape("\n".join(visible(line) for line in shortened(text, _LONGEST_TIP).split("\n")))


def _number(value: float) -> str:
    return f"{value:.1f}".removesuffix(".0")
