from __future__ import annotations

from typing import Any

import pytest

from querious.graphql.oracles.input_quality import InputQuality, input_quality, is_hostile

SHOWN = {"7": ("Project.id",), "8": ("User.id",), "x": ("Project.name",)}
INVALID, HOSTILE = InputQuality.INVALID, InputQuality.HOSTILE
ORDINARY, UNKNOWN = InputQuality.ORDINARY, InputQuality.UNKNOWN


@pytest.mark.parametrize(
    ("query", "path", "quality"),
    [
        ("{ count }", ["count"], ORDINARY),
        ("{ count }", None, ORDINARY),
        ('{ project(id: "7") { name } }', ["project", "name"], ORDINARY),
        ('{ project(id: "9") { name } }', ["project", "name"], INVALID),
        ('{ project(id: "9") { name } }', None, INVALID),
        ('{ project(id: "9") { name } count }', None, UNKNOWN),
        ('{ project(id: "9") { name } count }', ["count"], ORDINARY),
        ('{ project(id: "8") { name } }', ["project"], UNKNOWN),
        ('{ project(id: "x") { name } }', ["project"], INVALID),
        ("{ project(id: null) { name } }", ["project"], ORDINARY),
        ('{ node(id: "7") { id } }', ["node"], ORDINARY),
        ('{ search(text: "x") { __typename } }', ["search"], ORDINARY),
        ('{ search(text: "word") { __typename } }', ["search"], UNKNOWN),
        ('{ search(text: "\\u0000") { __typename } }', ["search"], HOSTILE),
        ('{ projects(filter: {all: [{name: "{{7*7}}"}]}) { id } }', ["projects"], HOSTILE),
        ("{ projects(first: 10) { id } }", ["projects", 0, "id"], ORDINARY),
        ("{ projects(first: -4) { id } }", ["projects"], UNKNOWN),
        ("{ projects(first: 2147483647) { id } }", ["projects"], HOSTILE),
        ("{ nothing(id: 1) }", ["nothing"], ORDINARY),
    ],
)
def test_input_is_judged_by_the_values_that_an_error_can_come_from(
    api: Any, query: str, path: Any, quality: InputQuality
):
    error = {"message": "x", **({"path": path} if path else {})}
    assert input_quality(error, api.case(query), api.schema, lambda value: SHOWN.get(str(value), ())) is quality


def test_a_deliberately_invalid_operation_is_invalid(api: Any):
    case = api.case("{ count }", flaw="Query.count has no argument x")
    assert input_quality({}, case, api.schema, lambda _: ()) is INVALID


@pytest.mark.parametrize("value", ["\0", "' OR '1'='1", "a" * 1000, " ", "{{7*7}}", "<b>", "%s%d%n", 2**40, 1e308])
def test_values_that_nobody_sends_in_earnest(value: object):
    assert is_hostile(value)


@pytest.mark.parametrize(
    "value", ["O'Neill", "50% off", "a - b", "2024-01-01", "x@example.com", 5, -3, True, None, [1]]
)
def test_values_that_people_send(value: object):
    assert not is_hostile(value)
