from __future__ import annotations

import pytest

from querious.coverage import Tracks, lengths
from querious.graphql.shape import Shapes
from querious.model import Class, Path, Step, Walked
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


def actual_length(one, shape, data):
    return lengths([one], shape, data)[0]


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


def test_paths_that_begin_alike_are_followed_together():
    shape = Shapes(SCHEMA).of(operation("{ book(id: 1) { id author { name rival { id } } } shelf { label } }"))
    data = {"book": {"id": "1", "author": {"name": "", "rival": None}}, "shelf": {"label": None}}
    paths = [
        path("Root.book>Book", "Book.author>Author", "Author.rival>Author"),
        path("Root.book>Book", "Book.author>Author", "Author.rival>Author", "Author.id>ID"),
        path("Root.book>Book", "Book.author>Author", "Author.name>String"),
        path("Root.book>Book", "Book.author>Author"),
        path("Root.book>Book", "Book.id>ID"),
        path("Root.book>Book", "Book.id>ID"),
        path("Root.shelf>Shelf", "Shelf.label>String"),
        path("Root.book>Book"),
    ]
    together = lengths(paths, shape, data)
    assert together == [2, 2, 3, 2, 2, 2, 1, 1]
    assert together == [actual_length(one, shape, data) for one in paths]


def walked(actual, result, steps=DEEP):
    return Walked(steps, actual, result)


def test_of_all_attempts_the_best_counts():
    tracks = Tracks()
    for attempt in (
        walked(0, Class.MALFORMED),
        walked(1, Class.GOOD),
        walked(2, Class.GOOD),
        walked(1, Class.GOOD),
    ):
        tracks.note("a", attempt)
    tracks.note("b", walked(1, Class.FAILED))
    tracks.note("b", walked(2, Class.GOOD))
    tracks.note("c", walked(3, Class.PERFECT))
    tracks.note("c", walked(0, Class.FAILED))
    assert [tracks.is_perfect(key) for key in "abcd"] == [False, False, True, False]
    reach = tracks.reach("edge", paths=4, known="4 paths")
    assert reach.classes == {Class.PERFECT: 1, Class.GOOD: 1, Class.MALFORMED: 0, Class.FAILED: 1}
    assert (reach.asked, reach.expected, reach.actual) == (3, 9, 6)
    assert (reach.perfect, reach.ratio) == (0.25, 6 / 9)
    assert [(missed.actual, missed.result) for missed in reach.missed] == [(1, Class.FAILED), (2, Class.GOOD)]


def test_without_paths_nothing_was_missed():
    reach = Tracks().reach("edge", paths=0)
    assert (reach.ratio, reach.perfect, reach.missed) == (1, 1, ())
