from __future__ import annotations

import copy
import json
from typing import TYPE_CHECKING, Any

import pytest
from graphql import build_schema, introspection_from_schema, parse, print_schema, validate
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from querious.errors import SchemaError
from querious.graphql.schema import Loaded, summarise
from querious.graphql.schema.result import read_result

if TYPE_CHECKING:
    from collections.abc import Callable

SDL = """
directive @tag(name: String = "x") on FIELD
interface Node { id: ID! }
type Query { node(id: ID!): Node any(like: Filter, order: Order = UP): [Any!]! when: Date now: Float }
type Item implements Node { id: ID! old: Int @deprecated(reason: "x") }
type Change { set(item: Given!): Item }
type Mutation { change: Change }
union Any = Item | Change
enum Order { UP DOWN }
input Filter { a: Int = 3 deep: Filter }
input Given { filter: Filter! order: Order }
scalar Date
"""
RESULT = introspection_from_schema(build_schema(SDL))["__schema"]


def result() -> dict:
    return copy.deepcopy(RESULT)


def type_of(described: dict, name: str) -> dict:
    return next(type_ for type_ in described["types"] if type_["name"] == name)


def field_of(described: dict, coordinate: str) -> dict:
    owner, name = coordinate.split(".")
    type_ = type_of(described, owner)
    return next(item for item in type_.get("fields") or type_["inputFields"] if item["name"] == name)


def without(described: dict, *names: str) -> dict:
    described["types"] = [type_ for type_ in described["types"] if type_["name"] not in names]
    return described


def read(described: object) -> Loaded:
    return read_result(described, "r.json")


def test_a_whole_result_is_read_without_notes():
    loaded = read(result())
    assert (loaded.notes, loaded.source) == ((), "r.json")
    assert print_schema(loaded.schema) == print_schema(build_schema(SDL))


def test_the_given_value_is_not_changed():
    described = without(result(), "Date")
    before = copy.deepcopy(described)
    read(described)
    assert described == before


def test_what_a_server_may_leave_out_is_no_note():
    described = result()
    for type_ in described["types"]:
        for key in ("specifiedByURL", "isOneOf", "description"):
            type_.pop(key, None)
        if type_["kind"] in {"OBJECT", "INTERFACE"}:
            type_["possibleTypes"] = None
        if type_["kind"] == "INTERFACE":
            del type_["interfaces"]
    for directive in described["directives"]:
        directive.pop("isRepeatable", None)
    loaded = read(described)
    assert loaded.notes == ()
    assert [type_.name for type_ in loaded.schema.get_possible_types(loaded.schema.type_map["Node"])] == ["Item"]


def test_null_lists_are_mended_with_a_note():
    described = result()
    field_of(described, "Query.when")["args"] = None
    type_of(described, "Filter")["inputFields"] = None
    type_of(described, "Order")["enumValues"] = None
    del type_of(described, "Change")["fields"]
    loaded = read(described)
    assert loaded.notes[:4] == (
        "arguments not listed by the introspection, taken as none: Query.when",
        "fields not listed by the introspection, taken as none: Change",
        "enum values not listed by the introspection, taken as none: Order",
        "input fields not listed by the introspection, taken as none: Filter",
    )
    assert "the schema is not strictly valid but was read anyway; " in loaded.notes[4]
    assert "Type Change must define one or more fields" in loaded.notes[4]
    assert validate(loaded.schema, parse("{ when }")) == []


def test_missing_interfaces_are_found_through_possible_types():
    described = result()
    for type_ in described["types"]:
        type_.pop("interfaces", None)
    loaded = read(described)
    assert [interface.name for interface in loaded.schema.type_map["Item"].interfaces] == ["Node"]
    assert "types without `interfaces` in the introspection: Query, Item, Change and 1 more" in loaded.notes
    assert "interfaces known only from their `possibleTypes`: Node of Item" in loaded.notes


def test_a_union_without_members_is_kept_with_a_note():
    described = result()
    type_of(described, "Any")["possibleTypes"] = None
    notes = read(described).notes
    assert notes[0] == "types without `possibleTypes` in the introspection: Any"
    assert "Union type Any must define one or more member types" in notes[1]


