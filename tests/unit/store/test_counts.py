from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from querious.model.recorded import Called, Stats, Tally
from querious.model.recording import Latency

from .conftest import START, a_hash, a_recording

if TYPE_CHECKING:
    from querious.store.recording_store import Store

pytestmark = pytest.mark.any_graphql_core


def test_an_empty_store_has_nothing_to_tell(store: Store):
    assert store.stats() == Stats()
    assert store.tally() == Tally(0, 0)


def test_everything_is_counted(store: Store):
    store.add(
        [
            a_recording("A", day=2, times_called=3, statuses={"200": 2, "errors": 1}, latency=Latency(3, 1.5, 1.0)),
            a_recording("A", day=4, times_called=4, variables={"a": 1}),
            a_recording("B", day=0, times_called=9, kind="mutation", statuses={}, latency=Latency()),
            a_hash("abc", times_called=1, latency=Latency(1, 2.5, 2.5)),
        ]
    )
    stats = store.stats()
    assert (stats.recordings, stats.documents, stats.calls) == (4, 2, 17)
    assert (stats.first, stats.last) == (START, START.replace(day=5))
    assert list(stats.kinds.items()) == [("mutation", Tally(1, 9)), ("query", Tally(2, 7)), ("", Tally(1, 1))]
    assert list(stats.statuses.items()) == [("200", 4), ("errors", 1)]
    assert stats.latency == Latency(5, 4.25, 2.5)
    assert stats.most_called == (
        Called("B", "mutation", "query B{b}", "", 1, 9),
        Called("A", "query", "query A{a}", "", 2, 7),
        Called("", "", "", "abc", 1, 1),
    )


def test_only_the_ten_most_called_operations_are_named(store: Store):
    store.add(a_recording(f"Operation{number:02}", times_called=number) for number in range(15))
    assert [called.calls for called in store.stats().most_called] == list(range(14, 4, -1))
