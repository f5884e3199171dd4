from __future__ import annotations

import subprocess
import sys

import pytest
from graphql import build_schema

import querious
from querious import Settings

SCHEMA = build_schema("type Query { hello: String never: Int! }")


def test_run_takes_settings_as_words():
    run = querious.run(SCHEMA, requests=80, seed=3, shrink=0)
    assert isinstance(run, querious.Run)
    assert (run.cases, run.seed) == (80, 3)
    assert {(finding.coordinate, finding.oracle) for finding in run.faults} == {("Query.never", "server_fault")}


def test_words_change_given_settings():
    assert querious.run(SCHEMA, Settings(requests=5, seed=9), seed=4).seed == 4


def test_an_unknown_word_is_the_callers_error():
    with pytest.raises(querious.ConfigError, match="did you mean requests"):
        querious.run(SCHEMA, request=5)


def test_every_public_name_is_there():
    for name in querious.__all__:
        assert getattr(querious, name) is not None
    with pytest.raises(AttributeError):
        querious.nonsense  # noqa: B018


def test_importing_querious_is_cheap():
    code = "import sys, querious; print([name for name in sys.modules if name in {'graphql', 'rich', 'pyreqwest'}])"
    result = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert result.stdout.strip() == "[]"
