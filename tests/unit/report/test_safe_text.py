from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from querious.report.safe_text import shorten, shorten_lines, visible, visible_lines

steady = settings(derandomize=True, deadline=None, max_examples=60)

ANY = st.text(st.characters(exclude_categories=()))


@steady
@given(ANY)
def test_whatever_comes_is_printable_and_in_one_line(text: str):
    assert visible(text).isprintable()
    visible(text).encode("utf-8")


@steady
@given(st.text(st.characters(min_codepoint=32, max_codepoint=126)))
def test_plain_text_stays_as_it_is(text: str):
    assert visible(text) == text


def test_control_characters_bidirectional_marks_and_escapes_are_shown():
    assert visible("\x1b[31m\x00\x7f\x85") == r"\x1b[31m\x00\x7f\x85"
    assert visible("a\u202eb\u2066\u200f\ufeff\u2028") == r"a\u202eb\u2066\u200f\ufeff\u2028"
    assert visible("\ud800 \U000e0041") == r"\ud800 \U000e0041"
    assert visible("a\nb\r\tc") == r"a\nb\r\tc"


def test_letters_of_other_scripts_stay_readable():
    assert visible("é 日本 עברית 😀") == "é 日本 עברית 😀"


def test_marks_that_pile_up_are_escaped_after_the_second():
    assert visible("e" + "\u0301" * 4) == "e\u0301\u0301" + r"\u0301\u0301"


def test_lines_stay_lines():
    assert visible_lines("a\r\nb\n\x1bc") == ["a", "b", r"\x1bc"]


def test_shortening_keeps_both_ends_and_says_how_much_is_missing():
    assert shorten("a" * 30 + "z", 9) == "a" * 6 + "[... 22 characters ...]" + "aaz"
    assert shorten("short", 5) == "short"


def test_lines_are_shortened_in_the_middle():
    assert shorten_lines(list("abcdefg"), 3) == ["a", "b", "[... 4 lines ...]", "g"]
    assert shorten_lines(["a"], 1) == ["a"]
