from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from querious.model import Exchange, Finding, Operation, Run, graphql_case
from querious.report.context import Context
from querious.report.github import annotate, pause, resume, summary

steady = settings(derandomize=True, deadline=None, max_examples=60)

ANY = st.text(st.characters(exclude_categories=()))


def a_run(*findings: Any):
    return Run("x", 1, findings)


def a_finding(oracle: str = "o", message: str = "m", document: str = "{ a }"):
    return Finding(oracle, "A.b", message, Exchange(graphql_case(1, Operation("query", "", "Q", ()), document, {})))


def test_faults_are_errors_and_suspicions_warnings(run: Run):
    lines = list(annotate(run))
    assert [line.split()[0] for line in lines] == ["::error", "::error", "::error", "::warning"]
    assert lines[0].startswith("::error title=errors%3A Query.projects::a server fault in a 200: Cannot read")


def test_properties_and_data_are_escaped():
    assert next(annotate(a_run(a_finding("a,b:c%", "50% of: x, y")))).startswith(
        "::error title=a%2Cb%3Ac%25%3A A.b::50%25 of: x, y (seed 1"
    )


@steady
@given(ANY, ANY)
def test_no_text_begins_a_second_command(oracle: str, message: str):
    (line,) = annotate(a_run(a_finding(oracle, message)))
    assert re.fullmatch(r"::error title=[^:,\r\n]*::[^\r\n]*", line)


def test_only_the_first_are_annotated(run: Run):
    lines = list(annotate(replace(run, findings=run.findings * 20)))
    assert len(lines) == 51
    assert lines[-1] == "::warning::30 more findings are in the report"


def test_commands_can_be_paused():
    assert (pause("abc"), resume("abc")) == ("::stop-commands::abc", "::abc::")


def test_the_summary_has_verdict_findings_coverage_and_details(run: Run):
    text = summary(run, Context(url=run.target))
    assert text.startswith("## querious\n\n3 faults and 1 suspicion found. 10,412 requests in 12.3 s")
    assert "| fault | ` errors ` | ` Query.projects ` |" in text
    assert "| fields witnessed | 22 | 40 | 55.0% |" in text
    assert text.count("<details>") == text.count("</details>") == 4
    assert "| |" not in summary(replace(run, findings=()), Context()).splitlines()[3]


@steady
@given(st.text("`~|<>\n a", max_size=30))
def test_text_of_the_api_stays_inside_its_code(text: str):
    lines = summary(a_run(a_finding("o", text, text)), Context()).split("\n")
    start = next(position for position, line in enumerate(lines) if line.endswith("```text"))
    fence = lines[start].removesuffix("text")
    assert lines.index(fence, start) == len(lines) - 5
    row = next(line for line in lines if line.startswith("| fault"))
    assert len(re.findall(r"(?<!\\)\|", row)) == 7
