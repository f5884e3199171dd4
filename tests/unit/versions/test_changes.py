from __future__ import annotations

from graphql import build_schema

from querious.model.diff import Weight
from querious.versions import common_changes, left_to_others, schema_changes

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


WHOLE = "type Query { a: Int b: Int c: Color u: U } enum Color { RED BLUE } type T { x: Int } type S { x: Int } union U = T | S"
PART = "type Query { a: Int b: String c: Color u: U own: Int } enum Color { RED } type T { x: Int } union U = T"


def test_what_a_part_lacks_breaks_nothing_and_what_it_has_of_another_kind_does():
    found = common_changes(build_schema(WHOLE), build_schema(PART))
    assert [(change.weight, "Query.b" in change.about) for change in found] == [(Weight.BREAKING, True)]


def test_what_is_left_to_other_parts():
    assert left_to_others(build_schema(WHOLE), build_schema(PART)) == ("S.x",)
    assert left_to_others(build_schema(WHOLE), build_schema(PART), {"Query.a"}) == ("Query.a", "S.x")
