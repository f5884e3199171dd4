from __future__ import annotations

from typing import Any

import pytest

from querious.answers.response import errors_of, graphql_map, path_of, sent_strings
from querious.model import Failure


def test_only_a_map_that_arrived_is_read(api: Any):
    assert graphql_map(api.exchange(payload={"data": {}})) == {"data": {}}
    assert graphql_map(api.exchange(payload={}, status=404)) == {}
    assert graphql_map(api.exchange(payload=[])) is None
    assert graphql_map(api.exchange(payload={}, status=500)) is None
    assert graphql_map(api.exchange(payload={}, failure=Failure.LOST)) is None
    assert graphql_map(api.exchange(body=b"x")) is None


@pytest.mark.parametrize("payload", [None, [], {}, {"errors": None}, {"errors": {}}, {"errors": ["x", None]}])
def test_malformed_errors_are_none(payload: Any):
    assert errors_of(payload) == []


def test_maps_among_malformed_errors_are_kept():
    assert errors_of({"errors": ["x", {"message": "m"}]}) == [{"message": "m"}]


@pytest.mark.parametrize("path", [None, [], "x", ["a", None], ["a", True], ["a", 1.0]])
def test_malformed_paths_are_none(path: Any):
    assert path_of({"path": path}) is None


def test_strings_are_gathered_from_variables_and_literals(api: Any):
    query = 'query($f: Filter) { projects(filter: $f) { id } search(text: "one", day: 5) { __typename } }'
    exchange = api.exchange(query, variables={"f": {"name": "two", "all": [{"name": "three"}]}})
    assert sent_strings(exchange) == {"one", "two", "three"}
