"""Values that change by themselves are not held against a service, and 503 is only suspicious."""

from __future__ import annotations

from itertools import count

import pytest

from dictionary import Dictionary
from querious.model import Exchange
from querious.model.severity import Severity
from querious.model.state import Ending, Outcome
from querious.state import collection_test
from querious.state.journal import Journal
from querious.state.ledger import StateLedger
from services.transport import ANY_CASE


def found(collection):
    ledger = StateLedger({collection.name: collection}, Journal())
    collection_test.Testing(ledger, collection_test.TestPlan(seed=1, tests=4, programs=0)).test(collection)
    assert set(collection.there) == {"old"}
    return {(one.oracle, one.severity) for one in ledger.findings.values()}


@pytest.mark.parametrize(("decays", "rules"), [(True, set()), (False, {("post-not-kept", Severity.FAULT)})])
def test_a_value_that_decays_is_left_alone(decays, rules):
    ticks = count(1) if decays else iter(lambda: 1, 0)

    def get(self, key):
        shown = Dictionary.get(self, key)
        if not shown.value or "pages" not in shown.value:
            return shown
        return Outcome(shown.ending, key, {**shown.value, "pages": shown.value["pages"] - next(ticks) / 8})

    collection = Dictionary(wrong={"get": get})
    collection.commands -= {"list", "put", "patch"}
    assert found(collection) == rules


def test_503_is_a_suspicion():
    def get(_, key):
        return Outcome(Ending.BROKEN, key, exchanges=(Exchange(ANY_CASE, status=503),))

    collection = Dictionary(wrong={"get": get})
    assert found(collection) == {("server-error", Severity.SUSPICION)}
