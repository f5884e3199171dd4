from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from graphql import parse, validate
from hypothesis import given
from hypothesis import strategies as st

from library_api import EVERYTHING, Library
from querious.baseline import AnsweredOperation, ObservedCalls, OperationWriter, TypeIdentifiers, choose
from querious.model.document_text import write

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

RUN = (
    EVERYTHING,
    "{ now }",
    '{ book(id: "b103") { id next { id title } price(currency: "SEK") cover { colour } } }',
    '{ book(id: "b104") { id title } }',
    '{ book(id: "nowhere") { id } }',
    '{ author(id: "a101") { name books { id price } } }',
    '{ node(id: "b105") { __typename ... on Book { title pages } } }',
    '{ node(id: "a105") { __typename ... on Author { name } } }',
    "query ($sort: Sort) { books(sort: $sort, first: 2) { nodes { id } } }",
    "{ books(sort: PAGES) { nodes { id } } }",
    '{ books(after: "3", status: LOST) { nodes { id } totalCount } }',
    "{ books(first: 0) { nodes { id } totalCount } }",
)


def chosen(
    library: Library,
    run: Sequence[str] = RUN,
    known: Sequence[str] = (),
    may_keep: Callable[[Any], bool] = lambda _: True,
    ask: Callable[[Library, Any], AnsweredOperation] | None = None,
) -> dict[str, AnsweredOperation]:
    sights = ObservedCalls(library.schema)
    for document in run:
        sights.observe(*library.data_of(document))
    selecting = OperationWriter(library.schema, TypeIdentifiers(library.schema), sights.reached)
    before = [_asked(library, library.operation(document)) for document in known]
    conversation = choose(sights, selecting, before, may_keep)
    try:
        operations = next(conversation)
        while True:
            operations = conversation.send([(ask or _asked)(library, operation) for operation in operations])
    except StopIteration as stop:
        return {write(asked.operation)[0]: asked for asked in stop.value}


def _asked(library: Library, operation: Any) -> AnsweredOperation:
    return AnsweredOperation(operation, *library.ask(operation))


def witnessed(library: Library, documents: Sequence[str]) -> set[str]:
    found: set[str] = set()

    def look(position: Any, value: Any) -> None:
        if isinstance(value, list):
            for item in value:
                look(position, item)
        elif isinstance(value, dict):
            for field in position.runtime(value).fields.values():
                item = value.get(field.key)
                if item is not None and item != [] and not field.coordinate.endswith("__typename"):
                    found.add(field.coordinate)
                    if field.child is not None:
                        look(field.child, item)

    for document in documents:
        look(*library.data_of(document))
    return found


def test_every_field_that_had_a_value_is_shown():
    library = Library()
    found = chosen(library)
    assert witnessed(library, list(found)) >= witnessed(library, RUN)
    assert all(not validate(library.schema, parse(document)) for document in found)
    assert all(asked.clean for asked in found.values())


@pytest.mark.parametrize(
    "call",
    [
        "sort: PAGES",
        "status: LOST",
        'after: "3"',
        "first: 2",
        "first: 0",
        'book(id: "nowhere")',
        'book(id: "b103")',
        'book(id: "b104")',
        'currency: "SEK"',
    ],
)
@pytest.mark.unmeasured
def test_every_use_of_arguments_is_shown(call):
    assert any(call in document for document in chosen(Library()))


def test_each_view_shows_objects_of_each_type_as_they_are():
    found = [document for document in chosen(Library()) if "node(id:" in document]
    assert any("title" in document and "pages" in document for document in found)
    assert any("born" in document or "email" in document for document in found)


def test_what_is_known_is_not_asked_again():
    library = Library()
    first = list(chosen(library))
    assert chosen(library, known=first) == {}
    fewer = chosen(library, known=[document for document in first if "sort: PAGES" not in document])
    assert [document for document in fewer if "sort: PAGES" in document]
    assert len(fewer) <= 2


LIBRARY = Library()
ANSWERS = [LIBRARY.data_of(document) for document in RUN]


@given(st.permutations(ANSWERS))
@pytest.mark.unmeasured
def test_the_order_of_answers_does_not_matter(answers: Any):
    sights, other = ObservedCalls(LIBRARY.schema), ObservedCalls(LIBRARY.schema)
    for answer in ANSWERS:
        sights.observe(*answer)
    for answer in answers:
        other.observe(*answer)
    assert sights.calls() == other.calls()


def test_what_may_not_be_kept_is_not_asked():
    library = Library()
    assert not [
        document for document in chosen(library, may_keep=lambda one: "b103" not in write(one)[0]) if "b103" in document
    ]


def test_fields_that_no_answer_held_are_not_asked():
    assert not [document for document in chosen(Library(), ['{ book(id: "b103") { id title } }']) if "isbn" in document]


def test_less_is_asked_where_more_is_refused():
    refused: list[str] = []

    def refuse(library: Library, operation: Any) -> AnsweredOperation:
        refused.append(write(operation)[0])
        return AnsweredOperation(operation, library.shape(operation), None, clean=False)

    assert chosen(Library(), [EVERYTHING], ask=refuse) == {}
    authors = [document for document in refused if document.startswith("{ authors {")]
    assert len(authors) > 2
    assert "{ authors { id } }" in authors
    assert len(authors[0]) > len(authors[-1])
