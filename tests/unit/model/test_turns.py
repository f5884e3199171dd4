from __future__ import annotations

from itertools import count, islice

from querious.model.turns import in_turn


def test_the_first_of_each_group_comes_before_the_second_of_any():
    assert list(in_turn(["ab", "c", "def"])) == ["a", "c", "d", "b", "e", "f"]


def test_nothing_is_read_ahead():
    endless = count()
    assert list(islice(in_turn([endless, "ab"]), 3)) == [0, "a", 1]
    assert next(endless) == 2


def test_no_groups():
    assert list(in_turn([])) == []
