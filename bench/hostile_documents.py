"""OpenAPI descriptions with something wrong or outlandish in them, made from a seed.

A small healthy description gets a few of ``MUTATIONS`` each. What comes out may be unreadable in parts: a reader has to
say so in a line, and to use the rest.
"""

from __future__ import annotations

import copy
from random import Random
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

VERSIONS: Final = ("3.0.3", "3.1.0", "3.2.0", "3.0.3-SNAPSHOT")
_JSON: Final = "application/json"
_ODD: Final[tuple[Any, ...]] = (None, 0, -1, 1e308, True, "", "x", [], {}, [[]], {"a": {}}, "{", "\u0000", 10**30)


def hostile_document(seed: int) -> dict[Any, Any]:
    """The description of a seed, as plain values; keys may be of any type that YAML has."""
    random = Random(seed)
    document = _healthy(random)
    for _ in range(1 + random.randrange(4)):
        random.choice(MUTATIONS)(document, random)
    return document


def hostile_documents(count: int) -> Iterator[dict[Any, Any]]:
    """So many of them."""
    for seed in range(count):
        yield hostile_document(seed)


def _healthy(random: Random) -> dict[Any, Any]:
    book = {
        "type": "object",
        "required": ["id", "title"],
        "properties": {
            "id": {"type": "integer", "readOnly": True},
            "title": {"type": "string", "minLength": 1, "maxLength": 40},
            "author": {"$ref": "#/components/schemas/Author"},
            "tags": {"type": "array", "items": {"type": "string"}, "uniqueItems": True},
        },
    }
    author = {"type": "object", "properties": {"name": {"type": "string"}, "books": {"type": "array", "items": {}}}}
    key = {"name": "id", "in": "path", "required": True, "schema": {"type": "integer"}}
    body = {"required": True, "content": {_JSON: {"schema": {"$ref": "#/components/schemas/Book"}}}}
    answer = {"description": "ok", "content": {_JSON: {"schema": {"$ref": "#/components/schemas/Book"}}}}
    rows = {"type": "array", "items": {"$ref": "#/components/schemas/Book"}}
    shown = {"description": "ok", "content": {_JSON: {"schema": rows}}}
    return {
        "openapi": random.choice(VERSIONS),
        "info": {"title": "Books", "version": "1"},
        "paths": {
            "/books": {
                "get": {
                    "parameters": [{"name": "size", "in": "query", "schema": {"type": "integer", "maximum": 50}}],
                    "responses": {"200": shown},
                },
                "post": {"requestBody": body, "responses": {"201": copy.deepcopy(answer)}},
            },
            "/books/{id}": {
                "get": {"parameters": [copy.deepcopy(key)], "responses": {"200": answer}},
                "delete": {"parameters": [key], "responses": {"204": {"description": "gone"}}},
            },
            "/status": {"get": {"responses": {"200": {"description": "ok"}}}},
        },
        "components": {"schemas": {"Book": book, "Author": author}},
    }


def _schemas(document: dict[Any, Any]) -> dict[Any, Any]:
    components = document.setdefault("components", {})
    found = components.setdefault("schemas", {}) if isinstance(components, dict) else {}
    return found if isinstance(found, dict) else {}


def _put(document: dict[Any, Any], random: Random, schema: Any) -> None:
    """Have a schema in the place of an answer, of a body, or of a member."""
    schemas = _schemas(document)
    name = f"Odd{random.randrange(10**6)}"
    schemas[name] = schema
    book = schemas.setdefault("Book", {})
    if isinstance(book, dict) and random.random() < 0.5:
        members = book.setdefault("properties", {})
        if isinstance(members, dict):
            members[name] = {"$ref": f"#/components/schemas/{name}"}
            if random.random() < 0.5:
                book["required"] = [name]
            return
    paths = document.setdefault("paths", {})
    if isinstance(paths, dict):
        place = {_JSON: {"schema": {"$ref": f"#/components/schemas/{name}"}}}
        operation = {"requestBody": {"content": place}, "responses": {"200": {"content": place}}}
        paths[f"/{name.lower()}"] = {"post": operation, "get": {"responses": {"200": {"content": place}}}}


