"""What the SDL of a subgraph says of its entities."""

from __future__ import annotations

import pytest
from graphql import build_schema

from querious.graphql.federation import KeyField, read_subgraph, taken
from querious.graphql.federation.field_sets import read_field_set

SCHEMA = build_schema(
    """
    type Query { product: Product }
    type Product { id: ID! sku: String maker: Maker price: Int weight: Int postage: Int }
    type Maker { code: String! name: String }
    """
)
FIRST = """
extend type Product @key(fields: "id") @key(fields: "sku maker { code }") {
  id: ID! @external sku: String maker: Maker price: Int @external postage: Int @requires(fields: "price")
}
"""
SECOND = """
extend schema @link(url: "https://specs.apollo.dev/federation/v2.5", import: [{name: "@key", as: "@known"}, "@external"])
type Product @known(fields: "id", resolvable: false) @federation__key(fields: "sku") {
  id: ID! sku: String price: Int @external postage: Int @federation__requires(fields: "price") }
type Maker @key(fields: "code") { code: String! }
"""


def test_version_1() -> None:
    subgraph = read_subgraph(FIRST, SCHEMA)
    product = subgraph.entities["Product"]
    assert [key.text for key in product.resolvable] == ["id", "sku maker { code }"]
    assert product.requires == {"postage": (KeyField("price"),)}
    assert subgraph.external == {"Product.price", "Product.postage"}, "not its key, although that is external too"


def test_version_2_with_other_names() -> None:
    subgraph = read_subgraph(SECOND, SCHEMA)
    product = subgraph.entities["Product"]
    assert [(key.text, key.resolvable) for key in product.keys] == [("id", False), ("sku", True)]
    assert "Maker" not in subgraph.entities, "@key stands for something else here"
    assert product.requires == {"postage": (KeyField("price"),)}


@pytest.mark.parametrize("sdl", ["type Query {", "{" * 5_000, ""])
def test_what_is_no_sdl_is_told(sdl: str) -> None:
    assert read_subgraph(sdl, SCHEMA).problem


@pytest.mark.parametrize(
    ("text", "fields"),
    [
        ("id", (KeyField("id"),)),
        ("{ id }", (KeyField("id"),)),
        ("id maker{code}", (KeyField("id"), KeyField("maker", (KeyField("code"),)))),
        ("id(", None),
        ("", None),
        ("id } { x", None),
        ("... on Product { id }", None),
        ("maker(a: 1) { code }", None),
    ],
)
def test_sets_of_fields(text: str, fields: object) -> None:
    assert read_field_set(text) == fields


@pytest.mark.parametrize(
    ("value", "part"),
    [
        ({"id": 0, "maker": {"code": "", "name": "x"}}, {"id": 0, "maker": {"code": ""}}),
        ({"id": 1, "maker": None}, None),
        ({"id": None, "maker": {"code": "a"}}, None),
        ({"id": 1, "maker": [{"code": "a"}, {"code": "b"}]}, {"id": 1, "maker": [{"code": "a"}, {"code": "b"}]}),
        ([], []),
        ("text", None),
    ],
)
def test_the_part_of_an_object(value: object, part: object) -> None:
    assert taken((KeyField("id"), KeyField("maker", (KeyField("code"),))), value) == part


def test_what_only_several_fields_tell_apart():
    sdl = """
    type Product @key(fields: "id") @key(fields: "sku maker { code }") { id: ID! sku: String maker: Maker }
    type Maker @key(fields: "code name") { code: String! name: String }
    """
    assert read_subgraph(sdl, SCHEMA).known_together == {"Maker"}
