"""A journal that several threads write to: what is left is what was made, wherever a kill comes."""

from __future__ import annotations

from itertools import permutations

import pytest

from querious.state.journal import FileJournal, read_journal
from querious.state.parallel import branch_journal
from querious.state.parallel.branch_journal import ParallelJournal


class Threads:
    """Says which thread asks, so that one test can be several."""

    def __init__(self, monkeypatch):
        self.now = 0
        monkeypatch.setattr(branch_journal.threading, "get_ident", lambda: self.now)


@pytest.fixture
def threads(monkeypatch):
    return Threads(monkeypatch)


@pytest.mark.parametrize("order", list(permutations((1, 2, 3))))
@pytest.mark.parametrize("ended", range(4))
def test_keys_are_those_of_their_entries_in_whatever_order_they_come(order, ended, tmp_path, threads):
    journal = ParallelJournal(FileJournal(tmp_path / "journal", {"target": "memory"}))
    for thread in (1, 2, 3):
        threads.now = thread
        journal.posting("books", {}, {"title": thread})
    for thread in order[:ended]:
        threads.now = thread
        journal.posted("books", {}, f"key {thread}" if thread != 2 else "")
    _, left = read_journal(tmp_path / "journal")
    assert {one.key for one in left if one.key} == {f"key {thread}" for thread in order[:ended] if thread != 2}
    assert {one.entry["title"] for one in left if not one.key} == set(order[ended:])


def test_what_is_removed_is_left_no_more(tmp_path):
    journal = ParallelJournal(FileJournal(tmp_path / "journal", {"target": "memory"}))
    journal.posting("books", {"shops": ["1"]}, {})
    journal.posted("books", {"shops": ["1"]}, "7")
    journal.removed("books", {"shops": ["1"]}, "7")
    assert read_journal(tmp_path / "journal")[1] == []


def test_a_posting_that_was_never_answered_stays(tmp_path):
    journal = ParallelJournal(FileJournal(tmp_path / "journal", {"target": "memory"}))
    journal.posting("books", {}, {"title": "unanswered"})
    journal.posting("books", {}, {"title": "answered"})
    journal.posted("books", {}, "7")
    left = read_journal(tmp_path / "journal")[1]
    assert [(one.key, one.entry) for one in left] == [("7", None), ("", {"title": "unanswered"})]
