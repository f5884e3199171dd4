"""For all tests. Hypothesis: the same examples on every run, and no deadlines, because machines differ."""

from __future__ import annotations

import os

import pytest
from graphql import introspection_types
from hypothesis import HealthCheck, settings

settings.register_profile(
    "querious", deadline=None, derandomize=True, max_examples=60, suppress_health_check=[HealthCheck.too_slow]
)
settings.register_profile("thorough", deadline=None, max_examples=2_000, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile(os.environ.get("QUERIOUS_TEST_PROFILE", "querious"))


_FIELDS = introspection_types["__Type"].fields
_IS_ONE_OF = _FIELDS.get("isOneOf")


@pytest.fixture(autouse=True)
def _introspection_as_it_was() -> None:
    """Making a Strawberry schema replaces a field of graphql-core's introspection for the whole process."""
    if _IS_ONE_OF:
        _FIELDS["isOneOf"] = _IS_ONE_OF
