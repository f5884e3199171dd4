from __future__ import annotations

import re
from xml.etree import ElementTree as ET

import pytest
from hypothesis import given

from querious.drawing import Edge, Picture, PictureNode, PictureStyle, svg
from querious.drawing.svg import MOST_NODES
from querious.text.display import visible
from unit.drawing.pictures import complete, cycle, picture_of, pictures

NAMESPACE = "{http://www.w3.org/2000/svg}"


def read(picture: Picture) -> ET.Element:
    return ET.fromstring(svg(picture))  # noqa: S314 (we wrote it)


def texts(drawing: ET.Element) -> list[str]:
    return [element.text or "" for element in drawing.iter(f"{NAMESPACE}text")]


def tips(drawing: ET.Element) -> list[str]:
    return [element.text or "" for element in drawing.iter(f"{NAMESPACE}title")]


@given(pictures())
def test_any_picture_becomes_a_document_without_scripts_or_references(picture: Picture):
    drawing = read(picture)
    assert {element.tag.removeprefix(NAMESPACE) for element in drawing.iter()} <= {
        "svg",
        "title",
        "style",
        "rect",
        "g",
        "text",
        "path",
        "circle",
    }
    for element in drawing.iter():
        assert not any("href" in name or name.startswith("on") for name in element.attrib)
    shown = " ".join(tips(drawing))
    assert all(visible(line) in shown for node in picture.nodes for line in node.label.split("\n"))
    assert len([1 for element in drawing.iter() if element.get("class", "").startswith("node ")]) == len(picture.nodes)


@given(pictures())
def test_nothing_is_outside_the_view_box(picture: Picture):
    drawing = read(picture)
    _, _, width, height = map(float, drawing.attrib["viewBox"].split())
    moved = drawing.find(f"{NAMESPACE}g")
    assert moved is not None
    right, down = map(float, re.findall(r"[\d.]+", moved.attrib["transform"]))
    for box in moved.iter(f"{NAMESPACE}rect"):
        x, y, wide, high = (float(box.attrib[name]) for name in ("x", "y", "width", "height"))
        assert 0 <= x + right <= x + right + wide <= width
        assert 0 <= y + down <= y + down + high <= height


def test_fields_in_parallel_are_one_line_with_their_names():
    fields = [Edge("q", "b", name) for name in ("book", "books", "bestBook", "newestBook", "oldestBook")]
    drawing = read(Picture((PictureNode("q", "Query", PictureStyle.ROOT), PictureNode("b", "Book")), tuple(fields)))
    assert "book, books, bestBook, newestBook +1" in texts(drawing)
    assert "Query → Book: book, books, bestBook, newestBook, oldestBook" in tips(drawing)


def test_what_is_highlighted_is_marked_and_drawn_last():
    picture = Picture(
        (PictureNode("q", "Query", PictureStyle.ROOT), PictureNode("b", "Book", PictureStyle.HIGHLIGHTED)),
        (Edge("q", "b", "book", PictureStyle.HIGHLIGHTED), Edge("b", "q", "back")),
    )
    kinds = [element.get("class") for element in read(picture).iter(f"{NAMESPACE}g") if element.get("class")]
    assert kinds == ["node root", "node highlighted", "edge", "edge highlighted"]


def test_it_is_readable_on_dark():
    assert "prefers-color-scheme: dark" in svg(picture_of("ab"))


def test_title_and_note_are_shown_and_fit():
    drawing = read(Picture((PictureNode("a", "A"),), (), "T" * 100, "a note"))
    assert texts(drawing)[:2] == ["T" * 100, "a note"]
    assert float(drawing.attrib["width"]) > 700


@pytest.mark.parametrize("picture", [cycle(3_000), complete(60)], ids=["a long cycle", "all with all"])
def test_of_a_huge_picture_the_nearest_part_is_drawn_and_the_rest_is_counted(picture: Picture):
    text = svg(picture)
    assert len(text) < 400_000
    drawing = read(picture)
    drawn = sum(element.get("class", "").startswith("node ") for element in drawing.iter())
    assert 20 <= drawn <= MOST_NODES
    assert any(f"{drawn:,} of {len(picture.nodes):,} nodes are drawn" in line for line in texts(drawing))


def test_the_same_picture_gives_the_same_text():
    assert svg(complete(8)) == svg(complete(8))