@pytest.mark.parametrize("directives", [None, "none", {}])
def test_missing_directives_are_assumed(directives: Any):
    loaded = read(result() | {"directives": directives})
    assert loaded.notes == ("directives not listed by the introspection, assumed: @include, @skip",)
    assert validate(loaded.schema, parse("query ($x: Boolean!) { when @skip(if: $x) }")) == []


def test_an_empty_list_of_directives_is_believed():
    loaded = read(result() | {"directives": []})
    assert (loaded.schema.directives, loaded.notes) == ((), ())


def test_directives_of_old_servers_say_where_by_flags():
    flags = {"name": "x", "args": [], "onOperation": True, "onFragment": False, "onField": True}
    loaded = read(result() | {"directives": [flags, {"name": "y", "args": [], "locations": ["FIELD", "MOON", 3]}]})
    first, second = loaded.schema.directives
    assert {location.name for location in first.locations} == {"QUERY", "MUTATION", "SUBSCRIPTION", "FIELD"}
    assert [location.name for location in second.locations] == ["FIELD"]


def test_duplicates_are_told_and_the_first_counts():
    described = result()
    described["types"].append({"kind": "SCALAR", "name": "Item"})
    type_of(described, "Order")["enumValues"].append({"name": "UP", "isDeprecated": True, "deprecationReason": "x"})
    extra = copy.deepcopy(field_of(described, "Filter.deep")) | {"name": "a"}
    type_of(described, "Filter")["inputFields"].append(extra)
    loaded = read(described)
    assert loaded.schema.type_map["Order"].values["UP"].deprecation_reason is None
    assert str(loaded.schema.type_map["Filter"].fields["a"].type) == "Int"
    assert "id" in loaded.schema.type_map["Item"].fields
    assert set(loaded.notes) == {
        "types listed twice by the introspection, the first counts: the list of types (Item)",
        "enum values listed twice by the introspection, the first counts: Order (UP)",
        "input fields listed twice by the introspection, the first counts: Filter (a)",
    }


@pytest.mark.parametrize(
    "junk", [None, 3, "x", [], {}, {"name": "1x"}, {"name": None}, {"name": "a\nb", "kind": "OBJECT"}]
)
def test_junk_in_lists_is_left_out_with_a_note(junk: Any):
    described = result()
    described["types"].append(junk)
    type_of(described, "Query")["fields"].append(junk)
    described["directives"].append(junk)
    loaded = read(described)
    assert list(loaded.schema.query_type.fields) == ["node", "any", "when", "now"]
    assert len(loaded.notes) == 3
    assert all("unreadable" in note and "\n" not in note for note in loaded.notes)


def test_a_kind_that_nobody_knows_is_left_out():
    described = result()
    type_of(described, "Date")["kind"] = "MYSTERY"
    notes = read(described).notes
    assert notes[0] == "unreadable types in the introspection, left out: the list of types (Date)"
    assert notes[1] == "scalars that the introspection uses without listing them, assumed: Date"


def test_enum_values_that_cannot_be_written_are_left_out():
    described = result()
    type_of(described, "Order")["enumValues"].append({"name": "true"})
    loaded = read(described)
    assert list(loaded.schema.type_map["Order"].values) == ["UP", "DOWN"]
    assert loaded.notes == ("unreadable enum values in the introspection, left out: Order (true)",)


@pytest.mark.parametrize("default", ["{a: ", "$x", 3, ["x"], "[" * 50_000, "<Order.UP: 1>"])
def test_defaults_that_are_no_graphql_are_left_out(default: Any):
    described = result()
    field_of(described, "Query.any")["args"][1]["defaultValue"] = default
    loaded = read(described)
    assert loaded.notes == ("default values that are not valid GraphQL, left out: Query.any(order:)",)
    assert "order" in loaded.schema.query_type.fields["any"].args


