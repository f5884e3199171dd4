from __future__ import annotations

import pytest

from querious.rest.openapi.keywords import compiled, declared_types, plain


@pytest.mark.parametrize("declared", [99, None, {}, [1, {}], True])
def test_a_type_that_is_none_says_nothing(declared):
    assert declared_types({"type": declared}) == []


def test_patterns_of_ecmascript():
    assert compiled("^(?<year>\\d{4})$") == "^(?P<year>\\d{4})$"
    assert compiled("[") is None


def test_values_that_make_no_sense_are_dropped():
    assert plain({"minimum": True, "maxLength": -1, "multipleOf": 0, "minItems": 1.0}) == {"minItems": 1}
    assert plain({"enum": [], "examples": [], "required": ["a", 3], "uniqueItems": 1}) == {"required": ["a"]}


def test_examples_of_both_drafts_are_taken_together():
    assert plain({"examples": [1], "example": 2, "default": None}) == {"examples": [1, 2]}


def test_draft_4_has_a_truth_value_beside_the_bound():
    assert plain({"minimum": 1, "exclusiveMinimum": True, "maximum": 3, "exclusiveMaximum": False}) == {
        "exclusiveMinimum": 1,
        "maximum": 3,
    }
