from __future__ import annotations

from random import Random

import pytest
from graphql import build_schema

from querious.graphql.values import Makers
from querious.graphql.values.field_names import asks_for_names, field_names
from querious.graphql.values.sources import InputPosition
from querious.graphql.values.vocabulary import Vocabulary
from querious.values import Chance, Pool
from querious.values.semantics import usual_words

SCHEMA = build_schema(
    """
    type Query {
      sales(groupBy: String!): [Row!]
      list(include: String, orderBy: String): Page
      byStatus(status: String!): [Sale!]
      byMode("How: one of `eager` or `lazy`." mode: String!): [Sale!]
    }
    type Row { key: String of: [Sale!] }
    type Page { items: [Sale!] totalCount: Int }
    type Sale { id: ID customerName: String sold_at: String buyer: Buyer status: String }
    type Buyer { name: String }
    """
)


@pytest.mark.parametrize(
    "name", ["groupBy", "orderBy", "sort_by", "fields", "select", "include", "expand", "sortField"]
)
def test_names_that_ask_for_names_of_fields(name):
    assert asks_for_names(name)


@pytest.mark.parametrize("name", ["id", "text", "standby", "login"])
def test_other_names_do_not(name):
    assert not asks_for_names(name)


def names(field, argument):
    defined = SCHEMA.query_type.fields[field]
    returned = SCHEMA.type_map[str(defined.type).strip("[]!")]
    spot = InputPosition(f"Query.{field}.{argument}", "String", returned, "Query", field)
    return field_names(SCHEMA, Vocabulary(SCHEMA), spot)


def test_fields_of_what_is_listed_come_in_all_spellings():
    found = names("list", "orderBy")
    assert found[:2] == ["id", "customerName"]
    assert {"customer_name", "soldAt", "sold_at"} <= set(found)
    assert "id_ASC" in found
    assert "byMode" not in found


def test_an_aggregate_is_about_the_objects_in_its_rows():
    assert {"customerName", "customer_name"} <= set(names("sales", "groupBy"))


def test_objects_come_first_where_they_are_to_be_included():
    assert names("list", "include")[0] == "buyer"


def test_usual_words():
    assert usual_words("sortDirection", "String")[0] == "asc"
    assert "USD" in usual_words("currency", "String")
    assert usual_words("currency", "ID") == ()
    assert usual_words("title", "String") == ()


def drawn(field, count):
    pool = Pool()
    makers = Makers(SCHEMA, pool)
    call = makers.call("Query", field)
    found = []
    for round_ in range(count):
        arguments = dict(call.draw(chance(), round_))
        call.tell(arguments, worked=False)
        found += arguments.values()
    return found


def chance():
    return Chance(Random(1))


def test_plans_try_words_and_described_values_before_anything_else():
    assert drawn("byStatus", 2) == ["active", "open"]
    assert set(drawn("byMode", 2)) == {"eager", "lazy"}


def test_an_error_that_lists_values_is_heeded():
    pool = Pool()
    call = Makers(SCHEMA, pool).call("Query", "byStatus")
    call.tell({"status": "active"}, worked=False, complaint="status must be one of: blue, green")
    assert dict(call.draw(chance(), 1)) == {"status": "blue"}


LOOKUP = build_schema("type Query { user(id: ID, login: String, verbose: Boolean): User } type User { id: ID }")


def test_an_error_that_asks_for_an_argument_is_heeded():
    call = Makers(LOOKUP, Pool()).call("Query", "user")
    assert call.draw(chance(), 0) == []
    call.tell({}, worked=False, complaint="Give a 'login'.")
    assert dict(call.draw(chance(), 1)).keys() == {"login"}


def test_an_error_that_refuses_an_argument_is_heeded():
    call = Makers(LOOKUP, Pool()).call("Query", "user")
    call.tell({}, worked=False, complaint="Give a 'login'.")
    call.tell({"login": "x"}, worked=False, complaint="'login' is not supported any more")
    assert "login" not in dict(call.draw(chance(), 1))


def test_a_value_that_is_not_there_does_not_count_against_the_argument():
    call = Makers(LOOKUP, Pool()).call("Query", "user")
    call.tell({}, worked=False, complaint="Give a 'login'.")
    call.tell({"login": "x"}, worked=False, complaint="There is no user with the login 'x'.")
    assert dict(call.draw(chance(), 1)).keys() == {"login"}
