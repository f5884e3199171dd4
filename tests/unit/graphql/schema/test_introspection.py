from __future__ import annotations

from typing import Any

import pytest
from graphql import build_schema, print_schema

from querious.errors import SchemaError
from querious.graphql.schema import introspection
from querious.model import Failure

MODERN_PARTS = {
    "__Type.isOneOf",
    "__Type.specifiedByURL",
    "__Directive.isRepeatable",
    "__Field.args(includeDeprecated:)",
    "__Directive.args(includeDeprecated:)",
    "__Type.inputFields(includeDeprecated:)",
    "__InputValue.isDeprecated",
    "__InputValue.deprecationReason",
}
ANCIENT_PARTS = MODERN_PARTS | {
    "__Schema.subscriptionType",
    "__Directive.locations",
    "__Type.fields(includeDeprecated:)",
    "__Type.enumValues(includeDeprecated:)",
    "__Field.isDeprecated",
    "__Field.deprecationReason",
    "__EnumValue.isDeprecated",
    "__EnumValue.deprecationReason",
}


def test_a_modern_server_is_asked_once(old_server: Any, hold: Any):
    server = old_server()
    loaded = hold(introspection(), server.answer)
    assert len(server.cases) == 1
    assert (loaded.notes, loaded.source) == ((), "introspection")
    schema = loaded.schema
    assert schema.type_map["Date"].specified_by_url == "https://example.org/date"
    assert getattr(schema.type_map["Filter"], "is_one_of", True)
    assert schema.get_directive("tag").is_repeatable
    assert schema.type_map["User"].fields["friends"].args["old"].deprecation_reason
    assert str(schema.type_map["User"].fields["friends"].type) == "[[User!]!]!"
    assert print_schema(schema) == print_schema(build_schema(server.sdl))


def test_cases_are_valid_queries_numbered_downwards(old_server: Any, hold: Any):
    server = old_server(unknown=frozenset(ANCIENT_PARTS), opaque=True, flags=True)
    hold(introspection(), server.answer)
    assert [case.number for case in server.cases] == [-1 - n for n in range(len(server.cases))]
    for case in server.cases:
        assert case.valid
        assert case.operation == ("query", "IntrospectionQuery", "Query", ())
        assert case.body == {"query": case.document, "operationName": "IntrospectionQuery"}


@pytest.mark.parametrize("part", sorted(MODERN_PARTS))
def test_a_server_that_lacks_one_modern_part_is_asked_twice(old_server: Any, hold: Any, part: str):
    server = old_server(unknown=frozenset({part}))
    loaded = hold(introspection(), server.answer)
    assert len(server.cases) == 2
    assert loaded.notes == ()
    assert set(loaded.schema.type_map) >= {"User", "Shop", "Owner", "Filter", "Order", "Date"}


def test_a_server_of_2018_is_asked_twice(old_server: Any, hold: Any):
    server = old_server(unknown=frozenset(MODERN_PARTS))
    loaded = hold(introspection(), server.answer)
    assert len(server.cases) == 2
    assert loaded.schema.type_map["Shop"].fields["name"].deprecation_reason == "gone"
    assert loaded.notes == ()


def test_a_server_of_2015_tells_where_directives_stand_by_flags(old_server: Any, hold: Any):
    unknown = frozenset(MODERN_PARTS | {"__Schema.subscriptionType", "__Directive.locations"})
    loaded = hold(introspection(), old_server(unknown=unknown, flags=True).answer)
    locations = {location.name for location in loaded.schema.get_directive("include").locations}
    assert locations == {"FIELD", "FRAGMENT_DEFINITION", "FRAGMENT_SPREAD", "INLINE_FRAGMENT"}
    assert loaded.schema.subscription_type is None
    assert any("does not tell subscriptions" in note for note in loaded.notes)


@pytest.mark.parametrize("opaque", [True, False])
def test_the_oldest_server_answers_the_least_query(old_server: Any, hold: Any, opaque: bool):
    server = old_server(unknown=frozenset(ANCIENT_PARTS | {"__Schema.directives"}), opaque=opaque)
    loaded = hold(introspection(), server.answer)
    assert len(server.cases) <= 12
    assert list(loaded.schema.query_type.fields) == ["node", "owners"]
    assert "name" not in loaded.schema.type_map["Shop"].fields
    assert any("deprecated fields or subscriptions" in note for note in loaded.notes)
    assert any("directives not listed by the introspection, assumed: @include, @skip" in note for note in loaded.notes)


