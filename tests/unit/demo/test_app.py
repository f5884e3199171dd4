"""The fault-free demo: whatever is asked, it gives data or refuses politely."""

from __future__ import annotations

import json
from itertools import count
from types import SimpleNamespace
from typing import Any

import pytest
from graphql import (
    GraphQLEnumType,
    GraphQLInputObjectType,
    GraphQLList,
    GraphQLNonNull,
    get_named_type,
    is_leaf_type,
)

from querious.demo import create_app
from querious.demo.context import Context
from querious.demo.data import filled_store
from querious.demo.executable import executable_schema
from querious.demo.refusal import RefusalError
from querious.demo.resolvers.reading import item_by
from querious.demo.store import CAPACITY
from querious.errors import ConfigError

POLITE = {"BAD_USER_INPUT", "NOT_FOUND", "QUERY_TOO_COMPLEX"}
SCHEMA = executable_schema()
STRINGS = [
    "",
    "\0",
    "a\0b",
    "\x07\x1b\u200f\u202e\ufeff",
    "é",
    "🔩",
    "\ud83d\udd29",
    "x" * 20_000,
    "'; DROP TABLE items; --",
    "<script>",
    "../../etc/passwd",
    "%s%n{0}${x}",
    "1",
    "-1",
    "100",
    "9" * 5_000,
    "NaN",
    "UGFydDoxMQ==",
    "UGFydDoxMQ",
    "U3VwcGxpZXI6MjE=",
    "Og==",
    "gICA",
    "cm93OjE=",
    "cm93Oi0x",
    "cm93Ojk5OTk5OTk5OQ==",
]
HOSTILE = {
    "String": STRINGS,
    "ID": [*STRINGS, 1, -(2**31), 10**30],
    "Int": [0, 1, -1, 50, 51, 2**31 - 1, -(2**31)],
    "Float": [0, -0.0, 1e308, -1e308, 5e-324, 4.5, 10**20],
    "Boolean": [True, False],
    "Date": [*STRINGS, "2024-02-29", "2023-02-29", "0001-01-01", "9999-12-31", "0000-01-01", "2024-13-01", 5, 1.5],
    "DateTime": [
        *STRINGS,
        "0001-01-01T00:00:00+01:00",
        "9999-12-31T23:59:59-23:59",
        "2024-02-29T23:59:60Z",
        "2024-01-01t00:00:00.123456789z",
        "2024-01-01T00:00:00",
        "2024-01-01T24:00:00Z",
        "2024-01-01T00:00:00+99:99",
    ],
    "Decimal": [*STRINGS, 0, -1, 10**400, 1e300, 0.1, "1E+999999999", "Infinity", "-0", "1_000", "٣"],
    "JSON": [None, True, 0, -1.5, 10**400, "x" * 3_000, [], {}, {"": {"a": [None]}}, [[[]]] * 400, "\0"],
    "Sku": [*STRINGS, "BO-0001", "ZZ-9999", "BO-000", "bo-0001", "BO-٠٠٠١", 1],
    "URL": [*STRINGS, "http://[", "http://", "https://a b", "ftp://x", "https://x/" + "y" * 600, "http://x:99999/"],
}
PLAIN = {
    "String": "bolt",
    "ID": "UGFydDoxMQ==",
    "Int": 2,
    "Float": 0.5,
    "Boolean": True,
    "Date": "2024-05-06",
    "DateTime": "2024-05-06T07:08:09Z",
    "Decimal": "1.50",
    "JSON": {"a": 1},
    "Sku": "BO-0001",
    "URL": "https://x.example/",
}


def plain(type_: Any):
    if isinstance(type_, GraphQLNonNull):
        return plain(type_.of_type)
    if isinstance(type_, GraphQLList):
        return [plain(type_.of_type)]
    if isinstance(type_, GraphQLEnumType):
        return next(iter(type_.values))
    if isinstance(type_, GraphQLInputObjectType):
        if type_.name == "ItemLookup":
            return {"name": "hammer"}
        return {
            name: plain(field.type) for name, field in type_.fields.items() if isinstance(field.type, GraphQLNonNull)
        }
    return PLAIN[type_.name]