def _circle_of_references(document: dict[Any, Any], random: Random) -> None:
    schemas = _schemas(document)
    length = 1 + random.randrange(40)
    for step in range(length):
        schemas[f"Ring{step}"] = {"$ref": f"#/components/schemas/Ring{(step + 1) % length}"}
    _put(document, random, {"$ref": "#/components/schemas/Ring0"})


def _schema_in_itself(document: dict[Any, Any], random: Random) -> None:
    schemas = _schemas(document)
    keyword = random.choice(["allOf", "anyOf", "oneOf"])
    schemas["Self"] = {keyword: [{"$ref": "#/components/schemas/Self"}, {"type": "object"}]}
    _put(document, random, {"$ref": "#/components/schemas/Self"})


def _endless_tree(document: dict[Any, Any], random: Random) -> None:
    again = {"$ref": "#/components/schemas/Tree"}
    member = random.choice([again, {"type": "array", "items": again, "minItems": 1}, {"anyOf": [again, {}]}])
    _schemas(document)["Tree"] = {"type": "object", "required": ["next"], "properties": {"next": member}}
    _put(document, random, again)


def _broken_reference(document: dict[Any, Any], random: Random) -> None:
    targets = [
        "#/nowhere",
        "#",
        "",
        "#/paths/~1books/get",
        "other.yaml",
        "http://localhost:9/x.json#/a",
        "#/components/schemas/Book/properties/0",
        "file:///etc/passwd",
        "#anchor",
        7,
        None,
        ["#"],
        "#/a%zz",
        "//x",
        "http://[",
    ]
    _put(document, random, {"$ref": random.choice(targets)})


def _wrong_type(document: dict[Any, Any], random: Random) -> None:
    """Something else in the place of a value anywhere."""
    here: Any = document
    for _ in range(1 + random.randrange(9)):
        keys = list(here) if isinstance(here, dict) else range(len(here)) if isinstance(here, list) else ()
        if not keys:
            return
        key = random.choice(list(keys))
        if not isinstance(here[key], dict | list) or random.random() < 0.2:
            here[key] = copy.deepcopy(random.choice(_ODD))
            return
        here = here[key]


def _missing_part(document: dict[Any, Any], random: Random) -> None:
    here: Any = document
    for _ in range(1 + random.randrange(9)):
        if not isinstance(here, dict) or not here:
            return
        key = random.choice([name for name in here if name not in {"openapi", "paths"}] or ["paths"])
        if random.random() < 0.3 or not isinstance(here.get(key), dict):
            here.pop(key, None)
            return
        here = here[key]


def _huge_enum(document: dict[Any, Any], random: Random) -> None:
    _put(document, random, {"type": "string", "enum": [f"v{number}" for number in range(random.choice([0, 20_000]))]})


def _deep_nesting(document: dict[Any, Any], random: Random) -> None:
    schema: Any = {"type": "string"}
    for _ in range(random.choice([20, 60, 90])):
        schema = random.choice(
            [
                {"type": "array", "items": schema},
                {"type": "object", "properties": {"a": schema}, "required": ["a"]},
                {"allOf": [schema]},
                {"anyOf": [schema, {"type": "null"}]},
            ]
        )
    _put(document, random, schema)


def _impossible_schema(document: dict[Any, Any], random: Random) -> None:
    impossible: list[Any] = [
        {"type": "string", "minLength": 5, "maxLength": 2},
        {"type": "integer", "minimum": 10, "maximum": 1},
        {"type": "integer", "exclusiveMinimum": 1, "exclusiveMaximum": 2},
        {"type": "array", "items": {"enum": [1]}, "uniqueItems": True, "minItems": 5},
        {"allOf": [{"type": "string"}, {"type": "integer"}]},
        {"not": {}},
        {"enum": []},
        {"type": "object", "required": ["a"], "properties": {"b": {}}, "additionalProperties": False},
        {"oneOf": [{}, {}]},
        {"type": "string", "pattern": "^a$", "minLength": 3},
        {"type": "number", "multipleOf": 0},
        {"type": "integer", "multipleOf": 7, "minimum": 1, "maximum": 6},
        {"type": "array", "minItems": 10**9},
        {"type": "string", "minLength": 10**9},
        {"type": "object", "minProperties": 10**9},
        {"type": "object", "maxProperties": 0, "required": ["a"]},
        False,
    ]
    _put(document, random, random.choice(impossible))


