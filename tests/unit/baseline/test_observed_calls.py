from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from library_api import Library
from querious.baseline.observed_calls import ObservedCalls, observed_fields

RUN = (
    "{ books { nodes { id } } }",
    "{ books(first: 2) { nodes { id title } } }",
    '{ book(id: "b101") { id owner { id name } } }',
    '{ book(id: "b103") { id } }',
)


def test_a_field_is_seen_once_for_each_route_with_the_values_of_all_objects_there():
    found = {field.text: field for field in observed_fields(*Library().data_of("{ books(first: 2) { nodes { id } } }"))}
    assert list(found) == [
        'books({"first": 2})',
        'books({"first": 2}).nodes()',
        'books({"first": 2}).nodes().id()',
    ]
    assert [field.is_root for field in found.values()] == [True, False, False]
    last = found['books({"first": 2}).nodes().id()']
    assert len(last.values) == 2
    assert [step.coordinate for step in last.route] == ["Query.books", "Books.nodes", "Book.id"]


@given(st.permutations(RUN))
def test_the_same_calls_are_kept_whatever_the_order_of_answers(run):
    library = Library()
    calls, expected = ObservedCalls(library.schema), ObservedCalls(library.schema)
    for documents, observed in ((run, calls), (RUN, expected)):
        for document in documents:
            observed.observe(*library.data_of(document))
    assert calls.calls() == expected.calls()
    assert calls.reached == expected.reached


def test_short_routes_come_first():
    library = Library()
    observed = ObservedCalls(library.schema)
    for document in RUN:
        observed.observe(*library.data_of(document))
    lengths = [len(call.route) for _, call in observed.calls()]
    assert lengths == sorted(lengths)
    assert {"Book.title", "Author.name"} <= observed.reached
