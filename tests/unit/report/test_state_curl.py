"""The lines of a sequence send what was sent, with credentials from the environment."""

from __future__ import annotations

import shlex
from dataclasses import replace

import crud_runs
from querious.report.state_curl import with_credentials
from querious.report.state_sequence import curl_lines

HEADERS = {"authorization": "Bearer never-shown", "X-Api-Key": "never-shown"}


def lines(url: str = "http://127.0.0.1:8000", **how: bool) -> list[str]:
    run = with_credentials(crud_runs.run(crud_runs.still_found()), url, HEADERS, **how)
    return curl_lines(run.violations[0], all_of_them=True)


def test_headers_are_named_by_environment_variable_as_in_a_run() -> None:
    for line in lines():
        assert line.startswith('curl -sSi -g -H "authorization: $AUTHORIZATION" -H "X-Api-Key: $X_API_KEY"')
        assert "never-shown" not in line
        assert shlex.split(line)[:5] == ["curl", "-sSi", "-g", "-H", "authorization: $AUTHORIZATION"]


def test_user_query_and_certificates_of_the_url() -> None:
    for line in lines("https://me:never-shown@host/api?key=never-shown", insecure=True):
        assert line.startswith('curl -sSi -g -k -u "$API_USER" -H ')
        words = shlex.split(line)
        (address,) = (word for word in words if word.startswith("$URL"))
        assert address.endswith(("?$API_QUERY", "&$API_QUERY"))
        assert "never-shown" not in line


def test_a_body_that_speaks_of_curl_is_left_alone() -> None:
    found = crud_runs.still_found()
    outcome = found.steps[0].outcome
    line = """printf %s '{"a": "curl -sSi -g \\"$URL\\"/x"}' | curl -sSi -g -X POST "$URL"/books --data-binary @-"""
    step = replace(found.steps[0], outcome=replace(outcome, calls=(replace(outcome.calls[0], curl=line),)))
    run = with_credentials(crud_runs.run(replace(found, steps=(step,))), "http://h/?k=v", {})
    assert curl_lines(run.violations[0], all_of_them=True) == [
        (
            """printf %s '{"a": "curl -sSi -g \\"$URL\\"/x"}' | curl -sSi -g -X POST "$URL"/books"?$API_QUERY" """
            "--data-binary @-"
        )
    ]


def test_the_report_says_what_must_be_set() -> None:
    run = with_credentials(crud_runs.run(crud_runs.still_found()), "http://me:x@h/?k=v", HEADERS)
    assert run.environment == (
        "$AUTHORIZATION",
        "$X_API_KEY",
        "$API_QUERY (what follows ? in the URL)",
        "$API_USER (user:password)",
    )
