from __future__ import annotations

from querious.pipeline.rest.repaired_calls import repaired_calls
from unit.rest.openapi.descriptions import answers, body, described
from unit.rest.test_recorded_calls import recorded

KEY = {"name": "id", "in": "path", "required": True, "schema": {"type": "integer"}}
OLD = described({"/books/{id}": {"get": {"operationId": "book", "parameters": [KEY], **answers({})}}})


def query(name, **more):
    return {"name": name, "in": "query", "schema": {"type": "integer", "minimum": 3, "maximum": 3}, **more}


def test_what_the_description_no_longer_has_is_cut_and_what_it_requires_is_filled_in():
    entry = {
        "type": "object",
        "required": ["title", "pages"],
        "properties": {"title": {"type": "string"}, "pages": {"type": "integer", "minimum": 1}},
    }
    new = described(
        {
            "/books": {
                "get": {"parameters": [query("limit"), query("page", required=True)], **answers({})},
                "post": body(entry),
            }
        }
    )
    sent = {"media": "application/json", "body": {"title": "A", "isbn": "1"}}
    calls = [recorded("GET", "/books?limit=2&sort=name", []), recorded("POST", "/books", {}, "201", **sent)]
    (listed, made), changes, gone = repaired_calls([*calls, recorded("GET", "/shelves", [])], new, None)
    assert listed.variables == {"path": "/books?limit=2&page=3"}
    assert made.variables["body"].keys() == {"title", "pages"}
    assert changes == {
        "GET /books: sort was cut": 1,
        "GET /books: page was filled in": 1,
        "POST /books: isbn was cut": 1,
        "POST /books: pages was filled in": 1,
    }
    assert [one.name for one in gone] == ["GET /shelves"]


def test_a_path_that_moved_is_found_by_the_operation_id():
    moved = {**KEY, "name": "book_id"}
    new = described({"/v2/books/{book_id}": {"get": {"operationId": "book", "parameters": [moved], **answers({})}}})
    (found,), changes, _ = repaired_calls([recorded("GET", "/books/7", {})], new, OLD)
    assert (found.document, found.variables) == ("GET /v2/books/{book_id}", {"path": "/v2/books/7"})
    assert changes == {"GET /books/{id} is GET /v2/books/{book_id} now": 1}


def test_what_still_fits_stays_as_it_is():
    call = recorded("GET", "/books/7", {})
    assert repaired_calls([call], OLD, None) == ([call], {}, [])
