from __future__ import annotations

from typing import TYPE_CHECKING

from querious.model.document_text import write
from querious.relations.lists.rows import lists
from querious.relations.lists.sources import ask, lists_in_turn, sources
from relating import Api

if TYPE_CHECKING:
    from querious.relations import SchemaTypes
    from querious.relations.lists.sources import ListSource, Questions

SDL = """
    enum Kind { A B }
    type Query { shop(id: ID!): Shop shops: [Shop!]! found(text: String!, input: Input!, limit: Int): [Thing!]! node(id: ID!): Node }
    interface Node { id: ID! }
    type Shop implements Node { id: ID! books(first: Int, where: Where): [Book!]! }
    type Book { title: String! pages: Int shop: Shop! }
    union Thing = Shop | Book
    input Where { kind: Kind, deep: Deep } input Deep { size: Int }
    input Input { kind: Kind!, size: Int }
"""
SHOPS = [{"id": "a"}, {"id": "b"}]
BOOKS = [{"title": title, "pages": 3, "shop": SHOPS[0]} for title in ("Sea", "Lake")]


def api() -> Api:
    resolvers = {
        "Query.shops": lambda *_: SHOPS,
        "Query.shop": lambda _, info, id: next((shop for shop in SHOPS if shop["id"] == id), None),  # noqa: A006
        "Query.node": lambda _, info, id: {"__typename": "Shop", "id": id},  # noqa: A006
        "Query.found": lambda *_, **__: [{"__typename": "Shop", "id": "a"}, {"__typename": "Book", **BOOKS[0]}],
        "Shop.books": lambda *_, **__: BOOKS,
    }
    return Api(SDL, resolvers).know(
        "{ shops { id books { title } } }",
        '{ shop(id: "b") { id books(first: 1) { title } } }',
        '{ node(id: "b") { __typename ... on Shop { books { title } } } }',
        'query($i: Input!) { found(text: "x", input: $i) { __typename } }'.replace("($i: Input!)", "").replace(
            "$i", "{kind: A}"
        ),
    )


def test_lists_are_asked_on_the_ways_that_are_known():
    known = api()
    routes = {
        source.field.coordinate: [
            " ".join(step.coordinate for step in one.route)
            for one in sources(known.observed, 9)
            if one.field.coordinate == source.field.coordinate
        ]
        for source in sources(known.observed, 9)
    }
    assert routes["Query.shops"] == [""]
    assert routes["Shop.books"][:2] == ["Query.shops", "Query.shop"]
    assert "Query.node" in routes["Shop.books"]
    assert routes["Query.found"] == [""]


def test_ways_that_come_back_to_the_root_begin_there():
    schema = "type Query { query: Query! items(kind: String!): [Item!]! } type Item { id: ID! parts: [Item!]! }"
    rows = [{"id": "a", "parts": [{"id": "b", "parts": []}]}]
    known = Api(schema, {"Query.query": lambda *_: {}, "Query.items": lambda *_, **__: rows}).know(
        '{ query { query { items(kind: "x") { id parts { id } } } } }'
    )
    documents = [write(ask(known.observed.types, one, {}))[0] for one in sources(known.observed, 9)]
    assert '{ items(kind: "x") { id } }' in documents
    assert '{ items(kind: "x") { id parts { id } } }' in documents
    assert not [document for document in documents if "query {" in document]


def test_an_operation_asks_for_what_tells_rows_apart():
    known = api()
    documents = [write(ask(known.observed.types, one, {}))[0] for one in sources(known.observed, 9)]
    assert '{ found(text: "x", input: {kind: A}) { __typename ... on Shop { id } } }' in documents
    assert "{ shops { id books { title pages } } }" in documents
    assert '{ shop(id: "b") { id books { title pages } } }' in documents
    assert '{ node(id: "b") { __typename ... on Shop { id books { title pages } } } }' in documents


def test_arguments_are_set_inside_of_objects_and_enums_are_names():
    known = api()
    types = known.observed.types
    books = next(one for one in sources(known.observed, 1) if one.field.coordinate == "Shop.books")
    changes = {("where", "kind"): "B", ("where", "deep", "size"): 2, ("first",): 5}
    document = write(ask(types, books, changes, [("shop", "id"), ("pages",)]))[0]
    assert "books(where: {kind: B, deep: {size: 2}}, first: 5) { title pages shop { id } }" in document
    found = next(one for one in sources(known.observed, 1) if one.field.coordinate == "Query.found")
    assert "input: {kind: A, size: 4}" in write(ask(types, found, {("input", "size"): 4}))[0]


def test_rows_are_read_whatever_the_list():
    known = api()
    operations = [ask(known.observed.types, one, {}) for one in sources(known.observed, 1)]
    read = [one for operation in operations for one in lists([known.ask(operation)], known.observed.types)]
    by_place = {one.path: one.keys for one in read}
    assert by_place["data.shops"] == ["Shop a", "Shop b"]
    assert by_place["data.shops[1].books"] == [
        'Book {"pages": 3, "title": "Sea"}',
        'Book {"pages": 3, "title": "Lake"}',
    ]
    assert by_place["data.found"] == ["Shop a", "Book {}"]
    owners = {one.owner for one in read if one.field.coordinate == "Shop.books"}
    assert len(owners) == 2


PETS = """
    type Query { cats(name: String): [Cat!]! dogs(name: String): [Dog!]! none(name: String): [Dog!]! }
    type Cat { id: ID! kittens: [Cat!]! } type Dog { id: ID! }
"""


def asked(parts: dict[str, list[str]], silent: str = "", most: int = 1) -> list[str]:
    """What is asked, one conversation after the other, of lists with these parts."""
    cats = [{"id": "1", "kittens": [{"id": "2", "kittens": []}]}]
    api = Api(PETS, {"Query.cats": lambda *_, **__: cats, "Query.dogs": lambda *_, **__: []})
    api.know("{ cats { id kittens { id kittens { id } } } dogs { id } }")
    said = []

    def talk(types: SchemaTypes, source: ListSource, part: str) -> Questions:
        said.append(f"{source.field.name} {part}")
        yield ask(types, source, {})
        return source.field.name != silent

    for conversation in lists_in_turn(api.observed, most, lambda field: parts.get(field.name, []), talk):
        for operation in conversation:
            assert write(operation)
    return said


def test_every_list_is_spoken_about_before_more_is_asked_of_one():
    parts = {"cats": ["a", "b", "c"], "dogs": ["a", "b"]}
    assert asked(parts) == ["cats a", "dogs a", "cats b", "dogs b", "cats c"]


def test_nothing_more_is_asked_of_a_list_that_shows_nothing():
    parts = {"cats": ["a", "b", "c"], "dogs": ["a", "b"]}
    assert asked(parts, silent="cats") == ["cats a", "dogs a", "dogs b"]


def test_other_ways_to_a_list_come_after_all_lists_were_asked_everything():
    parts = {"kittens": ["a", "b"], "dogs": ["a", "b"]}
    assert asked(parts, most=2) == ["dogs a", "kittens a", "dogs b", "kittens b", "kittens a", "kittens b"]
