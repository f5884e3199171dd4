from __future__ import annotations

import io
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from querious.model import Coverage, Exchange, Finding, Operation, Run, graphql_case
from querious.model.coverage import CoveredPlaces
from querious.report import json_report
from querious.report.console import coverage_table, report
from querious.report.context import Context
from querious.report.screen import open_console, show
from stored import check

steady = settings(derandomize=True, deadline=None, max_examples=60)

ANY = st.text(st.characters(exclude_categories=()))


def printed(run: Run, context: Any, width: int = 80, *, plain: bool = True):
    stream = io.StringIO()
    console = open_console(stream, plain=plain, width=width)
    show(console, report(run, context, console))
    return stream.getvalue()


@pytest.mark.parametrize("width", [80, 120])
def test_the_screen_of_a_run_over_http(run: Run, width: int):
    context = Context(run.target, {"Authorization": "secret"}, next_step="To run them again: querious replay")
    text = printed(run, context, width)
    assert "secret" not in text
    check(f"report/http-{width}.txt", text)


def test_the_screen_of_a_run_in_process(run: Run):
    check("report/in-process-80.txt", printed(replace(run, target="shop:schema"), Context(next_step="Next.")))


def test_the_screen_when_nothing_is_found(run: Run):
    check("report/nothing-80.txt", printed(replace(run, findings=()), Context(run.target, next_step="Ask for more.")))


def test_lines_fit_the_screen_but_for_those_to_be_pasted(run: Run):
    for line in printed(run, Context(run.target), 80).splitlines():
        assert len(line) <= 80 or line.startswith("    curl ")
        assert line == line.rstrip()


def test_the_curl_line_is_whole(run: Run):
    context = Context(run.target)
    lines = printed(run, context, 40).splitlines()
    for finding in run.findings:
        assert f"    {context.again(finding)}" in lines


def test_after_fifty_findings_each_gets_a_line(run: Run):
    many = tuple(replace(run.findings[3], coordinate=f"A.f{number}") for number in range(53))
    text = printed(replace(run, findings=many), Context(run.target), 200)
    assert text.count("    curl ") == 50
    rest = [line for line in text.splitlines() if line.startswith(("51. ", "52. ", "53. "))]
    assert [line.split()[2:5] for line in rest] == [["12x", "fault", "status"]] * 3
    assert "53 faults found." in text


def test_the_same_note_is_told_once(run: Run):
    text = printed(replace(run, notes=("a", "a", ""), coverage=Coverage(notes=("a",))), Context())
    assert text.count("  - a\n") == 1


def test_colours_are_ours_alone(run: Run):
    """On a terminal the only escapes are those of colours, none from the API."""
    stream = io.StringIO()
    console = open_console(stream, plain=False, width=80)
    console._force_terminal = True
    console._color_system = 1
    show(console, report(run, Context(run.target), console))
    text = stream.getvalue()
    assert "\x1b[1;31mfault\x1b[0m" in text
    assert set(__import__("re").findall(r"\x1b\[[0-9;]*(.)", text)) == {"m"}
    assert "[bold]markup[/bold]" in text
    assert "\x1b[31mred" not in text
    assert ":smile:" in text


@steady
@given(ANY, st.binary(max_size=50), st.integers(20, 130))
def test_hostile_text_is_never_obeyed(text: str, body: bytes, width: int):
    case = graphql_case(1, Operation("query", "", "Query", ()), text, {text: text}, flaw=text)
    finding = Finding(text, text, text, Exchange(case, body=body), path=text, excerpt=text)
    run = Run(text, 1, (finding,), outcomes={text: 1}, notes=(text,), ended=text)
    shown = printed(run, Context("http://h/" + text, next_step=text), width)
    assert all(line.isprintable() for line in shown.split("\n"))


def test_a_table_marks_what_is_complete():
    coverage = Coverage(tuples=frozenset({"A.b", "A.c"}), requested=frozenset({"A.b", "A.c"}))
    complete, none, _ = coverage_table(coverage)
    assert complete.plain == "  fields requested          2 of       2    100%"
    assert [span.style for span in complete.spans] == ["green"]
    assert "green" not in [span.style for span in none.spans]


def places(*levels: str):
    """What was seen of all places, at each level: the first says which there are."""
    return CoveredPlaces(*(frozenset(level.split(",")) - {""} for level in levels))


def test_the_coverage_of_a_rest_api_has_a_column_for_each_level_and_says_what_is_missing_and_why():
    operations = frozenset({"GET /a", "GET /b"})
    missing = {"GET /b": "credentials or permissions missing (401)", "POST /a": "needs --mutations", "GET /a.q": "-"}
    covered = {"parameters": places("GET /a.p,GET /a.q", "GET /a.p", "GET /a.p", "")}
    coverage = Coverage(operations, operations, frozenset({"GET /a"}), places=covered, missing=missing)
    text = printed(Run("shop", 1, protocol="REST", coverage=coverage), Context())
    check("report/rest-coverage-80.txt", text)
    assert json_report.load(json_report.dump(Run("shop", 1, coverage=coverage))).run.coverage == coverage
