from __future__ import annotations

import pytest

from querious.model import Severity
from querious.streams.changes import DOUBLED, MISSING, UNTRUE
from querious.streams.rule import Change

NOTE = {"id": "1", "text": "milk"}


def change(*events, made=True, waited=0.1, answered=NOTE, mutation="Mutation.addNote", sameness="text"):
    return Change(mutation, made, answered, events, waited if events else max(waited, 0.8), sameness)


@pytest.mark.parametrize(
    ("rule", "healthy"),
    [
        (MISSING, [change(NOTE), change(NOTE), change(NOTE)]),
        (MISSING, [change(NOTE), change()]),  # caused once: that may have been somebody else's
        (MISSING, [change(NOTE), change(NOTE), change(made=False)]),
        (MISSING, [change(NOTE), change(NOTE), change(sameness="text room")]),  # not alike
        (MISSING, [change(NOTE, waited=0.5), change(NOTE), change(waited=0.8)]),  # events are that slow
        (DOUBLED, [change(NOTE), change(NOTE, NOTE), change(NOTE)]),
        (DOUBLED, [change(NOTE, {"id": "2"}), change(NOTE, {"id": "2"})]),  # two events, of two objects
        (UNTRUE, [change({"id": "1", "text": "milk"}), change({"id": "2", "text": "tea"})]),
        (UNTRUE, [change({"id": "1", "author": {"name": "Zola"}})]),
    ],
)
def test_healthy_servers_have_no_flaw(rule, healthy):
    assert not rule.judge(healthy)


@pytest.mark.parametrize(
    ("rule", "faulty", "message"),
    [
        (MISSING, [change(NOTE), change(NOTE), change()], "no event came for Mutation.addNote"),
        (DOUBLED, [change(NOTE, NOTE), change(NOTE, NOTE)], "the same event came 2 times"),
        (UNTRUE, [change({"id": "1", "text": "old"})], "`text`"),
        (UNTRUE, [change({"id": "1", "text": "old"}, answered={"note": NOTE})], "`text`"),
    ],
)
def test_flaws_are_suspicions(rule, faulty, message):
    (flaw,) = rule.judge(faulty)
    assert message in flaw.message
    assert flaw.severity is Severity.SUSPICION
