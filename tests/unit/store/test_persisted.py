from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from querious.store import open_store, persisted

from .conftest import a_hash, a_recording

if TYPE_CHECKING:
    import random
    from collections.abc import Callable

    from querious.model.recording import Recording
    from querious.store.recording_store import Store

pytestmark = pytest.mark.any_graphql_core


def test_a_recording_of_a_hash_gets_its_text_when_that_is_seen(
    store: Store, recording: Callable[..., Recording], hash_only: Callable[..., Recording]
):
    store.add([hash_only("abc", variables={"a": 1}, statuses={"200": 2}, times_called=2)])
    store.add([recording("Shop", document_hash="abc", day=1)])
    found = {str(one.variables): one for one in store.recordings()}
    assert len(found) == 2
    known = found["{'a': 1}"]
    assert (known.document, known.operation_name, known.kind) == ("query Shop{shop}", "Shop", "query")
    assert (known.times_called, known.statuses, known.document_hash) == (2, {"200": 2}, "abc")


def test_it_joins_what_was_asked_by_the_text_with_the_same_variables(
    store: Store, recording: Callable[..., Recording], hash_only: Callable[..., Recording]
):
    store.add([hash_only("abc", times_called=2, day=5), hash_only("abc", "Shop", times_called=3, statuses={"500": 3})])
    store.add([recording("Shop")])
    assert store.count() == 3
    store.add([recording("Shop", document_hash="abc")])
    (found,) = store.recordings()
    assert (found.times_called, found.statuses) == (7, {"200": 3, "500": 3})
    assert (found.created_at.day, found.updated_at.day) == (1, 6)


def test_a_hash_that_is_known_already_gets_its_text_at_once(
    store: Store, recording: Callable[..., Recording], hash_only: Callable[..., Recording]
):
    store.add([recording("Shop", document_hash="abc")])
    store.add([hash_only("abc", "Shop")])
    (found,) = store.recordings()
    assert found.times_called == 2


def test_an_operation_of_a_document_with_several_is_found_by_its_name(
    store: Store, recording: Callable[..., Recording], hash_only: Callable[..., Recording]
):
    store.add([recording("A", document_hash="abc"), recording("B", document_hash="abc")])
    store.add([hash_only("abc", "B"), hash_only("abc", "C"), hash_only("abc", "")])
    calls = {(one.document, one.operation_name): one.times_called for one in store.recordings()}
    assert calls == {("query A{a}", "A"): 1, ("query B{b}", "B"): 2, ("", "C"): 1, ("", ""): 1}


def test_an_anonymous_operation_is_meant_whatever_name_was_sent(
    store: Store, recording: Callable[..., Recording], hash_only: Callable[..., Recording]
):
    store.add([hash_only("abc", "Anything")])
    store.add([recording("", document="{a}", document_hash="abc")])
    (found,) = store.recordings()
    assert (found.operation_name, found.times_called) == ("", 2)


def test_another_hash_gets_nothing(
    store: Store, recording: Callable[..., Recording], hash_only: Callable[..., Recording]
):
    store.add([hash_only("other", "Shop"), recording("Shop", document_hash="abc")])
    assert store.count() == 2


def test_many_recordings_of_one_hash_are_given_their_text_part_by_part(
    store: Store,
    recording: Callable[..., Recording],
    hash_only: Callable[..., Recording],
    monkeypatch: pytest.MonkeyPatch,
):
    monkeypatch.setattr(persisted, "_AT_ONCE", 3)
    store.add(hash_only("abc", name, variables={"n": number}) for number in range(10) for name in ("Shop", "Other"))
    store.add([recording("Shop", document_hash="abc", variables={"n": 0})])
    found = list(store.recordings())
    assert sum(one.document == "" for one in found) == 10
    assert sum(one.operation_name == "Shop" and one.document != "" for one in found) == 10
    assert sum(one.times_called for one in found) == 21


TRAFFIC = st.lists(
    st.one_of(
        st.builds(
            lambda name, n: a_recording(name, variables={"n": n}, document_hash=f"hash of {name}"),
            st.sampled_from("AB"),
            st.integers(0, 2),
        ),
        st.builds(
            lambda name, n, named: a_hash(f"hash of {name}", name if named else "", variables={"n": n}),
            st.sampled_from("ABC"),
            st.integers(0, 2),
            st.booleans(),
        ),
    ),
    max_size=12,
)


@settings(max_examples=30)
@given(TRAFFIC, st.randoms(use_true_random=False))
def test_the_order_in_which_texts_and_hashes_come_does_not_matter(
    tmp_path_factory: pytest.TempPathFactory, traffic: list[Recording], chance: random.Random
):
    contents = []
    folder = tmp_path_factory.mktemp("stores")
    for number in range(2):
        with open_store(str(folder / f"{number}.sqlite")) as store:
            rest = list(traffic)
            while rest:
                some = chance.randint(1, len(rest))
                store.add(rest[:some])
                rest = rest[some:]
            contents.append(list(store.recordings()))
        chance.shuffle(traffic)
    assert contents[0] == contents[1]
    known = {one.document_hash for one in traffic if one.document}
    assert all(bool(one.document) == (one.document_hash in known) for one in contents[0])
