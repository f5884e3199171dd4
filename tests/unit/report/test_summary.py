"""What closes a run fits a screen, whatever was found, at any width; the rest is a command away."""

from __future__ import annotations

import io
from dataclasses import replace
from typing import Any

import pytest

from querious.model import Coverage, Run, Severity
from querious.model.missing_value import MissingValue
from querious.report.advice import advice, seed_values_line
from querious.report.context import Context
from querious.report.screen import open_console, show
from querious.report.summary import summary

from .conftest import HOSTILE, big_case, finding

SAVED = Context("http://127.0.0.1:1/graphql", shows="querious show", shows_all="querious show")


def told(run: Run, width: int = 80, context: Context = SAVED, said: Any = ()) -> list[str]:
    stream = io.StringIO()
    console = open_console(stream, plain=True, width=width)
    show(console, summary(run, context, console, said))
    return stream.getvalue().splitlines()


def height(lines: list[str], width: int) -> int:
    return sum(max(1, -(-len(line) // width)) for line in lines)


def many(faults: int, suspicions: int) -> tuple[Any, ...]:
    found = [finding(f"wrong in way {number} " + "so " * 200, big_case()) for number in range(faults)]
    doubts = [finding(f"odd in way {number}", severity=Severity.SUSPICION) for number in range(suspicions)]
    return (*found, *doubts)


@pytest.mark.parametrize("width", [80, 120])
@pytest.mark.parametrize(("faults", "suspicions"), [(0, 0), (1, 0), (3, 2), (0, 7), (20, 180)])
def test_it_fits_a_screen(run: Run, width: int, faults: int, suspicions: int):
    lines = told(replace(run, findings=many(faults, suspicions)), width)
    assert height(lines, width) <= 48
    assert all(line == line.rstrip() for line in lines)
    assert "\x1b" not in "".join(lines)


def test_the_most_severe_come_first_and_the_rest_is_counted():
    lines = told(Run("shop", 7, findings=many(20, 180)))
    assert lines[0].startswith(" 1. fault  data  Project.name")
    (more,) = [line for line in lines if " more" in line and line.startswith("  … and")]
    listed = sum(line[:4].strip().rstrip(".").isdigit() for line in lines)
    assert listed + sum(int(word) for word in more.split() if word.isdigit()) == 200
    assert listed >= 4
    assert "  One whole: querious show ID. All of them: querious show" in lines
    assert lines[-1].startswith("20 faults and 180 suspicions found")


def test_a_long_finding_loses_its_middle_and_not_its_last_lines():
    long = finding("wrong", big_case(), excerpt="\n".join(f"line {number}" for number in range(40)))
    lines = told(Run("shop", 7, findings=(long,)))
    assert any(line.endswith(" lines ...]") for line in lines)
    assert "  One whole: querious show ID. All of them: querious show" in lines
    assert any(f"id {long.fingerprint}" in line for line in lines)


def test_what_was_said_during_the_run_is_not_said_again():
    run = Run("shop", 7, notes=("said before", "new"))
    assert "said before" in " ".join(told(run))
    assert "said before" not in " ".join(told(run, said={"said before"}))
    assert "  - new" in told(run, said={"said before"})


def test_text_of_the_api_is_harmless():
    lines = told(Run("shop", 7, findings=(finding(HOSTILE), finding(HOSTILE + "2"))))
    assert "\x1b" not in "".join(lines)
    assert any("[bold]markup[/bold]" in line for line in lines)


def test_without_a_file_the_user_is_told_how_to_keep_the_rest():
    lines = told(Run("shop", 7, findings=many(0, 60)), context=Context())
    assert "  All of them, whole: with --html FILE or --json FILE" in lines


FIELDS = frozenset({"Query.a", "Query.user", "User.id", "User.name", "Order.id", "Order.total"})


def advised(**more: Any) -> str:
    return " ".join(advice(Run("shop", 7, **more)))


def test_nothing_is_advised_where_nothing_would_help():
    whole = Coverage(tuples=FIELDS, requested=FIELDS, reached=FIELDS, witnessed=FIELDS)
    assert advised(coverage=whole, outcomes={"data": 10, "authorisation": 1}) == ""


def test_credentials_are_advised_where_many_answers_ask_for_them():
    said = advised(outcomes={"data": 5, "authorisation": 7})
    assert said.startswith("7 of 12 answers asked for credentials: log in with --bearer TOKEN")


def test_types_that_were_never_reached_are_named():
    reached = frozenset({"Query.a", "Query.user"})
    said = advised(coverage=Coverage(tuples=FIELDS, requested=FIELDS, reached=reached, witnessed=reached))
    assert said.startswith("Nothing was reached below Order and User: ") or "below Order, User" in said


def test_five_arguments_get_a_line_that_can_be_copied():
    run = Run("shop", 7, missing_values=tuple(MissingValue(f"Query.f{n}.id", "never brought data") for n in range(8)))
    assert seed_values_line(run).count("--seed-values 'Query.f") == 5
    assert "No value was found for 8 arguments: give some that exist. Of the 5 that were tried most:" in advice(run)
    assert f"    {seed_values_line(run)}" in told(run)
