"""What the probe meets is told: a server error is a finding, although nothing can be tested behind it."""

from __future__ import annotations

import pytest

from dictionary import Dictionary
from querious.model.severity import Severity
from querious.model.state import Ending, Outcome
from querious.state import collection_test
from querious.state.journal import Journal
from querious.state.ledger import StateLedger


@pytest.mark.parametrize("verb", ["post", "delete"])
def test_a_server_error_of_the_probe_is_a_finding(verb):
    def failing(_, *given):
        return Outcome(Ending.BROKEN, given[0] if verb == "delete" else "")

    collection = Dictionary(wrong={verb: failing})
    ledger = StateLedger({collection.name: collection}, Journal())
    told = collection_test.Testing(ledger, collection_test.TestPlan(tests=2)).test(collection)
    assert told.left_out
    (finding,) = ledger.findings.values()
    assert (finding.oracle, finding.severity, finding.reproduced) == ("server-error", Severity.FAULT, True)
    assert [step.verb for step in finding.sequence.steps][-1] == verb


def test_a_refusal_of_the_probe_is_none():
    collection = Dictionary(wrong={"post": lambda *_: Outcome(Ending.REFUSED)})
    ledger = StateLedger({collection.name: collection}, Journal())
    assert collection_test.Testing(ledger, collection_test.TestPlan(tests=2)).test(collection).left_out
    assert ledger.findings == {}
