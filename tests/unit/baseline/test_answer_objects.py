from __future__ import annotations

import pytest

from library_api import Library
from querious.answers.objects import MOST_OBJECTS
from querious.baseline import TypeIdentifiers
from querious.baseline.answer_objects import answer_objects
from querious.baseline.arguments import Influence


def objects(document: str, library: Library | None = None):
    library = library or Library()
    return list(answer_objects(TypeIdentifiers(library.schema), *library.data_of(document)))


def test_objects_come_parents_first_with_place_and_key():
    found = objects('{ book(id: "b101") { id cover { colour } owner { id } } }')
    assert [one.place for one in found] == ["Query", "Book", "Book.cover", "Author"]
    assert [one.key for one in found][:3] == ["Query", "Book:b101", "Book:b101/cover"]
    assert [one.path for one in found] == [(), ("book",), ("book", "cover"), ("book", "owner")]


def test_an_object_whose_identifier_was_not_asked_for_has_no_key():
    _, book = objects('{ book(id: "b101") { title } }')
    assert (book.place, book.key) == ("Book", "")


def test_a_page_has_the_place_and_the_key_of_the_field_that_gives_it():
    page, *_, first = objects("{ books(first: 2) { pageInfo { endCursor } edges { cursor } } }")[1:4]
    assert (page.place, page.key) == ("Query.books", 'Query/books({"first": 2})')
    assert (first.place, first.key) == ("Query.books.edges", 'Query/books({"first": 2})/edges/0')


def test_the_runtime_type_is_part_of_a_place_that_may_hold_several():
    _, author = objects('{ node(id: "a101") { __typename ... on Author { name } } }')
    assert author.shape.typename == "Author"


@pytest.mark.parametrize(
    ("document", "expected"),
    [
        ("{ books { totalCount } }", Influence.NONE),
        ("{ books(first: 3) { totalCount } }", Influence.PAGING),
        ("{ books(status: IN, first: 3) { totalCount } }", Influence.FULL),
    ],
)
def test_arguments_above_decide_about_all_that_has_no_identifier(document, expected):
    _, page = objects(document)
    (total,) = page.fields()
    assert (page.influence, total.influence) == (expected, expected)


def test_arguments_above_do_not_decide_about_an_object_with_an_identifier():
    _, book = objects('{ book(id: "b101") { id price(currency: "SEK") __typename } }')
    assert [(one.place, one.influence) for one in book.fields()] == [
        ("Book.id", Influence.NONE),
        ("Book.price", Influence.FULL),
    ]


def test_the_leaves_of_a_field_without_nulls():
    _, book = objects('{ book(id: "b101") { copies } }')
    (copies,) = book.fields()
    assert list(copies.leaves()) == [1, 2, 3]
    assert list(copies._replace(value=[[1, None], [2]]).leaves()) == [1, 2]
    assert list(copies._replace(value=None).leaves()) == []


def test_only_so_many_objects_are_read():
    library = Library()
    shape, _ = library.data_of("{ authors { id } }")
    data = {"authors": [{"id": str(number)} for number in range(MOST_OBJECTS + 5)]}
    assert sum(1 for _ in answer_objects(TypeIdentifiers(library.schema), shape, data)) == MOST_OBJECTS
