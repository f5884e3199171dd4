from __future__ import annotations

from graphql import build_schema

from querious.graphql.hazards import Grade
from querious.model import Field, Operation
from querious.pipeline.run.mutation_order import MutationOrder, named

SCHEMA = build_schema("""
type Query { a: Int }
type Mutation {
  logout: Boolean
  deleteAllBooks: Int
  createBook(title: String!): ID
  updateBook(id: ID!): ID
  publishBook(id: ID!): ID
  deleteBook(id: ID!): ID
}
""")


def order(allowed=lambda _: True) -> MutationOrder:
    return MutationOrder(SCHEMA, allowed, mutations=True)


def mutation(*names: str) -> Operation:
    return Operation("mutation", "", "Mutation", tuple(Field("Mutation", name, "", (), (), ()) for name in names))


def test_dangerous_ones_are_held_back_for_good_and_deleting_ones_until_they_are_released():
    found = order()
    assert found.held_back() == {"Mutation.logout", "Mutation.deleteAllBooks", "Mutation.deleteBook"}
    found.release(600)
    assert found.held_back() == {"Mutation.logout", "Mutation.deleteAllBooks"}
    assert found.late is not None
    assert found.late == (frozenset({"Mutation.deleteBook"}), 600)


def test_what_ends_the_session_comes_after_what_removes_data():
    assert order().dangerous() == ["Mutation.deleteAllBooks", "Mutation.logout"]


def test_what_was_left_out_or_denied_is_never_asked():
    found = order(lambda name: name != "Mutation.logout")
    found.leave_out("Mutation.deleteAllBooks")
    found.leave_out("Mutation.updateBook")
    assert found.dangerous() == []
    assert "Mutation.updateBook" in found.held_back()
    assert not found.planned(Grade.CHANGING)("Mutation.updateBook")
    assert not found.is_safe(mutation("createBook", "updateBook"))


def test_a_plan_holds_mutations_of_one_kind_and_all_that_is_no_mutation():
    planned = order().planned(Grade.ACTING)
    asked = [name for name in SCHEMA.mutation_type.fields if planned(f"Mutation.{name}")]
    assert asked == ["publishBook"]
    assert planned("Book.title")


def test_once_mutations_have_ended_none_is_asked():
    found = order()
    found.end()
    assert found.held_back() == {f"Mutation.{name}" for name in SCHEMA.mutation_type.fields}
    assert not found.planned(Grade.CREATING)("Mutation.createBook")


def test_only_operations_that_create_and_nothing_else_create():
    assert order().creates(mutation("createBook"))
    assert not order().creates(mutation("createBook", "deleteBook"))
    assert not order().creates(Operation("query", "", "Query", ()))


def test_without_mutations_there_is_no_order():
    assert MutationOrder(SCHEMA, lambda _: True, mutations=False).hazards == {}


def test_many_names_are_cut():
    assert named(["a", "b"]) == "a, b"
    assert named([str(number) for number in range(14)]).endswith("11 and 2 more")
