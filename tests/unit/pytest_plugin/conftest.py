"""Small APIs, and pytest run on tests of them as a user would run it."""

from __future__ import annotations

from types import ModuleType

import pytest

SHOP = """
import json, re

BOOKS = {n: {"id": n, "title": f"Book {n}", "price": 10 + n} for n in range(1, 7)}
CALLS = []
BOOK = {
    "type": "object",
    "required": ["id", "title", "price"],
    "properties": {"id": {"type": "integer"}, "title": {"type": "string"}, "price": {"type": "integer"}},
}
KEY = [{"name": "id", "in": "path", "required": True, "schema": {"type": "integer"}}]
NONE = {"description": "there is none"}


def answer(schema):
    return {"description": "fine", "content": {"application/json": {"schema": schema}}}


DESCRIPTION = {
    "openapi": "3.0.3",
    "info": {"title": "shop", "version": "1"},
    "paths": {
        "/books": {
            "get": {"responses": {"200": answer({"type": "array", "items": BOOK})}},
            "post": {
                "requestBody": {"required": True, "content": {"application/json": {"schema": {
                    "type": "object",
                    "required": ["title"],
                    "properties": {"title": {"type": "string", "minLength": 1}},
                }}}},
                "responses": {"201": answer(BOOK), "400": NONE},
            },
        },
        "/books/{id}": {"get": {"parameters": KEY, "responses": {"200": answer(BOOK), "400": NONE, "404": NONE}}},
        "/shelves/{id}": {"get": {"parameters": KEY, "responses": {"200": answer(BOOK), "404": NONE}}},
    },
}


def found(method, path, body):
    if path == "/openapi.json":
        return 200, DESCRIPTION
    if path == "/books" and method == "GET":
        return 200, list(BOOKS.values())
    if path == "/books" and method == "POST":
        if not isinstance(body, dict) or not isinstance(body.get("title"), str) or not body["title"]:
            return 400, {"error": "a title is needed"}
        number = max(BOOKS) + 1
        BOOKS[number] = {"id": number, "title": body["title"], "price": 10}
        return 201, BOOKS[number]
    number = re.fullmatch(r"/books/(-?\\d+)", path)
    if number and method == "GET":
        return (200, BOOKS[int(number[1])]) if int(number[1]) in BOOKS else (404, {"error": "none"})
    return (400 if path.startswith("/books/") else 404), {"error": "none"}


def app(environ, start_response):
    text = environ["wsgi.input"].read(int(environ.get("CONTENT_LENGTH") or 0))
    CALLS.append(environ["PATH_INFO"])
    try:
        body = json.loads(text) if text else None
    except ValueError:
        body = None
    status, value = found(environ["REQUEST_METHOD"], environ["PATH_INFO"], body)
    start_response(f"{status} so", [("content-type", "application/json")])
    return [json.dumps(value).encode()]
"""


@pytest.fixture
def shop(pytester):
    """The shop, with this text in the place of that: a fault."""

    def write(right="", wrong=""):
        assert right in SHOP
        pytester.makepyfile(shop=SHOP.replace(right, wrong) if right else SHOP)

    return write


@pytest.fixture
def run_pytest(pytester, monkeypatch):
    """Run pytest on files that are there already, or on this text."""
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.setenv("QUERIOUS_SEED", "1")  # what is reached with few requests depends on it
    monkeypatch.setenv("PYTEST_DISABLE_PLUGIN_AUTOLOAD", "1")  # the plugin is named: whether it is installed or not

    def run(*options, tests=""):
        if tests:
            pytester.makepyfile(test_api=tests)
        return pytester.runpytest_subprocess(
            "-p", "querious.pytest_plugin.plugin", "-p", "no:cacheprovider", "-rfEs", *options
        )

    return run


@pytest.fixture
def shop_module(monkeypatch):
    """The shop as a module of this process, with this text in the place of that."""
    monkeypatch.setenv("QUERIOUS_SEED", "1")

    def make(right="", wrong=""):
        assert right in SHOP
        module = ModuleType("shop")
        exec(SHOP.replace(right, wrong) if right else SHOP, vars(module))  # noqa: S102
        return module

    return make
