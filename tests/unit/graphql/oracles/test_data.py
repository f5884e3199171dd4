from __future__ import annotations

import copy
import json
from typing import Any

import pytest

from querious.graphql.oracles.data import ORACLE
from querious.model import Severity

QUERY = """{ projects {
  __typename id name description stars score open tags grid created role
  owner { id age role } members { name projects { id } }
} }"""
PROJECT: dict[str, Any] = {
    "__typename": "Project",
    "id": "p1",
    "name": "One",
    "description": None,
    "stars": 3,
    "score": 1.5,
    "open": True,
    "tags": ["a", ""],
    "grid": [[1, 2], []],
    "created": "2020-01-01",
    "role": "ADMIN",
    "owner": {"id": "u1", "age": 7, "role": "MEMBER"},
    "members": [{"name": "Ann", "projects": [None, {"id": "p1"}]}],
}
RIGHT = [
    {},
    {"id": ""},
    {"description": "", "score": None, "tags": None, "grid": None, "role": None, "owner": None},
    {"stars": -(2**31)},
    {"stars": 2**31 - 1},
    {"score": 7},
    {"score": -0.0},
    {"score": 10**300},
    {"open": False},
    {"tags": []},
    {"grid": []},
    {"members": []},
    {"members": [{"name": "", "projects": None}]},
    *({"created": value} for value in (0, 1.5, False, "", [], {}, {"a": [None]})),
]


def answer(changes: dict[str, Any]) -> dict[str, Any]:
    return {"data": {"projects": [PROJECT, {**copy.deepcopy(PROJECT), **changes}]}}


@pytest.mark.parametrize("changes", RIGHT, ids=str)
def test_what_the_schema_promises_passes(api: Any, changes: dict[str, Any]):
    assert api.verdict(ORACLE, QUERY, answer(changes)) == ()
    assert api.failing(QUERY, answer(changes)) == []


OWNER = PROJECT["owner"]
WRONG = [
    # changes, coordinate, message, path below data.projects[1]
    ({"stars": "3"}, "Project.stars", "expected Int, got a string", ".stars"),
    ({"stars": 3.0}, "Project.stars", "expected Int, got a number with a fraction", ".stars"),
    ({"stars": True}, "Project.stars", "expected Int, got a boolean", ".stars"),
    ({"stars": [3]}, "Project.stars", "expected Int, got a list", ".stars"),
    ({"stars": 2**31}, "Project.stars", "expected Int, got 2147483648, which does not fit in 32 bits", ".stars"),
    ({"stars": -(2**31) - 1}, "Project.stars", "expected Int, got -2147483649, which does not fit in 32 bits", ".stars"),
    ({"stars": None}, "Project.stars", "null where the schema promises Int!", ".stars"),
    ({"score": "1"}, "Project.score", "expected Float, got a string", ".score"),
    ({"score": True}, "Project.score", "expected Float, got a boolean", ".score"),
    ({"score": float("nan")}, "Project.score", "expected Float, got a number that is not finite", ".score"),
    ({"score": float("inf")}, "Project.score", "expected Float, got a number that is not finite", ".score"),
    ({"score": 10**400}, "Project.score", "expected Float, got a number that is too large", ".score"),
    ({"name": 5}, "Project.name", "expected String, got an integer", ".name"),
    ({"name": ["One"]}, "Project.name", "expected String, got a list", ".name"),
    ({"description": {}}, "Project.description", "expected String, got an object", ".description"),
    ({"id": 1}, "Project.id", "expected ID (written as a string), got an integer", ".id"),
    ({"open": 0}, "Project.open", "expected Boolean, got an integer", ".open"),
    ({"open": "false"}, "Project.open", "expected Boolean, got a string", ".open"),
    ({"role": "OWNER"}, "Project.role", 'expected a member of Role, got "OWNER"', ".role"),
    ({"role": "admin"}, "Project.role", 'expected a member of Role, got "admin"', ".role"),
    ({"role": 0}, "Project.role", "expected a member of Role, got an integer", ".role"),
    ({"role": ["ADMIN"]}, "Project.role", "expected a member of Role, got a list", ".role"),
    ({"created": None}, "Project.created", "null where the schema promises Date!", ".created"),
    ({"tags": "a"}, "Project.tags", "expected a list ([String!]), got a string", ".tags"),
    ({"tags": {}}, "Project.tags", "expected a list ([String!]), got an object", ".tags"),
    ({"tags": ["a", None]}, "Project.tags", "null where the schema promises String!", ".tags[1]"),
    ({"tags": ["a", 5]}, "Project.tags", "expected String, got an integer", ".tags[1]"),
    ({"grid": [1]}, "Project.grid", "expected a list ([Int!]), got an integer", ".grid[0]"),
    ({"grid": [[1], [2, "x"]]}, "Project.grid", "expected Int, got a string", ".grid[1][1]"),
    ({"grid": [None]}, "Project.grid", "null where the schema promises [Int!]!", ".grid[0]"),
    ({"owner": []}, "Project.owner", "expected an object (User), got a list", ".owner"),
    ({"owner": "u1"}, "Project.owner", "expected an object (User), got a string", ".owner"),
    ({"owner": {**OWNER, "age": "7"}}, "User.age", "expected Int, got a string", ".owner.age"),
    ({"owner": {**OWNER, "role": None}}, "User.role", "null where the schema promises Role!", ".owner.role"),
    ({"owner": {"id": "1", "age": 1}}, "User.role", "the requested field is missing", ".owner.role"),
    ({"owner": {**OWNER, "name": "A"}}, "Project.owner", 'an object of type User holds a key that was not asked for: "name"', ".owner.name"),
    ({"members": None}, "Project.members", "null where the schema promises [User!]!", ".members"),
    ({"members": [None]}, "Project.members", "null where the schema promises User!", ".members[0]"),
    ({"members": {"name": "Ann"}}, "Project.members", "expected a list ([User!]), got an object", ".members"),
    ({"members": [{"name": "A", "projects": [{"id": 1}]}]}, "Project.id", "expected ID (written as a string), got an integer", ".members[0].projects[0].id"),
    ({"__typename": "User"}, "Project.__typename", '__typename must be Project, got "User"', ".__typename"),
    ({"__typename": None}, "Project.__typename", "null where the schema promises String!", ".__typename"),
    ({"__typename": 5}, "Project.__typename", "__typename must be Project, got 5", ".__typename"),
]  # fmt: skip


