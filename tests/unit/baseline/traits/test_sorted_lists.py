from __future__ import annotations

import pytest

from unit.baseline.traits.table import Table

PARENT = Table("items: [Item!]", "items { id name size }", more="type Item { id: ID! name: String size: Int }")


def rows(*lists):
    return [
        {"items": [{"id": f"{number}.{place}", **item} for place, item in enumerate(items)]}
        for number, items in enumerate(lists)
    ]


def named(*names):
    return [{"name": name, "size": -place} for place, name in enumerate(names)]


def sorted_by(found):
    return found.get("Row.items", {}).get("sorted by")


@pytest.mark.parametrize(
    ("lists", "expected"),
    [
        ([[{"name": name} for name in "ACEGIKM"]] * 2, "id, ascending"),
        ([[{"id": "x", "name": name} for name in "MKIGECA"]] * 2, "name, descending"),
        ([[{"id": "x", "name": name} for name in "aCeGiKm"]] * 2, "name, ascending"),
        ([[{"id": "x", "name": str(number)} for number in range(7, 14)]] * 2, "name, ascending"),
        ([[{"id": "x", "name": name} for name in "ACE"]] * 2, None),
        ([[{"id": "x", "name": name} for name in "ACEGIKM"], [{"id": "y", "name": name} for name in "CA"]], None),
    ],
)
def test_lists_too_long_to_be_sorted_by_chance(lists, expected):
    assert sorted_by(PARENT.learned(rows(*lists))) == expected


def test_a_list_that_is_not_sorted_breaks_it():
    good, bad = rows(named("a", "b", "c")), rows(named("a", "c", "b"))
    assert PARENT.broken("Row.items", "sorted by", "name, ascending", good) == []
    assert PARENT.broken("Row.items", "sorted by", "size, descending", good) == []
    assert PARENT.broken("Row.items", "sorted by", "name, ascending", bad) == [
        "is not sorted by name, ascending, but always was in the baseline"
    ]


@pytest.mark.parametrize("items", [[], [{"name": None, "size": 1}, {"name": "a", "size": 0}]])
def test_what_cannot_be_compared_breaks_nothing(items):
    assert PARENT.broken("Row.items", "sorted by", "name, ascending", rows(items)) == []


def test_a_page_must_be_sorted_and_a_filtered_list_need_not():
    paged = Table("size: Int", "size", "(first: 3)")
    filtered = Table("size: Int", "size", '(kind: "x")')
    falling = [{"size": 3}, {"size": 1}]
    assert len(paged.broken("Query.rows", "sorted by", "size, ascending", falling)) == 1
    assert filtered.broken("Query.rows", "sorted by", "size, ascending", falling) == []


def test_no_repeats():
    lists = [named("a", "b")] * 5
    assert PARENT.learned(rows(*lists))["Row.items"]["no repeats"] is True
    assert "no repeats" not in PARENT.learned(rows(*lists[:4])).get("Row.items", {})
    twice = [{"id": "x"}, {"id": "y"}, {"id": "x"}]
    assert "no repeats" not in PARENT.learned(rows(*lists, twice)).get("Row.items", {})
    assert PARENT.broken("Row.items", "no repeats", True, rows(*lists)) == []
    assert PARENT.broken("Row.items", "no repeats", True, rows(twice)) == [
        "holds `Item:x` twice, but no object came twice in the baseline"
    ]
