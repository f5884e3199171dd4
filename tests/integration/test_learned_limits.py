"""A server that refuses large operations, in the words of some product, is reached into all the same.

Every field of ``apis.strict`` has a value within each of the limits, so what stays unwitnessed is the plan's fault.
"""

from __future__ import annotations

import re

import pytest

from apis import limits, strict
from querious.model import Level, Settings
from querious.pipeline.run.use_case import run

MOST = 0.9
"""The share of tuples that must have had a value in the end."""


def settings():
    return Settings(seed=1, requests=160, invalid=0, shrink=0, skip_oracles=("relations",))


@pytest.fixture(scope="module", params=limits.LIMITS, ids=str)
def limited(request):
    """The report of a run behind a limit, and whether each answer was a refusal."""
    refusals = []

    def seen(_body, answer):
        refusals.append(not isinstance(answer.body, dict) or "data" not in answer.body)

    with strict.serving(request.param, seen) as url:
        return run(url, settings()), refusals


def test_most_is_witnessed_though_plans_were_refused(limited):
    report, refusals = limited
    assert any(refusals), "the limit was never met, so this test tells nothing"
    missed = sorted(report.coverage.tuples - report.coverage.witnessed)
    assert report.coverage.share(Level.WITNESSED) >= MOST, (missed, report.notes)


def test_it_is_said_that_a_limit_was_met_and_what_is_asked_now(limited):
    report, _ = limited
    assert any(re.search(r"limit.*\d", note, re.IGNORECASE) for note in report.notes), report.notes


def test_without_a_limit_nothing_is_said_of_one():
    with strict.serving() as url:
        report = run(url, settings())
    assert report.coverage.share(Level.WITNESSED) == 1
    assert not any("limit" in note.lower() for note in report.notes), report.notes
