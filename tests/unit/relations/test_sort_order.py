from __future__ import annotations

import base64
from decimal import Decimal
from hashlib import sha1
from typing import Any
from uuid import UUID

import pytest
from hypothesis import given
from hypothesis import strategies as st

from querious.answers.inversions import inversions_of
from querious.answers.measures import ValueKind
from querious.model import Severity
from querious.model.document_text import write
from querious.relations.sort_order import RELATION
from relating import Api, said

TYPES = """
    scalar Decimal scalar DateTime
    type Money { amount: Decimal! currency: String! }
    type Item { id: ID! name: String! stock: Int price: Money! addedAt: DateTime! code: String! }
    enum Direction { ASC DESC }
    enum Field { NAME PRICE STOCK ADDED POPULARITY }
    enum OrderBy { NATURAL PRIMARY_KEY_ASC NAME_ASC NAME_DESC STOCK_ASC STOCK_DESC PRICE_DESC ADDED_AT_DESC }
    input By { field: Field!, direction: Direction! }
    enum order_by { asc desc asc_nulls_first desc_nulls_last }
    input items_order_by { name: order_by, stock: order_by, added_at: order_by, price: order_by }
    input Sort { name: Direction, stock: Direction, addedAt: Direction }
"""
DESIGNS = [
    "items(sort: Field = NAME, direction: Direction! = ASC, first: Int): [Item!]!",
    "items(orderBy: [OrderBy!]): [Item!]!",
    "items(orderBy: By, first: Int): [Item!]!",
    "items(order_by: [Sort!], limit: Int, offset: Int): [Item!]!",
    "items(sortBy: Field): [Item!]!",
]
ROWS: list[dict[str, Any]] = [
    {
        "id": str(number),
        "name": name,
        "stock": stock,
        "price": {"amount": amount, "currency": "EUR"},
        "addedAt": added,
        "code": name,
    }
    for number, (name, stock, amount, added) in enumerate(
        [
            ("Hex bolt", 900, "0.35", "2024-02-01T00:00:00Z"),
            ("wood screw", 3, "129.00", "2024-02-01T00:00:00+02:00"),
            ("Éclair", None, "24.50", "2023-02-01T00:00:00Z"),
            ("Anvil", 15, "3.00", "2024-01-15T00:00:00Z"),
            ("M10 nut", 15, "9.00", "2024-03-01T00:00:00Z"),
            ("M8 nut", 7, "100.00", "2022-03-01T00:00:00Z"),
        ]
    )
]
KEYS: dict[str, Any] = {
    "name": lambda row: row["name"],
    "stock": lambda row: (row["stock"] is None, row["stock"]),
    "price": lambda row: Decimal(row["price"]["amount"]),
    "added": lambda row: row["addedAt"],
    "popularity": lambda row: row["id"],
    "natural": lambda row: 0,
    "primarykey": lambda row: row["id"],
}


def wanted(arguments: dict[str, Any]) -> tuple[str, bool]:
    """Which order was asked for, however it is asked in the design."""
    asked = next(
        (value for name, value in arguments.items() if name in {"sort", "orderBy", "order_by", "sortBy"}), None
    )
    asked = asked[0] if isinstance(asked, list) else asked
    down = arguments.get("direction") == "DESC"
    if isinstance(asked, dict) and "field" in asked:
        asked, down = asked["field"], asked["direction"] == "DESC"
    elif isinstance(asked, dict):
        asked, down = next((name, value == "DESC") for name, value in asked.items())
    name = (asked or "primary_key").lower().removesuffix("_asc")
    down, name = down or name.endswith("_desc"), name.removesuffix("_desc")
    return name.replace("_at", "").replace("_", "").removesuffix("at"), down


def api(design: str, change: Any = lambda rows, name, down: rows, **keys: Any) -> Api:
    def items(_: Any, info: Any, **arguments: Any) -> Any:
        name, down = wanted(arguments)
        rows = sorted(ROWS, key={**KEYS, **keys}[name], reverse=down)
        return change(rows, name, down)[: arguments.get("first", arguments.get("limit", 100))]

    return Api(f"{TYPES} type Query {{ {design} }}", {"Query.items": items}).know("{ items { id } }")


