"""The model against collections in memory: healthy ones are right over many seeds, each wrong one is found and small."""

from __future__ import annotations

import pytest

from dictionary import Dictionary
from querious.model.severity import Severity
from querious.model.state import Command, Delete, Ending, Outcome
from querious.state import collection_test
from querious.state.journal import Journal
from querious.state.ledger import StateLedger


def examined(collection, **plan):
    ledger = StateLedger({collection.name: collection}, Journal())
    return ledger, collection_test.Testing(ledger, collection_test.TestPlan(**plan)).test(collection)


def shown(ledger):
    return {one.oracle: [step.command for step in one.sequence.steps] for one in ledger.findings.values()}


@pytest.mark.parametrize("meaning", Delete)
@pytest.mark.parametrize("seed", range(2))
@pytest.mark.unmeasured
def test_a_sound_collection_is_right_whatever_deleting_means(meaning, seed):
    collection = Dictionary(meaning)
    ledger, told = examined(collection, seed=seed, tests=15)
    assert ledger.findings == {}
    assert told.left_out == ""
    assert told.delete is meaning
    assert told.tests == 15 + 2 + 1, "fifteen sequences, what parallel programs begin with, and scenes"
    assert set(collection.there) == {"old"}, "everything that was made is gone"


@pytest.mark.parametrize("meaning", Delete)
@pytest.mark.unmeasured
def test_every_transition_is_gone_within_30_tests(meaning):
    _, told = examined(Dictionary(meaning), tests=30)
    assert [way for way in told.transitions if not way[3]] == []
    assert len(told.transitions) == (20 if meaning in {Delete.READABLE, Delete.LISTED} else 18)


@pytest.mark.unmeasured
def test_the_study_s_first_finding_is_exactly_post_delete_get():
    collection = Dictionary(Delete.READABLE)
    collection.delete_means = Delete.HARD
    ledger, _ = examined(collection)
    assert shown(ledger)["deleted-still-found"] == ["post_first", "del_last", "get_del"]


def _found(self, key):
    return Outcome(Ending.DONE if key in self.there else Ending.NOT_FOUND, key)


def _merging(self, key, entry):
    if key in self.there:
        self.there[key].update(entry)
    return _found(self, key)


def _touching(self, key, changes):
    if key in self.there:
        for other, value in self.there.items():
            if other != "old":
                value.update(changes)
    return _found(self, key)


def _replacing(self, key, changes):
    if key in self.there:
        self.there[key] = {"id": key, **changes}
    return _found(self, key)


def _forgetting(self, key, entry):
    return _found(self, key)


def _twice(self, entry):
    done = Dictionary.post(self, entry)
    self.there[done.key + "b"] = dict(self.there[done.key])
    return done


def _without_falsy(self, key, changes):
    if key in self.there:
        self.there[key].update({name: value for name, value in changes.items() if value})
    return _found(self, key)


def _deleting_another(self, key):
    if key in self.there:
        others = [other for other in self.there if other not in ("old", key)]
        self.there.pop(others[0] if others else key)
        return Outcome(Ending.DONE, key)
    return Outcome(Ending.NOT_FOUND, key)


def _first_three(self):
    return Outcome(Ending.DONE, entries=tuple(self.there.items())[:3])


def _listing_old(self):
    if not hasattr(self, "seen"):
        self.seen = {}
    shown_ = {key: self.seen.setdefault(key, dict(value)) for key, value in self.there.items()}
    return Outcome(Ending.DONE, entries=tuple(shown_.items()))


def _failing_again(self, key):
    if key in self.trash:
        return Outcome(Ending.BROKEN, key)
    return Dictionary.delete(self, key)


def _always(self, key):
    found = Dictionary.get(self, key)
    return found if found.ending is Ending.DONE else Outcome(Ending.DONE, key, {})


def _reviving(self, key, entry):
    if key in self.trash:
        self.there[key] = {"id": key, **entry}
        return Outcome(Ending.DONE, key)
    return Dictionary.put(self, key, entry)


def _reusing(self, entry):
    key = next(iter(self.trash), None)
    if key is None:
        return Dictionary.post(self, entry)
    del self.trash[key]
    self.there[key] = {"id": key, **entry}
    return Outcome(Ending.DONE, key, dict(self.there[key]))


def _taking_more(self):
    self.trash.clear()
    for key in [key for key, value in self.there.items() if key != "old" and len(value) > SPARSE]:
        del self.there[key]
    return Outcome(Ending.DONE)


