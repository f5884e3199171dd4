"""A fault that is known must not hide others."""

from __future__ import annotations

import pytest
from hypothesis import strategies as st

from dictionary import Dictionary
from querious.model.state import Breach, Ending, Outcome
from querious.state import collection_test
from querious.state.journal import Journal
from querious.state.ledger import StateLedger
from querious.state.model import Manners
from querious.state.sequences import walk
from querious.state.tour import tours


def _breaking(self, entry):
    done = Dictionary.post(self, entry)
    return Outcome(Ending.DONE, done.key, done.value, breaches=(Breach("schema", "the answer is not as documented"),))


def _merging(self, key, entry):
    if key not in self.there:
        return Outcome(Ending.NOT_FOUND, key)
    self.there[key].update(entry)
    return Outcome(Ending.DONE, key)


@pytest.mark.unmeasured
def test_every_transition_is_gone_although_every_post_breaks_its_schema_and_put_merges():
    collection = Dictionary(wrong={"post": _breaking, "put": _merging})
    ledger = StateLedger({collection.name: collection}, Journal())
    told = collection_test.Testing(ledger, collection_test.TestPlan(seed=1)).test(collection)
    assert {one.oracle for one in ledger.findings.values()} == {"schema", "put-merges"}
    assert [way for way in told.transitions if not way[3]] == []
    assert set(collection.there) == {"old"}


def _failing(self, key, entry):
    del entry
    return Outcome(Ending.BROKEN if key in self.there else Ending.NOT_FOUND, key)


def _altering(self, key, changes):
    done = Dictionary.patch(self, key, changes)
    return Outcome(done.ending, key, {**done.value, **dict.fromkeys(changes)}) if done.value else done


@pytest.mark.parametrize(
    ("verb", "wrong", "rules"),
    [("put", _failing, {"server-error"}), ("patch", _altering, {"patch-answers-otherwise"})],
)
@pytest.mark.unmeasured
def test_what_is_forgotten_is_not_asked_for_as_if_it_never_was(verb, wrong, rules):
    collection = Dictionary(wrong={verb: wrong})
    ledger = StateLedger({collection.name: collection}, Journal())
    collection_test.Testing(ledger, collection_test.TestPlan(seed=1)).test(collection)
    assert {one.oracle for one in ledger.findings.values()} == rules
    assert set(collection.there) == {"old"}


@pytest.mark.unmeasured
def test_every_transition_is_gone_although_keys_are_given_again():
    def post(self, entry):
        self.numbers = iter([max((int(key) for key in self.there if key.isdecimal()), default=0) + 1])
        return Dictionary.post(self, entry)

    collection = Dictionary(wrong={"post": post, "put": _merging})
    ledger = StateLedger({collection.name: collection}, Journal())
    told = collection_test.Testing(ledger, collection_test.TestPlan(seed=1)).test(collection)
    assert {one.oracle for one in ledger.findings.values()} == {"key-reused", "put-merges"}
    assert [way for way in told.transitions if not way[3]] == []
    assert set(collection.there) == {"old"}


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.unmeasured
def test_a_tour_that_a_violation_ended_is_gone_again(seed):
    messages = [f"{letter} is not as documented" for letter in "abcdef"]

    def post(self, entry):
        done = Dictionary.post(self, entry)
        breaches = (Breach("schema", messages[0]),)
        self.posts = getattr(self, "posts", 0) + 1
        if self.posts % 9 == 0 and len(messages) > 1:
            messages.pop(0)
        return Outcome(Ending.DONE, done.key, done.value, breaches=breaches)

    collection = Dictionary(wrong={"post": post})
    ledger = StateLedger({collection.name: collection}, Journal())
    told = collection_test.Testing(ledger, collection_test.TestPlan(seed=seed, tests=14, shrink=0, programs=0)).test(
        collection
    )
    assert len(ledger.findings) == 6
    assert [way for way in told.transitions if not way[3]] == []


@pytest.mark.parametrize("seed", range(20))
def test_a_tour_finds_a_put_that_keeps_the_one_member_that_may_be_left_out(seed):
    class Scores(Dictionary):
        def entries(self):
            return st.fixed_dictionaries({"title": st.text("abc", min_size=1)}, optional={"read": st.booleans()})

    collection = Scores(wrong={"put": _merging})
    ledger = StateLedger({collection.name: collection}, Journal())
    ledger.manners[collection.name] = Manners(delete_again=Ending.NOT_FOUND)
    walk(collection, ledger, tours(collection.commands)[0], seed)
    assert {one.oracle for one in ledger.findings.values()} == {"put-merges"}
