from __future__ import annotations

import os
import threading
import tracemalloc
from datetime import timedelta
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from querious.errors import ConfigError
from querious.model.recorded import Tally
from querious.model.recording import CALL, Latency, RecordedShape, Recording
from querious.store import RecordingFilter, RecordingOrder, batches, open_store

from .conftest import START, a_recording

if TYPE_CHECKING:
    from collections.abc import Callable

    from querious.store.recording_store import Store

pytestmark = pytest.mark.any_graphql_core


def by_key(recordings) -> dict[str, Recording]:
    return {recording.key: recording for recording in recordings}


RECORDINGS = st.builds(
    lambda name, variables, first, last, calls, statuses, hashed, parts: Recording(
        f"query {name}{{a}}",
        variables,
        START + timedelta(microseconds=first),
        START + timedelta(microseconds=first + last),
        name,
        "query",
        hashed,
        calls,
        statuses,
        Latency(len(parts), sum(parts), max(parts, default=0.0)),
    ),
    st.sampled_from(["A", "B"]),
    st.sampled_from([{}, {"a": 1}, {"a": None}, {"a": [1.5, "é\x00\ud800", {"b": True}]}]),
    st.integers(-(10**16), 10**16),
    st.integers(0, 10**15),
    st.integers(0, 10**9),
    st.dictionaries(st.sampled_from(["200", "500", "errors"]), st.integers(1, 10**6)),
    st.sampled_from(["", "h"]),
    st.lists(st.sampled_from([0.0, 0.25, 0.5, 8.0]), max_size=3),
)


@given(st.lists(st.lists(RECORDINGS, max_size=6), max_size=4))
@pytest.mark.unmeasured
def test_what_comes_out_is_the_sum_of_what_went_in(tmp_path_factory, groups: list[list[Recording]]):
    path = tmp_path_factory.mktemp("store") / "harvest.sqlite"
    expected: dict[str, Recording] = {}
    with open_store(str(path)) as store:
        for group in groups:
            assert store.add(iter(group)) == len(group)
            for recording in group:
                there = expected.get(recording.key)
                expected[recording.key] = there + recording if there else recording
        found = list(store.recordings())
        assert [recording.key for recording in found] == sorted(expected)
        assert by_key(found) == expected
        assert store.count() == len(expected)


def test_an_answer_that_never_came_is_not_kept(store: Store, recording: Callable[..., Recording]):
    store.add([recording(statuses={"200": 0, "500": 1})])
    assert [found.statuses for found in store.recordings()] == [{"500": 1}]


def test_what_is_kept_does_not_depend_on_who_came_first(store: Store, recording: Callable[..., Recording]):
    store.add([recording(variables={"b": {"d": 1, "c": 2}, "a": 3})])
    (found,) = store.recordings()
    assert str(found.variables) == "{'a': 3, 'b': {'c': 2, 'd': 1}}"


