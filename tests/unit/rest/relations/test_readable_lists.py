from __future__ import annotations

import pytest

from querious.rest.relations.readable_lists import key_member, rows_of
from querious.rest.relations.row_look_ups import same_value, spread

ROWS = [{"id": 1, "name": "a"}, {"id": 2, "name": "a"}]


@pytest.mark.parametrize(
    ("payload", "rows"),
    [
        (ROWS, ROWS),
        ([], []),
        ({"items": ROWS, "total": 2}, ROWS),
        ({"books": ROWS, "next": None}, ROWS),
        ({"data": [], "links": [{"rel": "self"}]}, []),
        ({"id": 7, "tags": ROWS}, None),  # an entry that holds a list
        ({"books": ROWS, "authors": ROWS}, None),
        (["a", "b"], None),
        ({"items": ["a"]}, None),
        ("text", None),
        (None, None),
    ],
)
def test_the_rows_of_an_answer(payload, rows):
    assert rows_of(payload) == rows


def test_a_key_is_another_in_every_row():
    assert key_member(ROWS) == "id"
    assert key_member(ROWS, ("name",)) == "id"
    assert key_member([{"isbn": "x"}, {"isbn": "y"}], ("isbn",)) == "isbn"
    assert key_member([{"id": 1}, {"id": None}]) == ""
    assert key_member([{"id": 1}, {"id": "1"}]) == ""
    assert key_member([]) == ""


def test_rows_are_looked_up_from_the_first_to_the_last():
    rows = [{"id": number} for number in range(40)]
    assert [row["id"] for row in spread(rows, 4)] == [0, 13, 26, 39]
    assert spread(rows[:3], 4) == rows[:3]


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        (1, 1.0, True),
        (1, 2, False),
        (0.1 + 0.2, 0.3, True),
        ("a", "b", False),
        ("A long description …", "A long description of it", True),
        ("ab", "abc", False),
        (True, "true", True),
        (True, False, False),
        (None, 3, True),  # a list may leave out what it does not know
        ([1], [2], True),
        (7, "7", True),
    ],
)
def test_when_two_values_say_the_same(one, other, same):
    assert same_value(one, other) is same
    assert same_value(other, one) is same
