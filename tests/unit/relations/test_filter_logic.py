from __future__ import annotations

from typing import Any

import pytest

from querious.model import Severity
from querious.relations.filter_logic import RELATION
from relating import Api, said

SDL = """
    enum Kind { SEDAN VAN TRUCK }
    input CarFilter { kind: Kind seats_gte: Int color: String AND: [CarFilter!] OR: [CarFilter!] NOT: CarFilter }
    input IntOperators { gte: Int _eq: Int }
    input KindOperators { _eq: Kind }
    input BoatFilter { kind: KindOperators seats: IntOperators _and: [BoatFilter!] _or: [BoatFilter!] _not: BoatFilter }
    type Query { cars(filter: CarFilter, first: Int = 50): [Car!]! boats(where: BoatFilter): [Car!]! }
    type Car { id: ID! kind: Kind! seats: Int color: String }
"""
ROWS: list[dict[str, Any]] = [
    {"id": str(place), "kind": kind, "seats": seats, "color": color}
    for place, (kind, seats, color) in enumerate(
        [
            ("SEDAN", 4, "red"),
            ("SEDAN", 5, "blue"),
            ("VAN", 7, "white"),
            ("VAN", 9, "red"),
            ("TRUCK", 2, "white"),
            ("TRUCK", 3, "blue"),
            ("SEDAN", 2, "green"),
        ],
        1,
    )
]


def member(row: dict[str, Any], name: str, value: Any) -> bool:
    if isinstance(value, dict):
        ((name_of_operator, operand),) = value.items()
        return row[name] == operand if name_of_operator == "_eq" else row[name] >= operand
    if name == "seats_gte":
        return row["seats"] is not None and row["seats"] >= value
    return bool(row[name] == value)


def matches(row: dict[str, Any], asked: dict[str, Any], operators: dict[str, Any]) -> bool:
    found = []
    for name, value in asked.items():
        operator = name.strip("_").lower()
        if operator in operators:
            found.append(operators[operator](row, value, lambda one, inside: matches(one, inside, operators)))
        else:
            found.append(member(row, name, value))
    return all(found)


RIGHT = {
    "not": lambda row, inside, fits: not fits(row, inside),
    "and": lambda row, inside, fits: all(fits(row, one) for one in inside),
    "or": lambda row, inside, fits: any(fits(row, one) for one in inside),
}


def not_each(row: dict[str, Any], inside: dict[str, Any], fits: Any) -> bool:
    return not any(fits(row, {name: value}) for name, value in inside.items())


def garage(rows: list[dict[str, Any]] = ROWS, hidden: str = "", **wrong: Any) -> Api:
    operators = {**RIGHT, **wrong}

    def found(asked: dict[str, Any] | None) -> list[dict[str, Any]]:
        named = str(asked)
        fitting = [row for row in rows if matches(row, asked or {}, operators)]
        return [row for row in fitting if row["kind"] != hidden or hidden in named]

    def cars(*_: Any, first: int = 50, **asked: Any) -> Any:
        return found(asked.get("filter"))[:first]

    return Api(SDL, {"Query.cars": cars, "Query.boats": lambda *_, where=None: found(where)})


@pytest.mark.parametrize(
    "api",
    [
        garage(),
        garage(rows=ROWS[:1]),
        garage(rows=[{**row, "kind": "VAN"} for row in ROWS]),
        garage(hidden="TRUCK"),
    ],
)
def test_filters_that_are_put_together_rightly_are_left_alone(api: Api):
    assert said(api.found(RELATION)) == []


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ({"not": lambda *_: True}, "NOT gives 3 rows that the filter inside of it gives as well"),
        ({"not": lambda *_: False}, "NOT leaves out 4 rows that the filter inside of it does not give either"),
        ({"not": not_each}, "that the filter inside of it does not give either"),
        ({"and": lambda row, inside, fits: fits(row, inside[0])}, "AND gives"),
        ({"and": lambda row, inside, fits: any(fits(row, one) for one in inside)}, "AND gives"),
        ({"and": lambda *_: False}, "AND leaves out"),
        ({"or": lambda row, inside, fits: fits(row, inside[0])}, "OR leaves out"),
        ({"or": lambda row, inside, fits: all(fits(row, one) for one in inside)}, "OR leaves out"),
        ({"or": lambda *_: True}, "OR gives"),
    ],
)
def test_filters_that_are_put_together_wrongly_are_faults(wrong: Any, message: str):
    found = garage(**wrong).found(RELATION)
    assert any(f"filter.{message}" in one.message or message in one.message for one in found)
    assert {one.coordinate for one in found} == {"Query.cars", "Query.boats"}
    assert {one.severity for one in found} == {Severity.FAULT}


def test_a_row_without_a_value_that_neither_a_filter_nor_its_negation_gives_is_a_suspicion():
    """In SQL a comparison with null is neither true nor false."""
    rows = [{**row, "seats": None if row["id"] == "2" else row["seats"]} for row in ROWS]

    def negate(row: dict[str, Any], inside: dict[str, Any], fits: Any) -> bool:
        return row["seats"] is not None and not fits(row, inside)

    found = garage(rows, **{"not": negate}).found(RELATION)
    assert {one.severity for one in found if one.coordinate == "Query.cars"} == {Severity.SUSPICION}
