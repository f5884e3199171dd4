"""For all tests. Hypothesis: the same examples on every run, and no deadlines, because machines differ."""

from __future__ import annotations

import functools
import os
import signal
from pathlib import Path

import ariadne.executable_schema
import pytest
from graphql import introspection_types
from hypothesis import HealthCheck, settings

try:
    from coverage import Coverage
except ImportError:  # the environment with the newest graphql-core
    Coverage = None

settings.register_profile(
    "querious", deadline=None, derandomize=True, max_examples=40, suppress_health_check=[HealthCheck.too_slow]
)
settings.register_profile("thorough", deadline=None, max_examples=2_000, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile(os.environ.get("QUERIOUS_TEST_PROFILE", "querious"))

# Tests make hundreds of apps of the demo, all of one text: it is read once here. Started as a process, the demo checks it.
ariadne.executable_schema.parse = functools.cache(ariadne.executable_schema.parse)
ariadne.executable_schema.build_ast_schema = functools.partial(
    ariadne.executable_schema.build_ast_schema, assume_valid_sdl=True
)

# A shell's background job ignores SIGINT, and so does all that it starts: tests of Ctrl-C have to work there too.
signal.signal(signal.SIGINT, signal.default_int_handler)

pytest_plugins = ["pytester"]

_MEASURED = 0.25
"""Seconds of a test in which coverage is measured."""
_INTEGRATION = Path(__file__).parent / "integration"
_FIELDS = introspection_types["__Type"].fields
_IS_ONE_OF = _FIELDS.get("isOneOf")


@pytest.fixture(autouse=True)
def _introspection_as_it_was() -> None:
    """Making a Strawberry schema replaces a field of graphql-core's introspection for the whole process."""
    if _IS_ONE_OF:
        _FIELDS["isOneOf"] = _IS_ONE_OF


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "unmeasured: goes over lines again and again that other tests go over too")


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_runtest_protocol(item: pytest.Item) -> object:
    """To measure coverage takes as long again as the test: not where a test repeats itself for its own reasons.

    Tests of the units alone have to cover the lines; what real processes do together is not counted. A test that takes
    long goes over the same lines again and again: it is measured for its first part, by the clock of the processor.
    A worker of pytest-xdist holds two that measure; when one stops, the other goes on.
    """
    stopped = []

    def stop(*_: object) -> None:
        while Coverage and (measuring := Coverage.current()):
            measuring.stop()
            stopped.append(measuring)

    if item.path.is_relative_to(_INTEGRATION) or item.get_closest_marker("unmeasured"):
        stop()
    elif Coverage and Coverage.current():
        signal.signal(signal.SIGVTALRM, stop)
        signal.setitimer(signal.ITIMER_VIRTUAL, _MEASURED)
    try:
        return (yield)
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, signal.SIG_IGN)  # one that is on its way arrives here at the latest
        for measuring in reversed(stopped):
            measuring.start()
