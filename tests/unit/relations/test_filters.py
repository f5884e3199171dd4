from __future__ import annotations

from decimal import Decimal
from typing import Any

import pytest

from querious.model import Severity
from querious.model.document_text import write
from querious.relations.filters import RELATION
from relating import Api, said

SDL = """
    scalar DateTime scalar Decimal
    enum Status { OPEN DONE LATE }
    type Query {
      orders(
        status: [Status!], minPrice: Decimal, maxPrice: Decimal, placedFrom: DateTime, placedBefore: DateTime,
        nameContains: String, nameStartsWith: String, topic: String, stock_gt: Int, name: String, search: String,
        first: Int
      ): Orders
      shops: [Shop!]!
    }
    type Shop { id: ID! orders(status: Status, first: Int): [Order!]! }
    type Orders { nodes: [Order!]! totalCount: Int! }
    type Money { amount: Decimal! currency: String! }
    type Topic { id: ID! slug: String! name: String! parent: Topic }
    type Order {
      id: ID! name: String! stock: Int! price(currency: String = "EUR"): Money! status: Status! placedAt: DateTime! topic: Topic!
    }
"""
TOPICS = {slug: {"id": f"t{slug}", "slug": slug, "name": slug.title()} for slug in ("screws", "bolts", "tools")}
ROWS: list[dict[str, Any]] = [
    {
        "id": str(number),
        "name": name,
        "stock": stock,
        "amount": amount,
        "price": {"amount": amount, "currency": "EUR"},
        "status": status,
        "placedAt": f"2024-0{number}-01T10:00:00Z",
        "topic": TOPICS[topic],
    }
    for number, (name, stock, amount, status, topic) in enumerate(
        [
            ("Hex bolt", 900, "0.35", "OPEN", "bolts"),
            ("Wood screw", 3, "0.08", "DONE", "screws"),
            ("Kit of screws", 0, "12.00", "LATE", "screws"),
            ("Drill", 7, "129.00", "OPEN", "tools"),
            ("Hammer", 15, "24.50", "DONE", "tools"),
            ("Long bolt", 4, "3.00", "OPEN", "bolts"),
        ],
        1,
    )
]
RULES: dict[str, Any] = {
    "status": lambda row, value: row["status"] in value,
    "minPrice": lambda row, value: Decimal(row["amount"]) >= Decimal(value),
    "maxPrice": lambda row, value: Decimal(row["amount"]) <= Decimal(value),
    "placedFrom": lambda row, value: row["placedAt"] >= value,
    "placedBefore": lambda row, value: row["placedAt"] < value,
    "nameContains": lambda row, value: value.lower() in row["name"].lower(),
    "nameStartsWith": lambda row, value: row["name"].lower().startswith(value.lower()),
    "topic": lambda row, value: row["topic"]["slug"] == value,
    "stock_gt": lambda row, value: row["stock"] > value,
    "name": lambda row, value: value.lower() in row["name"].lower(),
    "search": lambda row, value: False,
}


def shop(first_of: int | None = None, total=len, **rules: Any) -> Api:
    known = {**RULES, **rules}

    def orders(_: Any, info: Any, first=4, **asked: Any) -> Any:
        rows = [row for row in ROWS if all(known[name](row, value) for name, value in asked.items())]
        return {"nodes": rows[: min(first, first_of or first)], "totalCount": total(rows)}

    api = Api(SDL, {"Query.orders": orders, "Query.shops": lambda *_: []})
    return api.know("{ orders { nodes { id } } }")


@pytest.mark.parametrize(
    "api",
    [
        shop(),
        shop(first_of=3),
        shop(placedFrom=lambda row, value: row["placedAt"] > value),
        shop(placedBefore=lambda row, value: row["placedAt"] <= value),
        shop(topic=lambda row, value: row["topic"]["id"] == value),
        shop(topic=lambda row, value: row["topic"]["name"] == value),
        shop(
            topic=lambda row, value: (
                row["topic"]["slug"] == value or (value == "tools" and row["topic"]["slug"] == "bolts")
            )
        ),
        shop(name=lambda row, value: row["name"] == value),
        shop(nameContains=lambda row, value: value in row["name"]),
        shop(topic=lambda row, value: False),
    ],
)
@pytest.mark.unmeasured
def test_healthy_filters_are_left_alone(api: Api):
    assert said(api.found(RELATION)) == []
    assert api.requests > 12