def hostile(type_: Any, depth: int = 0):
    """Values to try; those of an input object vary one field at a time."""
    if isinstance(type_, GraphQLNonNull):
        yield from (value for value in hostile(type_.of_type, depth) if value is not None)
        return
    yield None
    if isinstance(type_, GraphQLList):
        yield []
        yield [plain(type_.of_type)] * 100
        yield from ([value] for value in hostile(type_.of_type, depth))
    elif isinstance(type_, GraphQLEnumType):
        yield from type_.values
    elif isinstance(type_, GraphQLInputObjectType):
        if depth:
            yield plain(type_)
            return
        for name, field in type_.fields.items():
            one_of = type_.name == "ItemLookup"
            base, kept = ({}, GraphQLNonNull(field.type)) if one_of else (plain(type_), field.type)
            yield from ({**base, name: value} for value in hostile(kept, depth + 1))
    else:
        yield from HOSTILE[type_.name]


def selection(type_: Any):
    named = get_named_type(type_)
    return "" if is_leaf_type(named) else " {__typename}"


def attempts(root: str):
    """Each argument of each root field in turn takes every hostile value, the others plain ones."""
    for name, field in SCHEMA.type_map[root].fields.items():
        for varied, argument in field.args.items():
            given = [
                other for other, it in field.args.items() if other == varied or isinstance(it.type, GraphQLNonNull)
            ]
            declared = ", ".join(f"${other}: {field.args[other].type}" for other in given)
            passed = ", ".join(f"{other}: ${other}" for other in given)
            document = f"{root.lower()} ({declared}) {{{name}({passed}){selection(field.type)}}}"
            for value in hostile(argument.type):
                yield document, {other: value if other == varied else plain(field.args[other].type) for other in given}


@pytest.fixture(scope="module")
def app():
    return create_app()


def assert_polite(reply: Any):
    assert reply.complete
    assert reply.headers["content-type"] == "application/json"
    assert reply.status == (400 if reply.payload.get("data") is None else 200)
    assert reply.errors or reply.status == 200
    assert set(reply.codes) <= POLITE, reply.errors


@pytest.mark.unmeasured
@pytest.mark.parametrize("root", ["Query", "Mutation"])
def test_hostile_values_get_data_or_a_polite_refusal(root: str, ask: Any):
    app, tried = create_app(), 0
    for document, variables in attempts(root):
        assert_polite(ask(app, document, variables))
        tried += 1
    assert tried > 300
    assert_whole(app, ask)


@pytest.mark.parametrize("name", ["Availability", "Currency", "Direction", "ItemSort", "OrderStatus", "SearchKind"])
def test_every_enum_value_is_taken_as_a_variable(name: str, app: Any, ask: Any):
    places = {
        "Availability": "items(filter: {availability: [$e]}) {totalCount}",
        "Currency": 'item(sku: "BO-0001") {price(currency: $e) {currency}}',
        "Direction": "items(direction: $e) {totalCount}",
        "ItemSort": "items(sort: $e) {totalCount}",
        "OrderStatus": "orders(status: [$e]) {totalCount}",
        "SearchKind": 'search(text: "o", kinds: [$e]) {__typename}',
    }
    for value in SCHEMA.type_map[name].values:
        reply = ask(app, f"query ($e: {name}!) {{{places[name]}}}", {"e": value})
        assert reply.status == 200
        assert not reply.errors


def assert_whole(app: Any, ask: Any):
    """Whatever was stored can still be read without an error."""
    reply = ask(
        app,
        """{
          suppliers(first: 50) {id name website since rating address {street city postcode country}}
          orders(first: 50) {nodes {id number status placedAt total {amount} shipTo {city} shipOn note cancelReason}}
          items(first: 50) {nodes {sku stock availability price {amount} reviews(first: 50) {nodes {stars text}}
            ... on Part {attributes}}}
          statistics {averageStars turnover {text}}
        }""",
    )
    assert reply.status == 200
    assert not reply.errors


