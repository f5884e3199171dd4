from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING

import pytest

from querious.store import RecordingFilter, RecordingOrder

from .conftest import START, a_hash, a_recording

if TYPE_CHECKING:
    from querious.store.recording_store import Store

pytestmark = pytest.mark.any_graphql_core


def names(store: Store, choice: RecordingFilter) -> list[str]:
    found = sorted(recording.operation_name for recording in store.recordings(choice))
    assert store.count(choice) == len(found)
    return found


@pytest.fixture(autouse=True)
def filled(store: Store) -> None:
    store.add(
        [
            a_recording("GetShop", day=1, times_called=1, statuses={"200": 1, "500": 2}),
            a_recording("GetUser", day=2, times_called=5),
            a_recording("get_user", day=3, times_called=10, kind="mutation"),
            a_recording("", day=4, times_called=20, document="{a}", kind="query"),
            a_recording("A%[?]", day=5, times_called=30),
            a_hash("abc", "Hashed", day=6, times_called=40),
        ]
    )


@pytest.mark.parametrize(
    ("patterns", "expected"),
    [
        (("GetShop",), ["GetShop"]),
        (("Get*",), ["GetShop", "GetUser"]),
        (("*ser", "GetShop"), ["GetShop", "GetUser", "get_user"]),
        (("getuser",), []),
        (("get*",), ["get_user"]),
        (("get?user",), []),
        (("",), [""]),
        (("A%[?]",), ["A%[?]"]),
        (("A%[?]*",), ["A%[?]"]),
        (("*[*",), ["A%[?]"]),
        (("*%*",), ["A%[?]"]),
        (("*_*",), ["get_user"]),
    ],
)
def test_names_are_patterns_in_which_only_the_star_means_something(
    store: Store, patterns: tuple[str, ...], expected: list[str]
):
    assert names(store, RecordingFilter(names=patterns)) == expected


def test_kinds_are_chosen_and_the_empty_one_is_that_of_a_hash(store: Store):
    assert names(store, RecordingFilter(kinds=("mutation",))) == ["get_user"]
    assert names(store, RecordingFilter(kinds=("",))) == ["Hashed"]
    assert names(store, RecordingFilter(kinds=("mutation", ""))) == ["Hashed", "get_user"]


def test_calls_are_at_least_or_fewer(store: Store):
    assert names(store, RecordingFilter(min_calls=20)) == ["", "A%[?]", "Hashed"]
    assert names(store, RecordingFilter(fewer_calls=5)) == ["GetShop"]
    assert names(store, RecordingFilter(min_calls=5, fewer_calls=20)) == ["GetUser", "get_user"]
    assert names(store, RecordingFilter(fewer_calls=0)) == []


def test_moments_are_those_of_the_last_call(store: Store):
    third = START + timedelta(days=3)
    assert names(store, RecordingFilter(since=third)) == ["", "A%[?]", "Hashed", "get_user"]
    assert names(store, RecordingFilter(before=third)) == ["GetShop", "GetUser"]


def test_a_key_is_found_by_its_beginning(store: Store):
    (shop,) = store.recordings(RecordingFilter(names=("GetShop",)))
    assert names(store, RecordingFilter(keys=(shop.key[:8],))) == ["GetShop"]
    assert names(store, RecordingFilter(keys=("%",))) == []


def test_everything_said_must_fit(store: Store):
    assert names(store, RecordingFilter(names=("Get*",), min_calls=5)) == ["GetUser"]


def test_coordinates_are_looked_for_in_the_documents(store: Store):
    assert names(store, RecordingFilter(coordinates=("Query.a",))) == [""]
    assert names(store, RecordingFilter(coordinates=("Query.get*",), min_calls=2)) == ["GetUser", "get_user"]
    chosen = RecordingFilter(coordinates=("Query.get*",))
    assert [one.operation_name for one in store.recordings(chosen, RecordingOrder.CALLS, 2)] == ["get_user", "GetUser"]


def test_a_limit_counts_recordings_not_their_answers(store: Store):
    first = [recording.operation_name for recording in store.recordings(order=RecordingOrder.CALLS, limit=6)]
    assert first == ["Hashed", "A%[?]", "", "get_user", "GetUser", "GetShop"]
    (shop,) = store.recordings(RecordingFilter(names=("GetShop",)), limit=1)
    assert shop.statuses == {"200": 1, "500": 2}
