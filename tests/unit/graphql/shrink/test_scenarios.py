from __future__ import annotations

from typing import TYPE_CHECKING

from graphql import build_schema
from hypothesis import given
from hypothesis import strategies as st

from querious.graphql.cases import problems, read_documents
from querious.graphql.shrink import shrink_cases
from querious.model.document_text import write_case

if TYPE_CHECKING:
    from collections.abc import Callable

    from querious.model import Case

SCHEMA = build_schema("type Query { a(n: Int): String b: String c: Deep } type Deep { d: String e: String c: Deep }")


def scenario(*documents: str) -> tuple[Case, ...]:
    operations = [read_documents(SCHEMA, document, "test")[0] for document in documents]
    return tuple(write_case(number, operation) for number, operation in enumerate(operations))


def smallest(start: tuple[Case, ...], shows: Callable[[list[str]], bool], most: int = 3_000) -> list[str]:
    """The documents of the smallest scenario of which ``shows`` is true."""
    conversation = shrink_cases(start, lambda case: not problems(SCHEMA, case))
    try:
        candidate = next(conversation)
        for _ in range(most):
            documents = [case.document for case in candidate]
            assert documents, "an empty scenario shows nothing"
            candidate = conversation.send(shows(documents))
    except StopIteration as stop:
        return [case.document for case in stop.value]
    raise AssertionError("shrinking did not come to an end")


def test_fewest_steps_then_smallest_operations():
    start = scenario("{ b a(n: 7) }", "{ c { d e c { d } } b }", "{ a b }", "{ c { e } }")
    assert smallest(start, lambda asked: any("d" in one for one in asked) and "a" in asked[0]) == [
        "{ a }",
        "{ c { d } }",
    ]


def test_what_was_asked_twice_stays_asked_twice():
    start = scenario("{ b a(n: 7) }", "{ c { d e } b }", "{ b a(n: 7) }", "{ c { d e } b }")
    found = smallest(start, lambda asked: len(asked) == 4 and asked[0] == asked[2] and asked[1] == asked[3])
    assert found[:2] == found[2:]
    assert all(len(document) <= len("{ c { d } }") for document in found)


def test_numbers_of_the_cases_stay_their_own():
    conversation = shrink_cases(scenario("{ a b }", "{ b }", "{ a b }"), lambda _: True)
    candidate = next(conversation)
    while [case.document for case in candidate] != ["{ a }", "{ b }", "{ a }"]:
        candidate = conversation.send(False)
    assert [case.number for case in candidate] == [0, 1, 2]


@given(st.lists(st.sampled_from(["{ a }", "{ b }", "{ c { d e } }", "{ a b }"]), min_size=1, max_size=7), st.data())
def test_it_ends_with_something_that_shows_and_is_no_longer(documents, data):
    needed = data.draw(st.sampled_from([name for name in "abde" if any(name in one for one in documents)]))
    found = smallest(scenario(*documents), lambda asked: any(needed in one for one in asked))
    assert len(found) == 1
    assert needed in found[0]
    assert len(found[0]) <= len("{ c { d } }")