def _bad_pattern(document: dict[Any, Any], random: Random) -> None:
    patterns = ["(", "[", "(a+)+$", "\\p{L}+", "(?<name>a)", "a{100000}", "(?=a)b", "\\k<x>", "^[^\\s]{2,}$", "*", "\\"]
    pattern = random.choice(patterns)
    _put(
        document, random, random.choice([{"type": "string", "pattern": pattern}, {"patternProperties": {pattern: {}}}])
    )


def _contradictory_parameters(document: dict[Any, Any], random: Random) -> None:
    parameters: list[Any] = [
        {"name": "id", "in": "path", "schema": {"type": "integer"}},
        {"name": "id", "in": "path", "required": False, "schema": {"type": "array", "items": {"type": "object"}}},
        {"name": "id", "in": "query", "required": True, "schema": {"type": "boolean"}},
        {"name": "gone", "in": "path", "required": True},
        {"name": "body", "in": "query", "schema": {"type": "object", "properties": {"a": {"type": "integer"}}}},
        {"name": "body", "in": "body", "schema": {"type": "string"}},
        {"name": "x", "in": "nowhere"},
        {"name": "", "in": "query"},
        {"in": "query"},
        {"name": "Content-Type", "in": "header", "schema": {"type": "string"}},
        {"name": "Host", "in": "header", "required": True, "schema": {"type": "string"}},
        {"name": "a\r\nb: c", "in": "header", "required": True, "schema": {"type": "string"}},
        {"name": "q", "in": "query", "style": "nothing", "explode": "yes", "schema": {"type": "object"}},
        {"name": "q", "in": "querystring", "content": {_JSON: {"schema": {"type": "object"}}}},
        {"name": "c", "in": "cookie", "schema": {"type": "array", "items": {"type": "string"}}},
        "text",
        {"$ref": "#/components/parameters/None"},
    ]
    chosen = random.sample(parameters, 1 + random.randrange(len(parameters)))
    paths = document.get("paths")
    if isinstance(paths, dict):
        paths["/shelves/{id}/{unknown}"] = {"parameters": chosen, "get": {"responses": {"200": {"description": "ok"}}}}


def _odd_paths(document: dict[Any, Any], random: Random) -> None:
    paths = document.get("paths")
    if not isinstance(paths, dict):
        return
    operation = {"responses": {"200": {"description": "ok"}}}
    names = [
        "books",
        "/books/",
        "//",
        "/{}",
        "/{id}{id}",
        "/a/{b",
        "/a/b}",
        "/?x={y}",
        "/#/a",
        "/ü/{ä}",
        "/a b",
        "x-a",
        7,
        None,
        True,
        "/books/{ID}",
        "/" + "a/" * 300,
        "/{a}/{b}/{c}/{d}/{e}/{f}/{g}",
        "/a\u0000b",
        "http://a/b",
    ]
    for name in random.sample(names, 5):
        paths[name] = {"get": copy.deepcopy(operation), "servers": 5, "FETCH": operation, "x-more": operation}


def _odd_statuses(document: dict[Any, Any], random: Random) -> None:
    paths = document.get("paths")
    if isinstance(paths, dict):
        statuses = random.sample([200, "2XX", "2xx", "ok", "", "default", 999, 99, 2.5, None, "200 OK", True, "x-y"], 4)
        responses = {status: {"description": "", "content": {_JSON: {"schema": {}}}} for status in statuses}
        paths["/statuses"] = {"get": {"responses": responses}}


