from __future__ import annotations

from graphql import build_schema

from querious.model.diff import Weight
from querious.versions import schema_changes

OLD = "type Query { a(x: Int): Int b: Color gone: Int } enum Color { RED }"
NEW = "type Query { a(x: Int): Int b: Color new: Thing } enum Color { RED BLUE } type Thing { x: Int }"


def test_breaking_changes_come_before_dangerous_ones_and_those_before_what_is_new():
    changes = schema_changes(build_schema(OLD), build_schema(NEW))
    assert [change.weight for change in changes] == [Weight.BREAKING, Weight.DANGEROUS, Weight.ADDED, Weight.ADDED]
    # The first two are said by graphql-core, in other words with each version.
    removed, member, field, thing = (change.about for change in changes)
    assert "Query.gone was removed" in removed
    assert "BLUE" in member
    assert "Color" in member
    assert (field, thing) == ("Query.new was added.", "Thing was added.")


def test_the_same_schema_has_not_changed():
    assert schema_changes(build_schema(OLD), build_schema(OLD)) == ()
