"""A supergraph beside one of its subgraphs: what both have is compared, the rest is of others."""

from __future__ import annotations

import pytest
from graphql import GraphQLSchema, build_schema
from tests.subgraph_api import PRODUCTS, SubgraphApi

from querious.model import Settings
from querious.model.diff import Weight
from querious.pipeline.diff.use_case import diff

SUPERGRAPH = """
type Query { products: [Product!]! product(id: ID!): Product reviews: [Review!]! }
type Product { id: ID! sku: String! name: %s price: Int weight: Int postage: Int reviews: [Review!]! }
type Review { stars: Int product: Product }
"""
SETTINGS = Settings(seed=1, requests=250, seconds=None)


@pytest.fixture(autouse=True)
def _no_pause(monkeypatch):
    monkeypatch.setattr("querious.pipeline.diff.confirmation.PAUSE", 0.01)


def supergraph(name: str = "String", price: int | None = None) -> GraphQLSchema:
    schema = build_schema(SUPERGRAPH % name)
    joined = [{**one, "weight": 3, "postage": 6, "reviews": [{"stars": 4}]} for one in PRODUCTS]
    for one in joined if price is not None else []:
        one["price"] = price
    fields = schema.query_type.fields
    fields["products"].resolve = lambda *_: joined
    fields["product"].resolve = lambda *_, **given: next((one for one in joined if one["id"] == given["id"]), None)
    fields["reviews"].resolve = lambda *_: [{"stars": 5, "product": joined[0]}]
    return schema


def test_a_part_of_a_supergraph_is_no_other_version():
    found = diff(supergraph(), SubgraphApi().schema, SETTINGS)
    assert (found.differences, found.changes, found.broken) == ((), (), ())
    assert found.cases > 5
    (note,) = [note for note in found.notes if "is a subgraph" in note]
    assert "left to others" in note


def test_values_that_both_have_are_compared():
    found = diff(supergraph(price=77), SubgraphApi().schema, SETTINGS)
    assert {one.coordinate for one in found.differences} == {"Product.price"}


def test_what_both_have_of_another_kind_is_told():
    found = diff(supergraph(name="Int"), SubgraphApi().schema, SETTINGS)
    assert [change.weight for change in found.changes] == [Weight.BREAKING]
