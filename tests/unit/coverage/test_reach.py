from __future__ import annotations

import pytest

from querious.coverage.reach import Class, Reach, actual_length
from querious.model import Path, Step
from querious.shape import Shapes
from sample import operation, schema

SCHEMA = schema()


def path(*steps: str) -> Path:
    """From ``Type.field>Target``."""
    read = []
    for step in steps:
        coordinate, target = step.split(">")
        parent, field = coordinate.split(".")
        read.append(Step(parent, field, target))
    return Path(tuple(read))


DEEP = path("Root.book>Book", "Book.author>Author", "Author.rival>Author")
ASKED = "{ book(id: 1) { author { r: rival { id } } } }"


@pytest.mark.parametrize(
    ("data", "length"),
    [
        (None, 0),
        ({"book": None}, 0),
        ({"book": {"author": None}}, 1),
        ({"book": {"author": {"r": None}}}, 2),
        ({"book": {"author": {"r": {"id": "1"}}}}, 3),
    ],
)
def test_a_path_goes_as_far_as_the_data(data, length):
    assert actual_length(DEEP, Shapes(SCHEMA).of(operation(ASKED)), data) == length


def test_any_item_of_a_list_will_do():
    listed = path("Root.author>Author", "Author.books>Book", "Book.author>Author")
    shape = Shapes(SCHEMA).of(operation("{ author { books { author { id } } } }"))
    assert actual_length(listed, shape, {"author": {"books": []}}) == 1
    assert actual_length(listed, shape, {"author": {"books": [None, {"author": None}]}}) == 2
    assert actual_length(listed, shape, {"author": {"books": [{"author": None}, {"author": {"id": "1"}}]}}) == 3


def test_only_the_type_that_is_meant_counts():
    meant = path("Root.search>Book", "Book.author>Author")
    shape = Shapes(SCHEMA).of(operation('{ search(text: "") { __typename ... on Book { author { id } } } }'))
    assert actual_length(meant, shape, {"search": [{"__typename": "Shelf"}]}) == 0
    assert (
        actual_length(meant, shape, {"search": [{"__typename": "Shelf"}, {"__typename": "Book", "author": None}]}) == 1
    )


def test_a_leaf_ends_a_path():
    leaf = path("Root.shelf>Shelf", "Shelf.label>String")
    shape = Shapes(SCHEMA).of(operation("{ shelf { label } }"))
    assert actual_length(leaf, shape, {"shelf": {"label": None}}) == 1
    assert actual_length(leaf, shape, {"shelf": {"label": ""}}) == 2


def test_the_four_classes_and_the_ratio():
    reach = Reach()
    assert reach.ratio == 1
    assert reach.add(3, 3, refused=False, failed=False) is Class.PERFECT
    assert reach.add(3, 1, refused=False, failed=False) is Class.GOOD
    assert reach.add(3, 0, refused=True, failed=False) is Class.MALFORMED
    assert reach.add(3, 2, refused=True, failed=True) is Class.FAILED
    assert reach.classes == dict.fromkeys(Class, 1)
    assert reach.ratio == 0.5
