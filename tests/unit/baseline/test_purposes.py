from __future__ import annotations

import pytest

from library_api import Library, made_up
from querious.baseline.observed_calls import observed_fields
from querious.baseline.purposes import Purposes


def uses(document: str, coordinate: str, library: Library | None = None, *, strict: bool = False) -> set[str]:
    library = library or Library()
    purposes = Purposes(library.schema)
    found: set[str] = set()
    for field in observed_fields(*library.data_of(document)):
        if field.field.coordinate == coordinate:
            known = purposes.of(field.field, field.values, is_root=field.is_root, strict=strict)
            found |= {purpose.use for purpose in known}
    return found


@pytest.mark.parametrize(
    ("document", "expected"),
    [
        ("{ books { totalCount } }", {"", "without arguments", "gives Books"}),
        ("{ books(sort: PAGES) { nodes { id } } }", {"", "sort: many", "sort=PAGES", "gives Books", "gives Book"}),
        ("{ books(first: 2) { nodes { id } } }", {"", "first: few", "gives Books", "gives Book"}),
        ("{ books(first: 0) { nodes { id } } }", {"", "first: none", "gives Books"}),
    ],
)
def test_the_uses_of_arguments_and_how_much_came(document, expected):
    assert uses(document, "Query.books") == expected


@pytest.mark.parametrize(
    ("key", "expected"), [("77", "nothing by number"), ("nowhere", "nothing by word"), ("", "nothing by emptiness")]
)
def test_a_lookup_that_finds_nothing_is_worth_asking(key, expected):
    assert uses(f'{{ book(id: "{key}") {{ id }} }}', "Query.book") == {expected}


def test_a_list_that_is_empty_shows_nothing():
    assert uses("{ authors { id } }", "Query.authors", Library(made_up(books=0, authors=0))) == set()


def test_fields_that_lead_from_several_objects_to_others():
    assert uses("{ books { nodes { owner { id } } } }", "Book.owner") == {"", "for several"}
    assert uses('{ book(id: "b101") { owner { id } } }', "Book.owner") == {""}


def test_a_type_is_strictly_shown_by_enough_of_its_fields():
    few, enough = '{ book(id: "b101") { id title } }', '{ book(id: "b101") { id title pages isbn } }'
    assert "gives Book" in uses(few, "Query.book")
    assert "gives Book" not in uses(few, "Query.book", strict=True)
    assert "gives Book" in uses(enough, "Query.book", strict=True)