def test_a_limit_of_depth_costs_only_what_is_nested_deeper(old_server: Any, hold: Any):
    loaded = hold(introspection(), old_server(depth=3).answer)
    assert "friends" not in loaded.schema.type_map["User"].fields
    assert loaded.schema.type_map["Query"].fields.keys() == {"node", "owners"}
    assert any("leaves out or cuts off, left out: User.friends" in note for note in loaded.notes)


def test_a_server_that_chokes_without_a_word_is_asked_for_the_least(old_server: Any, hold: Any, exchange: Any):
    server = old_server()

    def answer(case: Any):
        if "isDeprecated" in case.document:
            server.cases.append(case)
            return exchange(status=500, body=b"oops", case=case)
        return server.answer(case)

    loaded = hold(introspection(), answer)
    assert len(server.cases) == 2
    assert "User" in loaded.schema.type_map


def test_errors_beside_the_schema_are_noted_if_less_does_not_help(old_server: Any, hold: Any):
    def spoil(result: Any):
        return result | {"errors": [{"message": "no description with token s3same"}]}

    loaded = hold(introspection(), old_server(doctor=spoil).answer)
    assert loaded.schema.type_map["Shop"].fields["name"].deprecation_reason == "gone"
    assert loaded.notes == (
        'the API answers introspection with errors beside the schema: "no description with token ***"',
    )


def test_errors_beside_the_schema_are_forgotten_if_less_helps(old_server: Any, hold: Any):
    server = old_server()

    def spoil(result: Any):
        return result if len(server.cases) > 1 else result | {"errors": [{"message": "isOneOf failed"}]}

    server.doctor = spoil
    assert hold(introspection(), server.answer).notes == ()
    assert len(server.cases) == 2


def test_a_result_that_cannot_be_used_says_why(old_server: Any, hold: Any):
    def behead(result: Any):
        result["data"]["__schema"]["queryType"] = {"name": "Gone"}
        return result

    with pytest.raises(SchemaError) as caught:
        hold(introspection(), old_server(doctor=behead).answer)
    assert str(caught.value) == (
        "the API's introspection result cannot be used: its query type Gone is not among its object types; "
        "give the schema with --schema FILE"
    )


@pytest.mark.parametrize(
    ("answer", "requests", "words"),
    [
        ({"status": 401, "body": b""}, 1, "--bearer"),
        ({"status": 302, "body": b"", "headers": {"location": "/login"}}, 1, "redirects to /login"),
        ({"failure": Failure.UNREACHABLE, "body": b""}, 1, "no connection"),
        ({"payload": {"errors": [{"message": "introspection disabled"}]}}, 1, "introspection is disabled"),
        ({"payload": {"errors": [{"message": "Bad luck"}]}}, 7, 'refuses introspection: "Bad luck"'),
        ({"payload": {"data": {"__schema": None}}}, 1, "probably disabled"),
        ({"payload": {"hello": "world"}}, 1, "not a GraphQL response"),
        ({"payload": {"message": "Bad luck"}, "status": 400}, 2, "not a GraphQL response"),
        ({"status": 400, "body": b"what?"}, 2, "not JSON"),
    ],
)
def test_a_refusal_ends_in_one_line_without_needless_requests(
    hold: Any, exchange: Any, answer: Any, requests: int, words: str
):
    asked = []

    def refuse(case: Any):
        asked.append(case)
        return exchange(case=case, **answer)

    with pytest.raises(SchemaError) as caught:
        hold(introspection(), refuse)
    assert words in str(caught.value)
    assert "\n" not in str(caught.value)
    assert len(asked) == requests


def test_known_secrets_are_in_no_message(hold: Any, exchange: Any):
    def echo(case: Any):
        return exchange({"errors": [{"message": "Who is open-sesame?"}]}, case=case)

    with pytest.raises(SchemaError) as caught:
        hold(introspection(secrets=["Bearer open-sesame"]), echo)
    assert "sesame" not in str(caught.value)
