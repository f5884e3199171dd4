from __future__ import annotations

import pytest
from graphql import build_schema

from querious.export import Example, ExampleFilter, ExampleOrigin, Wants
from querious.pipeline.export.use_case import Studied, Wish, export

SCHEMA = "type Query { a(x: Int): Int b: Int c: Int } type Mutation { set: Int }"


@pytest.fixture(scope="module")
def schema():
    return build_schema(SCHEMA)


def examples() -> list[Example]:
    return [
        Example("query A { a }", {}, calls=9),
        Example("query B { a b }", {}, calls=2),
        Example("query C { c }", {}, calls=1),
        Example("mutation M { set }", {}),
        Example("query Old { a gone }", {}),
        Example("query Lost { gone }", {}),
    ]


def names(done) -> list[str]:
    return [case.name for case in done.cases]


def test_what_can_be_becomes_a_test_and_the_rest_is_told(schema):
    done = export(schema, examples(), Wish())
    assert names(done) == ["B", "C", "A"]
    assert [script.stem for script in done.scripts] == ["a", "b", "c"]
    assert [name for name, _ in done.left_out] == ["M", "Old", "Lost"]
    assert done.studied == Studied(3, 4)
    assert done.cover is None


def test_as_few_as_cover_the_same(schema):
    done = export(schema, examples(), Wish(minimise=True))
    assert names(done) == ["B", "C"]
    assert done.cover is not None
    assert done.cover.exact
    assert done.studied.covered == 3


def test_only_those_that_add_the_most(schema):
    assert names(export(schema, examples(), Wish(most=1))) == ["B"]


def test_what_does_not_fit_the_choice_is_counted(schema):
    done = export(schema, examples(), Wish(choice=ExampleFilter(min_calls=2), mutations=True))
    assert names(done) == ["B", "A"]
    assert done.unchosen == 2


def test_an_update_repairs_and_tells_what_it_changed(schema):
    done = export(schema, examples(), Wish(update=True))
    assert sorted(names(done)) == ["A", "B", "C", "Old"]
    ((_, repaired),) = done.repaired
    assert repaired.changes == ("Query.gone was removed: cut",)
    assert ("Lost", "nothing of what it asks for is left in the schema") in done.left_out


def test_what_is_meant_to_be_wrong_is_not_repaired(schema):
    wrong = Example("{ gone }", {}, origin=ExampleOrigin.FINDING, wants=Wants.REFUSAL, mark="x")
    done = export(schema, [wrong], Wish(update=True))
    assert [case.document for case in done.cases] == ["{ gone }"]
