from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from querious.graphql.cases import read_documents
from querious.relations import QueryAnswer
from querious.relations.answers.comparison import (
    ChangeKind,
    differences,
    disagreements_within,
    quoted,
    text,
    wording,
)
from relating import Api

SDL = """
enum Size { S L }
interface Thing { id: ID! }
type Cup implements Thing { id: ID! volume(size: Size = S): Float label: String grid: [[Int]] twin: Cup cups: [Cup] parts: [Part!] }
type Pot implements Thing { id: ID! }
type Part { name: String }
type Query { cup(id: ID): Cup thing: Thing things: [Thing] part: Part parts: [Part!] }
"""
API = Api(SDL, {})


def asked(document: str, data, *, clean: bool = True) -> QueryAnswer:
    (operation,) = read_documents(API.schema, document)
    return QueryAnswer(operation, API.shapes.of(operation), data, clean)


def found(one: QueryAnswer, other: QueryAnswer, **options):
    return [(item.coordinate, item.kind, item.path) for item in differences(API.observed.types, one, other, **options)]


def test_fields_are_aligned_by_what_they_ask_for_not_by_their_keys():
    one = asked("{ cup(id: 1) { label v: volume volume(size: L) } }", {"cup": {"label": "a", "v": 1, "volume": 2}})
    other = asked(
        "query($i: ID = 1) { c: cup(id: $i) { volume(size: S) big: volume(size: L) l: label } }",
        {"c": {"volume": 1.0, "big": 2, "l": "a"}},
    )
    assert found(one, other) == found(other, one) == []
    changed = other._replace(data={"c": {"volume": 1.0, "big": 3, "l": "b"}})
    assert found(one, changed) == [
        ("Cup.label", ChangeKind.VALUE, ("c", "l")),
        ("Cup.volume", ChangeKind.VALUE, ("c", "big")),
    ]


def test_other_arguments_are_another_question():
    one = asked("{ cup(id: 1) { label } }", {"cup": {"label": "a"}})
    other = asked("{ cup(id: 2) { label } }", {"cup": {"label": "b"}})
    assert found(one, other) == []


CUP = "{ cup { id label grid cups { label } parts { name } twin { id label } } }"


@pytest.mark.parametrize(
    ("one", "other", "expected"),
    [
        ({"label": "a"}, {"label": None}, ("Cup.label", ChangeKind.NULL, ("cup", "label"))),
        ({"cups": []}, {"cups": None}, ("Cup.cups", ChangeKind.NULL, ("cup", "cups"))),
        ({"grid": [[1], [2]]}, {"grid": [[1], [3]]}, ("Cup.grid", ChangeKind.ITEMS, ("cup", "grid"))),
        ({"grid": [[1], [2]]}, {"grid": [[2], [1]]}, ("Cup.grid", ChangeKind.ORDER, ("cup", "grid"))),
        ({"grid": [[1, 2]]}, {"grid": [[1]]}, ("Cup.grid", ChangeKind.ITEMS, ("cup", "grid"))),
        ({"cups": [None]}, {"cups": []}, ("Cup.cups", ChangeKind.ITEMS, ("cup", "cups"))),
        (
            {"parts": [{"name": "a"}, {"name": "b"}]},
            {"parts": [{"name": "b"}, {"name": "a"}]},
            ("Cup.parts", ChangeKind.ORDER, ("cup", "parts")),
        ),
        (
            {"parts": [{"name": "a"}, {"name": "b"}]},
            {"parts": [{"name": "a"}, {"name": "c"}]},
            ("Part.name", ChangeKind.VALUE, ("cup", "parts", 1, "name")),
        ),
        (
            {"twin": {"id": "1", "label": "a"}},
            {"twin": {"id": "2", "label": "b"}},
            ("Cup.twin", ChangeKind.OBJECT, ("cup", "twin")),
        ),
        ({"id": "1", "label": "a"}, {"id": "2", "label": "b"}, ("Query.cup", ChangeKind.OBJECT, ("cup",))),
    ],
)
def test_the_topmost_field_that_differs(one, other, expected):
    left, right = asked(CUP, {"cup": one}), asked(CUP, {"cup": other})
    assert found(left, right) == [expected]
    assert found(left, right, but={expected[0]}) == []
    assert found(left, left) == []


def test_types():
    document = "{ thing { __typename id } }"
    one = asked(document, {"thing": {"__typename": "Cup", "id": "1"}})
    other = asked(document, {"thing": {"__typename": "Pot", "id": "1"}})
    assert found(one, other) == [("Query.thing", ChangeKind.TYPE, ("thing",))]


def test_an_object_whose_type_is_not_told_says_nothing():
    one = asked("{ thing { __typename id } }", {"thing": {"__typename": "Cup", "id": "1"}})
    other = asked("{ thing { id } }", {"thing": {"id": "2"}})
    assert found(one, other) == []


