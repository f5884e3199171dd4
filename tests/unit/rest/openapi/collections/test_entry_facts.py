from __future__ import annotations

import pytest

from querious.model.state import Command
from querious.rest.openapi.collections.entry_facts import entry_facts
from querious.rest.openapi.collections.path_pairs import find_resources
from querious.rest.openapi.document import UnusableError
from querious.rest.openapi.schemas import Schemas
from unit.rest.openapi.descriptions import BOOK, answers, body, crud, described

TEXT, INT = {"type": "string"}, {"type": "integer"}


def entries(*names, **more):
    return {"type": "object", "properties": {**dict.fromkeys(names, TEXT), **more}}


def facts(paths, schemas=None):
    description = described(paths, schemas)
    (resource,), _ = find_resources(description)
    return entry_facts(resource, Schemas(description.document, description.dialect))


@pytest.mark.parametrize(
    ("item", "names", "key"),
    [
        ("/books/{book_id}", ("name", "bookId"), "bookId"),
        ("/books/{id}", ("name", "uuid", "id"), "id"),
        ("/books/{bookId}", ("name", "_id"), "_id"),
        ("/books/{id}", ("name", "bookKey"), "bookKey"),
        ("/books/{bookName}", ("title", "name"), "name"),
        ("/books/{id}", ("title", "name"), ""),
    ],
)
def test_the_field_that_holds_the_key(item, names, key):
    assert facts(crud("/books", item, entries(*names))).key == key


def test_the_type_of_the_key_is_that_of_the_parameter_where_no_entry_is_shown():
    paths = crud("/books", "/books/{id}", verbs="post delete list")
    paths["/books"]["post"]["responses"] = {}
    paths["/books/{id}"]["delete"]["parameters"] = [{"name": "id", "in": "path", "schema": INT}]
    assert facts(paths).key_type == "integer"


@pytest.mark.parametrize("name", ["book", "data"])
def test_an_envelope_is_taken_off(name):
    wrapped = {"type": "object", "properties": {name: BOOK}}
    found = facts(crud("/books", "/books/{id}", wrapped))
    assert (found.wrap, found.key) == (name, "id")
    assert list(found.sent[Command.POST].properties) == ["title", "pages"]


@pytest.mark.parametrize(
    ("shown", "place"),
    [
        (entries(items={"type": "array", "items": BOOK}, total=INT), "items"),
        (entries(data=entries(books={"type": "array", "items": BOOK})), "data.books"),
        (entries(a={"type": "array", "items": BOOK}, b={"type": "array", "items": BOOK}), ""),
        (entries(names={"type": "array", "items": TEXT}), ""),
        ({"type": "array", "items": BOOK}, ""),
    ],
)
def test_where_a_list_holds_its_entries(shown, place):
    paths = crud("/books", "/books/{id}")
    paths["/books"]["get"] = answers(shown)
    assert facts(paths).listed_at == place


def test_fields_that_are_sent_and_never_shown():
    sent = entries("name", "hint", secret={**TEXT, "writeOnly": True})
    assert facts(crud("/books", "/books/{id}", sent, entries("name"))).unseen == {"hint", "secret"}
    open_ = {**entries("name"), "additionalProperties": True}
    assert facts(crud("/books", "/books/{id}", sent, open_)).unseen == {"secret"}


def test_put_that_takes_less_than_post_merges():
    paths = crud("/books", "/books/{id}")
    assert facts(paths).put_replaces
    paths["/books/{id}"]["put"] |= body(entries("title"))
    assert not facts(paths).put_replaces


@pytest.mark.parametrize(
    ("sent", "reason"),
    [
        (body({"type": "array"}), "POST does not take a single object"),
        (body(BOOK, "text/csv"), "POST takes text/csv, not JSON with a schema"),
        ({}, "POST takes nothing, not JSON with a schema"),
    ],
)
def test_what_cannot_be_sent_is_unusable(sent, reason):
    paths = crud("/books", "/books/{id}")
    paths["/books"]["post"] = sent
    with pytest.raises(UnusableError, match=reason):
        facts(paths)
