"""A library over REST, as a WSGI application; every fault gives answers that contradict each other."""

from __future__ import annotations

import json
from urllib.parse import parse_qs

BOOK = {"type": "object", "properties": {"id": {"type": "integer"}, "title": {"type": "string"},
        "authorId": {"type": "integer"}, "price": {"type": "integer"}, "genre": {"type": "string"}}}  # fmt: skip
AUTHOR = {"type": "object", "properties": {"id": {"type": "integer"}, "name": {"type": "string"}}}
BOOKS = {"type": "object", "properties": {"items": {"type": "array", "items": BOOK}, "total": {"type": "integer"}}}


def _query(name, schema):
    return {"name": name, "in": "query", "schema": schema}


def _get(schema, *parameters):
    content = {"application/json": {"schema": schema}}
    responses = {"200": {"description": "", "content": content}, "400": {"description": ""}, "404": {"description": ""}}
    return {"get": {"parameters": list(parameters), "responses": responses}}


_KEY = {"name": "id", "in": "path", "required": True, "schema": {"type": "integer"}}
DESCRIPTION = {
    "openapi": "3.0.3",
    "info": {"title": "Library", "version": "1"},
    "paths": {
        "/books": _get(
            BOOKS,
            _query("limit", {"type": "integer", "minimum": 1, "maximum": 100}),
            _query("offset", {"type": "integer", "minimum": 0}),
            _query("genre", {"type": "string"}),
            _query("sort", {"type": "string", "pattern": "^-?(title|price)$"}),
        ),
        "/books/{id}": _get(BOOK, _KEY),
        "/authors": _get({"type": "array", "items": AUTHOR}),
        "/authors/{id}": _get(AUTHOR, _KEY),
        "/authors/{id}/books": _get({"type": "array", "items": BOOK}, _KEY),
    },
}


class Library:
    """Books and their authors."""

    def __init__(self, fault: str = "") -> None:
        self.fault = fault
        self.authors = {number: {"id": number, "name": f"author {number}"} for number in range(1, 7)}
        self.books = {}
        for number in range(25):
            genre = ("novel", "poem", "essay")[number % 3]
            title, author = f"book {chr(97 + number)}", 1 + number % 6
            book = {"id": 100 + number, "title": title, "authorId": author, "price": number * 7 % 50, "genre": genre}
            self.books[book["id"]] = book

    def __call__(self, environ, start_response):
        steps = environ["PATH_INFO"].strip("/").split("/")
        answer = None
        if environ["REQUEST_METHOD"] == "GET":
            answer = self.answer(steps, {name: value[0] for name, value in parse_qs(environ["QUERY_STRING"]).items()})
        status = "404 Not Found" if answer is None else "400 No" if answer == "no" else "200 OK"
        text = json.dumps(answer if status == "200 OK" else {"detail": "no"}).encode()
        start_response(status, [("content-type", "application/json"), ("content-length", str(len(text)))])
        return [text]

    def answer(self, steps, query):
        if steps == ["openapi.json"]:
            return DESCRIPTION
        if steps == ["books"]:
            return self.listed(query)
        if steps == ["authors"]:
            return list(self.authors.values())
        if len(steps) < 2 or not steps[1].isdigit():
            return None
        return self.one(steps[0], int(steps[1]), steps[2:])

    def one(self, kind, key, below):
        if kind == "books" and not below:
            return self.book(key)
        if kind != "authors" or key not in self.authors:
            return None
        if below != ["books"]:
            return None if below else self.authors[key]
        rows = [book for book in self.books.values() if book["authorId"] == key]
        return [*rows, self.books[100]] if self.fault == "another author's book" and key == 3 else rows

    def book(self, key):
        if key not in self.books or (self.fault == "not found" and key == 124):
            return None
        if self.fault == "another book" and key == 124:
            return self.books[100]
        book = self.books[key]
        return {**book, "price": book["price"] + 1} if self.fault == "another price" and key > 110 else book

    def listed(self, query):
        limit, offset = query.get("limit", "50"), query.get("offset", "0")
        sort = query.get("sort", "")
        if not (
            limit.isdigit()
            and 0 < int(limit) <= 100
            and offset.isdigit()
            and sort.lstrip("-") in {"", "title", "price"}
        ):
            return "no"
        rows = self.filtered(query.get("genre", ""))
        if sort:
            down = sort.startswith("-") and self.fault != "order ignored"
            rows.sort(key=lambda book: book[sort.lstrip("-")], reverse=down)
        if self.fault == "two rows swapped" and sort == "price" and len(rows) > 10:
            rows[2], rows[10] = rows[10], rows[2]
        first = int(offset) + (self.fault == "a row between pages" and offset != "0")
        last = first + int(limit) + (self.fault == "one row more")
        return {"items": rows[first:last], "total": len(rows) - (self.fault == "wrong total")}

    def filtered(self, genre):
        rows = [book for book in self.books.values() if genre in {"", book["genre"]}]
        if genre and self.fault == "filter lets through":
            rows.append(self.books[101 if genre != "poem" else 100])
        return rows[:-1] if genre and self.fault == "filter leaves out" else rows
