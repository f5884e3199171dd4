"""Values that change by themselves are not held against a service, and 503 is only suspicious."""

from __future__ import annotations

from copy import deepcopy
from itertools import count

import pytest

from dictionary import Dictionary
from querious.model import Exchange
from querious.model.severity import Severity
from querious.model.state import Command, Ending, Outcome
from querious.state import collection_test
from querious.state.journal import Journal
from querious.state.ledger import StateLedger
from querious.state.model import Manners
from querious.state.trial import Trial
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


@pytest.mark.parametrize(
    ("listed", "faults"), [((7, 3), set()), ((3, 3), {"post-not-kept"}), ((9, 3), {"post-not-kept"})]
)
def test_what_lists_have_shown_to_decay_may_have_come_to_its_end(listed, faults):
    def listing(self):
        shown = [(key, {**value, "pages": self.pages}) for key, value in self.there.items()]
        return Outcome(Ending.DONE, entries=tuple(shown))

    collection = Dictionary(wrong={"list": listing})
    collection.there.clear()
    collection.pages = 9
    manners = {collection.name: Manners(searched=True)}
    ledger = StateLedger({collection.name: collection}, Journal(), manners=manners)
    trial = Trial(collection, ledger)
    with trial.prepared(lambda _: None):
        key = trial.do(Command.POST, "", {"title": "a", "pages": 9}).key
        for collection.pages in listed:
            trial.do(Command.LIST)
        collection.there[key]["pages"] = 0
        trial.do(Command.GET, key)
    assert {one.oracle for one in ledger.findings.values() if one.severity is Severity.FAULT} == faults


def _using_up(self, key):
    shown = Dictionary.get(self, key)
    if key in self.there:
        self.there[key]["pages"] = self.there[key].get("pages", 0) - 1
    return shown


def _fading(self):
    """A list whose values go on by themselves, whoever reads."""
    for value in self.there.values():
        if "pages" in value:
            value["pages"] -= 1
    return _as_it_is(self)


def _as_it_is(self):
    return Outcome(Ending.DONE, entries=tuple(deepcopy(self.there).items()))


@pytest.mark.parametrize(("listing", "rules"), [(_as_it_is, {"changed-by-reading"}), (_fading, set())])
def test_what_only_reading_changes_is_suspicious(listing, rules):
    collection = Dictionary(wrong={"get": _using_up, "list": listing})
    ledger = StateLedger({collection.name: collection}, Journal(), manners={collection.name: Manners()})
    trial = Trial(collection, ledger)
    with trial.prepared(lambda _: None):
        key = trial.do(Command.POST, "", {"title": "a", "pages": 9}).key
        for _ in range(2):
            trial.do(Command.GET, key)
    assert {one.oracle for one in ledger.findings.values()} == rules
    assert not ledger.faults


def test_503_is_a_suspicion():
    def get(_, key):
        return Outcome(Ending.BROKEN, key, exchanges=(Exchange(ANY_CASE, status=503),))

    collection = Dictionary(wrong={"get": get})
    assert found(collection) == {("server-error", Severity.SUSPICION)}
