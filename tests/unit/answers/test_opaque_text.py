from __future__ import annotations

import pytest

from querious.answers.opaque_text import is_opaque


@pytest.mark.parametrize(
    "values",
    [
        ["UHJvamVjdDox", "UHJvamVjdDoy", "VXNlcjox"],
        ["f81d4fae-7dec-11d0-a765-00a0c91e6bf6", "a81d4fae-7dec-11d0-a765-00a0c91e6bf6"],
        ["507f1f77bcf86cd799439011", "abcdef77bcf86cd799439011"],
        ["01ARZ3NDEKTSV4RRFFQ69G5FAV", "01BX5ZZKBKACTAV9WEVGEMMVRZ"],
        ["V1StGXR8_Z5jdHi6B-myT", "x1StGXR8_Z5jdHi6B-myT"],
        ["LOW", "MEDIUM", "HIGH"],
        ["S", "M", "XL"],
        ["PT2H", "P1D"],
        ["Monday", "Tuesday"],
        ["January", "February"],
    ],
)
def test_values_that_stand_for_something_else(values: list[str]):
    assert is_opaque("name", values)


@pytest.mark.parametrize(
    "values",
    [
        ["Hex bolt", "Anvil"],
        ["anna", "bert", "cleo"],
        ["Monday", "Anvil"],
        ["LOW", "Anvil"],
        ["screw-10", "bolt-9"],
        ["a@example.com", "b@example.com"],
        [],
    ],
)
def test_values_that_are_what_they_say(values: list[str]):
    assert not is_opaque("name", values)


@pytest.mark.parametrize("name", ["id", "cursor", "projectId", "commitSha", "uuid"])
def test_names_of_identifiers(name: str):
    assert is_opaque(name, ["a", "b"])
