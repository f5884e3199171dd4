import pytest
from graphql import build_schema

from querious.relations import SchemaTypes
from querious.relations.answer_objects import answered_fields
from querious.relations.lists.list_types import given_type
from querious.relations.objects.given_objects import given_objects, gives_all
from relating import Api

SDL = """
type Query {
  all: Page
  relay: Relay
  list: [Thing]
  one: Thing
  few(limit: Int = 5): [Thing]
  open(archived: Boolean = false): [Thing]
  sorted(sort: String = "name"): [Thing]
  paged(first: Int): Page
}
type Page { nodes: [Thing], totalCount: Int, pageInfo: PageInfo }
type Relay { edges: [Edge], pageInfo: PageInfo }
type Edge { node: Thing }
type PageInfo { hasNextPage: Boolean }
type Thing { id: ID, nodes: [Thing] }
"""
TYPES = SchemaTypes(build_schema(SDL))
FIELDS = TYPES.fields("Query")


def test_what_is_given_be_it_one_a_list_or_a_connection():
    assert {given_type(TYPES, f"Query.{name}") for name in ("all", "relay", "list", "one")} == {"Thing"}


def test_what_limits_or_filters_without_being_asked_leaves_no_whole():
    whole = [name for name in FIELDS if gives_all(TYPES, f"Query.{name}")]
    assert whole == ["all", "relay", "list", "one", "sorted", "paged"]


@pytest.mark.parametrize(
    ("document", "data", "expected"),
    [
        ("{ list { id } }", [{"id": "1"}, None, {"id": "2"}], ["Thing 1", "Thing 2"]),
        ("{ list { id } }", [{"id": "1"}, {"id": None}], None),
        ("{ list { __typename } }", [{"__typename": "Thing"}], None),
        ("{ one { id } }", {"id": "1"}, ["Thing 1"]),
        ("{ one { id } }", None, []),
        (
            "{ all { nodes { id } pageInfo { hasNextPage } } }",
            {"nodes": [{"id": "1"}], "pageInfo": {"hasNextPage": False}},
            ["Thing 1"],
        ),
        (
            "{ all { nodes { id } pageInfo { hasNextPage } } }",
            {"nodes": [{"id": "1"}], "pageInfo": {"hasNextPage": True}},
            None,
        ),
        ("{ all { nodes { id } totalCount } }", {"nodes": [{"id": "1"}], "totalCount": 1}, ["Thing 1"]),
        ("{ all { nodes { id } totalCount } }", {"nodes": [{"id": "1"}], "totalCount": 2}, None),
        ("{ all { nodes { id } } }", {"nodes": [{"id": "1"}]}, None),
        (
            "{ relay { edges { node { id } } pageInfo { hasNextPage } } }",
            {"edges": [{"node": {"id": "1"}}, None, {"node": None}], "pageInfo": {"hasNextPage": False}},
            ["Thing 1"],
        ),
    ],
)
def test_objects_are_listed_where_they_are_known_to_be_all(document, data, expected):
    name = document.split()[1]
    api = Api(SDL, {f"Query.{name}": lambda *_: data})
    asked = []
    ask = api.ask
    api.ask = lambda operation: asked.append(ask(operation)) or asked[-1]
    api.know(document)
    (field,) = [field for field in answered_fields(asked) if field.owner.typename == "Query"]
    assert given_objects(TYPES, field) == expected
