from __future__ import annotations

import pytest

from querious.model import Exchange, Failure, Finding, Severity
from querious.report.certainty import what_would_settle
from sample import case


def told(failure: Failure | None = None, severity: Severity = Severity.SUSPICION, **changes: object) -> str:
    asked = Exchange(case("{ version }"), failure=failure)
    return what_would_settle(Finding("connection", "", "x", asked, severity, **changes))  # type: ignore[arg-type]


MORE = f"more requests: querious show {Finding('connection', '', 'x', Exchange(case('{ version }'))).fingerprint} --explain"


@pytest.mark.parametrize(
    ("said", "expected"),
    [
        (told(severity=Severity.FAULT), ""),
        (told(Failure.TIMEOUT), MORE),
        (told(reproduced=False), MORE),
        (told(Failure.TOO_LARGE), "a look at the lists: should one answer hold so much?"),
    ],
)
def test_what_would_settle_a_suspicion(said: str, expected: str):
    assert said == expected
