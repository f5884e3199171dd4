from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from querious.drawing.labels import lines, shortened, width
from querious.text.display import visible


@given(st.text())
def test_what_is_shown_prints_and_can_be_written(text: str):
    shown = visible(text)
    assert shown.isprintable()
    shown.encode("utf-8")


@pytest.mark.parametrize(
    ("text", "shown"),
    [("plain", "plain"), ("\x1b", "\\x1b"), ("\u202e", "\\u202e"), ("\ud800", "\\ud800"), ("\n", "\\n"), ("é", "é")],
)
def test_what_does_not_print_is_escaped(text: str, shown: str):
    assert visible(text) == shown


def test_accents_do_not_pile_up():
    assert visible("e" + "\u0301" * 4) == "e\u0301\u0301\\u0301\\u0301"


@given(st.text(alphabet="ab\n\r\t"), st.integers(4, 9), st.integers(1, 4))
def test_lines_are_few_and_short_and_there_is_one(text: str, longest: int, most: int):
    found = lines(text, longest, most)
    assert 1 <= len(found) <= most
    assert all(len(line) <= longest for line in found)


def test_lines_that_are_left_out_are_told():
    assert lines("a\nb\nc\nd\ne", 9) == ["a", "b", "c", "…"]
    assert lines("a\nb\nc\nd", 9) == ["a", "b", "c", "d"]


@given(st.text(), st.integers(3, 20))
def test_both_ends_of_a_long_text_stay(text: str, most: int):
    found = shortened(text, most)
    assert len(found) == min(len(text), most)
    assert found[0:1] == text[0:1]


def test_wide_signs_take_more_room_and_accents_none():
    assert width("日本") > width("ab")
    assert width("e\u0301") == width("e")
