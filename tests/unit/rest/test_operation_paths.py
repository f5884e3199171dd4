from __future__ import annotations

import pytest

from querious.model import Request, rest_case
from querious.rest.openapi import RestOperation
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
