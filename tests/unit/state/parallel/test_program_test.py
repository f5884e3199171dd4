"""Branches at the same time, on collections in memory: with a race, with a lock, and with optimistic locking."""

from __future__ import annotations

import threading
import time
from collections import Counter

import pytest
from hypothesis import strategies as st

from dictionary import Dictionary
from querious.model.state import Command, Delete, Ending, Outcome
from querious.state import parallel
from querious.state.journal import FileJournal, Journal, read_journal
from querious.state.ledger import StateLedger
from querious.state.model import Manners

ENTRIES = [
    {"title": title, **more}
    for title in ("a", "b", "c")
    for more in ({}, {"pages": 1}, {"pages": 2, "read": True}, {"read": False}, {"tags": ["x"]})
]


class Racy(Dictionary):
    """Reads, thinks and writes: what others wrote meanwhile is lost."""

    longest = 0.01
    """Seconds of thinking. It is over as soon as another one begins to think, so that they meet on slow machines too."""

    def __init__(self):
        super().__init__()
        self.begun = 0

    def think(self):
        self.begun += 1
        mine, end = self.begun, time.perf_counter() + self.longest
        while self.begun == mine and time.perf_counter() < end:
            time.sleep(0.0005)

    def patch(self, key, changes):
        self.requests += 1
        seen = self.there.get(key)
        if seen is None:
            return Outcome(Ending.NOT_FOUND, key)
        self.think()
        self.there[key] = {**seen, **changes}
        return Outcome(Ending.DONE, key, dict(self.there[key]))


class Locked(Racy):
    """The same, one after the other."""

    longest = 0.0005

    def entries(self):
        return st.sampled_from(ENTRIES)

    def changes(self):
        return st.sampled_from(ENTRIES).map(lambda entry: dict([min(entry.items(), key=str)]))

    def __init__(self):
        super().__init__()
        lock = threading.Lock()
        for verb in ("post", "get", "put", "patch", "delete", "list"):
            setattr(self, verb, _alone(getattr(self, verb), lock))


def _alone(function, lock):
    def alone(*given):
        with lock:
            return function(*given)

    return alone


class Optimistic(Racy):
    """Refuses to write over what it has not read."""

    def __init__(self):
        super().__init__()
        self.lock = threading.Lock()
        self.conflicts = 0

    def patch(self, key, changes):
        seen = self.there.get(key)
        if seen is None:
            return Outcome(Ending.NOT_FOUND, key)
        self.think()
        with self.lock:
            if self.there.get(key) is not seen:
                self.conflicts += 1
                return Outcome(Ending.CONFLICT, key)
            self.there[key] = {**seen, **changes}
            return Outcome(Ending.DONE, key, dict(self.there[key]))


def ledger_of(*collections, journal=None, **manners):
    learned = Manners(**{"delete_again": Ending.NOT_FOUND, **manners})
    named = {one.name: one for one in collections}
    return StateLedger(named, journal or Journal(), manners=dict.fromkeys(named, learned))


def searched(collection, ledger=None, **plan):
    return parallel.test_parallel(collection, ledger or ledger_of(collection), parallel.ParallelPlan(**plan))


@pytest.mark.parametrize("seed", range(3))
def test_a_lost_update_is_found_and_shown_small(seed):
    service = Racy()
    programs, findings = searched(service, seed=seed, programs=2)
    assert programs == 2
    finding = next(one for one in findings if one.oracle == "lost-update")
    writes = [step for step in finding.sequence.steps if step.verb is not Command.GET]
    assert [step.verb for step in writes] == [Command.POST, Command.PATCH, Command.PATCH]
    assert sorted(step.branch for step in finding.sequence.steps) == [0, 0, 1, 2]
    assert finding.sequence.steps[-1].branch == 0
    assert not writes[1].sent.keys() & writes[2].sent.keys()
    assert all(len(step.sent) == 1 for step in writes)
    assert finding.count > 1
    assert finding.reproduced
    assert "patch of #1 in branch" in finding.message
    assert f"{finding.count} of 6 attempts showed it" in finding.message
    assert list(service.there) == ["old"]


def test_the_lost_write_is_the_one_that_is_named():
    _, findings = searched(Racy(), programs=1)
    finding = findings[0]
    lost = int(finding.message.split("branch ")[1][0])
    sent = {step.branch: step.sent for step in finding.sequence.steps if step.branch}
    last = finding.sequence.steps[-1].outcome.value
    assert not sent[lost].items() <= last.items()
    assert sent[3 - lost].items() <= last.items()


def test_one_fault_is_told_once_whatever_it_loses():
    _, findings = searched(Racy(), programs=6, findings=9)
    assert [one.oracle for one in findings] == ["lost-update"]


def test_a_delete_that_a_patch_undoes_is_lost():
    class Resurrecting(Racy):
        commands = frozenset(Command) - {Command.PUT, Command.EMPTY_TRASH}

        def __init__(self):
            super().__init__()
            self.commands = Resurrecting.commands

        def patch(self, key, changes):
            if key not in self.there:
                return Outcome(Ending.NOT_FOUND, key)
            self.think()
            self.there[key] = {**self.there.get(key, self.trash.get(key, {})), **changes}
            return Outcome(Ending.DONE, key)

    _, findings = searched(Resurrecting(), programs=4, attempts=8)
    assert findings
    assert findings[0].message.startswith("delete of #1 in branch")
    assert {step.verb for step in findings[0].sequence.steps if step.branch} == {Command.DELETE, Command.PATCH}


