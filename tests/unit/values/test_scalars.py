from __future__ import annotations

import json
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from querious.values import Chance, has_generator, scalars

KNOWN = ["String", "Int", "Float", "Boolean", "ID", "DateTime", "Date", "Time", "Duration", "UUID", "URL", "Email"]
KNOWN += [
    "JSON",
    "JSONString",
    "BigInt",
    "Decimal",
    "PositiveInt",
    "NonNegativeInt",
    "Cursor",
    "IPv6",
    "MAC",
    "Latitude",
]


def chance(seed: int) -> Chance:
    made = Chance(Random(seed))
    made.size = 9
    return made


@pytest.mark.parametrize("name", KNOWN)
@given(seed=st.integers())
def test_plain_and_odd_values_of_what_is_known_are_json(name, seed):
    scalar = scalars.scalar_for(name)
    assert has_generator(name)
    assert scalar.edges
    for value in (scalar.plain(chance(seed)), scalar.odd(chance(seed))):
        json.dumps(value, allow_nan=False)


@given(st.integers())
def test_an_int_has_32_bits(seed):
    scalar = scalars.scalar_for("Int")
    for value in (scalar.plain(chance(seed)), scalar.odd(chance(seed)), *scalar.edges):
        assert scalars.INT_MIN <= value <= scalars.INT_MAX


@pytest.mark.parametrize("spelt", ["DateTime", "date_time", "DATETIME", "Timestamp", "AWSDateTime"])
def test_a_scalar_is_known_however_it_is_spelt(spelt):
    assert scalars.scalar_for(spelt) is scalars.scalar_of_format("date-time")


def test_what_is_unknown_is_guessed_and_files_are_told_apart():
    assert scalars.scalar_for("Mystery") is None
    assert isinstance(scalars.guessed().plain(chance(1)), str)
    assert scalars.is_upload("Upload")
    assert scalars.is_upload("MultipartFile")
    assert not scalars.is_upload("Profile")
    assert scalars.is_identifier("UUID")
    assert not scalars.is_identifier("Date")
