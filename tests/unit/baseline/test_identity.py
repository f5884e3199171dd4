from __future__ import annotations

from graphql import build_schema

from library_api import Library
from querious.baseline import TypeIdentifiers


def test_the_identifier_of_a_type_is_known_by_its_fields():
    identity = TypeIdentifiers(
        build_schema("type Query { book: Book cover: Cover } type Book { id: ID! } type Cover { x: Int }")
    )
    assert [identity.name(name) for name in ("Book", "Cover", "Int", "Unknown")] == ["id", "", "", ""]


def test_an_object_is_identified_if_its_identifier_was_asked_for_without_regard_to_its_alias():
    library = Library()
    identity = TypeIdentifiers(library.schema)
    for document, expected in (
        ('{ book(id: "b101") { key: id } }', "b101"),
        ('{ book(id: "b101") { title } }', None),
    ):
        shape, data = library.data_of(document)
        book = shape.runtime({}).fields["book"].child
        assert identity.of(book.runtime(data["book"]), data["book"]) == expected