@pytest.mark.parametrize("design", DESIGNS)
@pytest.mark.unmeasured
def test_healthy_orders_are_left_alone(design: str):
    for keys in (
        {},
        {"name": lambda row: row["name"].casefold()},
        {"stock": lambda row: (row["stock"] is not None, row["stock"])},
        {"name": lambda row: "".join(filter(str.isalpha, row["name"].casefold()))},
    ):
        healthy = api(design, added=lambda row: (row["addedAt"][:10], "+" not in row["addedAt"]), **keys)
        assert said(healthy.found(RELATION)) == []
        assert healthy.requests > 4


@pytest.mark.parametrize("design", DESIGNS[:4])
@pytest.mark.parametrize(
    ("name", "key"),
    [
        ("stock", lambda row: 0),
        ("stock", lambda row: str(row["stock"])),
        ("name", lambda row: row["id"]),
        ("added", lambda row: row["id"]),
    ],
)
def test_wrong_orders_are_found(design: str, name: str, key: Any):
    found = api(design, **{name: key}).found(RELATION)
    assert found
    assert all(name in mismatch.message.lower() for mismatch in found), said(found)


@pytest.mark.parametrize("design", DESIGNS[:3])
def test_decimals_sorted_as_text_are_found(design: str):
    found = api(design, price=lambda row: row["price"]["amount"]).found(RELATION)
    assert any("of price.amount" in mismatch.message for mismatch in found)


@pytest.mark.parametrize("design", DESIGNS[:4])
def test_a_direction_that_is_ignored_is_found(design: str):
    found = api(design, lambda rows, name, down: rows[::-1] if down else rows).found(RELATION)
    assert found
    assert all("not in descending order" in mismatch.message for mismatch in found)


@pytest.mark.parametrize("design", DESIGNS[:4])
def test_rows_that_are_lost_by_sorting_are_found(design: str):
    found = api(design, lambda rows, name, down: [row for row in rows if name != "stock" or row["stock"]]).found(
        RELATION
    )
    assert any("it gives 5 rows, unsorted 6" in mismatch.message for mismatch in found)


def test_numbers_in_disorder_are_certain_and_text_is_not():
    found = api(DESIGNS[0], stock=lambda row: row["id"], name=lambda row: row["id"]).found(RELATION)
    severities = {"STOCK" if "STOCK" in mismatch.message else "NAME": mismatch.severity for mismatch in found}
    assert severities == {"STOCK": Severity.FAULT, "NAME": Severity.SUSPICION}


def test_an_order_without_a_direction_may_go_either_way():
    assert said(api(DESIGNS[4], lambda rows, name, down: rows[::-1]).found(RELATION)) == []
    assert api(DESIGNS[4], stock=lambda row: row["id"]).found(RELATION)


def test_nulls_in_the_middle_are_found():
    found = api(DESIGNS[1], stock=lambda row: row["stock"] or 10).found(RELATION)
    assert any("rows without a stock stand in the middle" in mismatch.message for mismatch in found)


@given(st.lists(st.integers()))
def test_what_is_sorted_has_no_inversions(values: list[int]):
    assert not inversions_of(sorted(values), ValueKind.NUMBER, 1)
    assert not inversions_of(sorted(values, reverse=True), ValueKind.NUMBER, -1)
    assert bool(inversions_of(values, ValueKind.NUMBER, 1)) is (values != sorted(values))


@given(st.lists(st.text()))
def test_text_sorted_in_any_usual_way_has_no_inversions(texts: list[str]):
    for key in (str, str.casefold):
        assert not inversions_of(sorted(texts, key=key), ValueKind.TEXT, 1)


