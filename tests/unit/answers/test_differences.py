from __future__ import annotations

import copy
from functools import reduce
from operator import getitem

import pytest
from graphql import build_schema
from hypothesis import given
from hypothesis import strategies as st

from querious.answers.differences import ComparisonContext, data_mismatches, topmost
from querious.answers.order import PromisedOrder
from querious.graphql.cases import read_documents
from querious.graphql.shape import Shapes
from querious.model.diff import Kind

SCHEMA = build_schema(
    """
    type Query { users(sort: Sort): [User] box(sort: Sort): Box }
    enum Sort { NAME }
    type User { id: ID! name: String friends: [User] }
    type Box { label: String users: [User] }
    """
)
NAMES = st.sampled_from([None, "Ann", "Bob"])
USERS = st.lists(
    st.fixed_dictionaries({"id": st.sampled_from("123"), "name": NAMES}), max_size=4, unique_by=lambda user: user["id"]
)


def compared(document, one, other, volatile=frozenset()):
    (operation,) = read_documents(SCHEMA, document)
    context = ComparisonContext(PromisedOrder(SCHEMA), volatile)
    return list(data_mismatches(Shapes(SCHEMA).of(operation), one, other, context))


def told(found):
    return [(one.at.coordinate, one.kind) for one in found]


@given(USERS, USERS)
def test_answers_agree_exactly_if_they_say_the_same(one, other):
    found = compared("{ users { id name } }", {"users": one}, {"users": other})
    assert bool(found) is (one != other)
    assert compared("{ users { id name } }", {"users": one}, {"users": copy.deepcopy(one)}) == []


@given(USERS, USERS)
def test_the_paths_lead_to_what_differs(one, other):
    for mismatch in compared("{ users { id name } }", {"users": one}, {"users": other}):
        for data, path, value in (
            ({"users": one}, mismatch.at.one, mismatch.one),
            ({"users": other}, mismatch.at.other, mismatch.other),
        ):
            assert reduce(getitem, path, data) == value


def test_of_what_lies_below_another_mismatch_only_that_is_topmost():
    one = {"users": [{"id": "1", "name": "Ann"}, {"id": "2", "name": "Bob"}]}
    other = {"users": [{"id": "1", "name": "Eve"}]}
    found = compared("{ users { id name } }", one, other)
    assert told(found) == [("User.name", Kind.VALUE), ("Query.users", Kind.LOST)]
    assert told(topmost(found)) == [("Query.users", Kind.LOST)]


@pytest.mark.parametrize(
    ("document", "wrap", "promised"),
    [
        ("{ users { id } }", lambda users: {"users": users}, False),
        ("{ users(sort: NAME) { id } }", lambda users: {"users": users}, True),
        ("{ box(sort: NAME) { users { id } } }", lambda users: {"box": {"users": users}}, True),
        ("{ box { users { id } } }", lambda users: {"box": {"users": users}}, False),
        (
            "{ users(sort: NAME) { id friends { id } } }",
            lambda users: {"users": [{"id": "9", "friends": users}]},
            False,
        ),
    ],
)
def test_an_order_is_promised_for_lists_below_unless_an_object_with_identity_stands_between(document, wrap, promised):
    users = [{"id": "1"}, {"id": "2"}]
    (found,) = compared(document, wrap(users), wrap(users[::-1]))
    assert (found.kind, found.promised) == (Kind.ORDER, promised)


def test_without_now_no_moment_is_near():
    one, other = ({"users": [{"id": "1", "name": f"2026-07-01T10:00:0{second}Z"}]} for second in (1, 2))
    assert told(compared("{ users { id name } }", one, other)) == [("User.name", Kind.VALUE)]
