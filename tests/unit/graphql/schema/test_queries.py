from __future__ import annotations

import pytest
from graphql import build_schema, execute_sync, parse, validate

from querious.graphql.schema.queries import MINIMAL, MODERN, STAGES, IntrospectionQuery

SCHEMA = build_schema("type Query { a: [[Int!]!]! }")
WORDS = ("isOneOf", "specifiedByURL", "isRepeatable", "subscriptionType", "locations", "isDeprecated", "onField")


def test_the_modern_query_is_valid_and_answered():
    document = parse(MODERN.document)
    assert validate(SCHEMA, document) == []
    assert execute_sync(SCHEMA, document).errors is None


def test_the_minimal_query_has_nothing_that_came_later():
    assert not any(word in MINIMAL.document for word in (*WORDS, "directives", "includeDeprecated"))
    assert MINIMAL.document.count("ofType") == 3
    assert validate(SCHEMA, parse(MINIMAL.document)) == []


def test_an_operation_of_any_form_is_one_line():
    assert all("\n" not in query.document for query in (MODERN, *STAGES))


@pytest.mark.parametrize(
    ("message", "part"),
    [
        ('Cannot query field "isOneOf" on type "__Type".', "one_of"),
        ("Field 'specifiedByURL' doesn't exist on type '__Type'", "specified_by_url"),
        ("Field 'isRepeatable' in type '__Directive' is undefined", "repeatable"),
        ('Cannot query field "subscriptionType" on "__Schema".', "subscription"),
        ("Field 'args' doesn't accept argument 'includeDeprecated'", "input_deprecation"),
        ("Field 'isDeprecated' doesn't exist on type '__InputValue'", "input_deprecation"),
    ],
)
def test_a_part_that_is_named_goes_and_no_other(message: str, part: str):
    weaker = MODERN.weaker([message])
    changed = {name for name in MODERN.__slots__ if getattr(weaker, name) != getattr(MODERN, name)}
    assert changed == {part}


def test_parts_named_together_go_together():
    weaker = MODERN.weaker(["isOneOf", "isRepeatable"])
    assert weaker == IntrospectionQuery(one_of=False, repeatable=False)


def test_deprecation_of_fields_goes_after_that_of_inputs():
    first = MODERN.weaker(["Unknown argument 'includeDeprecated'"])
    second = first.weaker(["Unknown argument 'includeDeprecated'"])
    assert (first.deprecation, second.deprecation) == (True, False)
    assert "isDeprecated" not in second.document


def test_directives_go_from_locations_to_flags_to_none():
    flags = MODERN.weaker(['Cannot query field "locations" on type "__Directive".'])
    assert "onOperation onFragment onField" in flags.document
    assert "locations" not in flags.document
    none = flags.weaker(['Cannot query field "onOperation" on type "__Directive".'])
    assert "directives" not in none.document


def test_a_word_about_locations_alone_says_nothing():
    assert MODERN.weaker(["Bad request, see locations"]) == STAGES[0]


@pytest.mark.parametrize(
    "message", ["exceeds maximum operation depth of 7", "Query is too complex", "nested too deeply"]
)
def test_limits_are_met_with_less_depth(message: str):
    assert MODERN.weaker([message]).depth == 5
    assert MODERN.weaker([message]).weaker([message]).depth == 3


def test_refusals_that_say_nothing_go_back_in_time_to_the_end():
    queries = [MODERN]
    while (query := queries[-1].weaker(["Bad request"])) is not None:
        queries.append(query)
    assert queries[1:] == list(STAGES)
    assert queries[-1] == MINIMAL


def test_stages_keep_what_was_already_given_up():
    given_up = MODERN.weaker(["isRepeatable"])
    assert given_up.weaker(["Bad request"]) == IntrospectionQuery(one_of=False, repeatable=False)


def test_what_a_user_may_miss_is_told():
    assert MODERN.lost == []
    assert MINIMAL.lost == ["deprecated fields", "subscriptions"]
