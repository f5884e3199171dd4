from __future__ import annotations

from typing import Any

import pytest

from querious.model import Severity
from querious.relations.sort_order import RELATION
from relating import Api, said

TYPES = """
    enum State { NEW DONE }
    enum Direction { ASC DESC }
    enum Field { STATE WEIGHT NAME }
    enum OrderBy { STATE_ASC STATE_DESC WEIGHT_ASC WEIGHT_DESC }
    input By { field: Field!, direction: Direction! = ASC }
    input Sort { state: Direction, weight: Direction, name: Direction }
    type Parcel { id: ID! name: String! state: State! weight: Int }
"""
DESIGNS = [
    "parcels(orderBy: [By!], first: Int): [Parcel!]!",
    "parcels(orderBy: [OrderBy!], first: Int): [Parcel!]!",
    "parcels(orderBy: [Sort!], first: Int): [Parcel!]!",
]
ROWS: list[dict[str, Any]] = [
    {"id": str(place), "name": f"parcel {place % 3}", "state": state, "weight": weight}
    for place, (state, weight) in enumerate(
        [("DONE", 5), ("NEW", 3), ("NEW", 8), ("DONE", 1), ("DONE", 9), ("NEW", 2), ("NEW", None), ("DONE", 4)]
    )
]


def keys_of(asked: list[Any]) -> list[tuple[str, bool]]:
    """Each key, and whether it is descending, however it is asked in the design."""
    found = []
    for item in asked:
        if isinstance(item, str):
            name, _, direction = item.partition("_")
        elif "field" in item:
            name, direction = item["field"], item.get("direction", "ASC")
        else:
            ((name, direction),) = item.items()
        found.append((name.lower(), direction == "DESC"))
    return found


def api(design: str, change: Any = lambda keys: keys) -> Api:
    def parcels(*_: Any, first: int = 100, orderBy: list[Any] | None = None) -> Any:  # noqa: N803 - the name of the argument
        rows = list(ROWS)
        for name, down in reversed(change(keys_of(orderBy or []))):
            rows.sort(key=lambda row, name=name: (row[name] is None, row[name] or 0), reverse=down)
        return rows[:first]

    return Api(f"type Query {{ {design} }} {TYPES}", {"Query.parcels": parcels})


def of_two_keys(api: Api) -> list[Any]:
    return [one for one in api.found(RELATION) if ", then by" in one.message]


@pytest.mark.parametrize("design", DESIGNS)
def test_healthy_orders_by_two_keys_are_left_alone(design: str):
    assert said(api(design).found(RELATION)) == []


@pytest.mark.parametrize("design", DESIGNS)
@pytest.mark.parametrize(
    "change",
    [
        lambda keys: keys[:1],
        lambda keys: [(name, keys[0][1]) for name, _ in keys],
        lambda keys: [*keys[:1], *((name, False) for name, _ in keys[1:])],
        lambda keys: [*keys[:1], *((name, not down) for name, down in keys[1:])],
    ],
)
def test_a_second_key_that_is_forgotten_or_turned_round_is_a_fault(design: str, change: Any):
    found = of_two_keys(api(design, change))
    assert [one.severity for one in found][:1] == [Severity.FAULT]
    assert "rows with the same state are not in" in found[0].message
