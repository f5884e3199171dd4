"""Hypothesis: the same examples on every run, and no deadlines, because machines differ."""

from __future__ import annotations

import os

from hypothesis import HealthCheck, settings

settings.register_profile(
    "querious", deadline=None, derandomize=True, max_examples=60, suppress_health_check=[HealthCheck.too_slow]
)
settings.register_profile("thorough", deadline=None, max_examples=2_000, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile(os.environ.get("QUERIOUS_TEST_PROFILE", "querious"))
