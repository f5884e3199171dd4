from __future__ import annotations

import pytest

from querious.model import Severity
from querious.streams.misuses import MISUSES, misuse_flaws
from streams_made import SUBSCRIBED, stream

BEFORE, TWICE, GARBAGE, _, NAMELESS, TAKEN = MISUSES
EVENT = '< next 1 {"data":{"__typename":"Query"}}'


@pytest.mark.parametrize(
    ("misuse", "healthy"),
    [
        (BEFORE, stream("> subscribe 1", "< closed", code=4401)),
        (BEFORE, stream("> subscribe 1", "< closed", code=4403)),  # refused all the same
        (TWICE, stream("> init", "< ack", "> init", "< closed", code=4429)),
        (GARBAGE, stream("> init", "< ack", "> unknown", "< closed", code=4400)),
        (TAKEN, stream(*SUBSCRIBED, "> subscribe 1", "< complete 1", EVENT)),  # the first had ended
        (TAKEN, stream("> init", "< closed", code=4403)),  # there was no handshake to build on
        (TWICE, stream()),
    ],
)
def test_healthy_servers_have_no_flaw(misuse, healthy):
    assert not misuse_flaws(misuse, healthy)


@pytest.mark.parametrize(
    ("misuse", "faulty", "message", "severity"),
    [
        (BEFORE, stream("> subscribe 1", EVENT), "carried out a subscription before", Severity.FAULT),
        (
            NAMELESS,
            stream("> init", "< ack", "> subscribe", EVENT),
            "carried out a subscription without",
            Severity.SUSPICION,
        ),
        (TWICE, stream("> init", "< ack", "> init", "< closed", code=1000), "with `1000`", Severity.SUSPICION),
        (GARBAGE, stream("> init", "< ack", "> unknown", "+1"), "said nothing", Severity.SUSPICION),
        (TAKEN, stream(*SUBSCRIBED, "> subscribe 1", "+1"), "4409", Severity.SUSPICION),
    ],
)
def test_flaws(misuse, faulty, message, severity):
    (flaw,) = misuse_flaws(misuse, faulty)
    assert message in flaw.message
    assert flaw.severity is severity