@pytest.mark.parametrize(
    ("rules", "message"),
    [
        ({"minPrice": lambda row, value: Decimal(row["amount"]) <= Decimal(value)}, "minPrice lets a row through"),
        (
            {"minPrice": lambda row, value: Decimal(row["amount"]) * 100 >= Decimal(value)},
            "minPrice lets a row through",
        ),
        ({"minPrice": lambda row, value: row["amount"] >= value}, "minPrice"),
        ({"maxPrice": lambda row, value: True}, "maxPrice lets a row through"),
        ({"maxPrice": lambda row, value: row["stock"] <= Decimal(value)}, "maxPrice"),
        ({"maxPrice": lambda row, value: Decimal(row["amount"]) < Decimal(value)}, "maxPrice leaves out a row"),
        ({"status": lambda row, value: row["status"] == value[0]}, "status leaves out a row"),
        ({"placedFrom": lambda row, value: row["placedAt"] <= value}, "placedFrom lets a row through"),
        ({"placedBefore": lambda row, value: False}, "placedBefore leaves out a row"),
        (
            {"nameContains": lambda row, value: row["name"].lower().startswith(value.lower())},
            "nameContains leaves out a row",
        ),
        (
            {"nameStartsWith": lambda row, value: value.lower() in row["name"].lower()},
            "nameStartsWith lets a row through",
        ),
        ({"topic": lambda row, value: True}, "topic lets a row through"),
        ({"stock_gt": lambda row, value: row["stock"] >= value}, "stock_gt lets a row through"),
        ({"name": lambda row, value: True}, "name lets a row through"),
    ],
)
@pytest.mark.unmeasured
def test_filters_that_break_their_word_are_found(rules: Any, message: str):
    assert f"Query.orders: the filter {message}" in "\n".join(said(shop(**rules).found(RELATION)))


EXCLUDING = """
    enum State { NEW SENT DONE }
    input States { not: State notIn: [State!] }
    type Query { jobs(state: States): [Job!]! }
    type Job { id: ID! state: State! }
"""


def jobs(excluded: Any) -> Api:
    rows = [{"id": str(place), "state": state} for place, state in enumerate(["NEW", "DONE", "SENT", "NEW", "DONE"])]

    def resolve(*_: Any, state: dict[str, Any] | None = None) -> Any:
        return [row for row in rows if not any(excluded(row["state"], value) for value in (state or {}).values())]

    return Api(EXCLUDING, {"Query.jobs": resolve}).know("{ jobs { id state } }")


def test_filters_that_keep_a_value_out_are_held_to_it():
    def among(state: str, value: Any) -> bool:
        return state in value if isinstance(value, list) else state == value

    assert said(jobs(among).found(RELATION)) == []
    last_only = jobs(lambda state, value: state == (value[-1] if isinstance(value, list) else value))
    assert {(one.severity, one.message.split(" whose ")[0]) for one in last_only.found(RELATION)} == {
        (Severity.FAULT, "the filter state.notIn lets a row through")
    }
    never = jobs(lambda state, value: isinstance(value, list) and state in value)
    assert {(one.severity, one.message.split(" whose ")[0]) for one in never.found(RELATION)} == {
        (Severity.FAULT, "the filter state.not lets a row through")
    }