@pytest.mark.parametrize(("changes", "coordinate", "message", "path"), WRONG, ids=str)
def test_every_broken_promise_is_one_finding(
    api: Any, changes: dict[str, Any], coordinate: str, message: str, path: str
):
    verdict = api.verdict(ORACLE, QUERY, answer(changes))
    assert [(f.coordinate, f.message, f.path, f.severity) for f in verdict] == [
        (coordinate, message, f"data.projects[1]{path}", Severity.FAULT)
    ]
    assert api.failing(QUERY, answer(changes)) == ["data"]


@pytest.mark.parametrize("key", list(PROJECT))
def test_every_missing_key_is_found(api: Any, key: str):
    project = {name: value for name, value in PROJECT.items() if name != key}
    verdict = api.verdict(ORACLE, QUERY, {"data": {"projects": [project]}})
    assert [(f.coordinate, f.message) for f in verdict] == [(f"Project.{key}", "the requested field is missing")]


def test_an_alias_is_the_key(api: Any):
    assert api.verdict(ORACLE, "{ n: count }", {"data": {"n": 1}}) == ()
    assert api.told(ORACLE, "{ n: count }", {"data": {"count": 1}}) == [
        ("Query.count", "the requested field is missing"),
        ("", 'an object of type Query holds a key that was not asked for: "count"'),
    ]


NODE = "{ node(id: 1) { __typename id ... on User { age } ... on Project { stars } } }"


@pytest.mark.parametrize(
    ("value", "told"),
    [
        ({"__typename": "User", "id": "1", "age": None}, []),
        ({"__typename": "Project", "id": "1", "stars": 1}, []),
        (None, []),
        ({"__typename": "Project", "id": "1", "age": 1}, ["Project.stars", "Query.node"]),
        ({"__typename": "Nobody", "id": "1"}, ["Node.__typename"]),
        ({"__typename": "Node", "id": "1"}, ["Node.__typename"]),
        ({"__typename": ["User"], "id": "1"}, ["Node.__typename"]),
        ({"id": "1"}, ["Node.__typename"]),
        ([], ["Query.node"]),
    ],
)
def test_the_type_name_decides_what_is_expected(api: Any, value: Any, told: list[str]):
    assert [coordinate for coordinate, _ in api.told(ORACLE, NODE, {"data": {"node": value}})] == told


