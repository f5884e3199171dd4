from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from querious.model import Coverage, Exchange, Failure, Finding, Level, Run
from querious.report import phrases
from querious.report.context import Context
from querious.text.display import plural


@pytest.mark.parametrize(
    ("part", "whole", "told"),
    [(0, 0, "-"), (0, 9, "0%"), (9, 9, "100%"), (1, 3, "33.3%"), (99_999, 100_000, "99.9%"), (1, 100_000, "0.1%")],
)
def test_a_share_is_whole_only_if_nothing_is_missing(part: int, whole: int, told: str):
    assert phrases.percent(part, whole) == told


def test_numbers_have_their_noun():
    assert [plural(number, "fault") for number in (0, 1, 2000)] == ["0 faults", "1 fault", "2,000 faults"]
    assert plural(2, "query", "queries") == "2 queries"


def test_kinds_that_the_api_lacks_are_not_counted():
    coverage = Coverage(tuples=frozenset({"A.b"}), enums=frozenset({"E.F"}))
    assert [row[0] for row in phrases.coverage_rows(coverage)] == [
        "fields requested",
        "fields reached",
        "fields witnessed",
        "enum values",
    ]
    assert phrases.coverage_rows(coverage, (Level.REQUESTED,))[0] == ("fields requested", 0, 1)


def test_without_an_excerpt_the_answer_itself_is_shown(run: Run):
    finding = run.findings[0]

    def shown(**answer: Any):
        return phrases.excerpt_lines(replace(finding, exchange=Exchange(finding.exchange.case, **answer)))

    assert shown(body=b"plain\xff\x1b") == [r"plain\xff\x1b"]
    assert shown(body=b"x", detail="Traceback\n  boom", failure=Failure.CRASH) == ["Traceback", "  boom"]
    assert shown() == []
    assert len(shown(body=b"\n".join(b"%d" % number for number in range(99)))) == 17


def test_the_whole_request_has_a_name(run: Run):
    assert phrases.place(replace(run.findings[0], coordinate="")) == "the whole request"


def test_the_verdict_counts_faults_and_suspicions_apart(run: Run):
    assert phrases.verdict(run) == "3 faults and 1 suspicion found."
    assert phrases.verdict(replace(run, findings=run.findings[:1])) == "1 suspicion found."
    assert phrases.verdict(replace(run, findings=())) == "Nothing found."


def test_the_effort_says_why_it_ended():
    assert phrases.effort(Run("x", 7, requests=1, elapsed=2)) == "1 request in 2.0 s, seed 7"
    assert phrases.effort(Run("x", 7, interrupted=True)).endswith(", ended: interrupted")


def scenario(run: Run) -> Finding:
    """A finding with four steps, of which two are asked twice."""
    one, other = (replace(run.findings[0].exchange, case=finding.exchange.case) for finding in run.findings[:2])
    return replace(run.findings[0], exchange=other, trace=(one, other, one, other))


def test_a_scenario_is_told_step_by_step_and_what_is_asked_again_by_its_number(run: Run):
    lines = phrases.question_lines(scenario(run), 80)
    assert [line[:3] for line in lines if line[:1].isdigit()] == ["1. ", "2. ", "3. ", "4. "]
    assert lines[-2:] == ["3. same as 1.", "4. same as 2."]


def test_a_scenario_is_run_again_by_replay_even_over_http(run: Run):
    told = scenario(run)
    context = Context("http://localhost/graphql")
    assert context.again(told) == f"querious replay --finding {told.fingerprint}"
    assert context.again(replace(told, trace=())).startswith("curl ")
