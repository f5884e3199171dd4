"""A fault that is known must not hide others."""

from __future__ import annotations

from dictionary import Dictionary
from querious.crud import testing
from querious.crud.gathering import Gathering
from querious.crud.journal import NoJournal
from querious.model.crud import Breach, Ending, Outcome


def _breaking(self, entry):
    done = Dictionary.post(self, entry)
    return Outcome(Ending.DONE, done.key, done.value, breaches=(Breach("schema", "the answer is not as documented"),))


def _merging(self, key, entry):
    if key not in self.there:
        return Outcome(Ending.NOT_FOUND, key)
    self.there[key].update(entry)
    return Outcome(Ending.DONE, key)


def test_every_transition_is_gone_although_every_post_breaks_its_schema_and_put_merges():
    collection = Dictionary(wrong={"post": _breaking, "put": _merging})
    gathering = Gathering({collection.name: collection}, NoJournal())
    told = testing.Testing(gathering, testing.Plan(seed=1)).test(collection)
    assert {one.rule for one in gathering.violations.values()} == {"schema", "put-merges"}
    assert [way for way in told.transitions if not way[3]] == []
    assert set(collection.there) == {"old"}
