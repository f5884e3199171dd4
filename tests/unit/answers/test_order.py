from __future__ import annotations

import pytest
from graphql import build_schema

from querious.answers.order import PromisedOrder
from querious.model import Variable
from querious.model.values import ABSENT

ORDER = PromisedOrder(
    build_schema(
        "enum Sort { NAME } input By { field: String } type Query { plain: [Int] paged(first: Int, q: String): [Int] "
        "sorted(sort: Sort, orderBy: By): [Int] default(sort: Sort = NAME): [Int] orders(order: ID): [Int] }"
    )
)


@pytest.mark.parametrize(
    ("field", "arguments", "expected"),
    [
        ("plain", {}, False),
        ("paged", {"q": "x"}, False),
        ("paged", {"first": 3}, True),
        ("paged", {"first": None}, False),
        ("paged", {"first": Variable("n", "Int", 3)}, True),
        ("paged", {"first": Variable("n", "Int", ABSENT)}, False),
        ("sorted", {}, False),
        ("sorted", {"sort": "NAME"}, True),
        ("sorted", {"orderBy": {"field": "name"}}, True),
        ("default", {}, True),
        ("orders", {"order": "7"}, False),
        ("unknown", {"sort": "NAME"}, False),
    ],
)
def test_an_order_is_promised_by_arguments(field, arguments, expected):
    assert ORDER.promised(f"Query.{field}", list(arguments.items())) is expected
