from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from querious.store import batches as module
from querious.store.batches import batches

if TYPE_CHECKING:
    from collections.abc import Callable

    from querious.model.recording import Recording

pytestmark = pytest.mark.any_graphql_core


def test_the_same_question_stands_once(recording: Callable[..., Recording]):
    (batch,) = batches([recording("A"), recording("B"), recording("A", day=1)])
    assert batch.taken == 3
    assert sorted((found.operation_name, found.times_called) for found in batch.recordings.values()) == [
        ("A", 2),
        ("B", 1),
    ]
    assert all(found.key == key for key, found in batch.recordings.items())


def test_nothing_is_no_batch():
    assert list(batches([])) == []


def test_a_batch_ends_after_so_many_recordings_though_they_are_the_same(
    recording: Callable[..., Recording], monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(module, "MOST_TAKEN", 4)
    assert [batch.taken for batch in batches(recording() for _ in range(10))] == [4, 4, 2]


def test_a_batch_ends_after_so_many_characters(recording: Callable[..., Recording], monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(module, "MOST_CHARACTERS", 1000)
    long = [recording(variables={"n": n, "text": "x" * 500}) for n in range(6)]
    assert [batch.taken for batch in batches(long)] == [2, 2, 2]
    assert [batch.taken for batch in batches([long[0]] * 6)] == [6]


def test_a_batch_is_handed_over_before_more_is_taken(
    recording: Callable[..., Recording], monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(module, "MOST_TAKEN", 2)
    taken = []

    def source():
        for n in range(4):
            taken.append(n)
            yield recording(variables={"n": n})

    next(batches(source()))
    assert taken == [0, 1]


def test_what_cannot_be_kept_is_replaced_before_its_key_is_worked_out(recording: Callable[..., Recording]):
    (batch,) = batches([recording("A\x00"), recording("A\ufffd")])
    assert [found.times_called for found in batch.recordings.values()] == [2]
