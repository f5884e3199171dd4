from __future__ import annotations

from datetime import UTC, datetime
from decimal import Decimal
from typing import Any

import pytest

from querious.demo.data import filled_store
from querious.demo.filtering import matches
from querious.demo.refusal import RefusalError


def through(wanted: Any):
    return {item.sku for item in filled_store().items.values() if matches(item, wanted)}


ALL = through({})


@pytest.mark.parametrize(
    ("wanted", "expected"),
    [
        ({"name_contains": "SCREW"}, {"SC-0001", "SC-0002", "KI-0002"}),
        ({"skus": ["BO-0001", "ZZ-0000"]}, {"BO-0001"}),
        ({"skus": []}, set()),
        ({"category": "kits"}, {"KI-0001"}),
        ({"min_price": Decimal(100)}, {"DR-0001"}),
        ({"max_price": Decimal("0.05")}, {"WA-0001"}),
        ({"availability": ["SOLD_OUT", "LOW"]}, {"SC-0001", "SC-0002", "KI-0001"}),
        ({"added_after": datetime(2024, 3, 20, tzinfo=UTC)}, {"KI-0001", "KI-0002"}),
        ({"not": {"category": "fasteners"}}, ALL - {"BO-0001", "KI-0002"}),
        ({"and": [{"name_contains": "screw"}, {"category": "fasteners"}]}, {"KI-0002"}),
        ({"or": [{"skus": ["BO-0001"]}, {"skus": ["HA-0001"]}]}, {"BO-0001", "HA-0001"}),
        ({"and": [], "or": None, "not": None, "name_contains": None}, ALL),
        ({"or": []}, set()),
    ],
)
def test_lets_through_what_meets_every_condition(wanted: Any, expected: Any):
    assert through(wanted) == expected


def test_refuses_a_filter_nested_too_deeply():
    wanted: dict[str, object] = {}
    for _ in range(21):
        wanted = {"not": wanted}
    with pytest.raises(RefusalError, match="20 deep"):
        through(wanted)
