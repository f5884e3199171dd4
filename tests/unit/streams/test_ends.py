from __future__ import annotations

import pytest

from querious.model import Failure, Severity
from querious.model.stream import StreamTransport
from querious.streams.ends import RULE
from querious.streams.rule import Subscribed
from streams_made import QUERY, SUBSCRIBED, stream

EVENT = '< next 1 {"data":{"ticks":1}}'
HEALTHY = [
    stream(*SUBSCRIBED, EVENT, "< complete 1", "< closed", code=1000),
    stream(*SUBSCRIBED, EVENT, "> complete 1", EVENT),  # it was on its way
    stream(*SUBSCRIBED, EVENT, "> complete 1", "< closed", code=1006),  # whoever said goodbye may be hung up on
    stream(*SUBSCRIBED, EVENT, "+30"),  # a subscription may last
    stream(*SUBSCRIBED, "< closed", code=4403),  # credentials
    stream(*SUBSCRIBED, EVENT, "< complete 1", case=QUERY),
    stream(*SUBSCRIBED, EVENT, "+1", case=QUERY),  # not long enough to tell
    stream(*SUBSCRIBED, '< error 1 [{"message":"no"}]', "+9", case=QUERY),
]


@pytest.mark.parametrize("healthy", HEALTHY)
def test_healthy_streams_have_no_flaw(healthy):
    assert not RULE.judge([Subscribed(healthy, "Subscription.ticks")])


@pytest.mark.parametrize(
    ("faulty", "message", "severity"),
    [
        (stream(*SUBSCRIBED, EVENT, "< complete 1", EVENT), "after the server's own 'complete'", Severity.FAULT),
        (stream(*SUBSCRIBED, EVENT, "< complete 1", "< complete 1"), "ended once more", Severity.SUSPICION),
        (stream(*SUBSCRIBED, "> complete 1", "+2", EVENT, EVENT), "went on after", Severity.SUSPICION),
        (stream(*SUBSCRIBED, "> complete 1", "> ping", "< pong", "+2", EVENT, EVENT), "went on after", Severity.FAULT),
        (stream(*SUBSCRIBED, EVENT, "< closed", code=1006), "died without a word in the middle", Severity.FAULT),
        (stream("> init", "< closed", code=1011), "before it was acknowledged", Severity.FAULT),
        (stream(*SUBSCRIBED, "< closed", code=4400), "with code `4400`", Severity.SUSPICION),
        (stream(*SUBSCRIBED, EVENT, "+5", case=QUERY), "never completed", Severity.FAULT),
        (
            stream("< ack", "> subscribe 1", "< closed", transport=StreamTransport.EVENTS, code=1000),
            "without saying that it was complete",
            Severity.SUSPICION,
        ),
        (
            stream("< ack", "> subscribe 1", "< closed", transport=StreamTransport.MULTIPART, failure=Failure.LOST),
            "died without a word",
            Severity.FAULT,
        ),
    ],
)
def test_flaws(faulty, message, severity):
    (flaw,) = RULE.judge([Subscribed(faulty, "Subscription.ticks")])
    assert message in flaw.message
    assert flaw.severity is severity
