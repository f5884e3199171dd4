"""For all tests. Hypothesis: the same examples on every run, and no deadlines, because machines differ."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import pytest
from graphql import introspection_types
from hypothesis import HealthCheck, settings

if TYPE_CHECKING:
    from collections.abc import Iterator

settings.register_profile(
    "querious", deadline=None, derandomize=True, max_examples=60, suppress_health_check=[HealthCheck.too_slow]
)
settings.register_profile("thorough", deadline=None, max_examples=2_000, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile(os.environ.get("QUERIOUS_TEST_PROFILE", "querious"))


@pytest.fixture(autouse=True)
def _keep_introspection() -> Iterator[None]:
    """Making a Strawberry schema replaces a resolver of graphql-core's introspection for the whole process."""
    field = introspection_types["__Type"].fields.get("isOneOf")
    before = field.resolve if field else None
    yield
    if field:
        field.resolve = before
