from __future__ import annotations

import pytest

from unit.baseline.traits.table import Table, column

CODES = Table("code: String", "code")
TEXTS = Table("mood: String", "mood")


@pytest.mark.parametrize(
    ("table", "name", "values", "expected"),
    [
        (CODES, "code", range(10), True),
        (CODES, "code", range(9), None),
        (CODES, "code", [*range(20), 3], None),
        (CODES, "code", [None, None, *range(10)], True),
        (TEXTS, "mood", range(49), None),
        (TEXTS, "mood", range(50), True),
        (TEXTS, "mood", [*range(600), 599], None),
    ],
)
def test_a_name_that_identifies_needs_fewer_objects(table, name, values, expected):
    rows = column(name, [value if value is None else str(value) for value in values])
    assert table.learned(rows).get(f"Row.{name}", {}).get("unique") is expected


def test_a_shared_value_breaks_it():
    assert CODES.broken("Row.code", "unique", True, column("code", ["a", "b", None, None])) == []
    assert CODES.broken("Row.code", "unique", True, column("code", ["a", "b", "a"])) == [
        "is `a` for both `Row:r0` and `Row:r2`, but no two objects shared it in the baseline"
    ]


def test_the_same_object_twice_shares_nothing():
    assert CODES.broken("Row.code", "unique", True, [{"id": "x", "code": "a"}] * 2) == []


def test_parts_of_objects_are_not_told_apart():
    table = Table("part: Part", "part { code }", more="type Part { code: String }")
    found = table.learned(column("part", [{"code": str(number)} for number in range(60)]))
    assert "unique" not in found["Row.part.code"]
