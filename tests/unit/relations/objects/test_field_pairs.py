from __future__ import annotations

import pytest
from graphql import build_schema

from querious.model.document_text import write
from querious.relations import SchemaTypes
from querious.relations.answer_objects import fields_of, instances
from querious.relations.objects.field_pairs import compare_pairs, pairs_of, selections_for
from querious.relations.routes import FieldStep, query_at
from relating import Api

SDL = """
type Query { shop: Shop page: Page }
type Shop {
  id: ID!
  sku: String
  code: String @deprecated(reason: "Use sku")
  label: String @deprecated(reason: "Renamed to sku.")
  items: [Item!]
  itemCount: Int
  totalItems: Int
  sold: Page
  soldCount: Int
}
type Item { id: ID! }
type Page { nodes: [Item!] edges: [Edge!] totalCount: Int pageInfo: Info }
type Edge { node: Item }
type Info { hasNextPage: Boolean }
"""
TYPES = SchemaTypes(build_schema(SDL))


def test_fields_that_must_agree():
    found = [(pair.kind, pair.one, pair.other, pair.sure) for pair in pairs_of(TYPES, "Shop")]
    assert found == [
        ("name", "code", "sku", False),
        ("name", "label", "sku", True),
        ("count", "itemCount", "items", True),
        ("count", "totalItems", "items", False),
        ("count", "soldCount", "sold", True),
    ]
    assert [(pair.kind, pair.one, pair.other) for pair in pairs_of(TYPES, "Page")] == [("page", "nodes", "edges")]


def test_what_is_asked_to_compare_them():
    said = {}
    for typename, field in (("Shop", "shop"), ("Page", "page")):
        for pair in pairs_of(TYPES, typename):
            route = (FieldStep("Query", field),)
            said[pair.one] = write(query_at(TYPES, route, typename, selections_for(TYPES, typename, pair)))[0]
    assert said["code"] == "{ shop { id code sku } }"
    assert said["itemCount"] == "{ shop { id itemCount items { id } } }"
    assert said["nodes"] == "{ page { nodes { id } edges { node { id } } } }"


def compared(document: str, **data: object):
    api = Api(SDL, {f"Query.{name}": lambda *_, value=value: value for name, value in data.items()})
    answer = api.ask(api.operation(document))
    found = []
    for instance in instances(answer):
        found += compare_pairs(TYPES, fields_of(instance, 0, clean=True))
    return [(one.pair.one, one.agrees, one.telling) for one in found]


TWO = [{"id": "1"}, {"id": "2"}]


@pytest.mark.parametrize(
    ("document", "shop", "expected"),
    [
        ("{ shop { code sku } }", {"code": "a", "sku": "a"}, [("code", True, True)]),
        ("{ shop { code sku } }", {"code": "a", "sku": "b"}, [("code", False, True)]),
        ("{ shop { code sku } }", {"code": None, "sku": None}, [("code", True, False)]),
        ("{ shop { code sku } }", {"code": None, "sku": "b"}, [("code", False, False)]),
        ("{ shop { itemCount items { id } } }", {"itemCount": 2, "items": TWO}, [("itemCount", True, True)]),
        ("{ shop { itemCount items { id } } }", {"itemCount": 3, "items": TWO}, [("itemCount", False, True)]),
        ("{ shop { itemCount items { id } } }", {"itemCount": None, "items": TWO}, []),
        ("{ shop { itemCount items { id } } }", {"itemCount": 25, "items": TWO * 10}, []),
        (
            "{ shop { soldCount sold { totalCount } } }",
            {"soldCount": 3, "sold": {"totalCount": 4}},
            [("soldCount", False, True)],
        ),
        ("{ shop { soldCount sold { totalCount } } }", {"soldCount": 3, "sold": None}, []),
        ("{ shop { sku } }", {"sku": "a"}, []),
    ],
)
def test_pairs_of_an_object(document, shop, expected):
    assert compared(document, shop=shop) == expected


def test_nodes_and_edges_of_a_page():
    document = "{ page { nodes { id } edges { node { id } } } }"
    same = {"nodes": TWO, "edges": [{"node": one} for one in reversed(TWO)]}
    assert compared(document, page=same) == [("nodes", True, True)]
    assert compared(document, page={**same, "nodes": TWO[:1]}) == [("nodes", False, True)]