@pytest.mark.parametrize(
    "field",
    [
        "related(limit: -1) {sku}",
        "related(limit: null) {sku}",
        "price(currency: null) {text}",
        "reviews(first: -2147483648) {totalCount}",
        'reviews(last: 2147483647, before: "cm93OjE=") {totalCount}',
        'reviews(after: "") {totalCount}',
        "reviews(first: null, last: null, after: null, before: null) {totalCount}",
        'category {items(first: 0, after: "\\u0000") {totalCount}}',
        "supplier {items(last: 0) {edges {cursor}}}",
    ],
)
def test_hostile_arguments_of_inner_fields_are_met_politely(field: str, app: Any, ask: Any):
    assert_polite(ask(app, f"{{items {{nodes {{{field}}}}}}}"))


@pytest.mark.parametrize("lookup", [{}, {"id": None}, {"sku": "BO-0001", "name": "Hammer"}])
def test_a_lookup_by_none_or_two_keys_is_refused_also_where_the_library_lets_it_through(lookup: Any):
    with pytest.raises(RefusalError, match="Exactly one"):
        item_by(None, SimpleNamespace(context=Context(filled_store(), 0)), lookup)


@pytest.mark.parametrize("value", ["1e999", "-1e999", "1e-999"])
def test_literals_that_are_not_finite_are_refused(value: str, app: Any, ask: Any):
    reply = ask(app, f'mutation {{updateSupplier(id: "U3VwcGxpZXI6MjE=", rating: {value}) {{rating}}}}')
    assert_polite(reply)


def test_first_and_last_together_narrow_one_after_the_other(app: Any, ask: Any):
    reply = ask(app, "{items(first: 3, last: 1) {nodes {name} pageInfo {hasNextPage hasPreviousPage}}}")
    assert reply.data["items"] == {
        "nodes": [{"name": "Hammer"}],
        "pageInfo": {"hasNextPage": True, "hasPreviousPage": True},
    }


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"{",
        b"[]",
        b"null",
        b'{"query": 1}',
        b'{"query": ""}',
        b'{"query": "{"}',
        b'{"query": "{nonsense}"}',
        b'{"query": "{project {id}}"}',
        b'{"query": "{categories {slug}}", "variables": []}',
        b'{"query": "query A {categories {slug}} query B {categories {slug}}"}',
        b'{"query": "{categories {slug}}", "operationName": "B"}',
        b'{"query": "\xff"}',
        b'{"query": "{\\u0000}"}',
    ],
)
def test_what_is_no_operation_is_refused_with_400(body: bytes, app: Any, post: Any):
    assert post(app, body).status == 400


@pytest.mark.parametrize("deep", [61, 150, 2_000, 50_000])
def test_operations_nested_too_deeply_are_refused(deep: int, app: Any, ask: Any):
    reply = ask(app, "{categories" + "{children" * deep + "{slug}" + "}" * deep + "}")
    assert reply.status == 400
    assert reply.errors


def test_an_operation_of_sixty_levels_is_answered(app: Any, ask: Any):
    reply = ask(app, '{project(id: "1")' + "{owner {projects" * 29 + "{id}" + "}}" * 29 + "}")
    assert reply.status == 200
    assert not reply.errors


def test_nesting_is_measured_through_fragments(app: Any, ask: Any):
    spread = " ".join(f"fragment F{i} on Category {{children {{...F{i + 1}}}}}" for i in range(70))
    reply = ask(app, "{categories {...F0}} " + spread + " fragment F70 on Category {slug}")
    assert reply.codes == ["QUERY_TOO_COMPLEX"]
    cycle = ask(app, "{categories {...A}} fragment A on Category {children {...A}}")
    assert cycle.status == 400


