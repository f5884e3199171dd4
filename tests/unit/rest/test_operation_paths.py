from __future__ import annotations

import pytest

from querious.model import Request, rest_case
from querious.rest.openapi import RestOperation, RestParameter
from querious.rest.operation_paths import OperationPaths

KNOWN = [("get", "/books"), ("get", "/books/{id}"), ("get", "/books/mine"), ("post", "/books"), ("get", "/books/{id}/pages"),
         ("get", "/files/{name}.{kind}"), ("get", "/users{kind}"), ("get", "/shelves{kind}"),
         ("get", "/rest?method=find"), ("get", "/rest?method=count")]  # fmt: skip
PATHS = OperationPaths([RestOperation(method, path) for method, path in KNOWN], "/api")


@pytest.mark.parametrize(
    ("method", "path", "found"),
    [
        ("GET", "/api/books", "GET /books"),
        ("GET", "/api/books?limit=3", "GET /books"),
        ("POST", "/api/books/", "POST /books"),
        ("GET", "/api/books/7", "GET /books/{id}"),
        ("GET", "/api/books/mine", "GET /books/mine"),
        ("GET", "/api/books/7/pages", "GET /books/{id}/pages"),
        ("GET", "/api/files/a.txt", "GET /files/{name}.{kind}"),
        ("GET", "/api/shelves.json", "GET /shelves{kind}"),
        ("GET", "/api/rest?page=1&method=count", "GET /rest?method=count"),
        ("GET", "/api/rest?method=other", "None"),
        ("PUT", "/api/books/7", "None"),
        ("GET", "/api/nothing", "None"),
    ],
)
def test_an_operation_is_found_by_method_and_path(method, path, found):
    assert str(PATHS.of(rest_case(Request(method, path)))) == found


TYPES = {
    "number": {"type": "integer"},
    "flag": {"type": "boolean"},
    "tags": {"type": "array", "items": {"type": "string"}},
}


def _typed(name, where, kind, **more):
    return RestParameter(name, where, required=False, schema=TYPES[kind], keywords=TYPES[kind], **more)


@pytest.mark.parametrize(
    ("parameter", "request_", "value"),
    [
        (_typed("id", "path", "number", style="simple"), Request("GET", "/books/7"), 7),
        (_typed("id", "path", "number", style="simple"), Request("GET", "/books/007"), "007"),
        (_typed("new", "query", "flag"), Request("GET", "/books/x?new=true"), True),
        (_typed("new", "query", "flag"), Request("GET", "/books/x?new=perhaps"), "perhaps"),
        (_typed("tag", "query", "tags"), Request("GET", "/books/x?tag=a&tag=b"), ["a", "b"]),
        (_typed("tag", "query", "tags", explode=False), Request("GET", "/books/x?tag=a,b"), ["a", "b"]),
        (_typed("X-Page", "header", "number", style="simple"), Request("GET", "/books/x", headers={"x-page": "3"}), 3),
        (_typed("shop", "cookie", "number"), Request("GET", "/books/x", headers={"cookie": "a=b; shop=4"}), 4),
    ],
)
def test_a_call_is_read_back_from_its_request(parameter, request_, value):
    paths = OperationPaths([RestOperation("get", "/books/{id}", parameters=(parameter,))])
    call = paths.call_of(request_)
    assert [one.value for one in call.arguments if one.name == parameter.name] == [value]
