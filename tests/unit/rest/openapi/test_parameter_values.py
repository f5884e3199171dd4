from __future__ import annotations

import pytest

from querious.rest.openapi.operations import RestOperation, RestParameter
from querious.rest.openapi.parameter_values import (
    RequiredValues,
    largest_page,
    offered_path_values,
    offered_value,
    required_values,
)


def operation(*parameters):
    return RestOperation("get", "/books", parameters=parameters)


def needed(name, where, schema):
    return RestParameter(name, where, required=True, schema=schema, keywords=schema)


@pytest.mark.parametrize(
    ("schema", "value"),
    [
        ({"const": 3, "default": 4}, "3"),
        ({"default": ["a", "b"]}, "a,b"),
        ({"example": 0.5}, "0.5"),
        ({"examples": ["x"], "enum": ["y"]}, "x"),
        ({"enum": [None, "y"]}, "y"),
        ({"type": "boolean"}, "false"),
        ({"type": "string"}, ""),
        ({"default": {"a": 1}}, ""),
        ({}, ""),
    ],
)
def test_the_value_that_the_description_offers(schema, value):
    assert offered_value(needed("q", "query", schema)) == value


def test_an_example_of_the_parameter_goes_before_its_schema():
    parameter = RestParameter("q", "query", required=True, schema={}, keywords={"default": 1}, examples=(True,))
    assert offered_value(parameter) == "true"


def test_what_is_required_is_sent():
    parameters = [needed("q", "query", {"default": 1}), needed("X-Version", "header", {"enum": ["2"]}),
                  needed("id", "path", {}), needed("Accept", "header", {}), needed("X-Key", "header", {}),
                  RestParameter("page", "query", required=False, schema={}, keywords={"default": 1})]  # fmt: skip
    found = required_values(operation(*parameters), ["x-key"])
    assert found == RequiredValues({"q": "1"}, {"X-Version": "2"})


@pytest.mark.parametrize(
    ("parameter", "missing"),
    [
        (needed("q", "query", {}), "query q"),
        (needed("session", "cookie", {"default": "a"}), "cookie session"),
    ],
)
def test_what_nothing_is_offered_for_is_named(parameter, missing):
    assert required_values(operation(parameter), []).missing == missing


@pytest.mark.parametrize(
    ("name", "schema", "query"),
    [
        ("perPage", {"maximum": 100}, {"perPage": "100"}),
        ("limit", {"maximum": True}, {}),
        ("limit", {"maximum": 10**6}, {}),
        ("limit", {}, {}),
        ("q", {"maximum": 5}, {}),
    ],
)
def test_the_largest_page_that_is_documented(name, schema, query):
    assert (
        largest_page(operation(RestParameter(name, "query", required=False, schema=schema, keywords=schema))) == query
    )


def test_values_for_the_path():
    parameters = (needed("id", "path", {"example": 7}), needed("at", "path", {}), needed("q", "query", {"example": 7}))
    assert offered_path_values(operation(*parameters)) == {"id": "7"}
