from __future__ import annotations

from graphql import build_schema

from querious.model.diff import Weight
from querious.versions import schema_changes

OLD = "type Query { a(x: Int): Int b: Color gone: Int } enum Color { RED }"
NEW = "type Query { a(x: Int): Int b: Color new: Thing } enum Color { RED BLUE } type Thing { x: Int }"


def test_breaking_changes_come_before_dangerous_ones_and_those_before_what_is_new():
    changes = schema_changes(build_schema(OLD), build_schema(NEW))
    # Since 3.3 graphql-core says "Field Query.gone".
    assert [(change.weight, change.about.removeprefix("Field ").rstrip(".")) for change in changes] == [
        (Weight.BREAKING, "Query.gone was removed"),
        (Weight.DANGEROUS, "BLUE was added to enum type Color"),
        (Weight.ADDED, "Query.new was added"),
        (Weight.ADDED, "Thing was added"),
    ]


def test_the_same_schema_has_not_changed():
    assert schema_changes(build_schema(OLD), build_schema(OLD)) == ()
