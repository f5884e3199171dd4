from __future__ import annotations

from random import Random
from typing import Any

import pytest

from querious.values import Chance
from querious.values.refused_kinds import RefusedKinds, json_kind


@pytest.mark.parametrize(
    ("value", "kind"),
    [
        (True, "boolean"),
        (1, "number"),
        (0.5, "number"),
        ("x", "string"),
        ("", "empty string"),
        ([], "list"),
        ({}, "object"),
    ],
)
def test_kinds_are_those_of_json(value: Any, kind: str):
    assert json_kind(value) == kind


def refused(value: Any, times: int = 3) -> RefusedKinds:
    kinds = RefusedKinds()
    for _ in range(times):
        kinds.note("JSON", value, taken=False)
    return kinds


def test_a_kind_is_refused_after_a_few_refusals():
    assert refused([1]).refuses("JSON", [])
    assert not refused([1], 2).refuses("JSON", [])
    assert not refused([1]).refuses("Other", [])
    assert not refused([1]).refuses("JSON", {})


def test_what_was_taken_once_is_not_refused():
    kinds = refused([1])
    kinds.note("JSON", [2], taken=True)
    assert not kinds.refuses("JSON", [])


def test_strings_are_given_up_only_if_something_else_is_taken():
    kinds = refused("x")
    assert not kinds.refuses("JSON", "y")
    kinds.note("JSON", {}, taken=True)
    assert kinds.refuses("JSON", "y")


def test_makers_avoid_refused_kinds_as_long_as_they_make_others():
    kinds = refused([])
    chance = Chance(Random(1))
    either = kinds.avoiding("JSON", lambda chance: chance.choose(([], {})))
    assert [either(chance) for _ in range(20)].count({}) >= 19
    assert kinds.avoiding("JSON", lambda _: [])(chance) == []
