from __future__ import annotations

from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from library_api import EVERYTHING, Library, made_up
from querious.baseline import Invariants, Miner, TypeIdentifiers


def mined(library: Library, *documents: str, volatile: frozenset[str] = frozenset()) -> dict[str, dict[str, Any]]:
    mining = Miner(TypeIdentifiers(library.schema))
    for document in documents or (EVERYTHING,):
        mining.observe(*library.data_of(document))
    return mining.invariants(volatile)


@pytest.mark.parametrize(
    ("place", "kind", "about"),
    [
        ("Book.isbn", "never null", True),
        ("Book.isbn", "pattern", "999-9-9999"),
        ("Book.isbn", "unique", True),
        ("Book.id", "unique", True),
        ("Book.status", "one of", ["IN", "LOST", "OUT"]),
        ("Book.pages", "range", [10, 10000]),
        ("Book.added", "format", "date"),
        ("Book.copies", "always so many", 3),
        ("Book.copies", "never empty", True),
        ("Book.cover.colour", "one of", ["blue", "red"]),
        ("Query.books.nodes", "sorted by", "title, ascending"),
        ("Author.books", "sorted by", "id, ascending"),
        ("Author.books", "no repeats", True),
        ("Author.email", "format", "e-mail"),
    ],
)
def test_what_always_holds_is_told_by_place_and_kind(place, kind, about):
    assert mined(Library())[place][kind] == about


def test_what_holds_between_the_fields_of_an_object_is_told():
    found = mined(Library())["Book"]
    assert found["equal"] == ["code = isbn"]
    assert found["at most"] == ["added <= updated"]
    assert found["among"] == ["owner in writers of Author"]


def test_the_ends_of_a_page_are_those_of_its_list():
    what = "{ totalCount pageInfo { startCursor endCursor } edges { cursor } nodes { id } }"
    pages = [
        f'{{ books(first: {size}, after: "{after}", status: {status}) {what} }}'
        for size in (2, 3, 4)
        for after in range(3)
        for status in ("IN", "OUT", "LOST")
    ]
    found = mined(Library(), *pages)["Query.books"]
    assert "edges[first].cursor = pageInfo.startCursor" in found["equal"]
    assert "edges[last].cursor = pageInfo.endCursor" in found["equal"]
    assert "#edges = #nodes" in found["equal"]
    assert "#nodes <= totalCount" in found["at most"]


def test_few_objects_say_nothing():
    assert mined(Library(made_up(books=3, authors=2))) == {}


def test_what_arguments_decide_says_nothing():
    document = " ".join(f'b{place}: book(id: "b{100 + place}") {{ price(currency: "SEK") }}' for place in range(30))
    found = mined(Library(), f"{{ {document} }}", "{ books(status: IN) { totalCount } }")
    assert "Book.price" not in found
    assert not {"Query.book", "Query.books.totalCount"} & found.keys()


def test_volatile_fields_are_left_out():
    found = mined(Library(), volatile=frozenset({"Book.isbn", "Book.updated"}))
    assert "Book.isbn" not in found
    assert not {"equal", "at most"} & found["Book"].keys()


def test_one_exception_is_enough():
    data = made_up()
    data.books[7]["isbn"] = None
    data.books[3]["status"] = "LOST"
    data.books[9]["copies"] = []
    found = mined(Library(data))
    assert "never null" not in found["Book.isbn"]
    assert not {"never empty", "always so many"} & found.get("Book.copies", {}).keys()


_VALUES = st.one_of(
    st.none(), st.sampled_from(("2020-01-02", "2021-05-06", "", "a-1", "b-2", "Ä")), st.text(max_size=4)
)


@st.composite
def libraries(draw):
    data = made_up(books=draw(st.integers(0, 20)), authors=draw(st.integers(3, 12)), seed=draw(st.integers(0, 5)))
    for row in data.books:
        if draw(st.booleans()):
            row |= {
                name: draw(_VALUES) for name in draw(st.sets(st.sampled_from(("isbn", "code", "added", "updated"))))
            }
            row["pages"] = draw(st.one_of(st.none(), st.integers(-5, 10**6)))
            row["copies"] = draw(st.lists(st.integers(0, 3), max_size=3))
    return Library(data)


_PARTS = (
    EVERYTHING,
    "{ books { nodes { title pages } } }",
    "{ books(first: 3) { edges { cursor } nodes { id code isbn } pageInfo { startCursor endCursor } } }",
    "{ authors { id books { id isbn added updated } } }",
    '{ book(id: "b101") { id isbn code pages added updated owner { id } writers { id } } }',
)


@settings(max_examples=20)
@given(libraries(), st.integers(0, 100))
@pytest.mark.unmeasured
def test_what_is_mined_holds_for_all_that_was_seen_whatever_the_order(library, seed):
    answers = [library.data_of(document) for document in _PARTS]
    mining, other = Miner(TypeIdentifiers(library.schema)), Miner(TypeIdentifiers(library.schema))
    for shape, data in answers:
        mining.observe(shape, data)
    for shape, data in Random(seed).sample(answers, len(answers)):
        other.observe(shape, data)
    found = mining.invariants()
    assert found == other.invariants()
    held = Invariants(found, TypeIdentifiers(library.schema))
    assert [breach for shape, data in answers for breach in held.broken(shape, data)] == []
