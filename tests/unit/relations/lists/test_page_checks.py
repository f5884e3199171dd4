from __future__ import annotations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from querious.model import Severity
from querious.relations.lists.page_checks import check
from relating import Api, said

SDL = """
type Query { items(first: Int, after: String, offset: Int): Items }
type Items { edges: [Edge!]! pageInfo: Info! totalCount: Int! }
type Edge { cursor: String! node: Item! }
type Info { hasNextPage: Boolean! endCursor: String }
type Item { id: ID! }
"""
ASKED = "edges { cursor node { id } } pageInfo { hasNextPage endCursor } totalCount"


def api(length: int, begin=lambda start: start, more=lambda more: more) -> Api:
    """An API of so many rows, whose pages begin and end as these functions say."""

    def items(*_, first=None, after=None, offset=0):
        start = begin(int(after or 0) + offset)
        stop = length if first is None else min(length, start + first)
        edges = [{"cursor": str(row + 1), "node": {"id": str(row)}} for row in range(start, stop)]
        end = edges[-1]["cursor"] if edges else None
        return {
            "edges": edges,
            "pageInfo": {"hasNextPage": more(stop < length), "endCursor": end},
            "totalCount": length,
        }

    return Api(SDL, {"Query.items": items})


def judged(made: Api, *arguments: str) -> list[str]:
    operations = [made.operation(f"{{ items({one}) {{ {ASKED} }} }}") for one in arguments]
    return said(list(check([made.ask(operation) for operation in operations], made.observed.types)))


PAGES = st.builds(
    lambda first, after, offset: f"first: {first}" + (f', after: "{after}"' if after else f", offset: {offset}"),
    st.integers(0, 12),
    st.integers(0, 12),
    st.integers(0, 12),
)


@example(9, ['first: 0, after: "8"', 'first: 1, after: "7"'])
@given(st.integers(0, 12), st.lists(PAGES, max_size=8))
@example(9, ['first: 0, after: "8"', 'first: 1, after: "7"'])
def test_an_honest_list_is_never_blamed_however_it_is_asked_for(length, pages):
    assert judged(api(length), "first: 100", *pages) == []


@given(st.integers(4, 12), st.integers(1, 3))
def test_rows_that_are_stepped_over_are_missed(length, size):
    skips = api(length, begin=lambda start: start + (start > 0))
    assert judged(skips, "first: 100", f"first: {size}, offset: {size}")


@given(st.integers(4, 12), st.integers(1, 3))
def test_a_row_that_comes_twice_is_seen(length, size):
    repeats = api(length, begin=lambda start: start - (start > 0))
    found = judged(repeats, f"first: {size}", f'first: {size}, after: "{size}"')
    assert any("repeats rows" in one for one in found)


@given(st.integers(4, 12), st.integers(1, 3))
def test_what_a_page_says_about_the_next_one_is_held_against_it(length, size):
    ends = api(length, more=lambda _: False)
    assert any("nothing follows" in one for one in judged(ends, f"first: {size}", f"first: {size}, offset: {size}"))
    goes_on = api(length, more=lambda _: True)
    found = judged(goes_on, f"first: {length}", f'first: {length}, after: "{length}"')
    assert any("more follows" in one for one in found)


PLAIN = """
type Query { items(limit: Int, offset: Int, sort: String): [Item!]! }
type Item { id: ID! name: String owner: Owner }
type Owner { id: ID! }
"""


def joined(selection: str, argument: str = "", sdl: str = PLAIN) -> list[tuple[str, bool]]:
    """What is said of two rows, asked for with this selection, of an API where a join changes the order."""

    def items(_, info, limit=None, offset=0, **__):
        below = info.field_nodes[0].selection_set.selections
        rows = [{"id": str(row), "name": "x", "owner": {"id": "1"}} for row in range(6)]
        rows = rows[::2] + rows[1::2] if any(field.name.value == "owner" for field in below) else rows
        return rows[offset : None if limit is None else offset + limit]

    made = Api(sdl, {"Query.items": items})
    documents = (f"{{ items(limit: 100{argument}) {{ id }} }}", f"{{ items(limit: 2{argument}) {{ {selection} }} }}")
    answers = [made.ask(made.operation(document)) for document in documents]
    found = check(answers, made.observed.types)
    return [(mismatch.message, mismatch.severity is Severity.FAULT) for mismatch in found]


LEFT_OUT = "leaves out rows that the whole has in this place"


def test_rows_in_no_order_may_be_others_beside_other_fields():
    assert joined("id") == []
    assert joined("id owner { id }") == [(LEFT_OUT, False)]


def test_an_order_that_was_asked_for_stays_the_same_whatever_is_asked_beside_it():
    assert joined("id owner { id }", ', sort: "name"') == [(LEFT_OUT, True)]


@pytest.mark.parametrize(
    ("asked", "shown"),
    [
        ("edges { cursor }", "2 rows: cursor 1, cursor 2"),
        ("edges { node { __typename } }", "2 rows"),
        ("edges { node { id } }", "2 rows: Item 0, Item 1"),
        ("edges { node { name } }", '2 rows: Item {"name": "nnnnnnnnnnnnnnnnnnnnnnnn…, Item {"name": "n"}'),
    ],
)
def test_rows_are_shown_by_what_was_asked_of_them(asked: str, shown: str):
    edges = [{"cursor": str(row + 1), "node": {"id": str(row), "name": "n" * (1 if row else 50)}} for row in range(2)]
    whole = {"edges": edges, "pageInfo": {"hasNextPage": False}, "totalCount": 2}
    greedy = Api(SDL.replace("id: ID!", "id: ID! name: String"), {"Query.items": lambda *_, **__: whole})
    operation = greedy.operation(f"{{ items(first: 1) {{ {asked} }} }}")
    (found,) = check([greedy.ask(operation)], greedy.observed.types)
    assert found.excerpt == f'{{"first": 1}} → {shown}'
