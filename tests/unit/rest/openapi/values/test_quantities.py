from __future__ import annotations

import json
import struct

from hypothesis import given
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from querious.rest.openapi.values.quantities import integers, numbers

BOUNDS = st.one_of(st.integers(-(2**70), 2**70), st.floats(-1e6, 1e6).map(lambda bound: round(bound, 3)))


def schemas(kind):
    return st.fixed_dictionaries(
        {"type": st.just(kind)},
        optional={
            "minimum": BOUNDS,
            "maximum": BOUNDS,
            "exclusiveMinimum": BOUNDS,
            "exclusiveMaximum": BOUNDS,
            "multipleOf": st.sampled_from([1, 3, 0.5, 0.25, 100]),
        },
    )


@given(schemas("integer"), st.data())
def test_integers_are_within_their_bounds(schema, data):
    made = integers(schema)
    if made is not None:
        value = data.draw(made)
        assert isinstance(value, int)
        Draft202012Validator(schema).validate(value)


@given(schemas("number"), st.data())
def test_numbers_are_within_their_bounds(schema, data):
    made = numbers(schema)
    if made is not None:
        value = data.draw(made)
        Draft202012Validator(schema).validate(value)
        assert json.loads(json.dumps(value)) == value


@given(st.integers(-(10**6), 10**6), st.integers(0, 10**6))
def test_where_there_is_an_integer_one_is_found(low, width):
    assert integers({"minimum": low, "maximum": low + width}) is not None
    assert integers({"exclusiveMinimum": low, "exclusiveMaximum": low + 1}) is None


@given(numbers({"format": "float"}))
def test_a_float_survives_single_precision_and_two_decimal_places(value):
    assert struct.unpack("f", struct.pack("f", value))[0] == value
    assert round(value, 2) == value


@given(st.data())
def test_narrow_ranges_have_values(data):
    low = data.draw(st.floats(0, 1000))
    value = data.draw(numbers({"exclusiveMinimum": low, "maximum": low + 0.01}))
    assert low < value <= low + 0.01


@given(integers({}), integers({"format": "int32"}), integers({"format": "int64"}))
def test_formats_have_their_ranges(plain, short, long):
    assert abs(plain) < 2**31
    assert -(2**31) <= short < 2**31
    assert abs(long) < 2**53
