from __future__ import annotations

import pytest

from querious.graphql.oracles.explain import Excuses

PATHS = [("a", 0, "b"), ("c",)]


@pytest.mark.parametrize("path", [("a",), ("a", 0), ("a", 0, "b"), ("a", 0, "b", "x"), ("c",), ("c", 5)])
def test_an_error_excuses_itself_and_what_is_above_and_below(path: tuple[str | int, ...]):
    assert Excuses(PATHS).cover(path)


@pytest.mark.parametrize("path", [("a", 1), ("a", 0, "x"), ("b",), ("x", "c"), ()])
def test_but_not_what_is_beside(path: tuple[str | int, ...]):
    assert not Excuses(PATHS).cover(path)


def test_an_error_without_a_place_excuses_everything():
    assert Excuses([], everything=True).cover(("anything",))
    assert not Excuses([]).cover(("anything",))
