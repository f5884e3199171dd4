from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import querious
from querious.model import Exchange, Finding, Run
from querious.model.document_text import write_case
from querious.model.operation import Operation
from querious.report import phrases
from querious.report.context import Context
from querious.report.github import annotate
from querious.report.junit import junit
from querious.text.display import cut, listing, one_line, plural, shorten, shorten_lines, visible, visible_lines

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


def test_one_line_has_no_breaks_and_nothing_a_terminal_cannot_print():
    assert one_line("a\n\tb\x00\x1b[31m\ud800\u202ec") == "a b [31m c"


def test_the_beginning_of_a_text():
    assert one_line("x" * 300, 10) == cut("x" * 300, 10) == "x" * 9 + "…"
    assert one_line("x" * 10, 10) == cut("x" * 10, 10) == "x" * 10
    assert cut("one two three", 8) == "one two…"


def test_listing_tells_how_many_more():
    assert listing(["a", "b", "c"]) == "a, b, c"
    assert listing("abcde") == "a, b, c and 2 more"
    assert listing(map(str, range(2000)), 1) == "0 and 1,999 more"


def test_numbers_and_their_nouns():
    assert (plural(0, "fault"), plural(1, "fault"), plural(2000, "fault")) == ("0 faults", "1 fault", "2,000 faults")
    assert (plural(1, "entry", "entries"), plural(2, "entry", "entries")) == ("1 entry", "2 entries")


HOSTILE = "a\x1b[31mb\u202ec\x00d"


@pytest.mark.parametrize("show", [visible, lambda text: visible_lines(text)[0], one_line])
def test_hostile_text_never_takes_effect(show):
    shown = show(HOSTILE)
    assert shown.isprintable()
    assert "a" in shown
    assert "d" in shown


def test_every_writer_shows_hostile_names_alike():
    finding = Finding("data", f"Query.{HOSTILE}", HOSTILE, Exchange(write_case(1, Operation("query", "", "Query", ()))))
    told = [
        phrases.title(finding),
        *junit(Run("x", 1, (finding,)), Context()).splitlines(),
        *annotate(Run("x", 1, (finding,))),
    ]
    assert all(line.isprintable() for line in told)
    assert sum(r"\u202e" in line for line in told) >= 3


def test_nobody_else_escapes_or_counts():
    root = Path(querious.__file__).parent
    marks = ("def plural(number", "def one_line(", "def visible(", "\\u202a-\\u202e\\u2066")
    readers = {
        path.relative_to(root).as_posix()
        for path in root.rglob("*.py")
        if any(mark in path.read_text("utf-8") for mark in marks)
    }
    assert {name for name in readers if not name.startswith("demo/")} == {"text/display.py"}
