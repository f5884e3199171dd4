from __future__ import annotations

import json

import pytest

from querious.model import Severity
from querious.streams.arguments import RULE
from querious.streams.rule import Subscribed
from streams_made import SUBSCRIBED, stream


def subscribed(field, arguments, *events, type_="Note"):
    lines = [f"< next 1 {json.dumps({'data': {field: event}})}" for event in events]
    return Subscribed(stream(*SUBSCRIBED, *lines), f"Subscription.{field}", type_, arguments)


@pytest.mark.parametrize(
    "healthy",
    [
        [subscribed("noteAdded", {"room": "red"}, {"room": "red"}), subscribed("noteAdded", {"room": "blue"})],
        # never the same: the id of a reader, say, and not that of the note
        [subscribed("noteAdded", {"id": "7"}, {"id": "1"}), subscribed("noteAdded", {"id": "8"}, {"id": "2"})],
        [subscribed("noteAdded", {"text": "mil"}, {"text": "Milk"}, {"text": "milk jug"})],
        [subscribed("countdown", {"from": 3}, {"from": 3}, {"from": 2})],
        [subscribed("noteAdded", {"room": None}, {"room": "red"})],
    ],
)
def test_healthy_streams_have_no_flaw(healthy):
    assert not RULE.judge(healthy)


@pytest.mark.parametrize(
    ("faulty", "severity"),
    [
        ([subscribed("noteAdded", {"room": "red"}, {"room": "red"}, {"room": "blue"})], Severity.FAULT),
        (
            [
                subscribed("noteRenamed", {"id": "1"}, {"id": "1"}),
                subscribed("noteRenamed", {"id": "2"}, {"id": "1"}),
            ],
            Severity.FAULT,
        ),
        (
            [
                subscribed("commentAdded", {"postId": 3}, {"post": {"id": 3}}, {"post": {"id": 4}}, type_="Comment"),
            ],
            Severity.FAULT,
        ),
        # whose id it is, the name does not say
        ([subscribed("inbox", {"id": "1"}, {"id": "1"}, {"id": "2"}, type_="Message")], Severity.SUSPICION),
    ],
)
def test_flaws(faulty, severity):
    (flaw,) = RULE.judge(faulty)
    assert "than the one that was asked for" in flaw.message
    assert flaw.severity is severity


def test_it_does_not_apply_to_events_without_the_argument():
    assert RULE.judge([subscribed("ticks", {"every": 3}, 1, 2)]) is None
