from __future__ import annotations

import pytest

from querious.answers.differences import ComparisonContext, data_mismatches
from querious.answers.objects import objects_in
from querious.baseline.answer_objects import answer_objects
from querious.baseline.identity import ShownKeys
from querious.model import Request
from querious.model.shape import BODY, path_text
from querious.rest.answer_shapes import AnswerShape, RestOrderPromises
from querious.rest.openapi import RestOperation, RestParameter

BOOKS = RestOperation("get", "/v1.0/books")
BOOK = RestOperation("get", "/v1.0/books/{id}")
ROWS = [{"id": 1, "title": "a", "author": {"id": 7, "name": "x"}}, {"id": 2, "title": "b", "author": None}]


def shape(operation=BOOKS, path="/v1.0/books"):
    return AnswerShape(Request("GET", path), operation)


def coordinates(operation, body):
    return {
        field.coordinate
        for placed in objects_in(shape(operation), {BODY: body})
        for field in placed.shape.fields.values()
    }


def test_objects_are_called_by_what_they_are_wherever_they_stand():
    of_rows = {"book.id", "book.title", "book.author", "author.id", "author.name"}
    assert coordinates(BOOKS, ROWS) == {"GET /v1.0/books", *of_rows}
    assert coordinates(BOOK, ROWS[0]) == {"GET /v1.0/books/{id}", *of_rows}
    in_envelope = {"GET /v1.0/books", "GET /v1.0/books.items", "GET /v1.0/books.total", *of_rows}
    assert coordinates(BOOKS, {"items": ROWS, "total": 2}) == in_envelope


def test_places_are_those_of_the_operation_or_of_the_object():
    body = {"items": ROWS, "total": 2}
    found = list(answer_objects(ShownKeys(), shape(path="/v1.0/books?limit=2"), {BODY: body}))
    places = {value.place for one in found for value in one.fields()}
    assert {"GET /v1.0/books", "GET /v1.0/books.items", "GET /v1.0/books.total", "book.title"} <= places
    assert [one.key for one in found[2:]] == ["book:1", "author:7", "book:2"]


@pytest.mark.parametrize(
    ("path", "promised"),
    [
        ("/v1.0/books", False),
        ("/v1.0/books?sort=title", True),
        ("/v1.0/books?limit=2", True),
        ("/v1.0/books?q=a", False),
    ],
)
def test_an_order_is_promised_where_one_is_asked_for(path, promised):
    context = ComparisonContext(RestOrderPromises([BOOKS]))
    (mismatch,) = data_mismatches(shape(path=path), {BODY: ROWS}, {BODY: ROWS[::-1]}, context)
    assert (mismatch.at.coordinate, mismatch.promised) == ("GET /v1.0/books", promised)
    assert path_text(mismatch.at.one) == "body"


def test_a_default_promises_an_order():
    sort = RestParameter("order", "query", required=False, schema={}, keywords={"default": "title"})
    promises = RestOrderPromises([RestOperation("get", "/books", parameters=(sort,))])
    assert promises.promised("GET /books", ())
    assert not promises.promised("GET /authors", ())
