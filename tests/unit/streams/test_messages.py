from __future__ import annotations

import pytest

from querious.model import Failure, Severity
from querious.model.stream import StreamTransport
from querious.streams.messages import RULE
from querious.streams.rule import Subscribed
from streams_made import SUBSCRIBED, stream

HEALTHY = [
    stream(*SUBSCRIBED, '< next 1 {"data":{}}', "< complete 1"),
    stream(*SUBSCRIBED, "> ping", "< pong", "+9"),
    stream(*SUBSCRIBED, "< ping", "> pong", '< error 1 [{"message":"no"}]'),
    stream(*SUBSCRIBED, "> ping", "+2"),  # not long enough to tell
    stream(*SUBSCRIBED, "> ping", "+9", code=1001),  # closed meanwhile
    stream(*SUBSCRIBED, "> ping", "+9", limit="1,000 events"),  # the pong stands in line behind a flood
    stream("> init", "< closed", code=4403),
    stream("> subscribe 1", '< next  {"data":{}}', transport=StreamTransport.EVENTS),
]


@pytest.mark.parametrize("healthy", HEALTHY)
def test_healthy_streams_have_no_flaw(healthy):
    assert not RULE.judge([Subscribed(healthy, "Subscription.ticks")])


@pytest.mark.parametrize(
    ("faulty", "message", "severity"),
    [
        (stream("> init", "< ack", "< ack"), "acknowledged 2 times", Severity.FAULT),
        (stream("> init", "+9", failure=Failure.TIMEOUT), "never acknowledged", Severity.FAULT),
        (stream(*SUBSCRIBED, "> ping", "+9"), "never answered with a pong", Severity.FAULT),
        (stream(*SUBSCRIBED, "< unknown a message that is not JSON"), "not JSON", Severity.FAULT),
        (stream(*SUBSCRIBED, '< next 7 {"data":{}}'), "never asked for", Severity.FAULT),
        (stream("> init", "> subscribe 1", '< next 1 {"data":{}}', "< ack"), "before connection_ack", Severity.FAULT),
        (stream(*SUBSCRIBED, '< error 1 {"message":"no"}'), "not a list of errors", Severity.FAULT),
        (
            stream(
                *SUBSCRIBED, "< unknown a type that the protocol does not know", transport=StreamTransport.OLD_WEBSOCKET
            ),
            "does not know",
            Severity.SUSPICION,
        ),
    ],
)
def test_flaws(faulty, message, severity):
    (flaw,) = RULE.judge([Subscribed(faulty, "Subscription.ticks")])
    assert message in flaw.message
    assert flaw.severity is severity


def test_it_does_not_apply_where_nothing_was_said():
    assert RULE.judge([Subscribed(stream(), "Subscription.ticks")]) is None
