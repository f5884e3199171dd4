from __future__ import annotations

import pytest

from unit.baseline.traits.table import Table, column

TEXTS = Table("colour: String", "colour")


@pytest.mark.parametrize(
    ("values", "expected"),
    [
        (["red", "blue"] * 10, ["blue", "red"]),
        (["red", "blue"] * 9, None),
        ([*["red"] * 20, "blue"], None),
        ([*"abcdefgh"] * 3, [*"abcdefgh"]),
        ([*"abcdefghi"] * 3, None),
        (["x" * 41] * 20, None),
        (["red", None] * 20, ["red"]),
    ],
)
def test_a_handful_of_texts(values, expected):
    assert TEXTS.learned(column("colour", values)).get("Row.colour", {}).get("one of") == expected


def test_numbers_and_the_items_of_lists_count_too():
    table = Table("stars: Int tags: [String]", "stars tags")
    rows = [{"stars": number % 3, "tags": ["new", "old"]} for number in range(20)]
    found = table.learned(rows)
    assert found["Row.stars"]["one of"] == [0, 1, 2]
    assert found["Row.tags"]["one of"] == ["new", "old"]


@pytest.mark.parametrize("kind", ["ID", "Boolean", "Float"])
def test_identifiers_booleans_and_floats_are_no_sets(kind):
    table = Table(f"value: {kind}", "value")
    assert "one of" not in table.learned(column("value", [1, 0] * 20)).get("Row.value", {})


def test_a_new_value_breaks_it_and_a_null_does_not():
    assert TEXTS.broken("Row.colour", "one of", ["red"], column("colour", ["red", None])) == []
    assert TEXTS.broken("Row.colour", "one of", ["red"], column("colour", ["red", "green", "blue"])) == [
        "is `green`, which no object had in the baseline"
    ]


def test_a_set_makes_pattern_format_and_range_redundant():
    found = TEXTS.learned(column("colour", [f"2020-01-0{number % 8 + 1}" for number in range(24)]))
    assert found["Row.colour"].keys() == {"never null", "one of"}
