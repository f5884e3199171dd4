"""One answer, and all who read answers as objects."""

from __future__ import annotations

from graphql import build_schema

from querious.answers.objects import objects_in
from querious.baseline.answer_objects import answer_objects
from querious.baseline.identity import TypeIdentifiers
from querious.graphql.cases import read_documents
from querious.graphql.shape import Shapes
from querious.model import Exchange
from querious.model.case import graphql_case
from querious.relations import QueryAnswer
from querious.relations.answer_objects import instances
from querious.versions.comparison import coordinates

SCHEMA = build_schema(
    """
    interface Node { id: ID! }
    type Book implements Node { id: ID! title: String author: Author tags: [Tag] }
    type Author implements Node { id: ID! books: [Book!] }
    type Tag { name: String }
    type Query { books: [[Book]] node: Node none: Book }
    """
)
DOCUMENT = """{ books { id title author { id books { id } } tags { name } }
    node { __typename ... on Author { id } ... on Book { title } } none { id } }"""
DATA = {
    "books": [[{"id": "1", "title": None, "author": {"id": "a", "books": [{"id": "2"}]}, "tags": [{"name": "x"}, None]}], None, [None]],
    "node": {"__typename": "Author", "id": "b"},
    "none": None,
}  # fmt: skip
PLACES = [
    ("Query", ()),
    ("Book", ("books", 0, 0)),
    ("Author", ("books", 0, 0, "author")),
    ("Book", ("books", 0, 0, "author", "books", 0)),
    ("Tag", ("books", 0, 0, "tags", 0)),
    ("Author", ("node",)),
]
(OPERATION,) = read_documents(SCHEMA, DOCUMENT)
SHAPE = Shapes(SCHEMA).of(OPERATION)


def test_all_see_the_same_objects_in_the_same_order():
    assert [(found.shape.typename, found.path) for found in objects_in(SHAPE, DATA)] == PLACES
    asked = QueryAnswer(OPERATION, SHAPE, DATA, clean=True)
    assert [(found.typename, found.path) for found in instances(asked)] == PLACES
    placed = answer_objects(TypeIdentifiers(SCHEMA), SHAPE, DATA)
    assert [(found.shape.typename, found.path) for found in placed] == PLACES
    exchange = Exchange(graphql_case(0, OPERATION, DOCUMENT, {}), 200, payload={"data": DATA}, is_json=True)
    types = {coordinate.partition(".")[0] for coordinate in coordinates(SHAPE, exchange)}
    assert types == {typename for typename, _ in PLACES}


def test_the_fields_that_lead_to_an_object():
    ways = [[field.coordinate for field in found.fields] for found in objects_in(SHAPE, DATA)]
    assert ways[3] == ["Query.books", "Book.author", "Author.books"]


def test_no_more_than_asked_for_and_nothing_of_what_is_not_an_answer():
    assert len(list(objects_in(SHAPE, DATA, most=2))) == 2
    assert list(objects_in(SHAPE, None)) == list(objects_in(SHAPE, [1, "x"])) == []
