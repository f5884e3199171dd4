from __future__ import annotations

from querious.shape import Shapes
from querious.values import Pool
from querious.values.pool import KEPT
from sample import operation, schema

SCHEMA = schema()


def lessons(pool: Pool, document: str, data) -> list:
    return pool.lessons(Shapes(SCHEMA).of(operation(document)), data)


def test_only_what_some_group_wants_is_taken():
    pool = Pool()
    pool.group(["Book.id"])
    data = {"book": {"id": "b1", "name": "x", "author": {"id": "a1"}}}
    assert lessons(pool, "{ book(id: 1) { id name author { id } } }", data) == [("Book.id", "b1")]


def test_groups_are_fed_by_all_their_coordinates_and_shared():
    pool = Pool()
    group = pool.group(["Book.id", "Author.id"])
    assert pool.group(["Book.id", "Author.id"]) is group
    other = pool.group(["Author.id"])
    pool.learn([("Book.id", "b1"), ("Author.id", 7), ("Author.id", 7), ("Shelf.label", "x")])
    assert group == [["b1"], [7]]
    assert other == [[7]]


def test_lists_and_runtime_types_are_followed():
    pool = Pool()
    pool.group(["Book.id", "Author.id"])
    document = '{ search(text: "") { __typename ... on Node { id } } }'
    data = {
        "search": [{"__typename": "Book", "id": "1"}, {"__typename": "Author", "id": "2"}, {"__typename": "?"}, None]
    }
    assert lessons(pool, document, data) == [("Book.id", "1"), ("Author.id", "2")]


def test_what_is_not_worth_keeping():
    pool = Pool()
    pool.group(["Book.id"])
    for value in (None, True, 1.5, "", "x" * 300, [], {}):
        assert lessons(pool, "{ book(id: 1) { id } }", {"book": {"id": value}}) == []


def test_memory_is_bounded():
    pool = Pool()
    group = pool.group(["Book.id"])
    pool.learn([("Book.id", str(number)) for number in range(10 * KEPT)])
    assert [len(values) for values in group] == [KEPT]
    many = {"search": [{"__typename": "Book", "id": str(number)} for number in range(5_000)]}
    assert len(lessons(pool, '{ search(text: "") { __typename ... on Node { id } } }', many)) < 500