def _odd_media(document: dict[Any, Any], random: Random) -> None:
    paths = document.get("paths")
    if isinstance(paths, dict):
        media = [
            "",
            "json",
            "*/*",
            "text/*",
            "application/xml",
            "image/png",
            "multipart/form-data",
            "a/b/c",
            "x" * 500,
            5,
            "application/x-www-form-urlencoded",
            "text/plain; charset=utf-8",
            "application/vnd.a+json; v=1",
        ]
        schema = {"type": "object", "properties": {"file": {"type": "string", "format": "binary"}}}
        content = {name: {"schema": schema} for name in random.sample(media, 3)}
        operation = {"requestBody": {"content": content}, "responses": {"200": {"content": content}}}
        paths["/media"] = {"post": operation}


def _duplicate_operations(document: dict[Any, Any], random: Random) -> None:
    paths = document.get("paths")
    if isinstance(paths, dict) and isinstance(paths.get("/books/{id}"), dict):
        for name in ("/books/{book}", "/books/{id}/", "/BOOKS/{id}"):
            paths[name] = copy.deepcopy(paths["/books/{id}"])
            for operation in paths[name].values():
                if isinstance(operation, dict):
                    operation["operationId"] = random.choice(["same", 5, None, ""])


def _odd_servers(document: dict[Any, Any], random: Random) -> None:
    servers: list[Any] = [
        [],
        None,
        "http://x",
        [{"url": 5}],
        [{"url": "{a}/{b}", "variables": {"a": {}}}],
        [{}],
        ["/x"],
        [{"url": "http://["}],
        [{"url": "/v1/"}],
        [{"url": "\u0000"}],
        {"url": "/"},
    ]
    document["servers"] = random.choice(servers)


def _odd_keywords(document: dict[Any, Any], random: Random) -> None:
    keywords = [
        "type",
        "format",
        "minimum",
        "maximum",
        "minLength",
        "maxLength",
        "pattern",
        "enum",
        "items",
        "properties",
        "required",
        "additionalProperties",
        "oneOf",
        "anyOf",
        "allOf",
        "not",
        "nullable",
        "readOnly",
        "default",
        "example",
        "examples",
        "discriminator",
        "multipleOf",
        "uniqueItems",
        "minItems",
        "const",
        "prefixItems",
        "dependentRequired",
        "unevaluatedProperties",
        "if",
        "then",
        "contains",
        "exclusiveMinimum",
        "propertyNames",
        "$defs",
        "$id",
        "$anchor",
        "$dynamicRef",
        "xml",
        "title",
    ]
    _put(document, random, {keyword: copy.deepcopy(random.choice(_ODD)) for keyword in random.sample(keywords, 6)})


def _odd_examples(document: dict[Any, Any], random: Random) -> None:
    schema = {
        "type": "integer",
        "example": "no number",
        "examples": ["x", {}],
        "default": [1],
        "enum": random.choice([[1], "x"]),
    }
    _put(document, random, schema)


def _many_members(document: dict[Any, Any], random: Random) -> None:
    members = {f"m{number}": {"type": "string"} for number in range(random.choice([300, 3_000]))}
    _put(document, random, {"type": "object", "properties": members, "required": list(members)[::2]})


def _many_alternatives(document: dict[Any, Any], random: Random) -> None:
    options = [
        {"type": "object", "properties": {f"a{number}": {}}, "required": [f"a{number}"]} for number in range(200)
    ]
    mapping = {str(number): "#/components/schemas/Gone" for number in range(5)}
    discriminator = random.choice([{"propertyName": "kind", "mapping": mapping}, {"propertyName": 5}, "kind"])
    _put(document, random, {random.choice(["oneOf", "anyOf"]): options, "discriminator": discriminator})


MUTATIONS: Final[tuple[Callable[[dict[Any, Any], Random], None], ...]] = (
    _circle_of_references,
    _schema_in_itself,
    _endless_tree,
    _broken_reference,
    _wrong_type,
    _missing_part,
    _huge_enum,
    _deep_nesting,
    _impossible_schema,
    _bad_pattern,
    _contradictory_parameters,
    _odd_paths,
    _odd_statuses,
    _odd_media,
    _duplicate_operations,
    _odd_servers,
    _odd_keywords,
    _odd_examples,
    _many_members,
    _many_alternatives,
)
"""Each changes a description in place, whatever others have done to it before."""
