from __future__ import annotations

import re

import pytest
from hypothesis import given

from querious.drawing import Edge, Picture, PictureNode, PictureStyle, mermaid
from querious.drawing.labels import lines
from querious.drawing.parallel_edges import joined
from unit.drawing.pictures import complete, cycle, pictures

TEXT = r'"((?:[A-Za-z0-9 ]|#\d+;|<br>)+)"'
NODE = re.compile(rf"  n(\d+)\[{TEXT}\]")
EDGE = re.compile(rf"  n(\d+) (?:-->|==>)(?:\|{TEXT}\|)? n(\d+)")
STYLE = re.compile(
    r"  classDef (root|highlighted) stroke:#\w{6},stroke-width:3px|  class n\d+(,n\d+)* (root|highlighted)"
)
TITLE = re.compile(r'title: "(?:[^"\\<>&]|\\.)*"')


def shown(text: str) -> str:
    return re.sub(r"#(\d+);", lambda match: chr(int(match[1])), text)


@given(pictures())
def test_any_picture_is_written_in_few_plain_forms(picture: Picture):
    head, _, body = mermaid(picture).partition("flowchart LR\n")
    if head:
        first, title, last = head.splitlines()
        assert (first, last) == ("---", "---")
        assert TITLE.fullmatch(title)
    found = body.splitlines()
    edges = joined(picture)
    nodes, links = found[: len(picture.nodes)], found[len(picture.nodes) : len(picture.nodes) + len(edges)]
    assert all(STYLE.fullmatch(line) for line in found[len(nodes) + len(links) :])
    for place, (line, node) in enumerate(zip(nodes, picture.nodes, strict=True)):
        match = NODE.fullmatch(line)
        assert match
        assert int(match[1]) == place
        if not re.search("ﬂ°|¶ß", node.label):
            wanted = lines(node.label, 60)
            assert [shown(part) for part in match[2].split("<br>")] == ([" "] if wanted == [""] else wanted)
    for line, edge in zip(links, edges, strict=True):
        match = EDGE.fullmatch(line)
        assert match
        assert (int(match[1]), int(match[3])) == (edge.source, edge.target)
        assert bool(match[2]) == bool(edge.labels)


def test_reserved_words_and_quotes_are_only_text():
    text = mermaid(Picture((PictureNode("end", 'end "x"'),), (Edge("end", "end", "a|b"),)))
    assert text == 'flowchart LR\n  n0["end #34;x#34;"]\n  n0 -->|"a#124;b"| n0\n'


def test_marks_that_mermaid_uses_itself_do_not_come_out_as_others():
    assert "#64258;#176;" not in mermaid(Picture((PictureNode("a", "ﬂ°°34¶ß"),), ()))


def test_what_is_highlighted_is_thick():
    picture = Picture((PictureNode("a", "A", PictureStyle.ROOT),), (Edge("a", "a", "", PictureStyle.HIGHLIGHTED),))
    assert "n0 ==> n0" in mermaid(picture)
    assert "  class n0 root\n" in mermaid(picture)


@pytest.mark.parametrize("picture", [cycle(3_000), complete(60)], ids=["a long cycle", "all with all"])
def test_a_huge_picture_stays_within_what_mermaid_takes(picture: Picture):
    text = mermaid(picture)
    assert len(text) < 50_000
    assert text.count("-->") < 500
    assert "are left out" in text


def test_long_labels_count_too():
    nodes = tuple(PictureNode(str(place), "日" * 60, PictureStyle.ROOT) for place in range(280))
    text = mermaid(Picture(nodes, ()))
    assert 20_000 < len(text) < 50_000
