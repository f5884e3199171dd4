from __future__ import annotations

from typing import Any

import pytest

from library_api import EVERYTHING, Library, made_up
from querious.baseline import Invariants, Miner, TypeIdentifiers
from querious.model import Severity


def learned(library: Library) -> dict[str, dict[str, Any]]:
    mining = Miner(TypeIdentifiers(library.schema))
    mining.observe(*library.data_of(EVERYTHING))
    return mining.invariants()


def found(library: Library, document: str = EVERYTHING) -> set[tuple[str, str]]:
    held = Invariants(learned(Library()), TypeIdentifiers(library.schema))
    exchange = library.send(document)
    return {
        (finding.coordinate, finding.message)
        for finding in held.judge(exchange, library.shape(exchange.case.operation))
    }


def test_other_data_of_the_same_kind_breaks_nothing():
    assert found(Library(made_up(books=60, seed=1))) == set()
    assert found(Library(made_up(books=50, seed=2))) == set()


def changed(row: int = 4, **values: Any) -> Library:
    data = made_up()
    data.books[row] |= values
    return Library(data)


@pytest.mark.parametrize(
    ("values", "coordinate", "words"),
    [
        ({"isbn": None}, "Book.isbn", "is null, but was never null"),
        ({"isbn": "9780"}, "Book.isbn", "always followed the pattern `999-9-9999`"),
        ({"code": "978-1-0000"}, "Book.code", "code = isbn no longer holds, but always did"),
        ({"pages": -3}, "Book.pages", "far outside the range of the baseline"),
        ({"pages": 900_000}, "Book.pages", "far outside the range of the baseline"),
        ({"added": "yesterday"}, "Book.added", "was always a text of format date"),
        ({"copies": []}, "Book.copies", "is an empty list"),
        ({"copies": [1, 2]}, "Book.copies", "has 2 items, but always had 3"),
        ({"updated": "2019-01-01"}, "Book.added", "added <= updated"),
        ({"owner": "a111", "writers": ["a101", "a102"]}, "Book.owner", "owner in writers"),
        ({"cover": {"colour": "green", "width": 12, "height": 20}}, "Cover.colour", "is `green`, which no object had"),
    ],
)
def test_what_no_longer_holds_is_found_where_it_is(values, coordinate, words):
    told = [message for where, message in found(changed(**values)) if where == coordinate]
    assert any(words in message for message in told), told


def test_two_objects_that_share_what_was_unique_are_found():
    data = made_up()
    data.books[4] |= {"isbn": data.books[9]["isbn"], "code": data.books[9]["isbn"]}
    ((coordinate, message), *_) = sorted(found(Library(data)), reverse=True)
    assert coordinate == "Book.isbn"
    assert "no two objects shared it" in message


def test_a_list_that_is_not_sorted_any_more_is_found():
    def unsorted(_: None, __: Any, **___: Any) -> Any:
        rows = made_up().books
        return {"edges": [], "nodes": rows, "totalCount": len(rows), "pageInfo": {}}

    document = "{ books { nodes { title } } }"
    assert [coordinate for coordinate, _ in found(Library(changed={"Query.books": unsorted}), document)] == [
        "Books.nodes"
    ]


def test_an_object_that_comes_twice_is_found():
    library = Library(changed={"Author.books": lambda row, _: made_up().books[:2] * 2})
    assert ("Author.books", "holds `Book:b100` twice, but no object came twice in the baseline") in found(library)


def test_only_what_is_never_missing_is_certain():
    held = Invariants(learned(Library()), TypeIdentifiers(Library().schema))
    library = changed(isbn=None, pages=-3)
    exchange = library.send(EVERYTHING)
    severities = {
        finding.coordinate: finding.severity for finding in held.judge(exchange, library.shape(exchange.case.operation))
    }
    assert severities["Book.isbn"] is Severity.FAULT
    assert severities["Book.pages"] is Severity.SUSPICION


def test_an_answer_with_errors_is_not_judged():
    def fails(*_: Any) -> Any:
        raise ValueError("no")

    assert found(Library(changed={"Book.isbn": fails})) == set()


def test_what_arguments_decide_is_not_judged():
    held = Invariants({"Query.books.nodes": {"never empty": True}}, TypeIdentifiers(Library().schema))
    library = Library()
    for document, broken in (
        ("{ books(status: IN, first: 0) { nodes { id } } }", 0),
        ("{ books { nodes { id } } }", 0),
    ):
        assert len(list(held.broken(*library.data_of(document)))) == broken
    empty = Library(made_up(books=0))
    assert len(list(held.broken(*empty.data_of("{ books { nodes { id } } }")))) == 1
    assert not list(held.broken(*empty.data_of("{ books(status: IN) { nodes { id } } }")))
