from __future__ import annotations

from querious.rest.openapi.collections.entry_removals import entry_removals
from unit.rest.openapi.descriptions import BOOK, answers, body, crud, described

RECEIPT = {"type": "object", "properties": {"receipt": {"type": "string"}}}


def removals_of(paths):
    return {name: str(removal) for name, removal in entry_removals(described(paths)).by_operation.items()}


def test_a_copy_is_removed_as_the_entry_that_it_was_made_of():
    paths = {
        **crud("/books", "/books/{id}"),
        "/books/{id}/copy": {"post": answers(BOOK)},
        "/books/{id}/sell": {"post": answers(RECEIPT)},
    }
    removals = entry_removals(described(paths))
    assert str(removals.by_operation["POST /books/{id}/copy"]) == "DELETE /books/{id}"
    assert "POST /books/{id}/sell" not in removals.by_operation
    assert removals.elsewhere == frozenset()


def test_what_answers_with_an_entry_of_another_collection_makes_one_there():
    run = {"type": "object", "properties": {"state": {"type": "string"}}}
    paths = {
        **crud("/plans", "/plans/{id}"),
        "/runs/{id}": {"get": answers(run), "delete": answers(RECEIPT)},
        "/plans/{id}/start": {"post": answers(run)},
        "/plans/{id}/start-all": {"post": answers({"type": "array", "items": run})},
        "/plans/{id}/check": {"post": answers({"type": "object"})},
    }
    removals = entry_removals(described(paths))
    assert removals.elsewhere == {"POST /plans/{id}/start", "POST /plans/{id}/start-all"}
    assert removals_of(paths)["POST /plans/{id}/start"] == "DELETE /runs/{id}"


def test_what_is_made_right_above_an_entry_is_no_entry_of_another_collection():
    paths = {**crud("/steps", "/steps/{name}"), **crud("/plans/{plan}/steps", "/plans/{plan}/steps/{id}")}
    assert removals_of(paths)["POST /plans/{plan}/steps"] == "DELETE /plans/{plan}/steps/{id}"


def test_a_key_may_have_several_parts():
    paths = {
        "/tags": {"post": body(BOOK)},
        "/tags/{kind}/{name}": {"delete": answers(RECEIPT)},
        "/books/{book}/tags": {"post": body(BOOK)},
        "/books/{book}/tags/{kind}/{name}": {"delete": answers(RECEIPT)},
    }
    assert removals_of(paths) == {
        "POST /tags": "DELETE /tags/{kind}/{name}",
        "POST /books/{book}/tags": "DELETE /books/{book}/tags/{kind}/{name}",
    }


def test_what_is_put_aside_is_removed_for_good_where_it_stands_then():
    paths = {
        **crud("/shelves/{shelf}/books", "/shelves/{shelf}/books/{bookId}"),
        **crud("/pens", "/pens/{id}"),
        **crud("/cups", "/cups/{id}"),
        "/archive/{bookId}": {"delete": answers(RECEIPT)},
        "/pens/trash/{id}": {"delete": answers(RECEIPT)},
    }
    found = entry_removals(described(paths)).for_good
    assert {name: str(final) for name, final in found.items()} == {
        "DELETE /shelves/{shelf}/books/{bookId}": "DELETE /archive/{bookId}",
        "DELETE /pens/{id}": "DELETE /pens/trash/{id}",
    }


def test_lists_of_all_entries_need_no_parent():
    paths = {
        **crud("/books", "/books/{id}"),
        "/labels": {"post": body(BOOK)},
        "/labels/filter": {"post": answers({"type": "array"})},
        "/labels/{id}": {"delete": answers(RECEIPT)},
        **crud("/books/{book}/pages", "/books/{book}/pages/{id}"),
    }
    found = entry_removals(described(paths)).lists
    assert {name: str(listing) for name, listing in found.items()} == {
        "DELETE /books/{id}": "GET /books",
        "DELETE /labels/{id}": "POST /labels/filter",
    }
