"""Descriptions of queries, which introspection leaves out."""

from __future__ import annotations

from typing import Any

import pytest
from graphql import build_schema

from querious.graphql.access.demands import demand_of_field
from querious.graphql.access.root_descriptions import question, take_in
from querious.model import Exchange

SDL = "type Query { audit: String open: String } "


def described(payload: Any) -> Any:
    schema = build_schema(SDL)
    case = question(schema)
    assert case is not None
    take_in(schema, Exchange(case, 200, payload=payload))
    assert schema.query_type is not None
    return schema.query_type.fields


def test_they_say_who_may_ask() -> None:
    told = {
        "__type": {"fields": [{"name": "audit", "description": "Admins only."}, {"name": "open"}, {"name": "gone"}]}
    }
    fields = described({"data": told})
    demand = demand_of_field(fields["audit"])
    assert demand is not None
    assert demand.role
    assert demand_of_field(fields["open"]) is None


@pytest.mark.parametrize("payload", [None, [], {"data": None}, {"data": {"__type": None}}, {"data": {"__type": []}}])
def test_an_answer_that_tells_nothing_changes_nothing(payload: Any) -> None:
    assert demand_of_field(described(payload)["audit"]) is None
