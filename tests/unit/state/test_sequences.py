"""Tours: what is changed for the first time is looked at closely, so that one tour shows what a service forgets."""

from __future__ import annotations

import pytest

from dictionary import Dictionary
from querious.model.state import Ending, Outcome
from querious.state.journal import Journal
from querious.state.ledger import StateLedger
from querious.state.model import Manners
from querious.state.sequences import walk
from querious.state.tour import tours

_MOST_REQUESTS = 70
"""Of the first tour, which the budget of a run has to hold once for every collection."""


def toured(**wrong):
    collection = Dictionary(wrong=wrong)
    ledger = StateLedger({collection.name: collection}, Journal())
    ledger.manners[collection.name] = Manners(delete_again=Ending.NOT_FOUND)
    walk(collection, ledger, tours(collection.commands)[0], 1)
    return collection, {one.oracle for one in ledger.findings.values()}


def _tags_grow(self, key, entry):
    """Replacing an entry with the tags that it has adds them once more."""
    before = self.there.get(key, {}).get("tags")
    done = Dictionary.put(self, key, entry)
    if before and entry.get("tags") == before:
        self.there[key]["tags"] = before * 2
    return done


def _pages_reset(self, key, changes):
    """A change that does not speak of the pages sets them to what they are in a new entry."""
    if key not in self.there:
        return Outcome(Ending.NOT_FOUND, key)
    self.there[key] = {**self.there[key], "pages": 100, **changes}
    return Outcome(Ending.DONE, key)


@pytest.mark.parametrize("wrong", [{"put": _tags_grow}, {"patch": _pages_reset}])
def test_one_tour_shows_what_only_entries_with_all_members_show(wrong):
    assert toured(**wrong)[1]


def test_a_tour_of_a_sound_service_finds_nothing_and_is_short():
    collection, found = toured()
    assert found == set()
    assert collection.requests <= _MOST_REQUESTS
