from __future__ import annotations

from datetime import UTC, date, datetime
from decimal import Decimal
from typing import Any

import pytest
from graphql import Undefined

from querious.demo.refusal import RefusalError
from querious.demo.scalars import (
    parse_date,
    parse_datetime,
    parse_decimal,
    parse_json,
    parse_sku,
    parse_url,
    serialize_datetime,
    serialize_decimal,
)


@pytest.mark.parametrize(
    ("parse", "given", "expected"),
    [
        (parse_date, "2024-02-29", date(2024, 2, 29)),
        (parse_datetime, "2024-01-01T01:00:00+01:00", datetime(2024, 1, 1, tzinfo=UTC)),
        (parse_datetime, "2024-01-01t00:00:00.5z", datetime(2024, 1, 1, 0, 0, 0, 500_000, tzinfo=UTC)),
        (parse_decimal, "12.50", Decimal("12.50")),
        (parse_decimal, 3, Decimal(3)),
        (parse_decimal, 0.25, Decimal("0.25")),
        (parse_sku, "BO-0001", "BO-0001"),
        (parse_url, "https://shop.example/a?b#c", "https://shop.example/a?b#c"),
        (parse_json, {"a": [1, Undefined], "b": Undefined}, {"a": [1, None]}),
    ],
)
def test_reads(parse: Any, given: Any, expected: Any):
    assert parse(given) == expected


@pytest.mark.parametrize(
    ("parse", "given"),
    [
        (parse_date, "2023-02-29"),
        (parse_date, "20240101"),
        (parse_date, 5),
        (parse_datetime, "2024-01-01"),
        (parse_datetime, "2024-01-01T00:00:00"),
        (parse_datetime, "0001-01-01T00:00:00+01:00"),
        (parse_decimal, True),
        (parse_decimal, "NaN"),
        (parse_decimal, 10**4000),
        (parse_decimal, 1e300),
        (parse_sku, "bo-0001"),
        (parse_sku, "BO-0001\n"),
        (parse_url, "ftp://x"),
        (parse_url, "http://["),
        (parse_json, float("nan")),
        (parse_json, 2**60),
        (parse_json, "x" * 2_000),
    ],
)
def test_refuses_with_a_code_and_without_an_echo(parse: Any, given: Any):
    with pytest.raises(RefusalError) as caught:
        parse(given)
    assert caught.value.extensions == {"code": "BAD_USER_INPUT"}
    assert repr(given) not in caught.value.message


def test_refuses_json_that_is_nested_deeply():
    nested: list[object] = []
    for _ in range(100):
        nested = [nested]
    with pytest.raises(RefusalError, match="nested"):
        parse_json(nested)


def test_writes_what_it_reads():
    assert serialize_datetime(parse_datetime("2024-01-01T00:00:00Z")) == "2024-01-01T00:00:00Z"
    assert serialize_decimal(Decimal("1E+2")) == "100"
