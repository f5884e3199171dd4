from __future__ import annotations

import pytest

from querious.model import Progress, Settings
from querious.pipeline.budget import (
    Budget,
    Clock,
    Covered,
    Findings,
    Requests,
    RunBudget,
    Seconds,
    budget_of,
)


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


def test_a_part_is_a_budget_of_its_own_and_tells_of_the_whole() -> None:
    part = (Seconds(60) | Requests(100) | Covered(0.5) | Findings(2)).part(0.5).part(0.5)
    assert part.spent(Progress(elapsed=14, requests=24)) == ""
    assert part.spent(Progress(elapsed=15)) == "60 s"
    assert part.spent(Progress(requests=25)) == "100 requests"
    assert part.share(Progress(requests=20)) == 0.8
    assert part.spent(Progress(tuples=10, witnessed=4, findings=1)) == "", "these are wanted whole"
    assert part.spent(Progress(findings=2)) == "2 findings"


class Hand:
    """A clock that is set by hand, and requests that are counted by hand."""

    def __init__(self, limits: Budget, seconds: float | None = None) -> None:
        self.time = 0.0
        self.requests = 0
        self.findings = 0
        clock = Clock(seconds, started=0.0, now=lambda: self.time)
        self.budget = RunBudget(limits, clock, self.progress)

    def progress(self) -> Progress:
        return Progress(elapsed=self.time, requests=self.requests, findings=self.findings)


def test_parts_are_of_the_whole_from_its_beginning() -> None:
    hand = Hand(Seconds(100) | Requests(1000), 100)
    early, late = hand.budget.part(0.2), hand.budget.part(0.6)
    hand.time = 30
    assert (early.spent(), late.spent()) == ("100 s", "")
    assert (early.left(), late.left(), hand.budget.left()) == (0.0, 30.0, 70.0)
    hand.requests = 600
    assert (late.spent(), hand.budget.spent(), hand.budget.share()) == ("1,000 requests", "", 0.6)


def test_requests_are_allowed_as_long_as_they_fit() -> None:
    hand = Hand(Requests(10))
    hand.requests = 7
    assert [hand.budget.allows(count) for count in (1, 3, 4)] == [True, True, False]
    assert hand.budget.timeout() is None


def test_a_deadline_is_the_end_within_the_budget() -> None:
    hand = Hand(Seconds(100), 100)
    hand.time = 50
    soon = hand.budget.within(20)
    assert (soon.left(), soon.part(0.6).left(), hand.budget.within(90).left()) == (20.0, 10.0, 50.0)
    hand.time = 70
    assert soon.spent()
    assert not soon.allows(1)
    assert hand.budget.spent() == ""


def test_effort_is_time_and_requests_alone() -> None:
    hand = Hand(Requests(10) | Findings(1))
    hand.findings = 1
    assert (hand.budget.spent(), hand.budget.effort.spent()) == ("1 finding", "")
    assert (hand.budget.effort.part(0.5).describe()) == "10 requests"
