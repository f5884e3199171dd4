from __future__ import annotations

import pytest
from graphql import build_schema

from querious.answers.alignment import align
from querious.graphql.cases import read_documents
from querious.graphql.shape import Shapes
from querious.model.diff import Kind

SCHEMA = build_schema(
    "type Query { things: [Thing] edges: [Edge] parts: [Part] } type Thing { id: ID name: String } "
    "type Edge { cursor: String node: Thing } type Part { name: String size: Int }"
)


def aligned(selection, one, other, volatile=frozenset()):
    (operation,) = read_documents(SCHEMA, f"{{ {selection} }}")
    (field,) = Shapes(SCHEMA).of(operation).runtime({}).fields.values()
    return align(field.child, one, other, volatile)


def things(*keys, **more):
    return [{"id": key, **more} for key in keys]


@pytest.mark.parametrize(
    ("one", "other", "pairs", "lost", "added", "kind"),
    [
        ("ab", "ab", [(0, 0), (1, 1)], [], [], None),
        ("ab", "ba", [(0, 1), (1, 0)], [], [], Kind.ORDER),
        ("abc", "ac", [(0, 0), (2, 1)], [1], [], Kind.LOST),
        ("a", "ab", [(0, 0)], [], [1], Kind.ADDED),
        ("aa", "a", [(0, 0)], [1], [], Kind.LOST),
        ("", "", [], [], [], None),
    ],
)
def test_objects_are_partners_by_identifier(one, other, pairs, lost, added, kind):
    found = aligned("things { id }", things(*one), things(*other))
    assert (found.pairs, found.lost, found.added, found.kind) == (pairs, lost, added, kind)


def test_objects_that_agree_in_all_but_the_identifier_are_the_same():
    found = aligned("things { id name }", [{"id": "1", "name": "x"}], [{"id": "2", "name": "x"}])
    assert (found.pairs, found.lost, found.added) == ([(0, 0)], [], [])


def test_an_identifier_that_changes_by_itself_identifies_nothing():
    found = aligned("things { id }", things("1"), things("2"), frozenset({"Thing.id"}))
    assert found.pairs == [(0, 0)]


def test_an_edge_is_known_by_its_node():
    one = [{"cursor": "1", "node": {"id": key}} for key in "ab"]
    other = [{"cursor": "2", "node": {"id": key}} for key in "ba"]
    found = aligned("edges { cursor node { id } }", one, other)
    assert found.wrapped
    assert found.pairs == [(0, 1), (1, 0)]


@pytest.mark.parametrize(
    ("one", "other", "pairs", "lost", "added"),
    [
        ("ab", "ba", [(0, 1), (1, 0)], [], []),
        ("ab", "ac", [(0, 0), (1, 1)], (), ()),
        ("ab", "ca", [(0, 1)], [1], [0]),
        ("ab", "a", [(0, 0)], [1], []),
    ],
)
def test_objects_without_identifier_are_partners_by_what_they_say(one, other, pairs, lost, added):
    found = aligned("parts { name }", [{"name": name} for name in one], [{"name": name} for name in other])
    assert (found.pairs, found.lost, found.added) == (pairs, lost, added)


def test_a_null_is_no_changed_object():
    found = aligned("parts { name }", [{"name": "a"}], [None])
    assert (found.pairs, found.lost, found.added) == ([], [0], [0])
