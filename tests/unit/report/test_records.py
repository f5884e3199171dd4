from __future__ import annotations

from enum import Enum
from typing import Any, NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from querious.report.records import (
    FLAG,
    LIST,
    OBJECT,
    SECONDS,
    TEXT,
    WHOLE,
    many,
    mapping,
    member_of,
    optional,
    record,
)


class Colour(Enum):
    RED = "red"


class Dot(NamedTuple):
    x: int
    colour: Colour = Colour.RED
    label: str | None = None


DOT = record(
    Dot,
    called={"colour": "color"},
    also={"double": lambda dot: 2 * dot.x},
    x=WHOLE,
    colour=member_of(Colour),
    label=optional(TEXT),
)


@given(st.builds(Dot, st.integers(), st.sampled_from(Colour), st.none() | st.text()))
def test_a_record_comes_back(dot: Dot):
    assert DOT.read(DOT.write(dot)) == dot


def test_names_of_the_file_and_what_is_only_written():
    assert DOT.write(Dot(2)) == {"x": 2, "color": "red", "label": None, "double": 4}


def test_what_is_missing_has_its_default_if_there_is_one():
    assert DOT.read({"x": 1}) == Dot(1)
    with pytest.raises(KeyError, match="x"):
        DOT.read({"color": "red"})


@given(st.lists(st.integers()), st.dictionaries(st.text(), st.booleans()))
def test_lists_and_mappings_come_back(numbers: list[int], flags: dict[str, bool]):
    assert many(WHOLE).read(many(WHOLE).write(numbers)) == tuple(numbers)
    assert mapping(FLAG).read(mapping(FLAG).write(flags)) == flags


@pytest.mark.parametrize(
    ("codec", "data", "told"),
    [
        (TEXT, 1, "must be a text"),
        (WHOLE, True, "must be a whole number"),
        (WHOLE, 1.5, "must be a whole number"),
        (FLAG, 0, "must be true or false"),
        (SECONDS, float("inf"), "must be a number"),
        (SECONDS, True, "must be a number"),
        (LIST, {}, "must be a list"),
        (OBJECT, [], "must be an object"),
        (DOT, [], "must be an object"),
        (DOT, {"x": "1"}, "x must be a whole number"),
        (record(lambda dots: dots, dots=many(DOT)), {"dots": [{"x": ""}]}, "dots.x must be a whole number"),
    ],
)
def test_another_type_is_refused_with_the_name_of_the_member(codec: Any, data: Any, told: str):
    with pytest.raises(TypeError) as error:
        codec.read(data)
    assert str(error.value) == told
