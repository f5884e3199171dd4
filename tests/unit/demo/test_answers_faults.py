"""Every wrong answer, alone: operations that the healthy demo answers rightly and it wrongly, both without errors."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import pytest
from graphql import graphql

from querious.demo import FAULTS, create_app
from querious.demo.context import Context
from querious.demo.data import filled_store
from querious.demo.executable import executable_schema
from querious.demo.faults.fault import AtResolver

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

pytestmark = pytest.mark.any_graphql_core

ANSWERS = [fault for fault in FAULTS if fault.kind == "wrong answer"]

NORDIC, RINGSKRUV = "U3VwcGxpZXI6MjE=", "U3VwcGxpZXI6MjI="
BOLT, SCREW, NO_PART, HAMMER = "UGFydDoxMQ==", "UGFydDoxMg==", "UGFydDo5OQ==", "VG9vbDoxNg=="
FIRST_ORDER = "T3JkZXI6MzE="


@dataclass(frozen=True)
class Wrong:
    """The leaves of the answers to operations that are sent one after the other, in the order in which they stand."""

    operations: tuple[str, ...]
    right: list[Any]
    wrong: list[Any]
    variables: dict[str, Any] | None = None


def items(arguments: str) -> str:
    return f"{{items{arguments} {{nodes {{sku}}}}}}"


def orders(arguments: str) -> str:
    return f"{{orders{arguments} {{nodes {{number}}}}}}"


SHOWN = {
    "page-one-too-many": Wrong((items("(first: 2)"),), ["KI-0001", "DR-0001"], ["KI-0001", "DR-0001", "HA-0001"]),
    "page-begins-late": Wrong(
        ('{category(slug: "hardware") {items(first: 2, after: "cm93OjE=") {nodes {sku}}}}',),
        ["WA-0001", "HA-0001"],
        ["HA-0001", "KI-0002"],
    ),
    "page-repeats-last": Wrong((orders('(first: 2, after: "cm93OjE=")'),), [33, 34], [32, 33]),
    "page-loses-last": Wrong(
        (f'{{supplier(id: "{RINGSKRUV}") {{items {{nodes {{sku}} totalCount}}}}}}',), ["SC-0002", 1], [1]
    ),
    "full-page-means-more": Wrong(("{orders(first: 4) {pageInfo {hasNextPage}}}",), [False], [True]),
    "end-cursor-of-first": Wrong(
        (f'{{supplier(id: "{NORDIC}") {{items(first: 3) {{pageInfo {{endCursor}}}}}}}}',), ["cm93OjI="], ["cm93OjA="]
    ),
    "last-in-reverse": Wrong(
        ('{category(slug: "hardware") {items(last: 3) {nodes {sku}}}}',),
        ["WA-0001", "HA-0001", "KI-0002"],
        ["KI-0002", "HA-0001", "WA-0001"],
    ),
    "count-of-page": Wrong(('{item(sku: "BO-0001") {reviews(first: 1) {totalCount}}}',), [2], [1]),
    "count-without-filter": Wrong(('{items(filter: {nameContains: "kit"}) {totalCount}}',), [2], [8]),
    "stale-count": Wrong(("{orders {nodes {number} totalCount}}",), [31, 32, 33, 34, 4], [31, 32, 33, 34, 3]),
    "sorted-after-paging": Wrong(
        (
            items("(first: 3)"),
            items('(first: 3, after: "cm93OjI=")'),
        ),
        ["KI-0001", "DR-0001", "HA-0001", "BO-0001", "SC-0002", "KI-0002"],
        ["BO-0001", "SC-0002", "SC-0001", "DR-0001", "HA-0001", "WA-0001"],
    ),
    "min-price-reversed": Wrong(
        (items('(filter: {minPrice: "20"})'),), ["DR-0001", "HA-0001"], ["KI-0001", "BO-0001", "SC-0002", "KI-0002"]
    ),
    "category-filter-ignored": Wrong(
        (items('(filter: {category: "screws"})'),), ["SC-0001"], ["KI-0001", "DR-0001", "HA-0001", "BO-0001"]
    ),
    "second-condition-ignored": Wrong(
        (items('(filter: {nameContains: "screw", minPrice: "1"})'),), ["KI-0002"], ["SC-0002", "KI-0002", "SC-0001"]
    ),
    "name-filter-by-description": Wrong(
        (items('(filter: {nameContains: "bolt"})'),), ["KI-0001", "BO-0001"], ["KI-0001"]
    ),
    "availability-forgets-low": Wrong(
        (
            items("(filter: {availability: [LOW]})"),
            items("(filter: {availability: [LOW, SOLD_OUT]})"),
        ),
        ["KI-0001", "SC-0001", "KI-0001", "SC-0002", "SC-0001"],
        ["SC-0002"],
    ),
    "status-first-only": Wrong((orders("(status: [SHIPPED, CANCELLED])"),), [31, 33], [31]),
    "from-compares-ship-day": Wrong((orders('(placedFrom: "2024-04-09T00:00:00Z")'),), [33, 34], [32]),
    "starts-with-anywhere": Wrong(('{suppliers(nameStartsWith: "bolts") {name}}',), [], ["Nordic Bolts"]),
    "price-sorted-as-text": Wrong(
        (items("(sort: PRICE, first: 8)"),),
        ["WA-0001", "SC-0001", "SC-0002", "BO-0001", "KI-0002", "KI-0001", "HA-0001", "DR-0001"],
        ["WA-0001", "SC-0001", "SC-0002", "BO-0001", "DR-0001", "HA-0001", "KI-0002", "KI-0001"],
    ),
    "stock-not-sorted": Wrong(
        (items("(sort: STOCK)"),),
        ["SC-0002", "SC-0001", "KI-0001", "DR-0001"],
        ["BO-0001", "SC-0001", "SC-0002", "WA-0001"],
    ),
    "direction-ignored": Wrong(
        (items("(direction: DESC)"),),
        ["SC-0001", "WA-0001", "KI-0002", "SC-0002"],
        ["KI-0001", "DR-0001", "HA-0001", "BO-0001"],
    ),
    "limit-per-kind": Wrong(('{search(text: "screw", limit: 1) {__typename}}',), ["Part"], ["Part", "Category"]),
    "lookup-counts-from-zero": Wrong(('{project(id: "1") {id} none: project(id: "2") {id}}',), ["1", "2"], ["2", None]),
    "unknown-gives-first": Wrong(
        ('{item(sku: "ZZ-9999") {sku} there: item(sku: "HA-0001") {sku}}',), [None, "HA-0001"], ["BO-0001", "HA-0001"]
    ),
    "lookup-by-prefix": Wrong(
        ('{category(slug: "kit") {slug} there: category(slug: "kits") {slug}}',), [None, "kits"], ["kits", "kits"]
    ),
    "nodes-as-stored": Wrong(
        (f'{{nodes(ids: ["{SCREW}", "{BOLT}"]) {{id}}}}',),
        ["UGFydDoxMg==", "UGFydDoxMQ=="],
        ["UGFydDoxMQ==", "UGFydDoxMg=="],
    ),
    "nodes-without-missing": Wrong(
        (f'{{nodes(ids: ["{NO_PART}", "{BOLT}"]) {{id}}}}',), [None, "UGFydDoxMQ=="], ["UGFydDoxMQ=="]
    ),
    "nodes-one-of-a-type": Wrong(
        (f'{{nodes(ids: ["{BOLT}", "{HAMMER}", "{SCREW}"]) {{id}}}}',),
        ["UGFydDoxMQ==", "VG9vbDoxNg==", "UGFydDoxMg=="],
        ["UGFydDoxMQ==", "VG9vbDoxNg==", "UGFydDoxMQ=="],
    ),
    "cheapest-without-last": Wrong(
        ('{one: cheapest(skus: ["BO-0001"]) {sku} two: cheapest(skus: ["BO-0001", "WA-0001"]) {sku}}',),
        ["BO-0001", "WA-0001"],
        [None, "BO-0001"],
    ),
    "cache-without-id": Wrong(
        (
            f'{{supplier(id: "{NORDIC}") {{name}}}}',
            f'{{supplier(id: "{RINGSKRUV}") {{name}}}}',
        ),
        ["Nordic Bolts", "Ringskruv"],
        ["Nordic Bolts", "Nordic Bolts"],
    ),
    "cache-without-kinds": Wrong(
        (
            '{search(text: "kit", limit: 1) {__typename}}',
            '{search(text: "kit", kinds: [CATEGORY]) {__typename}}',
        ),
        ["Kit", "Category"],
        ["Kit", "Kit"],
    ),
    "cache-without-currency": Wrong(
        (
            '{item(sku: "HA-0001") {price {text}}}',
            '{item(sku: "HA-0001") {price(currency: SEK) {text}}}',
        ),
        ["24.50 EUR", "281.75 SEK"],
        ["24.50 EUR", "24.50 EUR"],
    ),
    "project-texts-swapped": Wrong(
        ('{userProjects(id: "200") {name description}}',),
        ["Project 2", "Not an awesome project!"],
        ["Not an awesome project!", "Project 2"],
    ),
    "last-project-lost": Wrong(('{userProjects(id: "100") {id}}',), ["1", "2"], ["1"]),
    "last-category-lost": Wrong(("{categories {slug}}",), ["hardware", "tools", "kits"], ["hardware", "tools"]),
    "street-city-swapped": Wrong(
        (
            f'{{order(id: "{FIRST_ORDER}") {{shipTo {{street city}}}} orders(first: 1) {{nodes {{shipTo {{street city}}}}}}}}',
        ),
        ["Ringvägen 12", "Stockholm", "Ringvägen 12", "Stockholm"],
        ["Stockholm", "Ringvägen 12", "Ringvägen 12", "Stockholm"],
    ),
    "grams-for-kilograms": Wrong(
        (f'{{node(id: "{BOLT}") {{... on Part {{weight}}}} item(sku: "BO-0001") {{... on Part {{weight}}}}}}',),
        [0.021, 0.021],
        [21.0, 0.021],
    ),
    "cents-for-euros": Wrong(
        ('{itemBy(lookup: {sku: "HA-0001"}) {price {text}} item(sku: "HA-0001") {price {text}}}',),
        ["24.50 EUR", "24.50 EUR"],
        ["2450.00 EUR", "24.50 EUR"],
    ),
    "search-index-stale": Wrong(
        ('{search(text: "hammer") {... on Tool {stock}} item(sku: "HA-0001") {stock}}',), [15, 15], [16, 15]
    ),
    "buyer-of-neighbour": Wrong(
        (f'{{orders(first: 3) {{nodes {{placedBy {{name}}}}}} order(id: "{FIRST_ORDER}") {{placedBy {{name}}}}}}',),
        ["Burt", "Earnie", "Earnie", "Burt"],
        ["Earnie", "Earnie", "Earnie", "Burt"],
    ),
    "reviews-of-supplier": Wrong(
        ('{item(sku: "DR-0001") {reviews {nodes {item {sku}}}}}',),
        ["DR-0001"],
        ["BO-0001", "BO-0001", "DR-0001", "KI-0001"],
    ),
    "batch-mixed-up": Wrong(
        (
            "{items(first: 2) {nodes {reviews {nodes {author {name}}}}}}",
            '{item(sku: "KI-0001") {reviews {nodes {author {name}}}}}',
        ),
        ["Earnie", "Burt", "Earnie"],
        ["Burt", "Earnie", "Earnie"],
    ),
    "code-not-sku": Wrong(('{item(sku: "BO-0001") {sku code}}',), ["BO-0001", "BO-0001"], ["BO-0001", "BO0001"]),
    "picture-lost": Wrong(('{item(sku: "BO-0001") {picture}}',), ["https://shop.example/pictures/BO-0001.png"], [None]),
    "total-without-last-line": Wrong(
        (f'{{order(id: "{FIRST_ORDER}") {{lines {{subtotal {{text}}}} total {{text}}}}}}',),
        ["35.00 EUR", "129.00 EUR", "164.00 EUR"],
        ["35.00 EUR", "129.00 EUR", "35.00 EUR"],
    ),
    "subtotal-of-one": Wrong(
        (f'{{order(id: "{FIRST_ORDER}") {{lines {{quantity unitPrice {{text}} subtotal {{text}}}}}}}}',),
        [100, "0.35 EUR", "35.00 EUR", 1, "129.00 EUR", "129.00 EUR"],
        [100, "0.35 EUR", "0.35 EUR", 1, "129.00 EUR", "129.00 EUR"],
    ),
    "quote-rounded": Wrong(
        ('{quote(lines: [{sku: "HA-0001"}], discount: 0.1) {subtotal {text} discount {text} total {text}}}',),
        ["24.50 EUR", "2.45 EUR", "22.05 EUR"],
        ["24.50 EUR", "2.45 EUR", "22.00 EUR"],
    ),
    "kits-at-old-rate": Wrong(
        ('{item(sku: "KI-0001") {price {text} sek: price(currency: SEK) {text}}}',),
        ["6.90 EUR", "79.35 SEK"],
        ["6.90 EUR", "71.07 SEK"],
    ),
    "currency-ignored": Wrong(("{orders(first: 1) {nodes {total(currency: USD) {currency}}}}",), ["USD"], ["EUR"]),
    "orders-counted-by-line": Wrong(("{statistics {orderCount} orders {totalCount}}",), [4, 4], [6, 4]),
    "total-without-lines": Wrong(
        (
            f'{{order(id: "{FIRST_ORDER}") {{total {{text}}}}}}',
            f'{{order(id: "{FIRST_ORDER}") {{total {{text}} ...F}}}} fragment F on Order {{lines {{quantity}}}}',
        ),
        ["164.00 EUR", "164.00 EUR", 100, 1],
        ["0.00 EUR", "164.00 EUR", 100, 1],
    ),
    "fragment-not-loaded": Wrong(
        (
            f'{{supplier(id: "{NORDIC}") {{address {{city}}}}}}',
            f'{{supplier(id: "{NORDIC}") {{... on Supplier {{address {{city}}}}}}}}',
        ),
        ["Västerås", "Västerås"],
        ["Västerås", None],
    ),
    "alias-not-loaded": Wrong(
        ("{suppliers(first: 1) {website home: website}}",),
        ["https://bolts.example/", "https://bolts.example/"],
        ["https://bolts.example/", None],
    ),
    "variable-not-read": Wrong(
        ('query ($most: Int) {item(sku: "BO-0001") {related(limit: $most) {sku} one: related(limit: 1) {sku}}}',),
        ["SC-0001", "SC-0001"],
        ["SC-0001", "DR-0001", "SC-0001"],
        {"most": 1},
    ),
    "replica-behind": Wrong(('{item(sku: "HA-0001") {stock}}',) * 7, [15] * 7, [15] * 6 + [16]),
    "order-not-fixed": Wrong(
        (
            "{suppliers(first: 1) {name}}",
            "{suppliers(first: 1) {name}}",
        ),
        ["Nordic Bolts", "Nordic Bolts"],
        ["Nordic Bolts", "Toolsmiths"],
    ),
}


def leaves(data: Any) -> Iterator[Any]:
    if isinstance(data, dict | list):
        for value in data.values() if isinstance(data, dict) else data:
            yield from leaves(value)
    else:
        yield data


@pytest.fixture
def answers(ask: Any) -> Callable[..., list[Any]]:
    """All leaves of the answers that an app gives to operations in turn; none of them has errors."""

    def asked(app: Any, shown: Wrong) -> list[Any]:
        replies = [ask(app, operation, shown.variables) for operation in shown.operations]
        assert [(reply.status, reply.errors) for reply in replies] == [(200, [])] * len(replies)
        return [leaf for reply in replies for leaf in leaves(reply.data)]

    return asked


def test_there_are_many_and_each_is_shown():
    assert len(ANSWERS) >= 26
    assert [fault.name for fault in ANSWERS] == list(SHOWN)


@pytest.mark.parametrize("name", SHOWN)
def test_is_wrong_where_the_healthy_demo_is_right(name: str, answers: Any):
    shown = SHOWN[name]
    assert shown.right != shown.wrong
    assert answers(create_app(), shown) == shown.right
    assert answers(create_app([name]), shown) == shown.wrong


@pytest.mark.parametrize("fault", ANSWERS, ids=lambda fault: fault.name)
def test_is_valid_by_the_schema_because_the_executor_checks_it(fault: Any):
    assert {type(weave) for weave in fault.weaves} == {AtResolver}


@pytest.mark.parametrize("name", SHOWN)
@pytest.mark.unmeasured
def test_no_app_remembers_for_another(name: str, ask: Any):
    shown = SHOWN[name]
    apps = create_app([name]), create_app([name])
    replies = [[ask(app, operation, shown.variables).data for app in apps] for operation in shown.operations]
    for number in range(len(apps)):
        assert list(leaves([reply[number] for reply in replies])) == shown.wrong


@pytest.mark.parametrize("fault", ANSWERS, ids=lambda fault: fault.name)
@pytest.mark.unmeasured
def test_what_is_stored_stays_as_it_is(fault: Any):
    schema, store = executable_schema(fault.weaves), filled_store()
    shown = SHOWN[fault.name]
    for operation in shown.operations:
        asking = graphql(schema, operation, context_value=Context(store, 0), variable_values=shown.variables)
        assert asyncio.run(asking).errors is None
    assert store == filled_store()


def test_they_are_all_over_the_api():
    schema = executable_schema()
    places = {place for fault in ANSWERS for place in fault.places}
    roots = {place for place in places if place.startswith("Query.")}
    assert len(roots) >= 0.7 * len(schema.query_type.fields)
    assert len({place.partition(".")[0] for place in places}) >= 9
