from __future__ import annotations

from graphql import build_schema

from querious.graphql.hazards import mutation_hazards
from querious.model import Case, Field, Operation, graphql_case
from querious.model.hazards import Grade
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
    hazards = {name: hazard for name, hazard in mutation_hazards(SCHEMA).items() if allowed(name)}
    return MutationOrder(hazards, lambda case: [node.coordinate for node in case.operation.selections])


def mutation(*names: str) -> Case:
    selections = tuple(Field("Mutation", name) for name in names)
    return graphql_case(0, Operation("mutation", "", "Mutation", selections), "", {})


def test_dangerous_ones_are_held_back_for_good_and_deleting_ones_until_they_are_released():
    found = order()
    assert found.held_back() == {"Mutation.logout", "Mutation.deleteAllBooks", "Mutation.deleteBook"}
    found.release(600)
    assert found.held_back() == {"Mutation.logout", "Mutation.deleteAllBooks"}
    assert (found.of(Grade.DELETING), found.late_from) == (["Mutation.deleteBook"], 600)


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
    assert not order().creates(mutation())


def test_without_mutations_there_is_no_order():
    found = MutationOrder({}, lambda _: ["Mutation.logout"])
    assert (found.dangerous(), found.held_back(), found.asked_by(mutation("logout"))) == ([], frozenset(), [])


def test_many_names_are_cut():
    assert named(["a", "b"]) == "a, b"
    assert named([str(number) for number in range(14)]).endswith("11 and 2 more")
