from __future__ import annotations

from typing import Any

import pytest

from querious.model import Severity
from querious.relations.kinds import RELATION
from relating import Api, said

SDL = """
    enum Kind { BOOK AUTHOR PLACE }
    type Query { search(text: String!, kinds: [Kind!], limit: Int): [Found!]! }
    union Found = Book | Author | Place
    type Book { id: ID! } type Author { id: ID! } type Place { id: ID! }
"""
ROWS = [
    {"kind": kind, "id": str(place)}
    for place, kind in enumerate(["Book", "Book", "Author", "Author", "Author", "Author"])
]


def healthy(_: Any, __: Any, text: str, kinds: list[str] | None = None, limit: int = 9) -> list[dict[str, str]]:
    return [row for row in ROWS if kinds is None or row["kind"].upper() in kinds][:limit]


def api(search: Any = healthy, sdl: str = SDL) -> Api:
    return Api(sdl, {"Query.search": search}, {"Found": "kind"}).know(
        '{ search(text: "a") { __typename ... on Book { id } } }'
    )


def test_rows_of_the_kinds_that_were_asked_for_are_right():
    known = api()
    assert said(known.found(RELATION)) == []
    assert known.requests > 4


def test_rows_of_another_kind_are_found():
    kept: dict[str, Any] = {}

    def cached(*given: Any, text: str, **asked: Any) -> Any:
        return kept.setdefault(text, healthy(*given, text=text, **asked))

    found = api(cached).found(RELATION)
    assert found[0].message.startswith("asked for ")
    assert {(one.coordinate, one.severity) for one in found} == {("Query.search", Severity.FAULT)}


def test_a_kind_that_is_not_known_is_found():
    def forgetful(*given: Any, kinds: Any = None, **asked: Any) -> Any:
        return [] if kinds == ["AUTHOR"] else healthy(*given, kinds=kinds, **asked)

    (found,) = api(forgetful).found(RELATION)
    assert (found.severity, found.message) == (
        Severity.SUSPICION,
        'asked for "Author" only, it leaves out some that it shows when asked for all',
    )


def test_a_limit_that_counts_for_each_kind_is_found():
    def each(*given: Any, kinds: Any = None, **asked: Any) -> Any:
        chosen = ["BOOK", "AUTHOR", "PLACE"] if kinds is None else kinds
        return [row for kind in chosen for row in healthy(*given, kinds=[kind], **asked)]

    (found,) = api(each).found(RELATION)
    assert (found.severity, found.message) == (
        Severity.SUSPICION,
        "returns 2 rows of 2 types where at most 1 was asked for",
    )


@pytest.mark.parametrize("members", ["BOOK NEWEST", "BOOKS_AND_AUTHORS PLACE", "BOOK", "BOOK AUTHOR"])
def test_enums_that_name_something_else_too_are_left_alone(members: str):
    other = api(lambda *_, **__: ROWS, SDL.replace("BOOK AUTHOR PLACE", members))
    assert said(other.found(RELATION)) == []


def test_rows_of_another_kind_are_noticed_whoever_asked_for_them():
    for search, noticed in ((healthy, 0), (lambda *_, **__: ROWS, 1)):
        known = api(search)
        answer = known.ask(known.operation('{ search(text: "a", kinds: [BOOK]) { __typename ... on Book { id } } }'))
        assert len(list(RELATION.notice(answer, known.observed))) == noticed
    assert RELATION.concerns(known.observed.types, "Query.search", ("kinds",))
    assert not RELATION.concerns(known.observed.types, "Query.search", ("text",))


def test_strange_answers_are_passed_over():
    known = api()
    for trace in known.traces(RELATION):
        for data in (None, {}, {"search": None}, {"search": [None, {"__typename": "Book", "id": None}]}):
            strange = [*trace, trace[0]._replace(data=data)]
            assert list(RELATION.check(strange, known.observed.types)) == []
