"""Patterns of operations: what is allowed and nothing else is asked, and a misspelt one is an error."""

from __future__ import annotations

import json

import pytest

from querious.errors import ConfigError
from querious.model import Settings
from querious.pipeline.rest.unmatched_patterns import check_rest_patterns
from querious.rest.openapi import read_openapi
from troubled import DESCRIPTION

OPERATIONS = read_openapi(json.dumps(DESCRIPTION), "openapi.json").operations


@pytest.mark.parametrize("pattern", ["GET /api/notes", "DELETE *", "* /api/notes/{id}", "**"])
def test_patterns_that_match_an_operation_are_fine(pattern):
    check_rest_patterns(OPERATIONS, Settings(allow=(pattern,)))
    check_rest_patterns(OPERATIONS, Settings(deny=(pattern,)))


@pytest.mark.parametrize(
    ("pattern", "hint"),
    [("GET /api/note", "; did you mean GET /api/notes"), ("nothing", "; patterns look like 'GET /books/{id}'")],
)
def test_a_pattern_that_matches_nothing_is_an_error(pattern, hint):
    with pytest.raises(ConfigError) as raised:
        check_rest_patterns(OPERATIONS, Settings(deny=(pattern,)))
    assert f"The pattern '{pattern}' of deny matches no operation of the description{hint}" in str(raised.value)