@pytest.mark.parametrize(
    ("told", "reason"),
    [
        ({"isDeprecated": True, "deprecationReason": None}, "No longer supported"),
        ({"isDeprecated": True, "deprecationReason": "why"}, "why"),
        ({"isDeprecated": False, "deprecationReason": "why"}, None),
        ({"deprecationReason": "why"}, "why"),
        ({}, None),
    ],
)
def test_a_deprecation_counts_with_or_without_a_reason(told: Any, reason: str):
    described = result()
    field = field_of(described, "Query.when")
    del field["isDeprecated"], field["deprecationReason"]
    field.update(told)
    assert read(described).schema.query_type.fields["when"].deprecation_reason == reason


def test_the_older_name_of_specified_by_url_is_known():
    described = result()
    type_of(described, "Date").update(specifiedByURL=None, specifiedByUrl="https://example.org")
    assert read(described).schema.type_map["Date"].specified_by_url == "https://example.org"


def test_built_in_scalars_need_not_be_listed():
    loaded = read(without(result(), "Int", "Float", "String", "Boolean", "ID"))
    assert loaded.notes == ()
    assert str(loaded.schema.query_type.fields["now"].type) == "Float"


def test_unused_built_in_scalars_are_not_added():
    assert "Float" not in read(without(result(), "Query") | {"types": [
        {"kind": "OBJECT", "name": "Query", "interfaces": [], "fields": [
            {"name": "a", "args": [], "type": {"kind": "SCALAR", "name": "Int"}}]}], "mutationType": None}
    ).schema.type_map  # fmt: skip


def test_a_built_in_name_with_another_kind_is_the_built_in():
    described = result()
    type_of(described, "String")["kind"] = "OBJECT"
    type_of(described, "__TypeKind")["kind"] = "OBJECT"
    type_of(described, "__Type")["kind"] = "UNION"
    assert print_schema(read(described).schema) == print_schema(build_schema(SDL))


def test_an_object_left_out_takes_the_fields_with_it_that_lead_to_it():
    loaded = read(without(result(), "Item"))
    assert "set" not in loaded.schema.type_map["Change"].fields
    assert [type_.name for type_ in loaded.schema.type_map["Any"].types] == ["Change"]
    assert loaded.notes[:2] == (
        "members or interfaces that the introspection does not describe, left out: Item at Node, Item at Any",
        "fields whose type the introspection leaves out or cuts off, left out: Change.set",
    )


def test_an_input_left_out_takes_what_demands_it_and_only_that():
    loaded = read(without(result(), "Filter"))
    schema = loaded.schema
    assert list(schema.query_type.fields["any"].args) == ["order"]
    assert "Given" not in schema.type_map
    assert "set" not in schema.type_map["Change"].fields
    assert loaded.notes[:3] == (
        "input types with a required field of an unknown type, left out: Given",
        "inputs whose type the introspection leaves out or cuts off, left out: Query.any(like:)",
        "fields whose type the introspection leaves out or cuts off, left out: Change.set",
    )


@pytest.mark.parametrize(
    "cut",
    [
        None,
        {"kind": "LIST", "name": None},
        {"kind": "NON_NULL", "ofType": None},
        {"kind": "NON_NULL", "ofType": {"kind": "NON_NULL", "ofType": {"kind": "SCALAR", "name": "Int"}}},
        {"kind": ["LIST"], "name": ["x"]},
        {"kind": "SCALAR", "name": "not a name"},
        {"kind": "INPUT_OBJECT", "name": "Filter"},
        "Int",
    ],
)
def test_a_type_that_is_cut_off_or_out_of_place_takes_its_field_with_it(cut: Any):
    described = result()
    field_of(described, "Query.when")["type"] = cut
    loaded = read(described)
    assert "when" not in loaded.schema.query_type.fields
    assert loaded.notes == ("fields whose type the introspection leaves out or cuts off, left out: Query.when",)


def test_members_of_the_wrong_kind_are_left_out():
    described = result()
    type_of(described, "Any")["possibleTypes"] += [{"kind": "OBJECT", "name": "Order"}, 3]
    type_of(described, "Item")["interfaces"] += [{"kind": "INTERFACE", "name": "Query"}]
    loaded = read(described)
    assert [type_.name for type_ in loaded.schema.type_map["Any"].types] == ["Item", "Change"]
    assert loaded.notes == (
        "members or interfaces that the introspection does not describe, left out: Query at Item, Order at Any",
    )


