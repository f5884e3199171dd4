from __future__ import annotations

import pytest

from querious.baseline.traits.field_pairs import AMONG, AT_MOST, EQUAL, PairTrait
from unit.baseline.traits.table import Table

USERS = "type User { id: ID! name: String }"
TABLE = Table(
    "code: String sku: String min: Int max: Int count: Int tags: [String] created: String updated: String "
    "owner: User members: [User!] part: Part",
    "code sku min max count tags created updated owner { id } members { id } part { sku }",
    more=f"{USERS} type Part {{ sku: String }}",
)


def row(number, **values):
    return {
        "code": f"c{number}",
        "sku": f"c{number}",
        "min": number,
        "max": number + number % 3,
        "count": number % 4,
        "tags": ["x"] * (number % 4),
        "created": f"2020-01-{number + 10}",
        "updated": f"2020-02-{number + 10}",
        "owner": {"id": f"u{number}"},
        "members": [{"id": f"u{number + place}"} for place in (-1, 0, 1)],
        "part": {"sku": f"c{number}"},
        **values,
    }


def learned(**changed):
    rows = [row(number) for number in range(15)]
    rows[7] |= changed
    return TABLE.learned(rows)["Row"]


def test_what_holds_between_the_fields_of_all_objects():
    assert learned() == {
        "equal": ["#tags = count", "code = sku", "part.sku = sku"],
        "at most": ["created <= updated", "min <= max"],
        "among": ["owner in members of User"],
    }


@pytest.mark.parametrize(
    ("kind", "pair", "changed"),
    [
        ("equal", "#tags = count", {"count": 9}),
        ("equal", "code = sku", {"sku": "other", "part": {"sku": "other"}}),
        ("at most", "min <= max", {"max": -1}),
        ("at most", "created <= updated", {"updated": "2019-01-01"}),
        ("among", "owner in members of User", {"owner": {"id": "u1"}}),
    ],
)
def test_one_object_is_enough_to_refute_a_pair(kind, pair, changed):
    assert pair in learned()[kind]
    assert pair not in learned(**changed).get(kind, [])


@pytest.mark.parametrize(
    ("kind", "about", "changed", "message"),
    [
        (EQUAL, "code = sku", {"sku": "x"}, "code = sku no longer holds, but always did in the baseline: `c3` and `x`"),
        (AT_MOST, "min <= max", {"max": 1}, "min <= max no longer holds, but always did in the baseline: `3` and `1`"),
        (
            AMONG,
            "owner in members of User",
            {"owner": {"id": "x"}},
            "owner in members no longer holds, but always did in the baseline: it is not",
        ),
    ],
)
def test_an_object_for_which_a_pair_does_not_hold_breaks_it(kind, about, changed, message):
    assert TABLE.broken("Row", kind, [about], [row(3)]) == []
    assert TABLE.broken("Row", kind, [about], [row(3, **changed)]) == [message]


@pytest.mark.parametrize(
    ("created", "updated"),
    [
        ("2020-01-02", "soon"),
        ("2020-01-02T10:00:00Z", "2020-01-01"),
        ("2020-01-02T10:00:00+01:00", "2020-01-01T10:00:00+02:00"),
        (None, "2020-01-01"),
    ],
)
def test_moments_that_cannot_be_compared_break_nothing(created, updated):
    rows = [row(0, created=created, updated=updated)]
    assert TABLE.broken("Row", AT_MOST, ["created <= updated"], rows) == []


def test_few_objects_or_values_say_nothing():
    assert "Row" not in TABLE.learned([row(number) for number in range(4)])
    same = TABLE.learned([row(1, owner=None, members=[], id=f"x{number}") for number in range(20)])
    assert "Row" not in same


@pytest.mark.parametrize(
    ("kind", "text"),
    [(EQUAL, "#edges = #nodes"), (AT_MOST, "#nodes <= totalCount"), (AMONG, "owner in writers of Author")],
)
def test_a_pair_is_written_as_it_is_read(kind, text):
    assert str(PairTrait.parse(kind, text)) == text