def test_the_identifier_is_the_last_thing_to_sort_by():
    sdl = "enum By { ID_ASC NAME_ASC } type Query { items(orderBy: By): [Item!]! } type Item { id: ID! name: String! }"
    known = Api(sdl, {"Query.items": lambda *_, **__: ROWS}).know("{ items { id } }")
    ((plain, *asked),) = known.traces(RELATION)
    assert write(plain.operation)[0] == "{ items { id name } }"
    assert ["NAME_ASC" in write(step.operation)[0] for step in asked] == [True, False]


def test_strange_answers_are_passed_over():
    healthy = api(DESIGNS[0])
    for trace in healthy.traces(RELATION):
        for place, step in enumerate(trace):
            strange = step._replace(data={"items": [None, {"stock": "x"}, {"stock": []}]})
            assert list(RELATION.check([*trace, strange], healthy.observed.types)) == []
            assert list(RELATION.check([*trace[:place], *trace[place + 1 :]], healthy.observed.types)) == []


STATES = """
    enum By { STATE_ASC STATE_DESC OPEN_ASC }
    enum State { NEW SENT DONE }
    type Query { orders(orderBy: By): [Order!]! }
    type Order { id: ID! state: State! isOpen: Boolean }
"""


@pytest.mark.parametrize(
    ("key", "expected"),
    [
        (lambda row: row["state"], []),
        (lambda row: ["NEW", "SENT", "DONE"].index(row["state"]), []),
        (lambda row: row["id"], ['sorted by orderBy: STATE_ASC, rows with the state "NEW" do not stand together']),
    ],
)
def test_members_of_an_enum_stand_together_in_whatever_order(key: Any, expected: list[str]):
    rows = [{"id": str(n), "state": ["NEW", "SENT", "DONE"][n % 3], "isOpen": n % 3 < 2} for n in range(7)]

    def orders(_: Any, __: Any, orderBy: str = "") -> Any:  # noqa: N803 - the name of the argument
        by = (lambda row: row["isOpen"]) if orderBy.startswith("OPEN") else key
        return sorted(rows, key=by, reverse=orderBy.endswith("DESC"))

    found = Api(STATES, {"Query.orders": orders}).know("{ orders { id } }").found(RELATION)
    assert [one.message for one in found if "ASC" in one.message] == expected
    assert all(one.severity is Severity.SUSPICION for one in found)


OPAQUE = """
    enum By { ID_ASC ID_DESC NAME_ASC SIZE_ASC }
    type Query { items(orderBy: By): [Thing!]! }
    type Thing { id: ID! name: String! size: String! }
"""


def opaque(rows: list[dict[str, Any]], lost: str = "") -> Api:
    """Sorted by the number that an identifier stands for."""

    def items(_: Any, __: Any, orderBy: str = "") -> Any:  # noqa: N803 - the name of the argument
        found = sorted(rows, key=lambda row: row["number"], reverse=orderBy.endswith("DESC"))
        return found[1:] if lost and orderBy.startswith(lost) else found

    return Api(OPAQUE, {"Query.items": items}).know("{ items { id } }")


IDENTIFIERS = {
    "base64": lambda number: base64.b64encode(f"Thing:{number}".encode()).decode(),
    "uuid": lambda number: str(UUID(int=(number * 7919 % 97) << 120)),
    "hash": lambda number: sha1(str(number).encode(), usedforsecurity=False).hexdigest(),
    "letters": lambda number: "thing-" + "cab"[number % 3] + str(number),
}


@pytest.mark.parametrize("sort", IDENTIFIERS)
def test_an_order_by_an_opaque_identifier_is_nobody_s_business(sort: str):
    rows = [
        {"number": number, "id": IDENTIFIERS[sort](number), "name": chr(97 + number), "size": size}
        for number, size in enumerate(["S", "M", "L", "XL", "XXL"])
    ]
    assert said(opaque(rows).found(RELATION)) == []
    lost = opaque(rows, lost="ID").found(RELATION)
    assert any("it gives 4 rows, unsorted 5" in mismatch.message for mismatch in lost)


