from __future__ import annotations

import pytest

from querious.model.rest_call import RestArgument, RestCall
from querious.rest.cases.shown_values import (
    AnsweredBodies,
    ShownVocabulary,
    leaves_of,
    owner_of,
    referred,
    resource_of,
    shown_objects,
)
from querious.rest.openapi.schemas import Schemas
from unit.rest.openapi.descriptions import answers, described


@pytest.mark.parametrize(
    ("path", "resource"), [("/books", "book"), ("/api/v1/books/{id}", "book"), ("/books/{id}/pages", "page"), ("/", "")]
)
def test_a_path_is_about_its_last_fixed_step(path, resource):
    assert resource_of(path) == resource


def test_a_key_belongs_to_what_stands_before_it():
    assert owner_of("/books/{id}/pages/{page}", "id") == "book"
    assert owner_of("/books/{id}/pages/{page}", "page") == "page"
    assert owner_of("/books", "id") == ""


def test_objects_are_read_with_their_leaves_by_coordinate():
    payload = {"data": [{"id": 1, "tags": ["a", "b"], "author": {"id": "x", "name": None}}], "total": 1}
    assert list(shown_objects(payload, "book")) == [
        {"book.total": 1},
        {"book.id": 1, "book.tags": ["a", "b"]},
        {"author.id": "x", "author.name": None},
    ]
    assert list(shown_objects(["a", "b"], "tag")) == [{"tag.id": "a"}, {"tag.id": "b"}]


def test_only_values_that_may_be_sent_are_taken():
    shown = {"book.id": 1, "book.tags": ["a", "b", "c", "d"], "book.done": True, "book.note": None, "book.text": ""}
    assert list(leaves_of(shown)) == [("book.id", 1), ("book.tags", "a"), ("book.tags", "b"), ("book.tags", "c")]


def test_the_vocabulary_is_what_the_description_shows():
    author = {"type": "object", "properties": {"authorId": {"type": "integer"}}}
    shown = {"type": "object", "properties": {
        "items": {"type": "array", "items": {"type": "object", "properties": {"isbn": {}, "writer": author}}}}}  # fmt: skip
    description = described({"/books": {"get": answers(shown)}})
    vocabulary = ShownVocabulary(description.operations, Schemas(description.document, description.dialect))
    assert vocabulary.of("book", "ISBN") == ["book.isbn"]
    assert vocabulary.named("author_id") == ["writer.authorId"]
    assert vocabulary.keys_of("book")[:2] == ["book.id", "book.uuid"]
    assert vocabulary.of("book", "nothing") == []


@pytest.mark.parametrize(
    ("name", "thing"),
    [("bookId", ("book", "id")), ("author_uuid", ("author", "uuid")), ("id", ("", "")), ("title", ("", ""))],
)
def test_references_are_known_by_their_names(name, thing):
    assert referred(name) == thing


def test_the_same_answer_is_known_until_something_new_is_learned():
    known = AnsweredBodies()
    call = RestCall("GET", "/books/{id}", (RestArgument("path", "id", 1),))
    another = call._replace(arguments=(RestArgument("path", "id", 2), RestArgument("query", "full", value=True)))
    told = [
        known.is_repeated(each, b"{}", knowledge) for each, knowledge in ((call, 0), (call, 0), (another, 0), (call, 1))
    ]
    assert told == [False, True, False, False]
