"""A store over REST, as a WSGI application, with pages in the style of several frameworks.

Every fault gives answers that contradict each other, or the description.
"""

from __future__ import annotations

import base64
import json
from copy import copy
from urllib.parse import parse_qs, urlencode

PRODUCT = {
    "type": "object",
    "properties": {
        "id": {"type": "integer"},
        "name": {"type": "string"},
        "status": {"type": "string", "enum": ["draft", "active", "retired"]},
        "price": {"type": "integer"},
        "createdAt": {"type": "string", "format": "date-time"},
        "supplier": {"type": "object"},
        "tags": {"type": "array", "items": {"type": "string"}},
    },
}
TOTAL = 23
_WORDS = ("anvil", "bucket", "candle", "drill", "easel", "funnel", "gimlet", "hammer", "inkwell", "jigsaw", "kettle",
          "ladder", "mallet", "nozzle", "oilcan", "pliers", "quiver", "ratchet", "spanner", "trowel", "urn", "vise",
          "wrench")  # fmt: skip


def _query(name, schema):
    return {"name": name, "in": "query", "schema": schema}


_INTEGER = {"type": "integer"}
STYLES = {
    "cursor": [_query("limit", {**_INTEGER, "minimum": 1, "maximum": 100}), _query("cursor", {"type": "string"})],
    "link": [
        _query("per_page", {**_INTEGER, "minimum": 1, "maximum": 100}),
        _query("page", {**_INTEGER, "minimum": 1, "maximum": 100}),
    ],
    "next": [_query("limit", {**_INTEGER, "minimum": 1, "maximum": 100}), _query("offset", {**_INTEGER, "minimum": 0})],
    "pages from zero": [_query("size", {**_INTEGER, "minimum": 1, "maximum": 100}), _query("page", _INTEGER)],
    "starting after": [
        _query("limit", {**_INTEGER, "minimum": 1, "maximum": 100}),
        _query("starting_after", {"type": "string"}),
    ],
    "fixed": [],
}
FILTERS = [
    _query("status", {"type": "string", "enum": ["draft", "active", "retired"]}),
    _query("filter[supplier_id]", _INTEGER),
    _query("minPrice", _INTEGER),
    _query("price_lt", _INTEGER),
    _query("created_after", {"type": "string", "format": "date-time"}),
    _query("tag", {"type": "string"}),
    _query("imported", {"type": "boolean"}),
    _query("sort", {"type": "string", "enum": ["name", "price", "createdAt", "status"]}),
    _query("order", {"type": "string", "enum": ["asc", "desc"]}),
]


def _get(schema, *parameters):
    content = {"application/json": {"schema": schema}}
    responses = {"200": {"description": "", "content": content}, "400": {"description": ""}, "404": {"description": ""}}
    return {"get": {"parameters": list(parameters), "responses": responses}}


def description(style):
    key = {"name": "id", "in": "path", "required": True, "schema": {"type": "integer"}}
    return {
        "openapi": "3.0.3",
        "info": {"title": "Store", "version": "1"},
        "paths": {
            "/api/products": _get({}, *STYLES[style], *FILTERS),
            "/api/products/{id}": _get(PRODUCT, key),
        },
    }


class RefusedError(Exception):
    pass


