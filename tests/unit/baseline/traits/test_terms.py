from __future__ import annotations

from typing import Any

from graphql import build_schema

from querious.baseline import TypeIdentifiers
from querious.baseline.answer_objects import answer_objects
from querious.baseline.traits.terms import members_of, terms_of
from querious.graphql.cases import read_documents
from querious.graphql.shape import Shapes

SCHEMA = build_schema(
    """
    type Query { order: Order }
    type Order { id: ID! paid: Boolean total: Money lines: [Line!] owner: User members: [User] tags: [String]
                 tag: String rate(of: String): Float deep: Level }
    type Money { amount: Float }
    type Line { number: Int next: Level }
    type User { id: ID! }
    type Level { name: String next: Level }
    """
)


def order(selection: str, data: dict[str, Any]) -> Any:
    (operation,) = read_documents(SCHEMA, f"{{ order {{ {selection} }} }}")
    _, found, *_ = answer_objects(TypeIdentifiers(SCHEMA), Shapes(SCHEMA).of(operation), {"order": data})
    return found


def terms(selection: str, **data: Any) -> dict[str, Any]:
    return {name: term.value for name, term in terms_of(order(selection, data)).items()}


def test_leaves_lengths_and_the_ends_of_lists():
    lines = [{"number": 1}, {"number": 2}, {"number": 3}]
    assert terms("id total { amount } lines { number }", id="1", total={"amount": 2.5}, lines=lines) == {
        "id": "1",
        "#lines": 3,
        "total.amount": 2.5,
        "lines[first].number": 1,
        "lines[last].number": 3,
    }


def test_a_list_of_one_item_has_no_ends():
    assert terms("lines { number }", lines=[{"number": 1}]) == {"#lines": 1}


def test_nulls_booleans_and_what_arguments_decide_are_left_out():
    assert terms('id paid rate(of: "x") total { amount } __typename', id=None, paid=True, rate=1.5, total=None) == {}


def test_objects_are_read_two_levels_deep():
    deep = {"name": "1", "next": {"name": "2", "next": {"name": "3"}}}
    assert terms("deep { name next { name next { name } } }", deep=deep) == {"deep.name": "1", "deep.next.name": "2"}


def test_members_are_what_fields_lead_to_if_all_of_it_is_identified():
    found = order(
        "owner { id } members { id } tags tag deep { name }",
        {"owner": {"id": "1"}, "members": [{"id": "1"}, {"id": "2"}], "tags": ["a"], "tag": "a", "deep": {"name": "x"}},
    )
    assert [(one.name, one.type, sorted(one.value), one.is_list) for one in members_of(found).values()] == [
        ("owner", "User", ["User:1"], False),
        ("members", "User", ["User:1", "User:2"], True),
        ("tags", "String", ["'a'"], True),
        ("tag", "String", ["'a'"], False),
    ]


def test_a_list_with_a_null_is_not_identified():
    found = order("members { id }", {"members": [{"id": "1"}, None]})
    assert members_of(found) == {}
