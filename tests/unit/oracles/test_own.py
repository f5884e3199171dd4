from __future__ import annotations

from typing import Any

import pytest

from querious.errors import ConfigError, SchemaError
from querious.oracles import own


def test_none_and_nothing_pass(api: Any):
    assert api.verdict(own(lambda _: None)) == []
    assert api.verdict(own(lambda _: "")) == []
    assert api.verdict(own(lambda _: [])) == []


def test_words_are_findings_under_the_name_of_the_function(api: Any):
    def too_slow(exchange: Any) -> str | None:
        """Every answer comes within a millisecond.

        More than this nobody needs to know.
        """
        return f"took {exchange.elapsed} s" if exchange.elapsed > 0.001 else None

    oracle = own(too_slow)
    assert (oracle.name, oracle.about) == ("too_slow", "Every answer comes within a millisecond.")
    assert [(f.oracle, f.message) for f in api.verdict(oracle)] == [("too_slow", "took 0.01 s")]


def test_many_words_are_many_findings(api: Any):
    assert [f.message for f in api.verdict(own(lambda _: iter(["a", "b"])))] == ["a", "b"]


def test_a_callable_without_a_name_or_description_has_those_of_its_class(api: Any):
    class Rule:
        def __call__(self, _: Any) -> str:
            return "no"

    rule = own(Rule())
    assert (rule.name, api.verdict(rule)[0].oracle) == ("Rule", "Rule")


def test_an_exception_is_the_users_to_mend(api: Any):
    def broken(_: Any) -> None:
        raise KeyError("data")

    with pytest.raises(ConfigError, match="The oracle broken in your hooks raised KeyError: 'data'"):
        api.verdict(own(broken))


def test_an_exception_in_a_generator_too(api: Any):
    def broken(_: Any) -> Any:
        yield "one"
        raise ValueError

    with pytest.raises(ConfigError, match="broken in your hooks raised ValueError: no message"):
        api.verdict(own(broken))


def test_an_error_that_is_already_told_well_is_left_alone(api: Any):
    def broken(_: Any) -> None:
        raise SchemaError("as it is")

    with pytest.raises(SchemaError, match=r"^as it is$"):
        api.verdict(own(broken))


async def _later(_: Any) -> None: ...


@pytest.mark.parametrize(
    "function", [lambda _: True, lambda _: 5, lambda _: [1], lambda _: {"a": 1}, lambda _: b"x", _later]
)
def test_anything_but_words_is_refused(api: Any, function: Any):
    with pytest.raises(ConfigError, match="must return None if all is well"):
        api.verdict(own(function))