COUNTED = "type Query { tasks(minPoints: Int, maxPoints: Int): [Task!]! } type Task { id: ID! points: Int! }"
TASKS = [{"id": str(place), "points": place // 2} for place in range(9)]


def counted(**rules: Any) -> Api:
    known = {
        "minPoints": lambda row, value: row["points"] >= value,
        "maxPoints": lambda row, value: row["points"] <= value,
        **rules,
    }

    def tasks(*_: Any, **asked: Any) -> list[dict[str, Any]]:
        return [row for row in TASKS if all(known[name](row, value) for name, value in asked.items())]

    return Api(COUNTED, {"Query.tasks": tasks}).know("{ tasks { id points } }")


def test_a_least_whole_number_that_is_left_out_each_time_is_a_fault():
    found = counted(minPoints=lambda row, value: row["points"] > value).found(RELATION)
    assert Severity.FAULT in {one.severity for one in found}
    assert said(counted().found(RELATION)) == []


RANGE = """
    type Query { tasks(filter: TaskFilter): [Task!]! } type Task { id: ID! points: Int! effort: Int! weight: Int! }
    input TaskFilter { pointsGte: Int, effortGte: Int, weightGte: Int, pointsLt: Int }
"""


@pytest.mark.parametrize("wrong", ["", "pointsLt"])
def test_both_ends_of_a_range_are_asked_together(wrong: str):
    """The upper end is forgotten beside the lower one."""

    def tasks(*_: Any, filter: Any = None) -> list[dict[str, Any]]:  # noqa: A002
        asked = filter or {}
        upper = None if wrong == "pointsLt" and "pointsGte" in asked else asked.get("pointsLt")
        found = [{**row, "effort": row["points"], "weight": row["points"]} for row in TASKS]
        for name in ("points", "effort", "weight"):
            found = [row for row in found if row[name] >= asked.get(f"{name}Gte", 0)]
        return [row for row in found if upper is None or row["points"] < upper]

    found = Api(RANGE, {"Query.tasks": tasks}).know("{ tasks { id points effort weight } }").found(RELATION)
    faults = [one.message for one in found if one.severity is Severity.FAULT]
    assert bool(faults) is bool(wrong)
    assert all(wrong in message for message in faults)


def test_other_numbers_that_are_left_out_may_be_compared_with_what_is_not_shown():
    found = counted(minPoints=lambda row, value: row["points"] - int(row["id"]) % 2 >= value).found(RELATION)
    assert {one.severity for one in found} == {Severity.SUSPICION}


def test_a_second_condition_that_is_ignored_is_found():
    def orders(_: Any, info: Any, first=4, **asked: Any) -> Any:
        rows = [row for row in ROWS if all(RULES[name](row, value) for name, value in list(asked.items())[:1])]
        return {"nodes": rows[:first], "totalCount": len(rows)}

    found = Api(SDL, {"Query.orders": orders}).know("{ orders { nodes { id } } }").found(RELATION)
    assert found
    assert all("lets a row through" in mismatch.message for mismatch in found)


def test_a_total_that_forgets_the_filter_is_found():
    found = said(shop(total=lambda rows: len(ROWS)).found(RELATION))
    assert any("totalCount is 6 with a filter" in line for line in found)


def test_a_filter_below_a_route_is_judged_for_every_object():
    def orders(shop: Any, info: Any, status=None, first=9) -> Any:
        rows = ROWS[:3] if shop["id"] == "a" else ROWS
        return [row for row in rows if status is None or row["status"] == status or shop["id"] == "a"][:first]

    shops = [{"id": "a"}, {"id": "b"}]
    api = Api(SDL, {"Shop.orders": orders, "Query.shops": lambda *_: shops})
    found = api.know("{ shops { id orders { id } } }").found(RELATION)
    assert {mismatch.coordinate for mismatch in found} == {"Shop.orders"}
    assert {mismatch.path for mismatch in found} == {"data.shops[0].orders"}


def test_an_argument_that_shapes_rows_is_no_filter():
    sdl = "enum Unit { KG LB } type Query { parts(unit: Unit): [Part!]! } type Part { id: ID! unit: Unit! }"
    parts = Api(sdl, {"Query.parts": lambda _, info, unit="KG": [{"id": str(n), "unit": unit} for n in range(3)]})
    assert said(parts.know("{ parts { id unit } }").found(RELATION)) == []


HASURA = """
    scalar numeric scalar timestamptz
    enum order_by { asc desc asc_nulls_first }
    type Query { users(where: users_bool_exp, limit: Int, offset: Int, order_by: [users_order_by!]): [users!]! }
    type users { id: Int! name: String! age: Int height: numeric created_at: timestamptz! }
    input users_order_by { name: order_by, age: order_by }
    input users_bool_exp {
      _and: [users_bool_exp!] _not: users_bool_exp _or: [users_bool_exp!]
      id: Int_comparison_exp name: String_comparison_exp age: Int_comparison_exp height: numeric_comparison_exp
      created_at: timestamptz_comparison_exp
    }
    input Int_comparison_exp { _eq: Int _gt: Int _gte: Int _in: [Int!] _is_null: Boolean _lt: Int _lte: Int _neq: Int _nin: [Int!] }
    input numeric_comparison_exp { _eq: numeric _gt: numeric _lte: numeric }
    input timestamptz_comparison_exp { _gt: timestamptz _lte: timestamptz }
    input String_comparison_exp { _eq: String _ilike: String _in: [String!] _like: String _neq: String _similar: String }
"""
COMPARE: dict[str, Any] = {
    "_eq": lambda value, wanted: value == wanted,
    "_neq": lambda value, wanted: value != wanted,
    "_gt": lambda value, wanted: value > wanted,
    "_gte": lambda value, wanted: value >= wanted,
    "_lt": lambda value, wanted: value < wanted,
    "_lte": lambda value, wanted: value <= wanted,
    "_in": lambda value, wanted: value in wanted,
}


def hasura(**rules: Any) -> Api:
    ages = [31, 18, None, 44, 18, 60]
    people = [
        {
            "id": number,
            "name": f"{name}",
            "age": age,
            "height": 1.5 + number / 10,
            "created_at": f"2024-01-0{number}T00:00:00.5+00:00",
        }
        for number, (name, age) in enumerate(zip(["Ann", "bob", "Cid", "Dan", "eve", "Zoë"], ages, strict=True), 1)
    ]
    known = {**COMPARE, **rules}

    def users(_: Any, info: Any, where=None, limit=100, offset=0, **_order: Any) -> Any:
        rows = [
            row
            for row in people
            if all(
                row[column] is not None and known[operator](row[column], wanted)
                for column, asked in (where or {}).items()
                for operator, wanted in asked.items()
            )
        ]
        return rows[offset : offset + limit]

    return Api(HASURA, {"Query.users": users}).know("{ users { id name } }")


def test_filters_of_hasura_are_understood():
    assert said(hasura().found(RELATION)) == []
    found = hasura(_gt=COMPARE["_lt"]).found(RELATION)
    assert {mismatch.message.split()[2] for mismatch in found} == {
        *("where.id._gt", "where.age._gt", "where.height._gt", "where.created_at._gt"),
    }
    assert Severity.FAULT in {mismatch.severity for mismatch in found}


POSTGRAPHILE = """
    scalar Cursor scalar BigFloat scalar Datetime
    type Query {
      allBooks(first: Int, last: Int, offset: Int, before: Cursor, after: Cursor, condition: BookCondition, filter: BookFilter): BooksConnection
    }
    input BookCondition { id: Int, title: String, price: BigFloat }
    input BookFilter { title: StringFilter, price: BigFloatFilter, and: [BookFilter!], not: BookFilter }
    input StringFilter { isNull: Boolean, equalTo: String, notEqualTo: String, in: [String!], includes: String, startsWith: String }
    input BigFloatFilter { lessThan: BigFloat, greaterThanOrEqualTo: BigFloat }
    type BooksConnection { nodes: [Book]! edges: [BooksEdge!]! pageInfo: PageInfo! totalCount: Int! }
    type BooksEdge { cursor: Cursor node: Book }
    type PageInfo { hasNextPage: Boolean! hasPreviousPage: Boolean! startCursor: Cursor endCursor: Cursor }
    type Book { nodeId: ID! id: Int! title: String! price: BigFloat }
"""


def postgraphile(*, ignore: str = "") -> Api:
    prices = ["9.50", "100", "12.00", "7", None]
    titles = ["The Sea", "a lake", "Rivers", "The Lake", "Rain"]
    books = [
        {"nodeId": f"n{number}", "id": number, "title": title, "price": price}
        for number, (title, price) in enumerate(zip(titles, prices, strict=True))
    ]

    def holds(row: Any, path: str, operator: str, wanted: Any) -> bool:
        value = row[path]
        if operator == ignore:
            return True
        if value is None:
            return False
        return {
            "equalTo": lambda: value == wanted,
            "notEqualTo": lambda: value != wanted,
            "in": lambda: value in wanted,
            "includes": lambda: wanted in value,
            "startsWith": lambda: value.startswith(wanted),
            "lessThan": lambda: Decimal(value) < Decimal(wanted),
            "greaterThanOrEqualTo": lambda: Decimal(value) >= Decimal(wanted),
        }[operator]()

    def all_books(_: Any, info: Any, condition=None, first=100, **asked: Any) -> Any:
        given = {
            **{name: {"equalTo": value} for name, value in (condition or {}).items()},
            **(asked.get("filter") or {}),
        }
        rows = [
            row
            for row in books
            if all(
                holds(row, name, operator, value) for name, test in given.items() for operator, value in test.items()
            )
        ]
        edges = [{"cursor": str(place), "node": row} for place, row in enumerate(rows)][:first]
        return {
            "nodes": rows,
            "edges": edges,
            "totalCount": len(rows),
            "pageInfo": {"hasNextPage": False, "hasPreviousPage": False},
        }

    return Api(POSTGRAPHILE, {"Query.allBooks": all_books}).know("{ allBooks { nodes { id } } }")


@pytest.mark.parametrize(
    "ignored", ["equalTo", "notEqualTo", "in", "includes", "startsWith", "lessThan", "greaterThanOrEqualTo"]
)
@pytest.mark.unmeasured
def test_filters_of_postgraphile_are_understood(ignored: str):
    found = postgraphile(ignore=ignored).found(RELATION)
    assert any(f".{ignored} " in mismatch.message for mismatch in found), said(found)


def test_healthy_filters_of_postgraphile_are_left_alone():
    assert said(postgraphile().found(RELATION)) == []


def test_the_first_questions_are_about_several_leaves_and_operators():
    first = " ".join(write(step.operation)[0] for step in postgraphile().traces(RELATION)[0])
    asked = {("id", "{id: "), ("title", "{title: {equalTo: "), ("price", "{price: {greaterThanOrEqualTo: ")}
    assert {leaf for leaf, question in asked if question in first} == {"id", "title", "price"}


def daily(rule: Any) -> Api:
    """Events of one day each, and those of other days by ``day_neq``."""
    schema = "scalar Date type Query { events(day_neq: Date): [Event!]! } type Event { id: ID! day: Date! }"
    events = [{"id": str(number), "day": f"2024-05-{number:02}"} for number in range(1, 10)]

    def rows(_: Any, info: Any, day_neq: str = "") -> Any:
        return [event for event in events if not day_neq or rule(event["day"], day_neq)]

    return Api(schema, {"Query.events": rows}).know("{ events { id day } }")


def test_another_day_is_another_even_the_next():
    assert said(daily(lambda day, other: day != other).found(RELATION)) == []
    found = daily(lambda day, other: True).found(RELATION)
    assert [mismatch.message.split()[2] for mismatch in found] == ["day_neq", "day_neq"]


@pytest.mark.parametrize("digits", [10, 19])
def test_a_bound_that_is_compared_by_days_alone_is_found(digits: int):
    """Most events are days apart, two are hours apart."""
    schema = "scalar DateTime type Query { events(startsAfter: DateTime): [Event!]! } type Event { id: ID! startsAt: DateTime! }"
    moments = [f"2024-05-{day:02}T08:00:00Z" for day in range(1, 12)] + ["2024-05-09T16:30:00Z"]
    events = [{"id": str(number), "startsAt": moment} for number, moment in enumerate(moments)]

    def rows(_: Any, info: Any, startsAfter: str = "") -> Any:  # noqa: N803 - as the schema names it
        return [event for event in events if event["startsAt"][:digits] >= startsAfter[:digits]]

    found = Api(schema, {"Query.events": rows}).know("{ events { id startsAt } }").found(RELATION)
    assert bool(found) is (digits == 10)


@pytest.mark.parametrize("edge", ["0001-01-01T00:00:00Z", "9999-12-31T23:59:59Z", "0001-01-01", "9999-12-31"])
def test_moments_at_the_ends_of_the_calendar_are_compared(edge: str, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setitem(ROWS[0], "placedAt", edge)
    monkeypatch.setitem(ROWS[1], "placedAt", edge)
    assert said(shop().found(RELATION)) == []
    assert said(shop(placedFrom=lambda row, value: row["placedAt"] <= value).found(RELATION))


def test_strange_answers_and_partial_traces_are_passed_over():
    api = shop()
    for trace in api.traces(RELATION)[:2]:
        for place, step in enumerate(trace):
            strange = step._replace(data={"orders": {"nodes": [None, {"price": 3}], "totalCount": "x"}})
            assert list(RELATION.check([*trace, strange], api.observed.types)) == []
            assert list(RELATION.check([*trace[:place], *trace[place + 1 :]], api.observed.types)) == []
