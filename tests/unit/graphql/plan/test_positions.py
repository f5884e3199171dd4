from __future__ import annotations

from querious.graphql.plan import follow
from querious.model import Field, Fragment, Operation, Path, Step


def field(parent, name, *children, alias=""):
    return Field(parent, name, alias, (), (), children)


def on(kind, *children):
    return Fragment(kind, (), children)


OPERATION = Operation(
    "query",
    "",
    "Query",
    [
        field("Query", "node", field("Node", "__typename"), on("A", field("A", "id"))),
        field("Query", "node", field("Node", "__typename"), on("A", field("A", "b", field("B", "id"))), alias="again"),
        field("Query", "node", field("Node", "__typename"), on("B", field("B", "id")), alias="other"),
        field("Query", "b", field("B", "id")),
    ],
)


def keys(*steps):
    found = follow(OPERATION, Path(tuple(Step(*step.split()) for step in steps)))
    return None if found is None else [step.key for step in found]


def test_the_selection_that_goes_on_is_followed():
    assert keys("Query node A") == ["node"]
    assert keys("Query node A", "A b B") == ["again", "b"]
    assert keys("Query node A", "A b B", "B id ID") == ["again", "b", "id"]
    assert keys("Query node B", "B id ID") == ["other", "id"]
    assert keys("Query b B") == ["b"]


def test_what_is_not_held_is_not_found():
    assert keys("Query node C") is None
    assert keys("Query node B", "B missing C") is None
    assert keys("Query missing B") is None
    assert keys("Query b B", "A id ID") is None


def test_an_empty_path_is_anywhere():
    assert keys() == []
