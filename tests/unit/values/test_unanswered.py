from __future__ import annotations

from graphql import build_schema

from querious.graphql.cases import Tables
from querious.graphql.values import Makers
from querious.values import Pool, missing_values

SDL = """
interface Node { id: ID! }
input Key { code: String! }
type Query {
  thing(id: ID!): Thing
  find(by: Key!): Thing
  node(id: ID!): Node
  log(password: String!): Int
  fine(id: ID!): Thing
  never(id: ID!): Thing
}
type Thing implements Node { id: ID! code: String }
type Other implements Node { id: ID! }
"""


def pool() -> Pool:
    schema = build_schema(SDL)
    made = Pool()
    Tables(schema, Makers(schema, made))
    return made


def failed(made: Pool, coordinate: str, *calls: dict, target: str = "") -> None:
    for arguments in calls:
        made.made_call(coordinate, target).tell(arguments, worked=False)


def test_an_argument_that_never_brought_data_is_told_with_what_was_tried():
    made = pool()
    failed(made, "Query.thing", {"id": "1"}, {"id": "2"})
    (found,) = made.unanswered()
    assert (found.coordinate, found.field, found.target, found.values, found.example) == (
        "Query.thing.id", "Query.thing", "", 2, '"2"'
    )  # fmt: skip
    assert found.sources[0] == ("Thing.id", 0)
    ((_, line),) = missing_values([found])
    assert "no answer showed Thing.id" in line
    assert "--seed-values 'Query.thing.id=…'" in line


def test_a_field_of_an_input_that_two_calls_take_is_told_once():
    schema = build_schema("""input Code { code: String! } type Thing { code: String } type Query { thing: Thing }
      type Mutation { insertThing(by: Code!): Thing insertThings(by: [Code!]!): [Thing!]! }""")
    made = Pool()
    Tables(schema, Makers(schema, made))
    failed(made, "Mutation.insertThing", {"by": {"code": "1"}})
    failed(made, "Mutation.insertThings", {"by": [{"code": "1"}]}, {"by": [{"code": "2"}]})
    (found,) = made.unanswered()
    assert (found.coordinate, found.values) == ("Code.code", 2)


def test_where_sources_had_values_credentials_may_be_missing():
    made = pool()
    made.teach([("Thing.id", "t")])
    failed(made, "Query.thing", {"id": "t"})
    ((_, line),) = missing_values(made.unanswered())
    assert "including those of Thing.id" in line
    assert "--header" in line


def test_what_worked_or_was_never_tried_is_not_told():
    made = pool()
    made.call("Query.fine").tell({"id": "1"}, worked=True)
    failed(made, "Query.fine", {"id": "2"})
    assert made.unanswered() == []


def test_input_fields_are_told_by_their_own_coordinate():
    made = pool()
    failed(made, "Query.find", {"by": {"code": "x"}})
    assert [one.coordinate for one in made.unanswered()] == ["Key.code"]


def test_a_type_that_was_looked_for_in_vain_is_told_only_if_others_were_found():
    made = pool()
    failed(made, "Query.node", {"id": "1"})
    failed(made, "Query.node", {"id": "1"}, target="Other")
    assert [one.target for one in made.unanswered()] == [""]
    made.call("Query.node").tell({"id": "t"}, worked=True)
    (one,) = made.unanswered()
    assert one.target == "Other"
    assert "(for Other)" in one.advice


def test_secrets_are_not_shown():
    made = pool()
    failed(made, "Query.log", {"password": "1"})
    (one,) = made.unanswered()
    assert one.example == ""
    assert "such as" not in one.advice


def test_hostile_values_are_shown_as_json_and_short():
    made = pool()
    made.teach([("Thing.id", "\x1b[31m" + "x" * 200)])
    failed(made, "Query.thing", {"id": "\x1b[31m" + "x" * 200})
    (one,) = made.unanswered()
    assert "\x1b" not in one.advice
    assert len(one.example) <= 40


def test_the_list_is_bounded():
    fields = " ".join(f"f{n}(id: ID!): Thing" for n in range(200))
    schema = build_schema(f"type Query {{ {fields} }} type Thing {{ id: ID! }}")
    made = Pool()
    Tables(schema, Makers(schema, made))
    for n in range(200):
        failed(made, f"Query.f{n}", {"id": "1"})
    assert len(made.unanswered()) == 50
