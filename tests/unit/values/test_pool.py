from __future__ import annotations

from random import Random

from querious.shape import Shapes
from querious.values import Chance, Pool
from querious.values.pool import KEPT
from sample import operation, schema

SCHEMA = schema()
SEARCH = '{ search(text: "") { __typename ... on Node { id } } }'


def lessons(pool: Pool, document: str, data):
    return pool.lessons(Shapes(SCHEMA).of(operation(document)), data)


def drawn(learned, count: int = 300) -> list:
    chance = Chance(Random(1))
    return [learned.draw(chance) for _ in range(count)]


def test_only_what_some_argument_wants_is_taken():
    pool = Pool()
    pool.argument("Root.book.id", [["Book.id"]])
    data = {"book": {"id": "b1", "name": "x", "author": {"id": "a1"}}}
    assert lessons(pool, "{ book(id: 1) { id name author { id } } }", data).seen == [("Book.id", "b1")]


def test_nothing_known_gives_nothing():
    assert set(drawn(Pool().argument("Root.book.id", [["Book.id"]]))) == {None}


def test_every_coordinate_of_a_group_is_drawn_from_alike():
    pool = Pool()
    learned = pool.argument("Root.node.id", [["Book.id", "Author.id"]])
    pool.teach([("Book.id", f"b{number}") for number in range(50)])
    pool.teach([("Author.id", "a"), ("Shelf.label", "x")])
    values = drawn(learned)
    assert "x" not in values
    assert 100 < values.count("a") < 200


def test_lists_and_runtime_types_are_followed():
    pool = Pool()
    pool.argument("Root.node.id", [["Book.id", "Author.id"]])
    data = {
        "search": [{"__typename": "Book", "id": "1"}, {"__typename": "Author", "id": "2"}, {"__typename": "?"}, None]
    }
    assert lessons(pool, SEARCH, data).seen == [("Book.id", "1"), ("Author.id", "2")]


def test_what_is_not_worth_keeping():
    pool = Pool()
    pool.argument("Root.book.id", [["Book.id"]])
    for value in (None, True, 1.5, "", "x" * 300, [], {}):
        assert lessons(pool, "{ book(id: 1) { id } }", {"book": {"id": value}}).seen == []


def test_memory_is_bounded():
    pool = Pool()
    learned = pool.argument("Root.book.id", [["Book.id"]])
    pool.teach([("Book.id", str(number)) for number in range(10 * KEPT)])
    assert len(set(drawn(learned, 3_000))) == KEPT
    many = {"search": [{"__typename": "Book", "id": str(number)} for number in range(5_000)]}
    assert len(lessons(pool, SEARCH, many).seen) < 500


def test_what_was_tried_is_told_with_whether_it_brought_data():
    pool = Pool()
    pool.argument("Root.book.id", [["Book.id"]])
    asked = '{ a: book(id: "7") { id } b: book(id: "8") { id } search(text: "x") { __typename } }'
    found = lessons(pool, asked, {"a": {"id": "7"}, "b": None, "search": []})
    assert found.trials == [("Root.book.id", "7", True), ("Root.book.id", "8", False)]


def test_a_value_that_worked_is_taken_again():
    pool = Pool()
    learned = pool.argument("Root.book.id", [["Book.id"]])
    pool.teach([("Book.id", str(number)) for number in range(60)])
    pool.learn(lessons(pool, '{ book(id: "guess") { name } }', {"book": {"name": "x"}}))
    assert drawn(learned).count("guess") > 100


def test_sources_that_bring_data_win():
    """As with userProjects(id:), which takes a user's identifier though it gives projects."""
    pool = Pool()
    learned = pool.argument("Root.book.id", [["Book.id"], ["Author.id"]])
    pool.teach(
        [("Book.id", f"b{number}") for number in range(60)] + [("Author.id", f"a{number}") for number in range(60)]
    )
    before = sum(value.startswith("b") for value in drawn(learned))
    for number in range(40):
        pool.learn(lessons(pool, f'{{ book(id: "b{number}") {{ name }} }}', {"book": None}))
        pool.learn(lessons(pool, f'{{ book(id: "a{number}") {{ name }} }}', {"book": {"name": "x"}}))
    after = sum(value.startswith("b") for value in drawn(learned))
    assert before > 150
    assert after < 30
