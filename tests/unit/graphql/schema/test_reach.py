from __future__ import annotations

from graphql import build_schema

from querious.graphql.schema import reachable, tuples

SCHEMA = build_schema("""
    type Query { thing: Thing, any: Any, n: Int, secret: Secret }
    interface Thing { id: ID, other: Other }
    interface Other { id: ID }
    type A implements Thing { id: ID, other: B, size: Size, look(for: Filter): Boolean }
    type B implements Other { id: ID }
    type C implements Other { id: ID }
    type D { up: Query }
    union Any = D | A
    enum Size { S L }
    input Filter { date: Date }
    scalar Date
    type Secret { code: Code }
    scalar Code
    type Lost { id: ID }
""")


def test_types_come_breadth_first_from_the_root():
    found = reachable(SCHEMA, SCHEMA.query_type)
    assert list(found) == [
        "Query", "Thing", "Any", "Int", "Secret", "A", "D", "Code", "ID", "B", "Size", "Boolean",
    ]  # fmt: skip
    assert all(SCHEMA.type_map[name] is type_ for name, type_ in found.items())


def test_an_interface_leads_to_its_objects_only():
    """C is no possible answer: the only Thing, A, has a B there."""
    assert "C" not in reachable(SCHEMA, SCHEMA.query_type)
    assert "Other" not in reachable(SCHEMA, SCHEMA.query_type)


def test_inputs_and_unreferenced_types_are_not_reached():
    assert not {"Filter", "Date", "Lost"} & set(reachable(SCHEMA, SCHEMA.query_type))


def test_forbidden_fields_lead_nowhere():
    asked = []

    def allowed(coordinate: str) -> bool:
        asked.append(coordinate)
        return coordinate not in {"Query.secret", "A.other"}

    found = reachable(SCHEMA, SCHEMA.query_type, allowed)
    assert not {"Secret", "Code", "B"} & set(found)
    assert {"Query.secret", "A.other", "D.up"} <= set(asked)
    assert "Thing.other" not in asked


def test_tuples_are_of_objects_in_the_same_order_without_the_forbidden():
    coordinates = [f"{type_.name}.{name}" for type_, name in tuples(SCHEMA, SCHEMA.query_type)]
    assert coordinates == [
        "Query.thing", "Query.any", "Query.n", "Query.secret", "Secret.code",
        "A.id", "A.other", "A.size", "A.look", "D.up", "B.id",
    ]  # fmt: skip
    left = [name for _, name in tuples(SCHEMA, SCHEMA.query_type, lambda coordinate: coordinate != "Query.thing")]
    assert "thing" not in left
    assert "size" in left


def test_a_root_with_no_way_out_is_alone():
    schema = build_schema("type Query { a: Query }")
    assert list(reachable(schema, schema.query_type)) == ["Query"]
