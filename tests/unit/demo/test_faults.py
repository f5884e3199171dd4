"""Every fault, alone: one operation that shows it, and one that it leaves as it was."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Any

import pytest

from querious.demo import FAULTS, SHOWCASE, create_app
from querious.demo.executable import executable_schema
from querious.demo.faults.fault import AtEnvelope, AtOutput, AtResolver, AtWire

if TYPE_CHECKING:
    from collections.abc import Callable

pytestmark = pytest.mark.any_graphql_core

STUDY = '{project(id: "1") {id name description owner {id name age} members {name projects {id name}}}}'
SHOP = '{categories {slug name} item(sku: "HA-0001") {sku name stock}}'
INTROSPECTION = "{__schema {queryType {name} types {name kind}}}"


@dataclass(frozen=True)
class Shown:
    query: str
    check: Callable[[Any], object]
    variables: dict[str, Any] | None = None


def crash(text: str) -> Callable[[Any], bool]:
    """An error of the server: its message, and no code that would excuse it."""
    return lambda reply: (
        reply.status == 200 and any(text in error["message"] and "extensions" not in error for error in reply.errors)
    )


PROJECT = '{project(id: "1") {name owner {name} members {name projects {name}}}}'
ITEM_KINDS = "{items(first: 20) {nodes {__typename sku ... on Tool {voltage}}}}"
LONG = "x" * 300
DEEP = "{categories {children {items {nodes {supplier {name}}}}}}"

SHOWN = {
    "project-id-not-a-number": Shown('{project(id: "foo") {name}}', crash("invalid literal for int()")),
    "project-id-out-of-range": Shown('{project(id: "7") {name}}', crash("list index out of range")),
    "project-id-type": Shown(PROJECT, crash("list indices must be integers")),
    "project-logic": Shown(PROJECT, crash("missing 1 required positional argument")),
    "owner-logic": Shown(PROJECT, crash("'str' object has no attribute 'id'")),
    "members-logic": Shown(PROJECT, crash("not subscriptable")),
    "projects-logic": Shown(PROJECT, crash("archived_projects")),
    "project-by-name": Shown(PROJECT, lambda reply: reply.payload == {"data": {"project": None}}),
    "owner-by-name": Shown(PROJECT, lambda reply: reply.data["project"]["owner"] is None and not reply.errors),
    "members-by-name": Shown(PROJECT, lambda reply: reply.data["project"]["members"] == [] and not reply.errors),
    "projects-by-name": Shown(
        PROJECT, lambda reply: reply.data["project"]["members"][0]["projects"] == [] and not reply.errors
    ),
    "project-wrong-type": Shown(PROJECT, crash("String cannot represent value")),
    "owner-wrong-type": Shown(PROJECT, crash("String cannot represent value")),
    "members-wrong-type": Shown(PROJECT, crash("Expected Iterable")),
    "projects-wrong-type": Shown(PROJECT, crash("Expected Iterable")),
    "null-in-non-null": Shown(
        '{item(sku: "BO-0001") {reviews {nodes {score: stars}}}}',
        lambda reply: reply.data["item"]["reviews"]["nodes"] == [{"score": None}] * 2,
    ),
    "null-in-list": Shown(
        "{categories {path}}", lambda reply: reply.data["categories"][0]["path"] == ["Hardware", None]
    ),
    "string-for-int": Shown(
        "{orders {nodes {number} edges {node {...F}}}} fragment F on Order {n: number}",
        lambda reply: (
            reply.data["orders"]["nodes"][0] == {"number": "31"}
            and reply.data["orders"]["edges"][0]["node"] == {"n": "31"}
        ),
    ),
    "number-for-string": Shown("{suppliers {name}}", lambda reply: reply.data["suppliers"][0]["name"] == 12),
    "float-for-int": Shown(
        '{item(sku: "KI-0001") {... on Kit {lines {quantity}}}}',
        lambda reply: reply.data["item"]["lines"][0]["quantity"] == 20.5,
    ),
    "bool-for-int": Shown(
        "{statistics {ordersByStatus {count}}}",
        lambda reply: reply.data["statistics"]["ordersByStatus"][0]["count"] is True,
    ),
    "string-for-boolean": Shown(
        "{items {pageInfo {hasNextPage}}}", lambda reply: reply.data["items"]["pageInfo"]["hasNextPage"] == "True"
    ),
    "string-for-float": Shown("{suppliers {rating}}", lambda reply: reply.data["suppliers"][0]["rating"] == "4.5"),
    "id-as-number": Shown("{categories {id}}", lambda reply: isinstance(reply.data["categories"][0]["id"], int)),
    "int-overflow": Shown("{statistics {itemCount}}", lambda reply: reply.data["statistics"]["itemCount"] > 2**31),
    "nan-in-float": Shown('{item(sku: "BO-0001") {... on Part {weight}}}', lambda reply: b"NaN" in reply.body),
    "foreign-enum-value": Shown(
        '{item(sku: "BO-0001") {availability}}', lambda reply: reply.data["item"]["availability"] == "BACKORDERED"
    ),
    "object-for-list": Shown(
        "{orders {nodes {lines {quantity}}}}",
        lambda reply: reply.data["orders"]["nodes"][0]["lines"] == {"quantity": 100},
    ),
    "list-for-object": Shown(
        '{item(sku: "BO-0001") {reviews {nodes {author {name}}}}}',
        lambda reply: reply.data["item"]["reviews"]["nodes"][0]["author"] == [{"name": "Burt"}],
    ),
    "string-for-object": Shown(
        "{orders {nodes {shipTo {city}}}}", lambda reply: reply.data["orders"]["nodes"][0]["shipTo"] == "Ringvägen 12"
    ),
    "impossible-typename": Shown(
        ITEM_KINDS,
        lambda reply: sorted({node["__typename"] for node in reply.data["items"]["nodes"]}) == ["Kit", "Money", "Tool"],
    ),
    "typename-of-sibling": Shown(
        ITEM_KINDS,
        lambda reply: {"__typename": "Part", "sku": "DR-0001", "voltage": 18} in reply.data["items"]["nodes"],
    ),
    "missing-field": Shown(
        "{suppliers {address {street city}}}",
        lambda reply: reply.data["suppliers"][0]["address"] == {"street": "Storgatan 1"},
    ),
    "extra-field": Shown(
        '{quote(lines: [{sku: "BO-0001"}]) {validUntil}}',
        lambda reply: reply.data["quote"] == {"validUntil": "2024-12-31", "margin": "0.31"},
    ),
    "empty-body-object": Shown("{statistics {itemCount}}", lambda reply: reply.payload == {}),
    "body-is-a-list": Shown('{deliveryDay(start: "2024-05-06")}', lambda reply: reply.payload == []),
    "empty-errors": Shown("{suppliers {name}}", lambda reply: reply.payload["errors"] == [] and reply.data),
    "error-without-message": Shown('{nodes(ids: ["?"]) {id}}', lambda reply: "message" not in reply.errors[0]),
    "errors-as-text": Shown("{orders(first: -1) {totalCount}}", lambda reply: isinstance(reply.errors, str)),
    "errors-swallowed": Shown(
        "{statistics {itemCount}}", lambda reply: (reply.status, reply.payload) == (200, {"data": None})
    ),
    "nul-crash": Shown("query ($s: String!) {category(slug: $s) {name}}", crash("NUL"), {"s": "a\0b"}),
    "non-ascii-crash": Shown("query ($s: String!) {search(text: $s) {__typename}}", crash("codec"), {"s": "Väster"}),
    "emoji-crash": Shown(
        "query ($s: String!) {items(filter: {nameContains: $s}) {totalCount}}", crash("1366"), {"s": "bolt 🔩"}
    ),
    "empty-string-crash": Shown('{search(text: "") {__typename}}', crash("index out of range")),
    "negative-first-crash": Shown("{orders(first: -1) {totalCount}}", crash("islice()")),
    "zero-first-crash": Shown("{items(first: 0) {totalCount}}", crash("division by zero")),
    "day-overflow-crash": Shown('{deliveryDay(start: "2024-05-06", workingDays: 2147483647)}', crash("magnitude")),
    "quantity-overflow-crash": Shown(
        '{quote(lines: [{sku: "BO-0001", quantity: 2147483647}]) {total {amount}}}', crash("too big to convert")
    ),
    "null-argument-crash": Shown(
        "{suppliers {items(after: null) {totalCount}}}", crash("'NoneType' object has no attribute")
    ),
    "empty-list-crash": Shown("{cheapest(skus: []) {sku}}", crash("empty")),
    "enum-value-crash": Shown("{items(sort: ADDED) {totalCount}}", crash("ADDED")),
    "leap-day-crash": Shown(
        '{deliveryDay(start: "2024-02-29")}',
        crash("day is out of range"),
    ),
    "old-date-crash": Shown(
        '{statistics(since: "0001-01-01") {orderCount}}',
        lambda reply: reply.status == 400 and "negative int to unsigned" in reply.message and reply.codes == [None],
    ),
    "cursor-crash": Shown('{categories {items(after: "first") {totalCount}}}', crash("base64")),
    "deep-filter-crash": Shown(
        '{items(filter: {not: {or: [{and: [{nameContains: "x"}]}]}}) {totalCount}}', crash("recursion")
    ),
    "union-member-unknown": Shown('{search(text: "screw") {__typename}}', crash("'Categories' that does not exist")),
    "interface-member-unknown": Shown('{item(sku: "KI-0001") {name}}', crash("must resolve to an Object type")),
    "top-category-crash": Shown("{categories {parent {name}}}", crash("'NoneType' object has no attribute 'slug'")),
    "deep-nesting-crash": Shown(DEEP, lambda reply: "index out of range" in reply.message and reply.codes[0] is None),
    "alias-lost": Shown(
        "{orders {nodes {n: number}}}", lambda reply: reply.data["orders"]["nodes"][0] == {"number": 31}
    ),
    "masked-crash": Shown(
        "{suppliers {address {city}}}",
        lambda reply: (reply.message, reply.codes[0]) == ("Internal server error", "INTERNAL_SERVER_ERROR"),
    ),
    "stack-trace-leak": Shown('{supplier(id: "42") {name}}', crash("Traceback (most recent call last)")),
    "sql-leak": Shown('{itemBy(lookup: {name: "O\'Brien"}) {sku}}', crash("SELECT * FROM items")),
    "password-leak": Shown("{statistics {busiestDay}}", crash("postgresql://shop:correct-horse@")),
    "stars-crash": Shown(
        'mutation {createReview(input: {sku: "BO-0001", stars: 100}) {id}}', crash("index out of range")
    ),
    "unique-name-crash": Shown(
        'mutation {createSupplier(input: {name: "Ringskruv"}) {id}}', crash("UNIQUE constraint failed")
    ),
    "delete-unknown-crash": Shown(
        'mutation {deleteReview(id: "U3VwcGxpZXI6MjE=") {id}}', crash("'NoneType' object has no")
    ),
    "order-of-nothing-crash": Shown("mutation {createOrder(input: {lines: []}) {id}}", crash("empty")),
    "json-shape-crash": Shown('mutation {updateItem(sku: "BO-0001", attributes: [1]) {sku}}', crash("'items'")),
    "long-string-500": Shown(
        "query ($i: ID!) {node(id: $i) {id}}",
        lambda reply: reply.status == 500 and "too long" in reply.message,
        {"i": LONG},
    ),
    "unknown-id-500": Shown('{order(id: "T3JkZXI6OTk=") {number}}', lambda reply: reply.status == 500),
    "html-error-page": Shown(
        '{item(sku: "ZZ-9999") {name}}',
        lambda reply: reply.status == 500 and "text/html" in reply.headers["content-type"] and b"<h1>" in reply.body,
    ),
    "dropped-connection": Shown('{search(text: "a", limit: -1) {__typename}}', lambda reply: not reply.complete),
    "truncated-body": Shown("{suppliers {name}}", lambda reply: reply.complete and not reply.body.endswith(b"}")),
    "empty-body": Shown('{userProjects(id: "100") {name}}', lambda reply: (reply.status, reply.body) == (200, b"")),
    "invalid-operation-500": Shown("{nonsense}", lambda reply: reply.status == 500 and reply.errors),
    "unknown-field-accepted": Shown(
        "{categories {slug nonsense}}", lambda reply: reply.status == 200 and reply.data and not reply.errors
    ),
    "conditions-ignored": Shown(
        "query ($no: Boolean!) {categories {slug @include(if: $no) name @skip(if: true)}}",
        lambda reply: reply.data["categories"][0] == {"slug": "hardware", "name": "Hardware"},
        {"no": False},
    ),
}

SILENT = [fault for fault in FAULTS if fault.name != "hang" and fault.kind not in {"state", "wrong answer"}]
"""``hang`` takes time, and is shown in a test of its own; faults of state show in sequences: ``test_state_faults``; wrong
answers show beside right ones: ``test_answers_faults``."""


@pytest.fixture(scope="module")
def demo():
    """The demo with these faults: one for all operations that only read, a new one for each that changes data."""
    shared = cache(lambda *faults: create_app(faults))
    return lambda query, *faults: create_app(faults) if query.startswith("mutation") else shared(*faults)


@pytest.mark.parametrize("fault", SILENT, ids=lambda fault: fault.name)
def test_shows_itself_alone(fault: Any, demo: Any, ask: Any):
    shown = SHOWN[fault.name]
    usual = ask(demo(shown.query), shown.query, shown.variables)
    reply = ask(demo(shown.query, fault.name), shown.query, shown.variables)
    assert shown.check(reply), reply
    assert (reply.status, reply.body, reply.complete) != (usual.status, usual.body, usual.complete)


@pytest.mark.parametrize("fault", SILENT, ids=lambda fault: fault.name)
def test_the_healthy_demo_answers_the_same_operation_politely(fault: Any, demo: Any, ask: Any):
    shown = SHOWN[fault.name]
    reply = ask(demo(shown.query), shown.query, shown.variables)
    assert reply.status in (200, 400)
    assert reply.complete
    assert set(reply.codes) <= {"BAD_USER_INPUT", "NOT_FOUND"} or "nonsense" in shown.query


@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: fault.name)
@pytest.mark.unmeasured
def test_leaves_the_rest_as_it_was(fault: Any, demo: Any, ask: Any):
    for query in (SHOP if fault.study or "Query.project" in fault.places else STUDY, INTROSPECTION):
        reply, usual = ask(demo(query, fault.name), query), ask(demo(query), query)
        assert (reply.status, reply.payload) == (usual.status, usual.payload)


@pytest.mark.parametrize("name", SHOWCASE)
def test_those_of_the_showcase_do_not_hide_each_other(name: str, demo: Any, ask: Any):
    shown = SHOWN[name]
    assert shown.check(ask(demo(shown.query, *SHOWCASE), shown.query, shown.variables))


def test_all_faults_together_still_make_a_server(ask: Any):
    app = create_app(fault.name for fault in FAULTS)
    assert ask(app, INTROSPECTION).data["__schema"]["queryType"]["name"] == "Query"


def test_hang_waits_as_long_as_it_is_told_and_then_answers(ask: Any):
    query = 'query ($n: Int!) {deliveryDay(start: "2024-05-06", workingDays: $n)}'
    app = create_app(["hang"], hang=0.01)
    assert ask(app, query, {"n": 2}).data == {"deliveryDay": "2024-05-08"}
    assert ask(app, query, {"n": 2**31 - 1}).codes == ["BAD_USER_INPUT"]


def test_there_are_the_studys_fifteen_and_many_more():
    study = [fault for fault in FAULTS if fault.study]
    kinds = [fault.kind for fault in study]
    assert [kinds.count(kind) for kind in dict.fromkeys(kinds)] == [3, 4, 4, 4]
    assert len(FAULTS) - len(study) >= 40


def test_names_are_unique_and_sentences_are_whole():
    assert len({fault.name for fault in FAULTS}) == len(FAULTS)
    for fault in FAULTS:
        assert fault.name == fault.name.lower()
        assert " " not in fault.name
        assert fault.about.endswith(".")
        assert fault.weaves


def test_an_aliased_unchecked_value_is_changed_at_each_of_its_places(ask: Any):
    query = "{a: orders {nodes {x: number}} b: orders(first: 1) {nodes {number}}}"
    data = ask(create_app(["string-for-int"]), query).data
    assert [node["x"] for node in data["a"]["nodes"]] == ["31", "32", "33", "34"]
    assert data["b"]["nodes"] == [{"number": "31"}]


def test_two_changes_of_one_value_compose_though_one_takes_the_place_of_the_other_away(ask: Any):
    app = create_app(["string-for-int", "alias-lost", "object-for-list", "typename-of-sibling"])
    data = ask(app, "{orders {nodes {n: number lines {item {__typename}}}}}").data
    assert data["orders"]["nodes"][0] == {"number": "31", "lines": {"item": {"__typename": "Part"}}}


def test_every_place_named_by_a_fault_is_in_the_schema():
    schema = executable_schema()
    for fault in FAULTS:
        for weave in fault.weaves:
            place = getattr(weave, "coordinate", "") or getattr(weave, "mark", "")
            name, dot, field = place.partition(".")
            if dot and field != "__typename":
                assert field in schema.type_map[name].fields
            elif isinstance(weave, AtResolver):
                assert name in schema.type_map
    assert {AtOutput, AtEnvelope, AtWire} <= {type(weave) for fault in FAULTS for weave in fault.weaves}


def test_conditions_ignored_keeps_variables_that_are_used_elsewhere(ask: Any):
    query = "query ($s: String!, $b: Boolean!) {category(slug: $s) {slug @skip(if: $b) ...F @include(if: $b)}}"
    reply = ask(create_app(["conditions-ignored"]), query + " fragment F on Category {name}", {"s": "tools", "b": True})
    assert json.loads(reply.body) == {"data": {"category": {"slug": "tools", "name": "Tools"}}}


ORDINARY = [
    ("project-id-not-a-number", '{project(id: "2") {name}}'),
    ("project-id-out-of-range", '{project(id: "2") {name} none: project(id: "foo") {name}}'),
    ("nul-crash", '{category(slug: "tools") {name}}'),
    ("non-ascii-crash", '{search(text: "bolt") {__typename}}'),
    ("emoji-crash", '{items(filter: {nameContains: "ö"}) {totalCount}}'),
    ("empty-string-crash", '{search(text: "b") {__typename}}'),
    ("negative-first-crash", "{orders(first: 2) {totalCount} all: orders(first: null) {totalCount}}"),
    ("zero-first-crash", "{items(first: 2) {totalCount} all: items {totalCount}}"),
    ("day-overflow-crash", '{deliveryDay(start: "2024-05-06")}'),
    ("quantity-overflow-crash", '{quote(lines: [{sku: "BO-0001", quantity: 5}]) {total {text}}}'),
    ("null-argument-crash", '{suppliers {items(after: "cm93OjA=") {totalCount}}}'),
    ("empty-list-crash", '{cheapest(skus: ["BO-0001"]) {sku}}'),
    ("enum-value-crash", "{items(sort: PRICE) {nodes {sku}} usual: items(sort: null) {nodes {sku}}}"),
    ("leap-day-crash", '{deliveryDay(start: "2024-02-28")}'),
    ("old-date-crash", '{statistics(since: "2024-02-29") {orderCount} all: statistics {orderCount}}'),
    ("cursor-crash", '{categories {items(after: "cm93OjA=") {totalCount}}}'),
    ("deep-filter-crash", '{items(filter: {not: {or: [{nameContains: "x"}]}}) {totalCount}}'),
    ("union-member-unknown", '{search(text: "kit", kinds: [KIT]) {__typename}}'),
    ("interface-member-unknown", '{item(sku: "BO-0001") {name}}'),
    ("top-category-crash", '{category(slug: "screws") {parent {name}}}'),
    ("deep-nesting-crash", "{items {nodes {supplier {name}}}}"),
    ("alias-lost", "{orders {nodes {number}}}"),
    ("masked-crash", '{supplier(id: "U3VwcGxpZXI6MjE=") {address {city}}}'),
    ("stack-trace-leak", '{supplier(id: "U3VwcGxpZXI6MjE=") {name}}'),
    ("sql-leak", '{itemBy(lookup: {name: "hammer"}) {sku} other: itemBy(lookup: {sku: "BO-0001"}) {sku}}'),
    ("stars-crash", 'mutation {createReview(input: {sku: "BO-0001", stars: 5}) {id}}'),
    ("unique-name-crash", 'mutation {createSupplier(input: {name: "New"}) {id}}'),
    ("delete-unknown-crash", 'mutation {deleteReview(id: "UmV2aWV3OjQx") {remaining}}'),
    ("order-of-nothing-crash", 'mutation {createOrder(input: {lines: [{sku: "BO-0001"}]}) {number}}'),
    ("json-shape-crash", 'mutation {updateItem(sku: "BO-0001", attributes: {a: 1}) {sku}}'),
    ("long-string-500", '{node(id: "UGFydDoxMQ==") {id}}'),
    ("unknown-id-500", '{order(id: "T3JkZXI6MzE=") {number}}'),
    ("html-error-page", '{item(sku: "BO-0001") {name}}'),
    ("dropped-connection", '{search(text: "a") {__typename}}'),
    ("error-without-message", '{nodes(ids: ["UGFydDoxMQ=="]) {id}}'),
    ("errors-as-text", "{orders {totalCount}}"),
    ("conditions-ignored", "query ($yes: Boolean = true) {categories {slug @include(if: $yes)}}"),
]


@pytest.mark.parametrize(("name", "query"), ORDINARY, ids=[name for name, _ in ORDINARY])
def test_does_not_strike_on_ordinary_input(name: str, query: str, demo: Any, ask: Any):
    reply, usual = ask(demo(query, name), query), ask(demo(query), query)
    assert not usual.errors
    assert (reply.status, reply.payload) == (usual.status, usual.payload)
