from __future__ import annotations

import pytest

from querious.execute.budget import Budget, Covered, Findings, Requests, Seconds, budget_of
from querious.model import Progress, Settings


@pytest.mark.parametrize(
    ("budget", "before", "after", "words"),
    [
        (Seconds(60), Progress(elapsed=59.9), Progress(elapsed=60.0), "60 s"),
        (Seconds(2.5), Progress(elapsed=2.4), Progress(elapsed=2.5), "2.5 s"),
        (Requests(10_000), Progress(requests=9_999), Progress(requests=10_000), "10,000 requests"),
        (Requests(1), Progress(), Progress(requests=1), "1 request"),
        (Covered(0.55), Progress(tuples=100, witnessed=54), Progress(tuples=100, witnessed=55), "55% coverage"),
        (Findings(2), Progress(findings=1), Progress(findings=2), "2 findings"),
    ],
)
def test_a_limit_is_spent_when_it_is_reached_and_says_so(
    budget: Budget, before: Progress, after: Progress, words: str
) -> None:
    assert budget.spent(before) == ""
    assert budget.spent(after) == words
    assert budget.describe() == words


def test_whichever_comes_first_ends_it() -> None:
    budget = Seconds(60) | Requests(10_000) | Covered(0.95)
    assert budget.describe() == "60 s or 10,000 requests or 95% coverage"
    assert budget.spent(Progress(elapsed=3, requests=5)) == ""
    assert budget.spent(Progress(elapsed=3, requests=10_000)) == "10,000 requests"
    assert budget.spent(Progress(elapsed=60, requests=5)) == "60 s"
    assert budget.spent(Progress(tuples=20, witnessed=19)) == "95% coverage"


def test_joining_is_flat_and_order_is_kept() -> None:
    joined = (Seconds(1) | Requests(2)) | (Findings(3) | Requests(4))
    assert joined.describe() == "1 s or 2 requests or 3 findings or 4 requests"


def test_the_share_is_that_of_the_part_furthest_on() -> None:
    budget = Seconds(60) | Requests(100)
    assert budget.share(Progress(elapsed=15, requests=75)) == 0.75
    assert budget.share(Progress(elapsed=45, requests=75)) == 0.75
    assert budget.share(Progress(elapsed=54, requests=75)) == 0.9
    assert budget.share(Progress(elapsed=600)) == 1.0


def test_coverage_shares_are_of_the_limit_and_unknown_tuples_are_none_of_it() -> None:
    assert Covered(0.5).share(Progress(tuples=100, witnessed=25)) == 0.5
    assert Covered(0.5).share(Progress()) == 0.0
    assert Covered(0.5).spent(Progress()) == ""


def test_findings_say_nothing_of_how_long_it_takes() -> None:
    assert Findings(3).share(Progress(findings=1)) is None
    assert (Findings(3) | Seconds(10)).share(Progress(elapsed=1, findings=2)) == 0.1


def test_a_limit_of_nothing_is_spent_at_once() -> None:
    assert Requests(0).spent(Progress()) == "0 requests"
    assert Requests(0).share(Progress()) == 1.0


def test_the_settings_decide() -> None:
    settings = Settings(requests=10, seconds=None, coverage=0.9, stop_after=1)
    assert budget_of(settings).describe() == "10 requests or 90% coverage or 1 finding"
    assert budget_of(Settings()).describe() == "60 s or 10,000 requests"
    assert budget_of(Settings(requests=None)) == Seconds(60.0)


def test_without_limits_it_never_ends() -> None:
    for budget in (budget_of(Settings(requests=None, seconds=None)), Budget()):
        assert budget.spent(Progress(requests=10**9, elapsed=1e9, findings=10**6)) == ""
        assert budget.share(Progress(requests=10**9)) is None
        assert budget.describe() == ""
    assert (Budget() | Seconds(1)).describe() == "1 s"