def test_a_stream_longer_than_a_batch_is_written_in_several(
    store: Store, recording: Callable[..., Recording], monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(batches, "MOST_TAKEN", 10)
    seen = []

    def source():
        for number in range(35):
            seen.append(store.count())
            yield recording(variables={"n": number})

    assert store.add(source()) == 35
    assert (seen[9], seen[10], seen[20]) == (0, 10, 20)
    assert store.count() == 35


def test_a_source_that_fails_loses_the_unfinished_batch_only(
    store: Store, recording: Callable[..., Recording], monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(batches, "MOST_TAKEN", 10)

    def source():
        for number in range(15):
            yield recording(variables={"n": number})
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        store.add(source())
    assert store.count() == 10


def peak(work) -> int:
    """Bytes of Python objects at the worst moment."""
    tracemalloc.start()
    try:
        work()
        return tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()


@pytest.mark.unmeasured
def test_memory_does_not_grow_with_the_number_of_recordings(
    store: Store, recording: Callable[..., Recording], monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(batches, "MOST_TAKEN", 200)
    store.add([recording()])

    def traffic(number: int):
        return (recording(f"Operation{n % 7}", variables={"n": n % 1000}) for n in range(number))

    few = peak(lambda: store.add(traffic(1000)))
    many = peak(lambda: store.add(traffic(5000)))
    assert many < 1.2 * few
    store.add(recording(variables={"text": f"{n} {'x' * 1000}"}) for n in range(3000))
    assert peak(lambda: sum(1 for _ in store.recordings())) < 3_000_000


def test_reading_goes_on_while_others_write(store: Store, recording: Callable[..., Recording]):
    store.add(recording(variables={"n": number}) for number in range(2000))
    reading = store.recordings()
    next(reading)
    store.add(recording(variables={"n": number}) for number in range(2000, 3000))
    assert sum(1 for _ in reading) == 1999
    assert store.count() == 3000


def test_reading_may_end_early(store: Store, recording: Callable[..., Recording]):
    store.add(recording(variables={"n": number}) for number in range(2000))
    for _ in range(30):
        reading = store.recordings()
        next(reading)
        reading.close()
    assert store.count() == 2000


def test_threads_may_share_a_store(store: Store, recording: Callable[..., Recording]):
    def write(thread: int) -> None:
        for number in range(10):
            store.add([recording(), recording(variables={"thread": thread, "n": number})])

    threads = [threading.Thread(target=write, args=(thread,)) for thread in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert store.tally() == Tally(61, 120)


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork on this system")
@pytest.mark.filterwarnings("ignore:.*multi-threaded.*fork:DeprecationWarning")
def test_a_forked_process_writes_through_a_connection_of_its_own(store: Store, recording: Callable[..., Recording]):
    store.add([recording()])
    before = store._database._engine.pool
    child = os.fork()
    if not child:
        try:
            store.add([recording()])
            os._exit(store._database._engine.pool is before)
        finally:
            os._exit(2)
    assert os.waitpid(child, 0)[1] == 0
    store.add([recording()])
    assert store.tally() == Tally(1, 3)


def test_what_is_pruned_is_gone_with_its_text(store: Store, recording: Callable[..., Recording], path: str):
    store.add([recording("Old", day=1), recording("Old", day=1, variables={"a": 1}), recording("New", day=9)])
    store.add([recording("Mixed", day=1), recording("Mixed", day=9, variables={"a": 1})])
    assert store.prune(RecordingFilter(before=START + timedelta(days=5))) == Tally(3, 3)
    assert sorted(found.operation_name for found in store.recordings()) == ["Mixed", "New"]
    assert store.stats().documents == 2
    assert store.stats().statuses == {"200": 2}
    assert store.prune(RecordingFilter(before=START + timedelta(days=5))) == Tally(0, 0)


def test_pruning_by_coordinate_takes_what_selects_it(store: Store, recording: Callable[..., Recording]):
    store.add(recording(name, document=f"{{a{name} b}}") for name in "ABC")
    assert store.tally(RecordingFilter(coordinates=("Query.aA", "Query.aB"))) == Tally(2, 2)
    assert store.prune(RecordingFilter(coordinates=("Query.aA", "Query.aB"))) == Tally(2, 2)
    assert [found.operation_name for found in store.recordings()] == ["C"]


def test_a_pruned_text_is_forgotten_for_its_hash_too(
    store: Store, recording: Callable[..., Recording], hash_only: Callable[..., Recording]
):
    store.add([recording("A", document_hash="abc")])
    store.prune(RecordingFilter(names=("A",)))
    store.add([hash_only("abc", "A")])
    assert [found.document for found in store.recordings()] == [""]


def test_tables_that_a_newer_querious_changed_meanwhile_are_not_written_to(
    store: Store, path: str, recording: Callable[..., Recording]
):
    with open_store(path) as other, other._database.writing() as connection:
        connection.exec_driver_sql("UPDATE schema_version SET version = version + 1")
    with pytest.raises(
        ConfigError, match=r"was changed by a newer querious in the meantime\. Upgrade this one and start it again\."
    ):
        store.add([recording()])
    with pytest.raises(ConfigError, match="in the meantime"):
        store.prune(RecordingFilter(names=("A",)))


def test_it_tells_where_it_is_and_may_be_closed_twice(store: Store, path: str):
    assert store.shown == path
    store.close()
    store.close()


def test_without_the_extra_one_line_says_what_to_install(monkeypatch: pytest.MonkeyPatch, path: str):
    def missing(*_: object, **__: object) -> None:
        raise ModuleNotFoundError("No module named 'sqlalchemy'", name="sqlalchemy.orm")

    monkeypatch.setattr("querious.store.connect.open_database", missing)
    with pytest.raises(ConfigError, match=r"pip install 'querious\[harvest\]'"):
        open_store(path)

    def ours(*_: object, **__: object) -> None:
        raise ModuleNotFoundError("No module named 'querious.gone'", name="querious.gone")

    monkeypatch.setattr("querious.store.connect.open_database", ours)
    with pytest.raises(ModuleNotFoundError):
        open_store(path)


def test_a_store_is_for_its_owner_only(store: Store, path: str):
    assert Path(path).stat().st_mode & 0o777 == 0o600


def test_orders_break_ties_by_key(store: Store):
    store.add(a_recording("A", day=number % 2, variables={"n": number}, times_called=number % 3) for number in range(9))
    everything = list(store.recordings())
    assert list(store.recordings(order=RecordingOrder.CALLS)) == sorted(
        everything, key=lambda one: (-one.times_called, one.key)
    )
    recent = sorted(everything, key=lambda one: (-one.updated_at.timestamp(), one.key))
    assert list(store.recordings(order=RecordingOrder.RECENT)) == recent
    assert list(store.recordings(order=RecordingOrder.RECENT, limit=4)) == recent[:4]


def call(path: str, *, day: int = 0, **answers: dict) -> Recording:
    shapes = {status[1:]: RecordedShape("application/json", schema) for status, schema in answers.items()}
    name = "GET /books/{id}"
    more = {"document": name, "kind": CALL, "variables": {"path": path}, "shapes": shapes}
    return a_recording(name, day, statuses=dict.fromkeys(shapes, 1), **more)


def test_rest_calls_are_kept_beside_graphql_and_the_looks_of_answers_are_joined(tmp_path: Path):
    one = {"type": "object", "properties": {"a": {"type": "integer"}}, "required": ["a"]}
    other = {"type": "object", "properties": {"a": {"type": "null"}, "b": {"type": "string"}}, "required": ["a", "b"]}
    with open_store(str(tmp_path / "s.sqlite")) as store:
        store.add([call("/books/1", s200=one), a_recording("Shop")])
        store.add([call("/books/1", day=1, s200=other, s404={"type": "null"}), call("/books/2", s200=one)])
        (found,) = store.recordings(RecordingFilter(kinds=(CALL,), min_calls=2))
        assert [each.operation_name for each in store.recordings(RecordingFilter(kinds=("query",)))] == ["Shop"]
        assert len(list(store.recordings(RecordingFilter(coordinates=("GET /books/*",))))) == 2
        assert found == call("/books/1", s200=one) + call("/books/1", day=1, s200=other, s404={"type": "null"})
        assert found.shapes["200"].schema["required"] == ["a"]
        store.prune(RecordingFilter(kinds=(CALL,)))
        assert store.count() == 1