class Store:
    """Products, in pages of one style."""

    def __init__(self, style="cursor", fault=""):
        self.style, self.fault = style, fault
        self.products = []
        for n in range(TOTAL):
            supplier = {"id": (20, 21, 2, 23, 24, 25, 26, 27)[n % 8], "name": f"Supplier {'ABCDEFGH'[n % 8]}"}
            created = f"2024-{1 + n % 12:02}-{1 + n * 3 % 28:02}T10:00:00Z"
            product = {"id": 50 + n, "name": _WORDS[n * 7 % TOTAL], "status": ("draft", "active", "retired")[n * 5 % 3]}
            product |= {"price": n * 11 % 17, "createdAt": created, "supplier": supplier}
            self.products.append(
                {**product, "imported": n % 5 < 2, "tags": [("red", "blue", "green")[n % 3], ("old", "new")[n % 2]]}
            )

    def __call__(self, environ, start_response):
        return copy(self).respond(environ, start_response)  # requests come in several threads at once

    def respond(self, environ, start_response):
        self.query = {name: value[0] for name, value in parse_qs(environ["QUERY_STRING"]).items()}
        self.headers = [("content-type", "application/json")]
        steps = environ["PATH_INFO"].strip("/").split("/")
        try:
            answer = self.answer(environ["REQUEST_METHOD"], steps)
            status = "404 Not Found" if answer is None else "200 OK"
        except (RefusedError, ValueError, KeyError):
            answer, status = None, "400 Bad Request"
        text = json.dumps(answer if status == "200 OK" else {"detail": "no"}).encode()
        start_response(status, [*self.headers, ("content-length", str(len(text)))])
        return [text]

    def answer(self, method, steps):
        if method != "GET":
            return None
        if steps == ["openapi.json"]:
            return description(self.style)
        if steps == ["api", "products"]:
            return self.paged(self.sorted(self.filtered()))
        if len(steps) == 3 and steps[:2] == ["api", "products"]:
            return next((product for product in self.products if str(product["id"]) == steps[2]), None)
        return None

    def filtered(self):
        query, fault = self.query, self.fault
        if query.get("status", "draft") not in {"draft", "active", "retired"}:
            raise RefusedError
        rows = [product for product in self.products if self.passes(product)]
        if fault == "supplier leaves out" and "filter[supplier_id]" in query:
            return rows[1:]
        return rows

    def passes(self, product):
        query, fault = self.query, self.fault
        checks = []
        if "status" in query:
            checks.append(product["status"] == query["status"])
        if "filter[supplier_id]" in query and fault != "supplier ignored":
            wanted, shown = query["filter[supplier_id]"], str(product["supplier"]["id"])
            checks.append(shown.startswith(wanted) if fault == "supplier by its beginning" else shown == wanted)
        if "minPrice" in query:
            least = int(query["minPrice"])
            checks.append(product["price"] > least if fault == "minimum left out" else product["price"] >= least)
        if "price_lt" in query and not (fault == "end of a range ignored" and "minPrice" in query):
            most = int(query["price_lt"])
            checks.append(product["price"] <= most + 2 if fault == "bound let through" else product["price"] < most)
        if "created_after" in query:
            later = product["createdAt"] > query["created_after"]
            checks.append(not later if fault == "before instead of after" else later)
        if "imported" in query:
            checks.append(product["imported"] is (query["imported"] == "true" or fault == "false means true"))
        if "tag" in query:
            checks.append(query["tag"] in (product["tags"][:1] if fault == "first tag only" else product["tags"]))
        return any(checks) if checks and fault == "either filter" else all(checks)

    def sorted(self, rows):
        key, order = self.query.get("sort", ""), self.query.get("order", "asc")
        if key not in {"", "name", "price", "createdAt", "status"} or order not in {"asc", "desc"}:
            raise RefusedError
        if not key:
            return rows
        if self.fault == "sort loses rows" and key == "createdAt":
            rows = rows[:-2]
        reverse = order == "desc" and self.fault != "direction ignored"
        as_text = self.fault == "order of digits" and key == "price"
        return sorted(rows, key=lambda row: str(row[key]) if as_text else row[key], reverse=reverse)

    def paged(self, rows):
        query, fault = self.query, self.fault
        size = int(query.get("limit") or query.get("per_page") or query.get("size") or 10)
        if not 1 <= size <= 100:
            raise RefusedError
        begin = self.begin(rows, size)
        if begin < 0:
            raise RefusedError
        if fault == "ties broken anew" and "sort" in query and begin:
            rows = sorted(rows, key=lambda row: (str(row[query["sort"]]), -row["id"]))
        if fault == "overlapping pages" and begin:
            begin -= 1
        if fault == "rows between pages" and begin:
            begin += 1
        page, more = rows[begin : begin + size], begin + size < len(rows)
        if fault == "ends too early" and begin:
            more = False
        if fault == "always more":
            more = bool(page)
        total = len(self.products) if fault == "total without filter" else len(rows)
        return self.enveloped(page, begin + size, size, more, total)

    def begin(self, rows, size):
        query = self.query
        if self.style == "cursor":
            return int(base64.b64decode(query["cursor"] + "==")) if "cursor" in query else 0
        if self.style == "starting after":
            ids = [str(row["id"]) for row in rows]
            return ids.index(query["starting_after"]) + 1 if "starting_after" in query else 0
        if self.style == "pages from zero":
            return int(query.get("page", 0)) * size
        if self.style == "fixed":
            return (int(query.get("page", 1)) - 1) * size
        return (int(query.get("page", 1)) - 1) * size if self.style == "link" else int(query.get("offset", 0))

    def enveloped(self, page, end, size, more, total):
        style, query = self.style, self.query
        if style == "cursor":
            token = base64.b64encode(str(end).encode()).decode().rstrip("=")
            return {"data": page, "nextCursor": token if more else None, "total": total}
        if style == "starting after":
            return {"object": "list", "data": page, "has_more": more}
        if style in {"link", "fixed"}:
            following = {**query, "page": end // size + 1}
            if more:
                self.headers.append(("link", f'<https://store.test/api/products?{urlencode(following)}>; rel="next"'))
            self.headers.append(("x-total-count", str(total)))
            return page
        if style == "next":
            following = f"http://localhost/api/products?{urlencode({**query, 'offset': end})}"
            return {"count": total, "next": following if more else None, "results": page}
        pages = -(-total // size)
        told = pages + 1 if self.fault == "one page too many" else pages
        return {"content": page, "totalElements": total, "totalPages": told, "last": not more}
