from __future__ import annotations

import re

from hypothesis import given

from querious.drawing import Edge, Picture, PictureNode, PictureStyle, dot
from querious.drawing.labels import lines
from unit.drawing.pictures import cycle, pictures

QUOTED = r'"((?:[^"\\]|\\.)*)"'
"""A string of DOT, in the form that ends at the first quote without a backslash."""
NODE = re.compile(rf"  (n\d+) \[label={QUOTED}(?:, color=\"#\w+\", penwidth=2)?\];")
EDGE = re.compile(rf"  (n\d+) -> (n\d+) \[label={QUOTED}(?:, color=\"#\w+\", penwidth=2)?\];")


def shown(label: str) -> str:
    """What Graphviz makes of a label: backslashes first, then entities."""
    read = re.sub(r"\\(.)", lambda match: "\n" if match[1] == "n" else match[1], label)
    for entity, sign in (("&lt;", "<"), ("&gt;", ">"), ("&quot;", '"'), ("&amp;", "&")):
        assert entity == "&amp;" or entity not in read, "an entity of the text itself"
        read = read.replace(entity, sign)
    return read


@given(pictures())
def test_any_picture_reads_back_whole(picture: Picture):
    first, graph, _, _, *rest, last = dot(picture).splitlines()
    assert (first, last) == ("digraph {", "}")
    assert re.fullmatch(rf"  graph \[rankdir=LR, labelloc=t, label={QUOTED}\];", graph)
    nodes = [NODE.fullmatch(line) for line in rest[: len(picture.nodes)]]
    edges = [EDGE.fullmatch(line) for line in rest[len(picture.nodes) :]]
    ids = {node.key: f"n{place}" for place, node in enumerate(picture.nodes)}
    assert [(match[1], shown(match[2])) for match in nodes if match] == [
        (ids[node.key], "\n".join(lines(node.label, 200))) for node in picture.nodes
    ]
    assert [(match[1], match[2], shown(match[3])) for match in edges if match] == [
        (ids[edge.source], ids[edge.target], "\n".join(lines(edge.label, 200))) for edge in picture.edges
    ]


def test_labels_stand_for_themselves():
    written = dot(Picture((PictureNode("a", '"\\N" &lt; <b>\nx'),), ()))
    assert r'n0 [label="\"\\N\" &amp;lt; <b>\nx"];' in written


def test_kinds_are_coloured():
    picture = Picture(
        (PictureNode("a", "A", PictureStyle.ROOT),), (Edge("a", "a", "", PictureStyle.HIGHLIGHTED), Edge("a", "a"))
    )
    coloured = [line for line in dot(picture).splitlines() if "color=" in line]
    assert len(coloured) == 2


def test_a_huge_picture_stays_whole():
    assert dot(cycle(3_000)).count("->") == 3_000