def test_two_posts_that_are_given_the_same_key_are_found():
    class Counting(Racy):
        def __init__(self):
            super().__init__()
            self.commands = frozenset({Command.POST, Command.GET, Command.DELETE, Command.LIST})

        def post(self, entry):
            key = str(len(self.there) + len(self.trash))
            self.think()
            self.there[key] = {"id": key, **entry}
            return Outcome(Ending.DONE, key)

    service = Counting()
    _, findings = searched(service, programs=1)
    assert findings[0].oracle == "lost-update"
    assert [step.verb for step in findings[0].sequence.steps if step.branch] == [Command.POST] * 2
    assert list(service.there) == ["old"]


def test_a_service_that_fails_only_then_is_found():
    class Failing(Racy):
        busy = threading.Lock()

        def patch(self, key, changes):
            if not self.busy.acquire(blocking=False):
                return Outcome(Ending.BROKEN, key)
            try:
                return super().patch(key, changes)
            finally:
                self.busy.release()

    _, findings = searched(Failing(), programs=1)
    assert [one.oracle for one in findings] == ["server-error"]
    assert "at the same time" in findings[0].message


@pytest.mark.parametrize("seed", range(20))
@pytest.mark.unmeasured
def test_nothing_is_found_where_a_lock_keeps_order(seed):
    service = Locked()
    assert searched(service, seed=seed, programs=18, attempts=1) == (18, [])
    assert list(service.there) == ["old"]


@pytest.mark.parametrize("delete", Delete)
def test_nothing_is_found_whatever_deleting_means(delete):
    mark = {"mark": "trash", "marked": True} if delete in (Delete.READABLE, Delete.LISTED) else {}
    service = Dictionary(delete)
    assert searched(service, ledger_of(service, delete=delete, **mark), attempts=1) == (20, [])


def test_nothing_is_found_where_stale_writes_are_refused():
    service = Optimistic()
    assert searched(service, programs=18, attempts=2) == (18, [])
    assert service.conflicts


def test_what_shows_without_anything_at_the_same_time_is_left_to_sequences():
    def idle(self, key, _):
        return Outcome(Ending.DONE if key in self.there else Ending.NOT_FOUND, key)

    service = Dictionary(wrong={"patch": idle})
    assert searched(service, programs=5) == (5, [])


def test_attempts_without_an_answer_are_left_out():
    class Silent(Racy):
        def patch(self, key, changes):
            return Outcome(Ending.UNANSWERED, key)

    assert searched(Silent(), programs=2) == (2, [])


def test_requests_are_limited():
    service = Dictionary()
    programs, _ = searched(service, requests=50)
    assert programs < 20
    assert service.requests < 75


def test_nothing_is_begun_once_the_budget_is_spent():
    service = Racy()
    ledger = ledger_of(service)
    ledger.spent = lambda: True
    assert searched(service, ledger) == (0, [])


def test_collections_whose_manners_are_not_known_or_that_cannot_be_cleaned_are_left_alone():
    service = Racy()
    assert searched(service, StateLedger({"books": service}, Journal())) == (0, [])
    service.commands = service.commands - {Command.DELETE}
    assert searched(service) == (0, [])
    assert service.requests == 0


class Chapters(Racy):
    """Entries below a book."""

    name = "chapters"
    needs = ("books",)

    def __init__(self, books):
        super().__init__()
        self.books = books
        self.parent = ""

    def bind(self, given):
        self.parent = given["books"][0]
        return self

    def post(self, entry):
        assert self.parent in self.books.there
        return super().post(entry)


def test_what_is_needed_is_made_first_and_removed_in_the_end():
    books = Dictionary()
    chapters = Chapters(books)
    ledger = ledger_of(books, chapters)
    _, findings = searched(chapters, ledger, programs=1)
    assert [one.collection for one in findings[0].sequence.given] == ["books", "books"]
    assert list(books.there) == list(chapters.there) == ["old"]
    assert ledger.left == 0


@pytest.mark.parametrize("verb", ["patch", "get", "list"])
def test_everything_is_removed_after_an_interruption(verb, tmp_path):
    times = Counter()

    def interrupted(self, *given):
        times[verb] += 1
        if times[verb] == 5:
            raise KeyboardInterrupt
        return getattr(Racy, verb)(self, *given)

    books = Dictionary()
    chapters = Chapters(books)
    setattr(chapters, verb, lambda *given: interrupted(chapters, *given))
    journal = FileJournal(tmp_path / "journal", {"target": "memory"})
    with pytest.raises(KeyboardInterrupt):
        searched(chapters, ledger_of(books, chapters, journal=journal))
    assert list(books.there) == list(chapters.there) == ["old"]
    _, left = read_journal(tmp_path / "journal")
    assert [one for one in left if one.collection == "chapters"] == []


def test_the_same_seed_sends_the_same():
    sent = []
    for _ in range(2):
        service = Locked()
        heard = []
        sent.append(heard)
        patch = service.patch
        service.patch = lambda key, changes, patch=patch, heard=heard: (
            heard.append(str(changes)),
            patch(key, changes),
        )[1]
        searched(service, seed=7, programs=18, attempts=1)
    assert Counter(sent[0]) == Counter(sent[1])
