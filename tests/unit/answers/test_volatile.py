"""One table of names and one of moments, and all who have to know what changes by itself."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import pytest
from graphql import build_schema

from querious.answers.differences import ComparisonContext
from querious.answers.order import PromisedOrder
from querious.answers.volatile import RECENT, is_near, may_change_by_itself, tells_of_creation, tells_own_moment
from querious.baseline.volatile import near_now
from querious.graphql.cases import read_documents
from querious.graphql.shape import Shapes
from querious.model import Exchange
from querious.model.case import graphql_case
from querious.state.rules.write import origin_of, steady
from querious.versions import compare

NAMES = [
    # name, the service's own moment, of the creation, may change by itself
    ("createdAt", True, True, True),
    ("created_on", True, True, False),
    ("created", True, True, False),
    ("dateCreated", True, True, True),
    ("insertedAt", True, True, True),
    ("createdBy", False, True, False),
    ("updatedAt", True, False, True),
    ("last_modified", True, False, True),
    ("modified", True, False, True),
    ("deletedAt", True, False, True),
    ("timestampUpdated", True, False, True),
    ("version", False, False, True),
    ("viewCount", False, False, True),
    ("accessToken", False, False, True),
    ("title", False, False, False),
    ("price", False, False, False),
    ("created_books", False, False, False),
]


@pytest.mark.parametrize(("name", "own_moment", "creation", "fleeting"), NAMES)
def test_all_agree_on_a_name(name: str, own_moment: bool, creation: bool, fleeting: bool):
    assert tells_own_moment(name) is own_moment
    assert tells_of_creation(name) is creation
    assert may_change_by_itself(name) is fleeting
    assert (origin_of({name: "x"}) == {name: "x"}) is creation
    assert (steady({name: "x"}) == {}) is fleeting


NOW = datetime(2026, 7, 1, 12, tzinfo=UTC)
MOMENTS = [
    # value, about the present, of these days
    ("2026-07-01T12:00:03Z", True, True),
    ("2026-07-01 12:00:03", True, True),
    ("2026-07-01 12:00:03 +0000", True, True),
    ("2026-07-01T14:00:00.123+02:00", True, True),
    (NOW.timestamp(), True, True),
    (int(NOW.timestamp() * 1e3), True, True),
    (int(NOW.timestamp() * 1e9), True, True),
    (str(int(NOW.timestamp())), True, True),
    ("2026-07-01", False, True),
    ("2026-06-30", False, True),
    ("2026-07-01T10:00:00Z", False, True),
    ("2026-06-01T10:00:00Z", False, False),
    ("2026-13-01", False, False),
    ("2024-07-01", False, False),
    (2026, False, False),
    ("2026", False, False),
    ("nothing", False, False),
    (10**400, False, False),
    (-1, False, False),
    (True, False, False),
    (None, False, False),
]
SCHEMA = build_schema("scalar Any type Query { any: Any }")
(OPERATION,) = read_documents(SCHEMA, "{ any }")
SHAPE = Shapes(SCHEMA).of(OPERATION)


@pytest.mark.parametrize(("value", "present", "recent"), MOMENTS, ids=lambda value: str(value)[:25])
def test_all_agree_on_a_moment(value: Any, present: bool, recent: bool):
    assert is_near(value, NOW.timestamp()) is present
    assert is_near(value, NOW.timestamp(), RECENT) is recent
    assert (near_now(SHAPE, {"any": value}, NOW) == {"Query.any"}) is recent
    assert told_apart(value, "2026-07-01T12:01:00Z") is not present


def told_apart(one: Any, other: Any) -> bool:
    """Whether two versions differ that answer so; what both say of the present is no difference."""
    case = graphql_case(0, OPERATION, "{ any }", {})
    answers = [
        Exchange(case, 200, body=str(place).encode(), payload={"data": {"any": value}}, is_json=True)
        for place, value in enumerate((one, other))
    ]
    return bool(compare(SHAPE, *answers, ComparisonContext(PromisedOrder(SCHEMA), frozenset(), NOW.timestamp())))