def test_without_a_type_name_an_abstract_object_cannot_be_judged(api: Any):
    query = "{ node(id: 1) { ... on User { age } } }"
    assert api.verdict(ORACLE, query, {"data": {"node": {"anything": 1}}}) == ()
    assert len(api.verdict(ORACLE, query, {"data": {"node": 5}})) == 1


def test_a_type_name_inside_a_fragment_is_judged_too(api: Any):
    query = "{ me { ... on User { __typename } } }"
    assert api.verdict(ORACLE, query, {"data": {"me": {"__typename": "User"}}}) == ()
    assert api.told(ORACLE, query, {"data": {"me": {"__typename": "Project"}}}) == [
        ("User.__typename", '__typename must be User, got "Project"')
    ]


def test_unions_name_all_that_is_possible(api: Any):
    payload = {"data": {"search": [{"__typename": "Nobody"}]}}
    assert api.told(ORACLE, '{ search(text: "x") { __typename } }', payload) == [
        ("Found.__typename", '__typename must be Project, User, got "Nobody"')
    ]


@pytest.mark.parametrize(
    ("path", "found"),
    [
        (["projects", 0, "name"], 0),
        (["projects", 0, "name", "deeper"], 0),
        (["projects", 0], 0),
        (["projects"], 0),
        (["projects", 1, "name"], 1),
        (["projects", 0, "stars"], 1),
        (["count"], 1),
        (None, 0),
        ("broken", 0),
    ],
)
def test_a_null_that_an_error_explains_is_no_news(api: Any, path: Any, found: int):
    error = {"message": "Not found", "path": path}
    payload = {"data": {"projects": [{"name": None, "stars": 1}], "count": None}, "errors": [error]}
    assert len(api.verdict(ORACLE, "{ projects { name stars } count }", payload)) == found


def test_a_missing_key_that_an_error_explains_is_for_the_envelope(api: Any):
    payload = {"data": {}, "errors": [{"message": "Not found", "path": ["count"]}]}
    assert api.failing(payload=payload) == ["envelope"]


def test_an_error_does_not_excuse_a_wrong_type(api: Any):
    payload = {"data": {"count": "x"}, "errors": [{"message": "Not found"}]}
    assert api.told(ORACLE, payload=payload) == [("Query.count", "expected Int, got a string")]


def test_different_violations_are_different_findings_and_the_same_is_one(api: Any):
    projects = [{**PROJECT, "stars": "x", "open": 5} for _ in range(100)]
    assert [f.path for f in api.verdict(ORACLE, QUERY, {"data": {"projects": projects}})] == [
        "data.projects[0].stars",
        "data.projects[0].open",
    ]


def test_findings_are_bounded(api: Any):
    fields = "id name description stars score open tags grid created role"
    query = f"""{{ projects {{ {fields} owner {{ id age role name projects {{ id }} }} }} node(id: 1) {{ id }} me {{ id }}
        search(text: "x") {{ __typename }} count roles ratios project {{ id }} }}"""
    bad = {key: {} for key in fields.split() if key != "created"} | {"created": None}
    bad["owner"] = dict.fromkeys(["id", "age", "role", "name", "projects"], 1.5)
    data = {"projects": [bad], **dict.fromkeys(["node", "me", "search", "count", "roles", "ratios", "project"], "x")}
    assert len(api.verdict(ORACLE, query, {"data": data})) == 20


def test_a_million_wrong_items_are_not_all_looked_at(api: Any):
    items = {"data": {"ratios": ["x"] * 1_000_000}}
    assert len(api.verdict(ORACLE, "{ ratios }", items)) == 1


def test_the_excerpt_is_bounded(api: Any):
    verdict = api.verdict(ORACLE, payload={"data": {"count": ["x" * 50] * 5000}})
    assert len(verdict[0].excerpt) == 600
    assert verdict[0].excerpt.startswith('["xxx')


@pytest.mark.parametrize(
    "more",
    [
        {"payload": {"data": None, "errors": [{"message": "x"}]}},
        {"payload": {"errors": [{"message": "x"}]}},
        {"payload": {"data": []}},
        {"payload": {"data": {}, "hasNext": True}},
        {"payload": {"data": {}}, "flaw": "x"},
        {"payload": {"data": {}}, "status": 500},
        {"payload": []},
        {"body": b"x"},
    ],
)
def test_it_says_nothing_where_there_is_nothing_to_judge(api: Any, more: dict[str, Any]):
    assert api.verdict(ORACLE, **more) is None


def test_the_answers_here_are_json():
    assert json.loads(json.dumps(PROJECT)) == PROJECT
