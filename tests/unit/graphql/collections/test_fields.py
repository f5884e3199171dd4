from __future__ import annotations

from typing import Any

import pytest
from graphql import build_schema

from querious.graphql.collections.fields import all_fields, as_sent, fields_of_form, match
from querious.graphql.collections.forms import form_of
from querious.graphql.collections.schema_index import SchemaIndex

SDL = """scalar Sku scalar JSON enum Mood { GLAD SAD } enum Half { GLAD }
  type Person { id: ID! name: String } type Item { sku: Sku! name: String } type Money { amount: Float currency: String }
  type Line { item: Item! quantity: Int } type Attributes { isbn: String }
  type Book { id: ID! title: String shown_name: String mood: Mood author: Person price: Money item: Item lines: [Line!]!
    tags: [String!] attributes: Attributes hidden(by: Int!): String createdAt: String meta: JSON }
  input LineIn { sku: Sku! quantity: Int }
  type Query { book(id: ID!): Book item(sku: Sku!): Item }
  type Mutation { createBook%s: Book }"""
GIVEN = """(id: ID, title: String!, shownName: String, mood: Half, authorId: ID, author: ID, price: Float, sku: Sku,
  lines: [LineIn!], tags: [String!], isbn: String, hidden: String, createdAt: String, secret: String!, meta: JSON)"""
INDEX = SchemaIndex(build_schema(SDL % GIVEN))
BOOK: Any = INDEX.schema.type_map["Book"]
CREATE = INDEX.mutations[0]


@pytest.mark.parametrize(
    ("name", "path", "is_reference"),
    [
        ("title", ("title",), False),
        ("shownName", ("shown_name",), False),
        ("mood", ("mood",), False),
        ("authorId", ("author", "id"), True),
        ("author", ("author", "id"), True),
        ("price", ("price", "amount"), False),
        ("sku", ("item", "sku"), True),
        ("lines", ("lines",), False),
        ("tags", ("tags",), False),
        ("isbn", ("attributes", "isbn"), False),
    ],
)
def test_where_what_is_sent_is_shown(name: str, path: tuple[str, ...], is_reference: bool):
    found = match(name, CREATE.asked.args[name].type, BOOK)
    assert found is not None
    assert (found.path, found.is_reference) == (path, is_reference)


@pytest.mark.parametrize("name", ["hidden", "secret"])
def test_what_is_not_shown(name: str):
    assert match(name, CREATE.asked.args[name].type, BOOK) is None


FIELDS = {one.name: one for one in fields_of_form(INDEX, form_of(CREATE.inputs, ("book",)), BOOK, "id")}


def test_what_is_neither_shown_nor_demanded_is_left_out():
    assert {"id", "hidden", "createdAt"}.isdisjoint(FIELDS)
    assert not FIELDS["secret"].is_seen


def test_references_and_what_may_hold_anything():
    assert FIELDS["authorId"].refers_to == ("Person", "id")
    assert FIELDS["sku"].refers_to == ("Item", "sku")
    assert FIELDS["title"].refers_to is None
    assert [one.name for one in FIELDS.values() if one.is_free] == ["meta"]


def test_fields_inside_others_have_paths():
    inner = [one.path for one in all_fields([FIELDS["lines"]])]
    assert inner == ["lines", "lines.sku", "lines.quantity"]


def test_entries_come_back_as_they_were_sent():
    shown = {
        "__typename": "Book",
        "title": "Solaris",
        "author": {"id": "7"},
        "price": None,
        "lines": [{"item": {"sku": "a"}, "quantity": 2}],
    }
    value = as_sent(shown, FIELDS.values())
    assert "__typename" not in value
    assert (value["title"], value["authorId"], value["price"]) == ("Solaris", "7", None)
    assert value["lines"] == [{"item": {"sku": "a"}, "sku": "a", "quantity": 2}]
