from __future__ import annotations

import pytest
from graphql import build_schema

from querious.graphql.cases import problems, read_documents
from querious.model.document_text import write, write_case
from querious.versions import fit

OLD = build_schema(
    """
    type Query { a: Int user(id: ID): User hit: Hit named: Named gone: Gone }
    type Mutation { save(id: ID): Int }
    interface Named { name: String }
    type User implements Named { id: ID name: String boss: User size(unit: String): Int }
    type Team implements Named { name: String }
    type Gone { x: Int }
    union Hit = User | Team
    """
)


def fitted(document: str, new: str) -> tuple[str, tuple[str, ...]]:
    schema = build_schema(new)
    (operation,) = read_documents(OLD, document)
    left, causes = fit(operation, schema)
    if left is None:
        return "", causes
    assert problems(schema, write_case(0, left)) == []
    return write(left)[0], causes


def test_what_fits_stays_as_it_is():
    (operation,) = read_documents(OLD, "{ a user(id: 1) { id boss { name } } hit { __typename ... on User { id } } }")
    left, causes = fit(operation, OLD)
    assert left is operation
    assert causes == ()


@pytest.mark.parametrize(
    ("document", "new", "left", "causes"),
    [
        ("{ a user { id } }", "type Query { a: Int }", "{ a }", ("Query.user was removed",)),
        ("{ user { id } }", "type Query { a: Int }", "", ("Query.user was removed",)),
        (
            "{ a user(id: 1) { id } }",
            "type Query { a: Int user: User } type User { id: ID }",
            "{ a }",
            ("Query.user(id:) was removed",),
        ),
        (
            "{ a user { id } }",
            "type Query { a: Int user(of: ID!): User } type User { id: ID }",
            "{ a }",
            ("Query.user(of:) is now required",),
        ),
        (
            "{ user { id boss { boss { name } } } }",
            "type Query { user: User } type User { id: ID boss: User }",
            "{ user { id } }",
            ("User.name was removed",),
        ),
        (
            "{ hit { __typename ... on User { id } ... on Team { name } } }",
            "type Query { hit: Hit } union Hit = User type User { id: ID }",
            "{ hit { __typename ... on User { id } } }",
            ("Team was removed",),
        ),
        ("{ a gone { x } }", "type Query { a: Int gone: Int }", "{ a }", ("Query.gone is now Int",)),
        ("mutation { save(id: 1) }", "type Query { a: Int }", "", ("Mutation was removed",)),
    ],
)
def test_what_the_other_schema_lacks_is_left_out_and_told(document, new, left, causes):
    assert fitted(document, new) == (left, causes)


def test_the_root_may_have_another_name():
    (operation,) = read_documents(OLD, "{ a user { id } }")
    left, _ = fit(operation, build_schema("schema { query: Root } type Root { a: Int }"))
    assert left.root == "Root"


def test_what_the_other_has_and_cannot_answer_is_left_out():
    (operation,) = read_documents(OLD, "{ a user(id: 1) { id } }")
    left, causes = fit(operation, OLD, {"User.id"})
    assert left is not None
    assert write(left)[0] == "{ a }"
    assert causes == ("User.id was removed",)