def test_shuffled_lists_are_told_by_what_both_were_asked_for():
    one = asked("{ things { __typename id } }", {"things": [{"__typename": "Cup", "id": i} for i in "12"]})
    other = asked(
        "{ things { t: __typename id ... on Cup { label } } }",
        {"things": [{"t": "Cup", "id": i, "label": i} for i in "21"]},
    )
    assert found(one, other) == [("Query.things", ChangeKind.ORDER, ("things",))]


def test_nulls_of_answers_with_errors_say_nothing():
    one = asked(CUP, {"cup": {"label": "a", "id": None}})
    assert found(one, asked(CUP, {"cup": {"label": None}}, clean=False)) == []
    assert found(one, asked(CUP, {"cup": None}, clean=False)) == []
    assert len(found(one, asked(CUP, {"cup": {"label": "b"}}, clean=False))) == 1


def test_rows_that_are_null_because_of_an_error_are_no_other_rows():
    whole = asked("{ things { id } }", {"things": [{"id": "1"}, {"id": "2"}]})
    holed = {"things": [{"id": "1"}, None]}
    assert found(whole, asked("{ things { id } }", holed, clean=False)) == []
    assert len(found(whole, asked("{ things { id } }", holed))) == 1
    shorter = asked("{ things { id } }", {"things": [{"id": "1"}]}, clean=False)
    assert len(found(whole, shorter)) == 1


def test_twins():
    document = "{ cup { a: label b: label c: volume d: volume(size: S) e: volume(size: L) } }"
    same = asked(document, {"cup": {"a": 1, "b": 1, "c": 2, "d": 2, "e": 3}})
    assert list(disagreements_within(API.observed.types, same)) == []
    other = asked(document, {"cup": {"a": 1, "b": 2, "c": 2, "d": 1, "e": 3}})
    assert [(one.coordinate, one.path) for one in disagreements_within(API.observed.types, other)] == [
        ("Cup.label", ("cup", "b")),
        ("Cup.volume", ("cup", "d")),
    ]
    assert list(disagreements_within(API.observed.types, other, {"Cup.label", "Cup.volume"})) == []


LEAVES = st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=4)
ANYTHING = st.recursive(
    LEAVES,
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(st.sampled_from(["cup", "id", "label", "grid", "cups", "parts", "name", "twin"]), inner)
    ),
    max_leaves=12,
)


@given(st.dictionaries(st.just("cup"), ANYTHING), st.dictionaries(st.just("cup"), ANYTHING))
def test_any_answer_agrees_with_itself_and_none_breaks_the_comparison(one, other):
    left, right = asked(CUP, one), asked(CUP, other)
    assert found(left, left) == []
    assert [item[:2] for item in found(left, right)] == [item[:2] for item in found(right, left)]


def test_wordings_tell_orders_apart():
    one, other = asked("{ part { name } cup { id } }", {}), asked("{ cup { id } part { name } }", {})
    assert wording(one.operation) != wording(other.operation)


def test_quotes_hold_no_quotes():
    assert quoted("a") == '"a"'
    assert quoted('say "a"') == "\"say 'a'\""
    assert quoted({"a": [True]}) == "\"{'a': [true]}\""
    assert quoted(None) == '"null"'
    assert len(quoted("x" * 500)) < 80
    assert text("abc", 3) == '"a…'


ROWS = """
enum By { NAME }
type Sale { country: String total: Int }
type Shop { id: ID! country: String }
type Edge { node: Sale }
type ShopEdge { node: Shop }
type Page { edges: [Edge!]! nodes: [Sale!]! }
type ShopPage { edges: [ShopEdge!]! }
type Query { sales(first: Int, orderBy: By): [Sale!]! page(first: Int): Page shops(first: Int): ShopPage top(first: Int): [String!]! }
"""
SALES = Api(ROWS, {})


@pytest.mark.parametrize(
    ("document", "data", "told"),
    [
        ("{ sales { country } }", {"sales": [{"country": "@"}]}, True),
        ("{ sales(first: 1) { country } }", {"sales": [{"country": "@"}]}, False),
        ("{ sales(first: 1, orderBy: NAME) { country } }", {"sales": [{"country": "@"}]}, True),
        ("{ page(first: 1) { nodes { country } } }", {"page": {"nodes": [{"country": "@"}]}}, False),
        ("{ page(first: 1) { edges { node { country } } } }", {"page": {"edges": [{"node": {"country": "@"}}]}}, False),
        (
            "{ shops(first: 1) { edges { node { id country } } } }",
            {"shops": {"edges": [{"node": {"id": "1", "country": "@"}}]}},
            True,
        ),
        ("{ top(first: 1) }", {"top": ["@"]}, True),
    ],
)
def test_some_rows_of_many_in_no_order_and_without_identifiers_may_be_others_next_time(document, data, told):
    (operation,) = read_documents(SALES.schema, document)
    answers = [json.loads(json.dumps(data).replace("@", country)) for country in ("Spain", "Austria")]
    one, other = (QueryAnswer(operation, SALES.shapes.of(operation), answer, True) for answer in answers)
    assert any(True for _ in differences(SALES.observed.types, one, other)) is told
