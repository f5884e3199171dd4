from __future__ import annotations

import pytest

from unit.baseline.traits.table import Table, column

TEXTS = Table("name: String", "name")
LISTS = Table("tags: [String]", "tags")


@pytest.mark.parametrize(
    ("names", "expected"),
    [
        (["x"] * 10, True),
        (["", *["x"] * 9], True),
        (["x"] * 9, None),
        ([None, *["x"] * 20], None),
    ],
)
def test_never_null(names, expected):
    assert TEXTS.learned(column("name", names)).get("Row.name", {}).get("never null") is expected


def test_a_null_breaks_never_null():
    assert TEXTS.broken("Row.name", "never null", True, column("name", ["", "x"])) == []
    assert TEXTS.broken("Row.name", "never null", True, column("name", ["x", None])) == [
        "is null, but was never null in the baseline"
    ]


def test_a_field_that_the_schema_says_is_never_null_is_not_worth_saying():
    table = Table("name: String!", "name")
    assert "never null" not in table.learned(column("name", ["x"] * 20)).get("Row.name", {})


@pytest.mark.parametrize(
    ("lists", "empty", "length"),
    [
        ([["a", "b"]] * 10, True, 2),
        ([["a"]] * 10, True, None),
        ([[]] * 10, None, None),
        ([["a", "b"]] * 9, None, None),
        ([["a", "b"]] * 10 + [None], True, 2),
        ([["a", "b"]] * 10 + [["a"]], True, None),
        ([["a", "b"]] * 10 + [[]], None, None),
    ],
)
def test_never_empty_and_always_the_same_length(lists, empty, length):
    found = LISTS.learned(column("tags", lists)).get("Row.tags", {})
    assert (found.get("never empty"), found.get("always so many")) == (empty, length)


def test_an_empty_list_breaks_both_and_a_null_neither():
    rows = column("tags", [["a", "b"], None, []])
    assert LISTS.broken("Row.tags", "never empty", True, rows) == [
        "is an empty list, but was never empty in the baseline"
    ]
    assert LISTS.broken("Row.tags", "always so many", 2, rows) == ["has 0 items, but always had 2 in the baseline"]


def test_what_arguments_decide_is_neither_learned_nor_judged():
    table = Table("name(upper: Boolean): String", "name(upper: true)")
    assert "Row.name" not in table.learned(column("name", ["x"] * 20))
    assert table.broken("Row.name", "never null", True, column("name", [None])) == []