@pytest.mark.parametrize(
    "texts",
    [
        ["Zorn", "Aabenraa"],  # Danish
        ["Hrad", "Chata"],  # Czech
        ["Wall", "Vest"],  # old Swedish
        ["a-10", "a-1b", "a2"],
        ["de Luca", "Delgado", "De Vries"],
        ["item 9", "item 10"],
        ["item 10", "item 9"],
    ],
)
def test_orders_of_other_languages_are_left_alone(texts: list[str]):
    assert not inversions_of(texts, ValueKind.TEXT, 1)


@pytest.mark.parametrize("texts", [["bolt", "anvil"], ["screw", "Nut"], ["Maria", "Bernd"]])
def test_an_order_that_no_language_has_is_seen(texts: list[str]):
    assert inversions_of(texts, ValueKind.TEXT, 1)


def test_a_list_that_tells_its_end_is_not_cut_off_at_a_round_number():
    rows = [{"id": str(place), "points": place // 2} for place in range(20)]
    sdl = """
        enum By { POINTS }
        type Query { tasks(orderBy: By, first: Int = 100): Tasks! }
        type Tasks { nodes: [Task!]! pageInfo: PageInfo! }
        type PageInfo { hasNextPage: Boolean! }
        type Task { id: ID! points: Int! }
    """

    def tasks(*_: Any, orderBy: Any = None, first: int = 100) -> dict[str, Any]:  # noqa: N803
        shown = list({row["points"]: row for row in rows}.values()) if orderBy else rows
        return {"nodes": shown[:first], "pageInfo": {"hasNextPage": len(shown) > first}}

    found = Api(sdl, {"Query.tasks": tasks}).know("{ tasks { nodes { id points } } }").found(RELATION)
    assert {one.severity for one in found if "not the same rows" in one.message} == {Severity.FAULT}


@pytest.mark.parametrize(
    ("length", "expected"),
    [(50, []), (47, ["other rows"]), (100, [])],
    ids=["a usual limit", "any length", "a full page"],
)
def test_a_list_that_was_cut_at_a_usual_limit_is_sorted_before_it_is_cut(length: int, expected: list[str]):
    """Even where it says that nothing follows, which is another fault."""
    rows = [{"id": str(place), "points": place * 7 % 120} for place in range(120)]
    sdl = """
        enum By { POINTS }
        type Query { tasks(orderBy: By, first: Int): Tasks! }
        type Tasks { nodes: [Task!]! pageInfo: PageInfo! }
        type PageInfo { hasNextPage: Boolean! }
        type Task { id: ID! points: Int! }
    """

    def tasks(*_: Any, orderBy: Any = None, first: int | None = None) -> dict[str, Any]:  # noqa: N803
        shown = sorted(rows, key=lambda row: row["points"]) if orderBy else rows
        return {"nodes": shown[: min(first or 100, length)], "pageInfo": {"hasNextPage": False}}

    found = Api(sdl, {"Query.tasks": tasks}).know("{ tasks { nodes { id points } } }").found(RELATION)
    assert sorted({one.message.rpartition(": ")[2] for one in found if "rows, unsorted" in one.message}) == expected


def test_rows_that_were_not_asked_for_what_sorts_them_have_no_place_in_its_order():
    """A fragment asks rows of its own type alone: those of others are not without a name."""
    things = [{"__typename": kind, "name": name} for kind, name in [("Part", "a"), ("Tool", "b"), ("Part", "c")]]
    shop = Api(
        "type Query { things(orderBy: Order): [Thing!]! } enum Order { NAME_ASC }"
        " interface Thing { name: String } type Part implements Thing { name: String }"
        " type Tool implements Thing { name: String }",
        {"Query.things": lambda *_, **__: things},
        {"Thing": "__typename"},
    )
    types = shop.observed.types
    asked_for_parts = shop.ask(shop.operation("{ things(orderBy: NAME_ASC) { __typename ... on Part { name } } }"))
    assert list(RELATION.check([asked_for_parts], types)) == []
    things[1]["name"] = None
    asked_for_all = shop.ask(shop.operation("{ things(orderBy: NAME_ASC) { __typename name } }"))
    (found,) = RELATION.check([asked_for_all], types)
    assert "rows without a name stand in the middle" in found.message
