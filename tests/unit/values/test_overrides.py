from __future__ import annotations

import random
from typing import Any

import pytest

from querious.errors import ConfigError
from querious.values.overrides import GeneratorFailedError, Overrides

CIRCULAR: list[Any] = []
CIRCULAR.extend((CIRCULAR, CIRCULAR))
NO_JSON = [{1}, float("nan"), float("-inf"), b"x", object(), 10**5000, CIRCULAR, {1: 2}, [[{"a": {3}}]], 1j, range(3)]


@pytest.mark.parametrize("value", NO_JSON, ids=lambda value: type(value).__name__)
def test_a_generator_that_gives_what_is_no_json_is_told_in_one_line(value: Any) -> None:
    told: list[BaseException] = []
    overrides = Overrides({"A": lambda _random: value}, lambda _name, error: told.append(error))
    with pytest.raises(GeneratorFailedError):
        overrides.of_type("A")(random.Random(1))  # type: ignore[misc]
    assert [str(error).partition("gave")[0] for error in told] == ["The generator for A "]
    with pytest.raises(ConfigError, match=r"^The generator for A gave .*, which is not JSON; give texts"):
        Overrides({"A": ["fine", value]})


@pytest.mark.parametrize("value", [None, True, 0, 10**3000, 1.5, "\ud800", [1, (2, 3)], {"a": {"b": []}}])
def test_json_is_given_on(value: Any) -> None:
    assert Overrides({"A": lambda _random: value}).of_type("A")(random.Random(1)) == value  # type: ignore[misc]