@pytest.mark.parametrize("deep", [25, 300, 5_000])
def test_values_nested_too_deeply_are_refused(deep: int, app: Any, post: Any, ask: Any):
    nested = '{"not": ' * deep + "{}" + "}" * deep
    body = '{"query": "query ($f: ItemFilter) {items(filter: $f) {totalCount}}", "variables": {"f": ' + nested + "}}"
    reply = post(app, body.encode())
    assert reply.errors
    assert reply.status == 400 or reply.codes == ["BAD_USER_INPUT"]
    literal = ask(app, "{items(filter: " + "{not: " * deep + "{}" + "}" * deep + ") {totalCount}}")
    assert literal.errors
    assert literal.status == 400 or literal.codes == ["BAD_USER_INPUT"]


def test_half_a_character_is_refused(app: Any, post: Any):
    reply = post(
        app, b'{"query": "query ($t: String!) {search(text: $t) {__typename}}", "variables": {"t": "\\ud83d"}}'
    )
    assert (reply.status, reply.codes) == (400, ["BAD_USER_INPUT"])


def test_pages_within_pages_do_not_multiply_without_end(app: Any, ask: Any):
    inner = "totalCount"
    for _ in range(5):
        inner = "edges {node {supplier {items(first: 50) {" + inner + "}}}}"
    reply = ask(app, "{items(first: 50) {" + inner + "}}")
    assert "QUERY_TOO_COMPLEX" in reply.codes
    assert len(reply.body) < 500_000


def test_the_store_is_bounded(ask: Any):
    app, name = create_app(), count()
    create = "mutation ($n: String!) {createSupplier(input: {name: $n}) {id}}"
    codes = [ask(app, create, {"n": f"Supplier {next(name)}"}).codes for _ in range(CAPACITY)]
    assert codes[0] == []
    assert codes[-1] == ["BAD_USER_INPUT"]


def test_each_app_has_its_own_data(ask: Any):
    first, second = create_app(), create_app()
    ask(first, 'mutation {updateItem(sku: "BO-0001", stock: 0) {sku}}')
    query = '{item(sku: "BO-0001") {stock availability}}'
    assert ask(first, query).data["item"] == {"stock": 0, "availability": "SOLD_OUT"}
    assert ask(second, query).data["item"] == {"stock": 900, "availability": "IN_STOCK"}


def test_the_same_operations_give_the_same_answers(ask: Any):
    operations = [
        'mutation {createReview(input: {sku: "BO-0001", stars: 4, author: "100"}) {id writtenAt}}',
        'mutation {createOrder(input: {lines: [{sku: "BO-0001"}]}) {id number placedAt total {text}}}',
    ]
    apps = create_app(), create_app()
    first, second = ([ask(app, operation).payload for operation in operations] for app in apps)
    assert first == second


def test_introspection_can_be_switched_off(ask: Any):
    app = create_app(introspection=False)
    assert ask(app, "{__schema {queryType {name}}}").status == 400
    assert ask(app, "{categories {slug __typename}}").status == 200


def test_an_unknown_fault_is_an_error_of_the_user_with_near_names():
    with pytest.raises(ConfigError, match=r"no fault named 'owner-by-nam': did you mean owner-by-name") as caught:
        create_app(["owner-by-nam"])
    assert "\n" not in str(caught.value)
    with pytest.raises(ConfigError, match=r"docs/demo\.md"):
        create_app(["?"])


def test_a_crash_shows_the_message_of_the_exception_as_ariadne_does(ask: Any, caplog: Any, capsys: Any):
    reply = ask(create_app(["empty-list-crash"]), "{cheapest(skus: []) {sku}}")
    assert set(reply.errors[0]) == {"message", "locations", "path"}
    assert not caplog.records
    assert capsys.readouterr().err == ""


def test_get_shows_a_page_for_people(app: Any, post: Any):
    reply = post(app, b"", method="GET")
    assert reply.status == 200
    assert "text/html" in reply.headers["content-type"]


def test_only_json_is_taken(app: Any, post: Any):
    assert post(app, json.dumps({"query": "{categories {slug}}"}).encode(), content_type="text/plain").status == 400