SPARSE = 3
WRONG = {
    "delete that does not delete": ({"delete": _found}, {"deleted-still-listed", "deleted-still-found"}),
    "put that merges": ({"put": _merging}, {"put-merges"}),
    "put that is not kept": ({"put": _forgetting}, {"stale-read", "stale-list", "put-not-kept"}),
    "patch that touches others": ({"patch": _touching}, {"changed-by-others"}),
    "patch that replaces": ({"patch": _replacing}, {"patch-not-kept", "patch-changes-more"}),
    "falsy values lost": ({"patch": _without_falsy}, {"stale-read", "stale-list", "patch-not-kept"}),
    "created twice": ({"post": _twice}, {"created-twice"}),
    "deletes another": ({"delete": _deleting_another}, {"deleted-still-listed", "vanished-from-list"}),
    "lists three": ({"list": _first_three}, {"created-not-listed"}),
    "lists old values": ({"list": _listing_old}, {"stale-list"}),
    "deleting again fails": ({"delete": _failing_again}, {"server-error"}),
    "unknown keys answered": ({"get": _always}, {"unknown-key-found", "deleted-still-found"}),
    "put revives": ({"put": _reviving}, {"deleted-still-changed"}),
    "keys reused": ({"post": _reusing}, {"key-reused"}),
}


@pytest.mark.unmeasured
def test_what_is_left_of_a_delete_that_does_nothing_does_not_keep_the_finding_from_showing_again():
    """Titles are unique, and each that was sent is taken from then on."""

    def post(self, entry):
        if any(other.get("title") == entry.get("title") for other in self.there.values()):
            return Outcome(Ending.CONFLICT)
        return Dictionary.post(self, entry)

    for seed in range(3):
        ledger, _ = examined(Dictionary(wrong={"post": post, "delete": _found}), seed=seed, findings=1)
        assert any(one.severity is Severity.FAULT and one.reproduced for one in ledger.findings.values())


@pytest.mark.unmeasured
def test_emptying_the_trash_takes_nothing_else():
    ledger, _ = examined(Dictionary(Delete.READABLE, wrong={"empty_trash": _taking_more}), seed=1, findings=1)
    assert {"created-not-listed", "vanished-from-list"} & shown(ledger).keys()


@pytest.mark.parametrize("name", WRONG)
@pytest.mark.unmeasured
def test_what_is_wrong_is_found_and_small(name):
    wrong, rules = WRONG[name]
    ledger, _ = examined(Dictionary(wrong=wrong), seed=3, findings=1)
    found = shown(ledger)
    assert rules & found.keys()
    assert min(len(steps) for rule, steps in found.items() if rule in rules) <= 5
    assert any(one.reproduced for one in ledger.findings.values() if one.oracle in rules)


@pytest.mark.unmeasured
def test_the_same_seed_gives_the_same_sequences():
    def sent(seed):
        collection, log = Dictionary(), []
        post = collection.post
        collection.post = lambda entry: (log.append(entry), post(entry))[1]
        examined(collection, seed=seed, tests=6)
        return log

    assert sent(3) == sent(3)
    assert sent(3) != sent(4)


def test_a_spent_budget_ends_it_and_cleans_up():
    collection = Dictionary()
    ledger = StateLedger({collection.name: collection}, Journal(), spent=lambda: collection.requests > 40)
    told = collection_test.Testing(ledger, collection_test.TestPlan()).test(collection)
    assert told.tests < 5
    assert set(collection.there) == {"old"}
    assert collection.requests < 70


def test_running_out_of_time_is_told_as_that():
    unanswered = Dictionary(wrong={"post": lambda self, entry: Outcome(Ending.UNANSWERED)})
    ledger = StateLedger({unanswered.name: unanswered}, Journal(), spent=lambda: "4 s")
    told = collection_test.Testing(ledger, collection_test.TestPlan()).test(unanswered)
    assert told.left_out == "the run ended before it could be tested: 4 s"


def test_a_collection_that_cannot_be_cleaned_is_left_out():
    collection = Dictionary()
    collection.commands = collection.commands - {Command.DELETE}
    _, told = examined(collection)
    assert told.left_out == "entries could not be removed again: there is no delete"
    assert told.tests == 0


def test_a_collection_that_refuses_everything_is_left_out_with_the_reason():
    refusing = {"post": lambda self, entry: Outcome(Ending.REFUSED)}
    _, told = examined(Dictionary(wrong=refusing))
    assert told.left_out.startswith("every post failed: refused")


def test_interrupting_cleans_up():
    collection = Dictionary()
    get, calls = collection.get, []

    def interrupted(key):
        calls.append(key)
        if len(calls) == 30:
            raise KeyboardInterrupt
        return get(key)

    collection.get = interrupted
    with pytest.raises(KeyboardInterrupt):
        examined(collection)
    assert set(collection.there) == {"old"}
