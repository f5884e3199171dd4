from __future__ import annotations

from typing import Any

import pytest

from library_api import Library, made_up
from querious.answers.comparison import same
from querious.baseline.known_answers import AnswerDifference, KnownAnswers
from querious.model import Severity

BOOK = '{ book(id: "b101") { id title pages copies owner { id name } writers { id name } cover { colour width } } }'


def differences(document: str, library: Library, asked: str = "", **known: Any) -> list[AnswerDifference]:
    trusted = Library()
    tree = KnownAnswers(trusted.schema, **known)
    tree.add(*trusted.data_of(document))
    shape, data = library.data_of(asked or document)
    return tree.differences(shape, data)


def said(found: list[AnswerDifference]) -> list[str]:
    return [f"{one.coordinate} {one.place}: {one.message}" for one in found]


def test_the_same_data_is_the_same():
    for document in (BOOK, "{ books { edges { node { id } } totalCount } authors { id books { id } } }"):
        assert said(differences(document, Library())) == []


def changed(**values: Any) -> Library:
    data = made_up()
    data.books[1] |= values
    return Library(data)


@pytest.mark.parametrize(
    ("values", "expected"),
    [
        ({"pages": 7}, "Book.pages data.book.pages: is `7`, but was"),
        ({"pages": None}, "Book.pages data.book.pages: is null, but was"),
        ({"copies": [1, 2]}, "Book.copies data.book.copies: is `[1, 2]`, but was `[1, 2, 3]`"),
        ({"copies": [3, 2, 1]}, "Book.copies data.book.copies: has another order"),
        ({"owner": "a111"}, "Book.owner data.book.owner: leads to `Author a111`, but led to `Author"),
        ({"writers": []}, "Book.writers data.book.writers: has 0 items, but had"),
        ({"cover": None}, "Book.cover data.book.cover: is null, but was `Cover`"),
        ({"cover": made_up().books[1]["cover"] | {"width": 99}}, "Cover.width data.book.cover.width: is `99`, but was"),
    ],
)
def test_what_differs_is_told_as_high_up_as_it_shows(values, expected):
    (told,) = said(differences(BOOK, changed(**values)))
    assert told.startswith(expected)


def test_other_items_are_told_once():
    data = made_up()
    old = data.books[1]["writers"]
    data.books[1]["writers"] = [key for key in ("a101", "a102", "a103", "a104", "a105") if key not in old][: len(old)]
    data.books[1]["owner"] = old[0] if made_up().books[1]["owner"] == old[0] else made_up().books[1]["owner"]
    (told,) = said(differences(BOOK, Library(data)))
    assert told.startswith("Book.writers data.book.writers: has other items")


def test_another_order_is_certain_only_where_it_is_promised():
    def backwards(library: Library) -> Any:
        healthy = library._page

        def page(*given: Any, **more: Any) -> Any:
            found = healthy(*given, **more)
            return {**found, "nodes": found["nodes"][::-1]}

        return page

    library = Library()
    library.schema.query_type.fields["books"].resolve = backwards(library)
    (one,) = differences("{ books { nodes { id } } }", library)
    assert (one.kind.value, one.severity) == ("order", Severity.FAULT)  # books has sort: Sort = TITLE
    authors = made_up()
    authors.authors.reverse()
    (one,) = differences("{ authors { id } }", Library(authors))
    assert (one.kind.value, one.severity) == ("order", Severity.SUSPICION)


@pytest.mark.parametrize(
    "smaller",
    [
        '{ book(id: "b101") { pages } }',
        'query ($key: ID! = "b101") { other: book(id: $key) { many: pages } }',
        '{ book(id: "b101") { ... on Book { writers { name } pages } } }',
    ],
)
def test_a_part_of_what_is_known_is_known_however_it_is_asked(smaller):
    (one,) = differences(BOOK, changed(pages=7), smaller)
    assert one.coordinate == "Book.pages"


def test_what_is_not_known_is_not_judged():
    assert differences(BOOK, changed(pages=7), '{ book(id: "b102") { pages } node(id: "b101") { id } }') == []


def test_volatile_fields_are_passed_over():
    assert differences(BOOK, changed(pages=7), volatile=frozenset({"Book.pages"})) == []
    assert differences(BOOK, changed(owner="a111"), volatile=frozenset({"Book.owner"})) == []


def test_no_data_is_null_everywhere():
    library = Library()
    tree = KnownAnswers(library.schema)
    shape, data = library.data_of(BOOK)
    tree.add(shape, data)
    assert [one.coordinate for one in tree.differences(shape, None)] == ["Query.book"]


def test_secrets_are_compared_as_they_are_written():
    library = Library()
    tree = KnownAnswers(library.schema, redact=lambda name, value: "<e-mail>" if name == "email" and value else value)
    shape, data = library.data_of('{ author(id: "a101") { email name } }')
    tree.add(shape, {"author": {"email": "<e-mail>", "name": data["author"]["name"]}})
    assert tree.differences(shape, data) == []
    assert len(tree.differences(shape, {"author": {"email": None, "name": "x"}})) == 2


def test_two_answers_about_one_thing_are_put_together():
    library = Library()
    tree = KnownAnswers(library.schema)
    tree.add(*library.data_of("{ books { nodes { title } } }"))
    tree.add(*library.data_of("{ books { nodes { id } totalCount } }"))
    assert tree.differences(*library.data_of("{ books { nodes { id title } totalCount } }")) == []


@pytest.mark.parametrize(
    ("one", "other", "expected"),
    [
        (1, 1.0, True),
        (0.1 + 0.2, 0.3, True),
        (1, True, False),
        ("1", 1, False),
        ([1, {"a": None}], [1, {"a": None}], True),
        ({"a": 1}, {"b": 1}, False),
        (None, None, True),
        (1000000, 1000001, False),
    ],
)
def test_leaves_that_say_the_same(one, other, expected):
    assert same(one, other) is expected
