"""One test of a collection in memory: what is told of which step, which keys are unknown, what is removed at the end."""

from __future__ import annotations

import pytest
from hypothesis import strategies as st

from dictionary import Dictionary
from querious.model.severity import Severity
from querious.model.state import Breach, Command, Delete, Ending, Outcome
from querious.state.journal import FileJournal, Journal, read_journal
from querious.state.ledger import StateLedger
from querious.state.model import Manners
from querious.state.trial import Trial


def begun(collection, journal=None, ledger=None, **manners):
    ledger = ledger or StateLedger({collection.name: collection}, journal or Journal())
    ledger.manners[collection.name] = Manners(delete_again=Ending.NOT_FOUND, **manners)
    trial = Trial(collection, ledger)
    trial.prepare(lambda needed: None)
    return trial, ledger


def test_a_suspicion_of_putting_again_shows_the_put():
    def put(self, key, entry):
        done = Dictionary.put(self, key, entry)
        self.puts = getattr(self, "puts", 0) + 1
        breach = Breach("undocumented-status", "put is answered with 299", Severity.SUSPICION)
        return Outcome(done.ending, key, done.value, breaches=(breach,) if self.puts > 1 else ())

    trial, ledger = begun(Dictionary(wrong={"put": put}))
    trial.do(Command.POST, "", {"title": "a"})
    trial.do(Command.PUT, "1", {"title": "b"})
    trial.put_again()
    (suspicion,) = ledger.findings.values()
    assert [step.verb for step in suspicion.sequence.steps] == [Command.PUT]


def test_posts_that_were_refused_are_not_told_of_a_later_post():
    def post(self, entry):
        if entry["title"] == "refused":
            return Outcome(Ending.REFUSED)
        done = Dictionary.post(self, entry)
        return Outcome(done.ending, done.key, done.value, breaches=(Breach("location", "it leads nowhere"),))

    trial, ledger = begun(Dictionary(wrong={"post": post}))
    for title in ("refused", "refused", "a"):
        trial.do(Command.POST, "", {"title": title})
    (fault,) = ledger.findings.values()
    assert [step.sent for step in fault.sequence.steps] == [{"title": "a"}]


def test_posts_that_were_refused_are_told_of_what_they_may_have_made():
    def post(self, entry):
        Dictionary.post(self, entry)
        return Outcome(Ending.REFUSED)

    trial, ledger = begun(Dictionary(wrong={"post": post}))
    trial.do(Command.POST, "", {"title": "a"})
    trial.do(Command.LIST)
    (fault,) = ledger.findings.values()
    assert [step.verb for step in fault.sequence.steps] == [Command.POST, Command.LIST]


def test_putting_again_ends_where_the_entry_is_forgotten():
    def put(self, key, entry):
        del entry
        return Outcome(Ending.BROKEN, key)

    trial, ledger = begun(Dictionary(wrong={"put": put}))
    trial.do(Command.POST, "", {"title": "a"})
    trial.do(Command.PUT, "1", {"title": "b"})
    assert trial.ended_by in ledger.new_faults
    ledger.known.update(ledger.findings)
    trial, _ = begun(Dictionary(wrong={"put": put}), ledger=ledger)
    trial.do(Command.POST, "", {"title": "a"})
    trial.do(Command.PUT, "1", {"title": "b"})
    assert (trial.ended_by, trial.over, trial.last_put) == ("", False, None)


def test_after_a_new_fault_nothing_more_is_sent():
    collection = Dictionary(wrong={"get": lambda self, key: Outcome(Ending.BROKEN, key)})
    trial, _ = begun(collection)
    trial.do(Command.POST, "", {"title": "a"})
    trial.do(Command.GET, "1")
    requests = collection.requests
    trial.do(Command.DELETE, "1")
    trial.look()
    trial.look_in_pages()
    assert trial.do_on("1", (Command.GET, None))[0].ending is Ending.UNANSWERED
    assert collection.requests == requests
    assert [step.verb for step in trial.steps] == [Command.POST, Command.GET]


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
    trial, ledger = begun(collection, FileJournal(path, {"target": "x"}))
    key = "1000"
    if deleted:
        trial.do(Command.POST, "", {"title": "a"})
        trial.do(Command.DELETE, "1")
        key = "1"
    trial.do(Command.PATCH, key, {"title": "b"})
    assert trial.ended_by
    assert key in collection.there
    assert [one.key for one in read_journal(path)[1]] == [key], "a kill would not leave it behind"
    trial.end()
    assert set(collection.there) == {"old"}
    assert (ledger.left, read_journal(path)[1]) == (0, [])


@pytest.mark.parametrize("meaning", [Delete.READABLE, Delete.LISTED])
def test_what_is_changed_in_a_trash_stays_there(meaning):
    collection = Dictionary(meaning)
    trial, ledger = begun(collection, delete=meaning, mark="trash", marked=True)
    trial.do(Command.POST, "", {"title": "a"})
    trial.do(Command.DELETE, "1")
    trial.do(Command.PATCH, "1", {"title": "b"})
    trial.end()
    assert (set(collection.trash), ledger.left) == ({"1"}, 0)


class Shelf(Dictionary):
    """Has room for ``most`` pages, and keeps the titles of what was deleted where it is ``strict``."""

    def __init__(self, most: int, *, strict: bool) -> None:
        super().__init__()
        self.most, self.strict, self.titles = most, strict, set()

    def entries(self):
        return st.fixed_dictionaries({"title": st.text("abcdef", min_size=6, max_size=9), "pages": st.integers(1, 3)})

    def post(self, entry):
        full = sum(row.get("pages", 0) for row in self.there.values()) + entry["pages"] > self.most
        if full or (self.strict and entry["title"] in self.titles):
            return Outcome(Ending.CONFLICT)
        self.titles.add(entry["title"])
        return super().post(entry)


@pytest.mark.parametrize(("strict", "rules"), [(True, ["deleted-still-conflicts"]), (False, [])])
@pytest.mark.parametrize("most", [2, 9])
def test_what_was_deleted_is_not_to_blame_where_there_is_no_room(most: int, strict: bool, rules: list[str]):
    collection = Shelf(most, strict=strict)
    trial, ledger = begun(collection)
    trial.do(Command.POST, "", {"title": "first", "pages": 2})
    trial.do(Command.DELETE, "1")
    trial.do(Command.POST, "", {"title": "second", "pages": 1})
    before = dict(collection.there)
    trial.post_again("1")
    assert [one.oracle for one in ledger.findings.values()] == (rules if most > 2 else [])
    assert most == 2 or strict is False or collection.there == before
