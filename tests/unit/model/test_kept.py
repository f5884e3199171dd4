from __future__ import annotations

import pytest

from querious.model import Class, Exchange, Kept
from sample import case

VALID = Exchange(case("{ version }"), 200, body=b"12345")
FLAWED = Exchange(case("{ version }", flaw="a field that is not there"), 400)


@pytest.mark.parametrize(
    ("kept", "failing"),
    [
        (Kept("random", VALID, "data"), False),
        (Kept("random", VALID, "data", ("abc",)), True),
        (Kept("random", VALID, "partial data"), True),
        (Kept("random", FLAWED, "user error"), False),
        (Kept("random", FLAWED, "user error", ("abc",)), True),
        (Kept("paths", VALID, "data", classes={Class.PERFECT: 2, Class.GOOD: 0}), False),
        (Kept("paths", VALID, "data", classes={"perfect": 2}), False),
        (Kept("paths", VALID, "data", classes={"perfect": 2, "good": 1}), True),
        (Kept("paths", VALID, "data", classes={Class.FAILED: 1}), True),
    ],
)
def test_it_fails_by_a_finding_an_outcome_or_a_path(kept: Kept, failing: bool):
    assert kept.failing is failing


def test_its_size_is_that_of_the_whole_answer():
    assert Kept("random", VALID, "data", cut=3).size == 8
