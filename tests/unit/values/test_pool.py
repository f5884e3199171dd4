from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

import pytest

from querious.graphql.shape import Shapes
from querious.graphql.values import Makers, read_lessons
from querious.values import Chance, Pool
from querious.values.learned_values import SourceGroup
from querious.values.seen_values import KEPT, SeenValues
from sample import operation, schema

if TYPE_CHECKING:
    from querious.values.learned_values import LearnedValues

SCHEMA = schema()
SEARCH = '{ search(text: "") { __typename ... on Node { id } } }'


def source_groups(*groups: tuple[str, ...]) -> list[SourceGroup]:
    return [SourceGroup(group, 0.8 - 0.1 * place) for place, group in enumerate(groups)]


def pool_with(*groups: tuple[str, ...], argument: str = "Root.book.id") -> tuple[Pool, LearnedValues]:
    pool = Pool()
    return pool, pool.argument(argument, source_groups(*groups))


def lessons(pool: Pool, document: str, data, errors=None):
    return read_lessons(pool, Shapes(SCHEMA).of(operation(document)), {"data": data, "errors": errors})


def drawn(learned: LearnedValues, count: int = 300) -> list:
    chance = Chance(Random(1))
    return [learned.draw(chance) for _ in range(count)]


def test_only_what_some_argument_wants_is_taken():
    pool, _ = pool_with(("Book.id",))
    data = {"book": {"id": "b1", "name": "x", "author": {"id": "a1"}}}
    found = lessons(pool, "{ book(id: 1) { id name author { id } } }", data).seen
    assert [(coordinate, value) for coordinate, value, _ in found] == [("Book.id", "b1")]


def test_nothing_known_gives_nothing():
    assert set(drawn(pool_with(("Book.id",))[1])) == {None}


def test_every_coordinate_of_a_tier_is_drawn_from_alike():
    pool, learned = pool_with(("Book.id", "Author.id"), argument="Root.node.id")
    pool.teach([("Book.id", f"b{number}") for number in range(50)])
    pool.teach([("Author.id", "a"), ("Shelf.label", "x")])
    values = drawn(learned)
    assert "x" not in values
    assert 100 < values.count("a") < 200


def test_memory_is_bounded():
    pool, learned = pool_with(("Book.id",))
    pool.teach([("Book.id", str(number)) for number in range(10 * KEPT)])
    assert len(set(drawn(learned, 3_000))) == KEPT
    many = {"search": [{"__typename": "Book", "id": str(number)} for number in range(5_000)]}
    assert len(lessons(pool, SEARCH, many).seen) < 500


def test_a_value_that_worked_is_taken_again():
    pool, learned = pool_with(("Book.id",))
    pool.teach([("Book.id", str(number)) for number in range(60)])
    pool.learn(lessons(pool, '{ book(id: "guess") { name } }', {"book": {"name": "x"}}))
    assert drawn(learned).count("guess") > 100


def test_sources_that_bring_data_win():
    """As with userProjects(id:), which takes a user's identifier though it gives projects."""
    pool, learned = pool_with(("Book.id",), ("Author.id",))
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


def test_without_learning_the_pool_stays_empty():
    pool = Pool(learning=False)
    pool.argument("Root.book.id", source_groups(("Book.id",)))
    found = lessons(pool, '{ book(id: "7") { id } }', {"book": {"id": "7"}})
    assert not any(found)
    pool.learn(found)
    assert not pool.seen.shown


def test_values_seen_in_input_objects_are_told_to_the_input_field_as_well():
    built = schema(
        "type Query { find(by: Key!): Thing } input Key { code: String! } type Thing { code: String }",
    )
    pool = Pool()
    makers = Makers(built, pool)
    make = makers.maker("Query.find.by", built.query_type.fields["find"].args["by"].type, built.type_map["Thing"])
    makers.call("Query", "find")
    read = operation(
        '{ find(by: {code: "c-1"}) { code } }',
        "type Query { find(by: Key!): Thing } input Key { code: String! } type Thing { code: String }",
    )
    pool.learn(read_lessons(pool, Shapes(built).of(read), {"data": {"find": {"code": "other"}}}))
    chance = Chance(Random(3))
    assert [make(chance)["code"] for _ in range(60)].count("c-1") > 10


@pytest.mark.parametrize("count", [1, 5])
def test_the_same_lessons_give_the_same_pool(count):
    def learned():
        pool, found = pool_with(("Book.id",), ("Author.id",))
        for number in range(count):
            data = {
                "search": [{"__typename": "Book", "id": f"b{number}"}, {"__typename": "Author", "id": f"a{number}"}]
            }
            pool.learn(lessons(pool, SEARCH, data))
        return drawn(found)

    assert learned() == learned()


def test_what_is_shown_is_kept_once_with_all_that_stood_below():
    seen = SeenValues()
    seen.add("A.id", "x", 0b01)
    version = seen.version
    seen.add("A.id", "x", 0b10)
    seen.add("B.id", "x")
    assert seen.shown["A.id"].values == ["x"]
    assert seen.shown["A.id"].found == {"x": 0b11}
    assert seen.where("x") == ("A.id", "B.id")
    assert seen.version == version + 1
    assert not seen.would_gain("A.id", "x", 0b11)
    assert seen.would_gain("A.id", "x", 0b100)
    assert seen.would_gain("A.id", "y", 0)
