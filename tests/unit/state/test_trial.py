"""One test of a collection in memory: what is told of which step, which keys are unknown, what is removed at the end."""

from __future__ import annotations

import pytest
from hypothesis import strategies as st

from dictionary import Dictionary
from querious.model.severity import Severity
from querious.model.state import Breach, Command, Delete, Ending, Outcome
from querious.state.journal import FileJournal, Journal, read_journal
from querious.state.model import Manners
from querious.state.results import Gathering
from querious.state.samples import samples
from querious.state.trial import Trial


def begun(collection, journal=None, **manners):
    gathering = Gathering({collection.name: collection}, journal or Journal())
    gathering.manners[collection.name] = Manners(delete_again=Ending.NOT_FOUND, **manners)
    trial = Trial(collection, gathering)
    trial.prepare(lambda needed: None)
    return trial, gathering


def test_a_suspicion_of_putting_again_shows_the_put():
    def put(self, key, entry):
        done = Dictionary.put(self, key, entry)
        self.puts = getattr(self, "puts", 0) + 1
        breach = Breach("undocumented-status", "put is answered with 299", Severity.SUSPICION)
        return Outcome(done.ending, key, done.value, breaches=(breach,) if self.puts > 1 else ())

    trial, gathering = begun(Dictionary(wrong={"put": put}))
    trial.do(Command.POST, "", {"title": "a"})
    trial.do(Command.PUT, "1", {"title": "b"})
    trial.put_again()
    (suspicion,) = gathering.findings.values()
    assert [step.verb for step in suspicion.sequence.steps] == [Command.PUT]


def test_putting_again_ends_where_the_entry_is_forgotten():
    def put(self, key, entry):
        del entry
        return Outcome(Ending.BROKEN, key)

    trial, gathering = begun(Dictionary(wrong={"put": put}))
    trial.do(Command.POST, "", {"title": "a"})
    with pytest.raises(AssertionError):
        trial.do(Command.PUT, "1", {"title": "b"})
    gathering.known.update(gathering.findings)
    trial.do(Command.PUT, "1", {"title": "b"})
    assert trial.last_put is None


def test_unknown_keys_have_the_form_of_those_that_the_probe_was_given():
    asked = []

    class Asked(Dictionary):
        def unknown_keys(self, like):
            asked.append(list(like))
            return st.just("1000")

    collection = Asked()
    collection.there.clear()
    trial, _ = begun(collection, keys=("7", "8"))
    trial.unknown(lambda strategy: samples(strategy, 1, 1)[0])
    assert asked == [["7", "8"]]


def _making(ending):
    def patch(self, key, changes):
        if key in self.there:
            return Dictionary.patch(self, key, changes)
        self.there[key] = {"id": key, **changes}
        return Outcome(ending, key)

    return patch


@pytest.mark.parametrize("ending", [Ending.DONE, Ending.BROKEN])
@pytest.mark.parametrize("deleted", [False, True])
def test_what_patch_made_though_it_should_not_is_removed(ending, deleted, tmp_path):
    collection = Dictionary(wrong={"patch": _making(ending)})
    path = tmp_path / "run.jsonl"
    trial, gathering = begun(collection, FileJournal(path, {"target": "x"}))
    key = "1000"
    if deleted:
        trial.do(Command.POST, "", {"title": "a"})
        trial.do(Command.DELETE, "1")
        key = "1"
    with pytest.raises(AssertionError):
        trial.do(Command.PATCH, key, {"title": "b"})
    assert key in collection.there
    assert [one.key for one in read_journal(path)[1]] == [key], "a kill would not leave it behind"
    trial.end()
    assert set(collection.there) == {"old"}
    assert (gathering.left, read_journal(path)[1]) == (0, [])


@pytest.mark.parametrize("meaning", [Delete.READABLE, Delete.LISTED])
def test_what_is_changed_in_a_trash_stays_there(meaning):
    collection = Dictionary(meaning)
    trial, gathering = begun(collection, delete=meaning, mark="trash", marked=True)
    trial.do(Command.POST, "", {"title": "a"})
    trial.do(Command.DELETE, "1")
    trial.do(Command.PATCH, "1", {"title": "b"})
    trial.end()
    assert (set(collection.trash), gathering.left) == ({"1"}, 0)
