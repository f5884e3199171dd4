from __future__ import annotations

from datetime import UTC, datetime

from querious.model.answer_shape import shape_of
from querious.model.recording import CALL, RecordedShape, Recording
from querious.rest.operation_paths import OperationPaths
from querious.rest.recorded_calls import learned_operations, read_calls
from querious.text.path_templates import template_of
from unit.rest.openapi.descriptions import BOOK, crud, described

NOW = datetime(2026, 1, 1, tzinfo=UTC)


def recorded(method, path, answer=None, status="200", **variables):
    operation = f"{method} {template_of(path.partition('?')[0])}"
    shapes = {status: RecordedShape("application/json", shape_of(answer))} if answer is not None else {}
    told = {"path": path, **variables}
    return Recording(operation, told, NOW, NOW, operation, CALL, statuses={status: 1}, shapes=shapes)


def test_a_recorded_call_becomes_an_exchange_of_the_operation_that_the_description_has_for_it():
    description = described(crud("/books", "/books/{id}"), servers=[{"url": "https://a.example/api"}])
    paths = OperationPaths(description.operations, description.base_path)
    made = recorded("POST", "/api/books", {"id": 1}, "201", media="application/json", body={"title": "A"})
    found, created, unknown = read_calls(
        [recorded("GET", "/api/books/latest?x=1", {"id": 5, "title": None}), made, recorded("GET", "/api/shelves", [])],
        paths,
    )
    call = found.case.call
    assert call.coordinate == "GET /books/{id}"
    assert [(each.where, each.name, each.value) for each in call.arguments] == [
        ("path", "id", "latest"),
        ("query", "x", "1"),
    ]
    (exchange,) = found.exchanges
    assert (exchange.status, exchange.headers) == (200, {"content-type": "application/json"})
    assert exchange.payload == {"id": 1, "title": None}
    assert (created.case.call.body, created.case.request.has_body) == ({"title": "A"}, True)
    assert unknown.document == "GET /api/shelves"
    assert BOOK


def operations(*paths, answer):
    return [one.document for one in learned_operations(recorded("GET", path, answer(path)) for path in paths)]


def test_words_are_values_where_several_at_one_place_are_answered_alike():
    shelves = [f"/shelves/{name}" for name in ("fiction", "poetry", "drama", "travel")]
    alike = operations(*shelves, *(f"{path}/books" for path in shelves), answer=lambda _: {"name": "x"})
    assert set(alike) == {"GET /shelves/{id}", "GET /shelves/{id}/books"}
    assert operations(*shelves[:3], answer=lambda _: {"name": "x"}) == [f"GET {path}" for path in shelves[:3]]


def test_words_whose_answers_differ_are_parts_of_the_api():
    paths = ["/api/books", "/api/authors", "/api/shelves", "/api/orders"]
    assert operations(*paths, answer=lambda path: {path: 1}) == [f"GET {path}" for path in paths]
