"""Small services of our own, whose answers can be made hostile."""

from __future__ import annotations

import json
from random import Random
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from graphql import build_schema, graphql_sync

from bench.fuzz.mutation import mutate_bytes, mutate_value, written

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    Spoil: TypeAlias = Callable[[int, Any], tuple[int, str, bytes]]
    """Status and answer → status, media type and body."""

SDL: Final = '''
"""A shop."""
type Query {
  shop: Shop!
  product(id: ID!): Product
  products(first: Int = 10, after: String, minPrice: Float, maker: String, since: DateTime, sort: Order): [Product!]!
  page(first: Int, after: String): Page
  node(id: ID!): Node
  now: DateTime
  anything(of: JSON): JSON
  search(filter: Filter): [Found!]
}
type Mutation { createProduct(input: NewProduct!): Product, deleteProduct(id: ID!): Boolean }
type Shop { name: String!, products: [Product!]!, best: Product, opened: DateTime, extra: JSON }
type Product implements Node {
  id: ID!, name: String, price: Float, count: Int!, made: DateTime, maker: Maker, tags: [[String]]
}
type Maker implements Node { id: ID!, name: String!, products(first: Int): [Product!]! }
type Page { edges: [Edge!]!, pageInfo: PageInfo!, totalCount: Int }
type Edge { node: Product, cursor: String! }
type PageInfo { hasNextPage: Boolean!, endCursor: String }
interface Node { id: ID! }
union Found = Product | Maker
enum Order { NAME_ASC NAME_DESC PRICE_ASC PRICE_DESC }
input NewProduct { name: String! = "x", price: Float = 1.5, made: DateTime }
input Filter { name: String, price_gt: Float, made_after: DateTime, and: [Filter!] }
scalar DateTime
scalar JSON
'''
_MOMENTS: Final = ("0001-01-01T00:00:00Z", "2024-02-29T12:00:00Z", "9999-12-31T23:59:59Z")
_STATUSES: Final = (200, 200, 200, 200, 200, 201, 204, 302, 400, 401, 404, 409, 429, 500, 503, 599)
_TYPES: Final = (
    "application/json",
    "application/graphql-response+json",
    "text/html",
    "",
    "\xff",
    "application/json;x=" * 9,
)


def _makers() -> list[dict[str, Any]]:
    makers: list[dict[str, Any]] = [{"__typename": "Maker", "id": f"m{n}", "name": f"Maker {n}"} for n in range(2)]
    for number, maker in enumerate(makers):
        maker["products"] = [_product(each, maker) for each in range(number, 6, 2)]
    return makers


def _product(number: int, maker: dict[str, Any]) -> dict[str, Any]:
    made = _MOMENTS[number % len(_MOMENTS)]
    plain = {"__typename": "Product", "id": f"p{number}", "name": f"Product {number}", "price": number * 1.5}
    return {**plain, "count": number, "made": made, "maker": maker, "tags": [["a"], [str(number)]]}


def resolvers() -> dict[str, Any]:
    """The roots of the shop."""
    makers = _makers()
    products = sorted((one for maker in makers for one in maker["products"]), key=lambda one: str(one["id"]))
    by_id = {one["id"]: one for one in [*makers, *products]}
    edges = [{"node": one, "cursor": one["id"]} for one in products]

    def listed(_info: Any, first: int | None = None, after: str | None = None, **_: Any) -> list[Any]:
        start = next((place + 1 for place, one in enumerate(products) if one["id"] == after), 0)
        return products[start:][: max(first if first is not None else 10, 0)]

    shop = {"name": "Shop", "products": products, "best": products[0], "opened": _MOMENTS[0], "extra": {"a": [1]}}
    page = {"edges": edges, "pageInfo": {"hasNextPage": False, "endCursor": "p5"}, "totalCount": len(products)}
    return {
        "shop": shop,
        "product": lambda _info, **given: by_id.get(given["id"]) if given["id"].startswith("p") else None,
        "products": listed,
        "page": lambda _info, **_: page,
        "node": lambda _info, **given: by_id.get(given["id"]),
        "now": _MOMENTS[1],
        "anything": lambda _info, of=None: of,
        "search": lambda _info, **_: [*products, *makers],
        "createProduct": lambda _info, **_: products[0],
        "deleteProduct": lambda _info, **_: True,
    }


def graphql_answer(body: bytes) -> Any:
    """What an honest shop answers."""
    asked = json.loads(body)
    result = graphql_sync(
        _SCHEMA,
        asked["query"],
        resolvers(),
        variable_values=asked.get("variables"),
        operation_name=asked.get("operationName"),
    )
    return {"data": result.data, **({"errors": [error.formatted for error in result.errors]} if result.errors else {})}


_SCHEMA: Final = build_schema(SDL)


class Shop:
    """A GraphQL service as a WSGI application. ``spoil`` may change every answer."""

    def __init__(self, spoil: Spoil | None = None) -> None:
        self._spoil = spoil or honest

    def __call__(self, environ: dict[str, Any], start_response: Callable[..., Any]) -> Iterable[bytes]:
        """See PEP 3333."""
        answer = graphql_answer(environ["wsgi.input"].read())
        return _respond(start_response, *self._spoil(200, answer))


