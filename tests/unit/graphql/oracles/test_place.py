from __future__ import annotations

from typing import Any

import pytest

from querious.answers.response_path import is_in_arguments

NODE = "{ node(id: 1) { __typename id ... on User { n: name } ... on Project { n: name owner { id } } } }"


@pytest.mark.parametrize(
    ("query", "data", "error", "coordinate"),
    [
        (
            "{ projects { owner { name } } }",
            {"projects": [{"owner": None}]},
            ["projects", 0, "owner", "name"],
            "User.name",
        ),
        ("{ p: project { name } }", {"p": None}, ["p", "name"], "Project.name"),
        (NODE, {"node": {"__typename": "Project", "id": "1", "n": None}}, ["node", "n"], "Project.name"),
        (NODE, {"node": {"__typename": "User", "id": "1", "n": None}}, ["node", "n"], "User.name"),
        (NODE, {"node": None}, ["node", "id"], "Node.id"),
        (NODE, None, ["node", "owner", "id"], "User.id"),
        (NODE, {"node": {"__typename": "Nobody"}}, ["node", "n"], "User.name"),
        ("{ count }", {"count": None}, ["other"], ""),
        ("{ count }", {"count": None}, [0], ""),
        ("{ count }", {"count": None}, "count", ""),
    ],
)
def test_paths(api: Any, query: str, data: Any, error: Any, coordinate: str):
    exchange = api.exchange(query, {"data": data, "errors": []})
    assert api.expectation(exchange).coordinate({"message": "x", "path": error}, exchange) == coordinate


def test_of_several_fragments_the_one_that_the_message_names_is_meant(api: Any):
    exchange = api.exchange(NODE, {"data": None, "errors": []})
    error = {"message": "Cannot return null for non-nullable field Project.name.", "path": ["node", "n"]}
    assert api.expectation(exchange).coordinate(error, exchange) == "Project.name"
    assert api.expectation(exchange).coordinate({**error, "message": "no"}, exchange) == "User.name"


@pytest.mark.parametrize(
    ("message", "coordinate"),
    [
        ("Cannot return null for non-nullable field Project.name.", "Project.name"),
        ("In app.models: field 'User.age' failed", "User.age"),
        ("Date.now failed", ""),
        ("No.such thing", ""),
    ],
)
def test_messages(api: Any, message: str, coordinate: str):
    exchange = api.exchange(payload={"errors": []}, flaw="x")
    assert api.expectation(exchange).coordinate({"message": message}, exchange) == coordinate


@pytest.mark.parametrize(
    ("path", "inside"),
    [
        (["projects", "filter", "name"], True),
        (["projects", "first"], True),
        (["projects", 0, "id"], False),
        (["projects"], False),
        (["projects", "nothing"], False),
        (["nothing", "filter"], False),
    ],
)
def test_a_path_may_lead_into_what_was_sent(api: Any, path: list[Any], inside: bool):
    case = api.case('{ projects(filter: {name: "x"}, first: 1) { id } }')
    assert is_in_arguments(path, case) is inside
