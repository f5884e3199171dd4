from __future__ import annotations

import io

from hypothesis import given
from hypothesis import strategies as st
from rich.text import Text

from querious.report.layout import bullets, cut_line, folded, section, unbroken
from querious.report.screen import open_console

CONSOLE = open_console(io.StringIO(), plain=True, width=40)


def plain(lines) -> list[str]:
    return [line.plain for line in lines]


def test_a_section_without_lines_is_left_out():
    assert plain(section("Notes", [])) == []
    assert plain(section("Notes", [Text("one")])) == ["Notes", "one", ""]


@given(st.text("ab ", max_size=200), st.integers(0, 6), st.integers(0, 6))
def test_folded_lines_fit_and_hold_every_letter(text: str, indent: int, hanging: int):
    lines = plain(folded(Text(text.strip()), CONSOLE, indent, hanging))
    assert all(len(line) <= 40 and line == line.rstrip() for line in lines)
    assert "".join("".join(lines).split()) == "".join(text.split())
    assert all(line.startswith(" " * (indent + hanging)) for line in lines[1:])


def test_notes_are_told_once_and_empty_ones_not_at_all():
    assert plain(bullets(["one", "", "one", "two"], CONSOLE)) == ["  - one", "  - two"]


def test_a_line_to_be_pasted_is_never_folded():
    assert unbroken("x" * 100).plain == "    " + "x" * 100
    assert unbroken("").plain == ""


def test_a_line_is_cut_at_the_edge():
    assert len(cut_line(Text("x" * 100), CONSOLE).plain) == 40
