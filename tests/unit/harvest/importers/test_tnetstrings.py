from __future__ import annotations

import contextlib
import io
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from querious.harvest.importers import tnetstrings
from querious.harvest.importers.tnetstrings import BrokenTnetstringError, netstrings, value_of
from typed_netstrings import packed


def values(data: bytes) -> list[Any]:
    """Each value, or the ValueError in its place."""

    def read(netstring: bytes) -> Any:
        try:
            return value_of(netstring)
        except ValueError as error:
            return error

    return [*map(read, netstrings(io.BytesIO(data)))]


TEXT = st.text(st.characters(codec="utf-8"))
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.binary() | TEXT,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(TEXT, inner, max_size=4),
    max_leaves=12,
)


@given(st.lists(VALUES, max_size=4))
def test_values_come_back_as_they_were(given_values):
    assert values(b"".join(map(packed, given_values))) == given_values


def test_keys_of_old_versions_are_bytes():
    assert values(packed({b"type": b"http"})) == [{"type": b"http"}]


@pytest.mark.parametrize("data", [b"x", b"5:ab", b"5", b":1#", b"12345678901234:", b"3:abc"])
def test_what_cannot_go_on_is_broken(data):
    with pytest.raises(BrokenTnetstringError):
        values(data)


@pytest.mark.parametrize(
    "data", [b"3:abc#", b"3:abc?", b"3:abc~", b"3:yes!", b"4:9:a,]", b"2:a,]", b"4:1:a,}", b"3:1:a]"]
)
def test_a_malformed_value_does_not_hide_the_next(data):
    first, second = values(data + packed(7))
    assert isinstance(first, ValueError)
    assert second == 7


def test_a_value_that_is_too_large_is_passed_over(monkeypatch):
    monkeypatch.setattr(tnetstrings, "LARGEST", 10)
    first, second = values(packed(b"x" * 3_000_000) + packed(7))
    assert isinstance(first, ValueError)
    assert second == 7


def test_depth_is_bounded():
    deep: Any = []
    for _ in range(100):
        deep = [deep]
    (value,) = values(packed(deep))
    assert isinstance(value, ValueError)


@given(st.binary(max_size=60))
def test_no_bytes_break_the_reading(data):
    with contextlib.suppress(BrokenTnetstringError):
        values(data)