class Library:
    """A REST service with one collection, its description served beside it; likewise."""

    def __init__(self, spoil: Spoil | None = None) -> None:
        self._spoil = spoil or honest
        self._books: dict[str, Any] = {}

    def __call__(self, environ: dict[str, Any], start_response: Callable[..., Any]) -> Iterable[bytes]:
        """See PEP 3333."""
        path, method = environ["PATH_INFO"].removeprefix("/v1"), environ["REQUEST_METHOD"]
        if path == "/openapi.json":
            return _respond(start_response, *honest(200, OPENAPI))
        return _respond(start_response, *self._spoil(*self._answer(path, method, environ["wsgi.input"].read())))

    def _answer(self, path: str, method: str, body: bytes) -> tuple[int, Any]:
        key = path.removeprefix("/books").strip("/")
        if method == "POST" and not key:
            book = {**json.loads(body), "id": str(len(self._books) + 1)}
            self._books[book["id"]] = book
            return 201, book
        if method == "GET" and not key:
            return 200, list(self._books.values())
        if key not in self._books:
            return 404, {"detail": "there is no such book"}
        if method == "DELETE":
            del self._books[key]
            return 204, None
        if method in {"PUT", "PATCH"}:
            self._books[key] = {**(self._books[key] if method == "PATCH" else {}), **json.loads(body), "id": key}
        return 200, self._books[key]


_BOOK: Final = {
    "type": "object",
    "required": ["title"],
    "properties": {
        "id": {"type": "string", "readOnly": True},
        "title": {"type": "string", "minLength": 1, "maxLength": 20},
        "pages": {"type": "integer", "minimum": 1, "maximum": 900, "multipleOf": 3},
        "price": {"type": "number", "minimum": 0.5, "exclusiveMaximum": 100},
        "born": {"type": "string", "format": "date-time"},
        "tags": {"type": "array", "items": {"enum": ["a", "b", 3]}, "maxItems": 3, "uniqueItems": True},
        "code": {"type": "string", "pattern": "^[A-Z]{2}[0-9]{1,3}$"},
        "author": {"$ref": "#/components/schemas/Author"},
    },
}
_ONE: Final = {"content": {"application/json": {"schema": {"$ref": "#/components/schemas/Book"}}}}
_MANY: Final = {
    "content": {"application/json": {"schema": {"type": "array", "items": {"$ref": "#/components/schemas/Book"}}}}
}
OPENAPI: Final[dict[str, Any]] = {
    "openapi": "3.1.0",
    "info": {"title": "Library", "version": "1"},
    "servers": [{"url": "http://127.0.0.1:9/{base}", "variables": {"base": {"default": "v1"}}}],
    "paths": {
        "/books": {
            "get": {"parameters": [{"name": "limit", "in": "query", "schema": {"type": "integer", "default": 5}}],
                    "responses": {"200": {"description": "", **_MANY}}},
            "post": {"requestBody": {"required": True, **_ONE}, "responses": {"201": {"description": "", **_ONE}}},
        },
        "/books/{id}": {
            "parameters": [{"name": "id", "in": "path", "required": True, "schema": {"type": "string"}}],
            "get": {"responses": {"200": {"description": "", **_ONE}, "404": {"description": ""}}},
            "put": {"requestBody": _ONE, "responses": {"200": {"description": "", **_ONE}}},
            "patch": {"requestBody": _ONE, "responses": {"200": {"description": "", **_ONE}}},
            "delete": {"responses": {"204": {"description": ""}}},
        },
        "/authors/{author_id}/books": {"get": {"responses": {"200": {"description": "", **_MANY}}}},
    },
    "components": {
        "schemas": {
            "Book": _BOOK,
            "Author": {"allOf": [{"type": "object", "properties": {"name": {"type": ["string", "null"]}}},
                                 {"oneOf": [{"required": ["name"]}, {"properties": {"age": {"minimum": 1}}}]}]},
        }
    },
}  # fmt: skip
SWAGGER: Final[dict[str, Any]] = {
    "swagger": "2.0",
    "info": {"title": "Library", "version": "1"},
    "host": "127.0.0.1:9",
    "basePath": "/v1",
    "schemes": ["http"],
    "paths": {
        "/books": {"post": {"parameters": [{"in": "body", "name": "book", "schema": {"$ref": "#/definitions/Book"}}],
                            "responses": {"201": {"description": "", "schema": {"$ref": "#/definitions/Book"}}}}},
        "/books/{id}": {"get": {"parameters": [{"in": "path", "name": "id", "type": "string", "required": True}],
                                "responses": {"200": {"description": "", "schema": {"$ref": "#/definitions/Book"}}}}},
    },
    "definitions": {"Book": {"type": "object", "properties": {"title": {"type": "string", "example": "A"}}}},
}  # fmt: skip


def _respond(start_response: Callable[..., Any], status: int, media: str, body: bytes) -> Iterable[bytes]:
    start_response(f"{status} x", [("Content-Type", media), ("Content-Length", str(len(body)))])
    return [body]


def honest(status: int, answer: Any) -> tuple[int, str, bytes]:
    """The answer as it is."""
    return status, "application/json", b"" if status == 204 else json.dumps(answer).encode()


class Spoiler:
    """Answers of which many are slightly wrong, some wildly, decided by a seed."""

    def __init__(self, seed: int) -> None:
        self._random = Random(seed)
        self._share = self._random.choice((0.05, 0.3, 0.9))

    def __call__(self, status: int, answer: Any) -> tuple[int, str, bytes]:
        """Status, media type and body."""
        random = self._random
        if random.random() > self._share:
            return honest(status, answer)
        for _ in range(random.choice((1, 1, 3))):
            answer = mutate_value(answer, random)
        body = written(answer)
        if random.random() < 0.2:
            body = mutate_bytes(body, random, (b'{"data": null}',))
        media = random.choice(_TYPES) if random.random() < 0.2 else "application/json"
        return random.choice(_STATUSES) if random.random() < 0.2 else status, media, body
