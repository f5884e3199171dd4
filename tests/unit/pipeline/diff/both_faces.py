"""A small shop with two faces over the same data: REST as a Starlette application, and GraphQL by Ariadne.

The customs of each face are its own: ``created_at`` in seconds and ``createdAt`` in ISO 8601, prices as texts and as
numbers, choices in small letters and in capitals, an envelope and a connection. Every fault is one of one face.
"""

from __future__ import annotations

from datetime import UTC, datetime

from ariadne import EnumType, ObjectType, QueryType, make_executable_schema
from graphql import GraphQLError
from starlette.applications import Starlette
from starlette.responses import JSONResponse
from starlette.routing import Route

FAULTS = {
    "another value": "product.price and Product.price",
    "null": "product.description and Product.description",
    "wrong total": "GET /products.total and Query.products.totalCount",
    "a row is missing": "GET /categories and Query.categories",
    "order": "GET /products and Query.products",
    "not found": "GET /products/{id} and Query.product",
    "permission": "GET /products/{id} and Query.product",
    "field permission": "product.description and Product.description",
}

SDL = """
type Query {
  products(first: Int, orderBy: ProductOrder): ProductConnection!
  product(id: ID!): Product
  categories: [Category!]!
  category(id: ID!): Category
}
enum ProductOrder { NAME PRICE PRICE_DESC }
enum Stock { IN_STOCK SOLD_OUT }
type ProductConnection { totalCount: Int! edges: [ProductEdge!]! pageInfo: PageInfo! }
type ProductEdge { cursor: String! node: Product! }
type PageInfo { hasNextPage: Boolean! }
type Product {
  id: ID! name: String! price: Float! createdAt: String! stock: Stock! description: String seenAt: String!
  category: Category!
}
type Category { id: ID! title: String! rank: Int! }
"""


def _parameter(name, schema, where="query"):
    return {"name": name, "in": where, "required": where == "path", "schema": schema}


def _get(*parameters):
    return {"get": {"parameters": list(parameters), "responses": {"200": {"description": ""}}}}


_ID = _parameter("id", {"type": "integer"}, "path")
DESCRIPTION = {
    "openapi": "3.1.0",
    "info": {"title": "Shop", "version": "1"},
    "paths": {
        "/products": _get(
            _parameter("limit", {"type": "integer", "minimum": 1, "maximum": 50}),
            _parameter("sort", {"type": "string", "enum": ["name", "price", "-price"]}),
        ),
        "/products/{id}": _get(_ID),
        "/categories": _get(),
        "/categories/{id}": _get(_ID),
    },
}


class Shop:
    """The data, and both faces of it."""

    def __init__(self, rest_fault="", graphql_fault=""):
        self.rest_fault, self.graphql_fault = rest_fault, graphql_fault
        self.clock = 0
        self.categories = [{"id": n, "title": f"category {n}", "rank": 9 - n} for n in range(1, 5)]
        self.products = [
            {
                "id": n,
                "name": f"product {'abcdefghijkl'[n * 5 % 12]}",
                "price": n * 7 % 12 + 0.5,
                "created": 1_700_000_000 + n,
                "stock": "in_stock" if n % 3 else "sold_out",
                "description": f"about {n}" if n % 4 else None,
                "category": 1 + n % 4,
            }
            for n in range(1, 12)
        ]

    def told(self, product, fault):
        """One product, as a face with this fault tells it."""
        changed = {}
        if fault == "another value" and product["id"] == 5:
            changed["price"] = product["price"] + 1
        if fault == "null" and product["id"] == 6:
            changed["description"] = None
        return product | changed

    def sorted(self, way, fault):
        if not way:
            return self.products
        down = way.startswith("-") and fault != "order"
        return sorted(self.products, key=lambda product: product[way.lstrip("-")], reverse=down)

    # REST

    def app(self):
        routes = [
            Route("/openapi.json", lambda _: JSONResponse(DESCRIPTION)),
            Route("/products", self._products),
            Route("/products/{id:int}", self._product),
            Route("/categories", self._categories),
            Route("/categories/{id:int}", self._category),
        ]
        return Starlette(routes=routes)

    def _shown(self, product):
        told = self.told(product, self.rest_fault)
        self.clock += 1
        return {
            "id": told["id"],
            "name": told["name"],
            "price": f"{told['price']:.2f}",
            "created_at": told["created"],
            "stock": told["stock"].replace("_", "-"),
            "description": told["description"],
            "seen_at": self.clock,
            "category_id": told["category"],
        }

    def _products(self, request):
        rows = self.sorted(request.query_params.get("sort", ""), self.rest_fault)
        limit = int(request.query_params.get("limit", "5"))
        total = len(rows) - (self.rest_fault == "wrong total")
        return JSONResponse({"items": [self._shown(row) for row in rows[:limit]], "total": total})

    def _product(self, request):
        key = request.path_params["id"]
        found = [row for row in self.products if row["id"] == key]
        if not found or (self.rest_fault == "not found" and key == 7):
            return JSONResponse({"detail": "not found"}, 404)
        if self.rest_fault == "permission" and key == 8:
            return JSONResponse({"detail": "forbidden"}, 403)
        return JSONResponse(self._shown(found[0]))

    def _categories(self, _):
        return JSONResponse(self.categories[: 3 if self.rest_fault == "a row is missing" else 4])

    def _category(self, request):
        found = [row for row in self.categories if row["id"] == request.path_params["id"]]
        return JSONResponse(found[0]) if found else JSONResponse({"detail": "not found"}, 404)

    # GraphQL

    def schema(self):
        query, product, fault = QueryType(), ObjectType("Product"), self.graphql_fault

        @query.field("products")
        def products(*_, first=5, orderBy=""):  # noqa: N803
            rows = self.sorted({"PRICE_DESC": "-price"}.get(orderBy, orderBy.lower()), fault)
            edges = [{"cursor": str(place), "node": row} for place, row in enumerate(rows[:first])]
            total = len(rows) - (fault == "wrong total")
            return {"totalCount": total, "edges": edges, "pageInfo": {"hasNextPage": first < len(rows)}}

        @query.field("product")
        def one_product(*_, id):  # noqa: A002
            if fault == "permission" and id == "8":
                raise GraphQLError("not authorized", extensions={"code": "FORBIDDEN"})
            found = [row for row in self.products if str(row["id"]) == id]
            return found[0] if found and not (fault == "not found" and id == "7") else None

        @query.field("categories")
        def categories(*_):
            return self.categories[: 3 if fault == "a row is missing" else 4]

        @query.field("category")
        def one_category(*_, id):  # noqa: A002
            return next((row for row in self.categories if str(row["id"]) == id), None)

        @product.field("description")
        def description(row, _):
            if fault == "field permission" and row["id"] == 6:
                raise GraphQLError("not authorized", extensions={"code": "FORBIDDEN"})
            return self.told(row, fault)["description"]

        @product.field("seenAt")
        def seen_at(*_):
            self.clock += 1
            return str(self.clock)

        product.set_field("price", lambda row, _: self.told(row, fault)["price"])
        product.set_field("createdAt", lambda row, _: datetime.fromtimestamp(row["created"], UTC).isoformat())
        product.set_field("category", lambda row, _: self.categories[row["category"] - 1])
        stock = EnumType("Stock", {"IN_STOCK": "in_stock", "SOLD_OUT": "sold_out"})
        order = EnumType("ProductOrder", {"NAME": "NAME", "PRICE": "PRICE", "PRICE_DESC": "PRICE_DESC"})
        return make_executable_schema(SDL, query, product, stock, order)