def test_arguments_of_directives_are_left_out_like_others():
    described = result()
    described["directives"][0]["args"][0]["type"] = {"kind": "OBJECT", "name": "Item"}
    assert "left out: @tag(name:)" in read(described).notes[0]


def test_roots_with_other_names_and_none():
    described = result() | {"queryType": {"name": "Item"}, "mutationType": None}
    loaded = read(described)
    assert loaded.schema.query_type.name == "Item"
    assert loaded.schema.mutation_type is None


def test_a_root_that_is_not_described_is_left_out_unless_it_is_the_query():
    loaded = read(result() | {"mutationType": {"name": "Gone"}, "subscriptionType": "x"})
    assert loaded.schema.mutation_type is None
    assert loaded.notes == (
        "root types that are not among the object types, left out: mutation (Gone), subscription (without a name)",
    )


def test_an_unnamed_query_type_is_assumed_to_be_query():
    loaded = read(result() | {"queryType": None})
    assert loaded.schema.query_type.name == "Query"
    assert loaded.notes == ("query type not named by the introspection, assumed: Query",)


@pytest.mark.parametrize(
    ("described", "reason"),
    [
        (None, "it has no list of types"),
        ({}, "it has no list of types"),
        ({"types": {}}, "it has no list of types"),
        ({"types": []}, "it has no query type"),
        (without(result(), "Query"), "its query type Query is not among its object types"),
        (result() | {"queryType": {"name": "Order"}}, "its query type Order is not among its object types"),
        (result() | {"queryType": {}}, "its query type without a name is not among its object types"),
        (without(result(), "Query") | {"queryType": None}, "it has no query type"),
    ],
)
def test_without_types_or_a_query_there_is_no_schema(described: Any, reason: str):
    with pytest.raises(SchemaError) as caught:
        read(described)
    assert str(caught.value) == reason


def attempt(read_it: Callable[[], Loaded]) -> tuple[Loaded | None, str]:
    try:
        return read_it(), ""
    except SchemaError as error:
        return None, str(error)


def places(value: object, path: tuple = ()) -> list[tuple]:
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    return [place for key, inner in items for place in [(*path, key), *places(inner, (*path, key))]]


SMALL = json.loads(
    json.dumps(without(result(), *(type_["name"] for type_ in RESULT["types"] if type_["name"][:2] == "__")))
)
PLACES = places(SMALL)
JUNK = st.one_of(
    st.none(), st.booleans(), st.integers(-2, 2), st.text(max_size=3), st.just([]), st.just({}),
    st.sampled_from(["Query", "Item", "Filter", "String", "LIST", "NON_NULL", "OBJECT", "UNION", "INTERFACE", "\ud800"]),
    st.sampled_from([{"kind": "OBJECT", "name": "Item"}, {"kind": "LIST", "ofType": {"kind": "ENUM", "name": "Order"}}]),
)  # fmt: skip


@settings(max_examples=150, deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow])
@given(
    st.lists(st.tuples(st.sampled_from(PLACES), st.one_of(st.just("remove"), st.tuples(JUNK))), min_size=1, max_size=5)
)
@pytest.mark.unmeasured
def test_a_mutilated_result_is_read_or_refused_in_one_line(edits: Any):
    described = copy.deepcopy(SMALL)
    for (*path, last), edit in edits:
        holder = described
        try:
            for key in path:
                holder = holder[key]
            if edit == "remove":
                del holder[last]
            else:
                holder[last] = edit[0]
        except (KeyError, IndexError, TypeError):
            continue
    loaded, refusal = attempt(lambda: read(described))
    assert "\n" not in refusal
    if loaded:
        assert all("\n" not in note and note.encode() for note in loaded.notes)
        assert summarise(loaded).query_tuples > 0
        assert validate(loaded.schema, parse("{ __typename }")) == []
