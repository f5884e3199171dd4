from __future__ import annotations

import pytest
from graphql import build_schema

from querious.answers.pages import PageMember
from querious.relations import SchemaTypes
from querious.relations.lists.rows import list_field, lists
from relating import Api

TYPES = SchemaTypes(
    build_schema("""
enum Order { NAME_ASC NAME_DESC }
type Cat { id: ID! name: String }
type Query { cats(first: Int, name: String, orderBy: Order): [Cat!]! cat: Cat }
""")
)


def test_what_the_arguments_of_a_list_mean():
    field = list_field(TYPES, "Query.cats")
    assert field.paging.size == ("first",)
    assert [condition.name for condition in field.conditions] == ["name"]
    assert [ordering.direction for ordering in field.orderings] == [1, -1]
    assert field.ordering_arguments == [("orderBy",)]


def test_a_field_that_gives_no_rows():
    assert not list_field(TYPES, "Query.cat").list_type.row
    assert not list_field(TYPES, "Query.dogs").list_type.row


SDL = """
    type Query { cats(first: Int): [Cat] page(first: Int): Page relay(first: Int): Relay }
    type Cat { id: ID name: String }
    type Page { items: [Cat] next: Int total: Int }
    type Relay { edges: [Edge] nodes: [Cat] pageInfo: Info }
    type Edge { cursor: String node: Cat }
    type Info { hasNextPage: Boolean }
"""
CATS = [{"id": "1", "name": "Tom"}, {"id": "2", "name": "Kit"}]


def read(document: str, **data: object):
    api = Api(SDL, {f"Query.{name}": lambda *_, value=value, **__: value for name, value in data.items()})
    found = lists([api.ask(api.operation(document))], api.observed.types)
    return [listed for listed in found if listed.field.parent == "Query"]


def test_rows_have_their_identifiers_as_keys_or_else_all_that_was_asked():
    (named,) = read("{ cats { id name } }", cats=CATS)
    assert named.keys == ["Cat 1", "Cat 2"]
    assert all(row.identified for row in named.rows)
    (unnamed,) = read("{ cats { name } }", cats=CATS)
    assert unnamed.keys == ['Cat {"name": "Tom"}', 'Cat {"name": "Kit"}']
    assert unnamed.read(("name",)) == ["Tom", "Kit"]
    assert unnamed.read(("id",)) == [None, None]


@pytest.mark.parametrize("cats", [None, [None], [*CATS, None]])
def test_a_list_with_a_row_that_cannot_be_read_is_none(cats):
    assert read("{ cats { id } }", cats=cats) == []


def test_pages_tell_about_themselves():
    (page,) = read("{ page { items { id } next total } }", page={"items": CATS, "next": 2, "total": 5})
    assert page.page_info == {PageMember.NEXT: True, PageMember.TOTAL: 5}
    (last,) = read("{ page { items { id } next total } }", page={"items": CATS, "next": None, "total": None})
    assert last.page_info == {PageMember.NEXT: False}


def test_edges_and_nodes_are_the_same_rows():
    edges = {"edges": [{"cursor": f"c{cat['id']}", "node": cat} for cat in CATS], "nodes": CATS}
    (by_edges,) = read("{ relay { edges { cursor node { id } } } }", relay=edges)
    (by_nodes,) = read("{ relay { nodes { id } } }", relay=edges)
    assert by_edges.keys == by_nodes.keys == ["Cat 1", "Cat 2"]
    assert [row.cursor for row in by_edges.rows] == ["c1", "c2"]


@pytest.mark.parametrize(
    ("document", "value", "all_there"),
    [
        ("{ cats(first: 3) { id } }", CATS, True),
        ("{ cats(first: 2) { id } }", CATS, False),
        ("{ cats { id } }", CATS, False),
        (
            "{ relay { nodes { id } pageInfo { hasNextPage } } }",
            {"nodes": CATS, "pageInfo": {"hasNextPage": False}},
            True,
        ),
        (
            "{ relay { nodes { id } pageInfo { hasNextPage } } }",
            {"nodes": CATS, "pageInfo": {"hasNextPage": True}},
            False,
        ),
        ("{ page(first: 9) { items { id } total } }", {"items": CATS, "total": 3}, False),
        ("{ page(first: 9) { items { id } total } }", {"items": CATS, "total": 2}, True),
    ],
)
def test_whether_a_list_holds_all_rows(document, value, all_there):
    name = document.split()[1].partition("(")[0]
    (listed,) = read(document, **{name: value})
    assert listed.holds_all_rows() is all_there
