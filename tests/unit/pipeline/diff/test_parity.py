from __future__ import annotations

from dataclasses import replace

import pytest

from querious.errors import QueriousError
from querious.model import Settings, Severity
from querious.model.diff import Kind
from querious.pipeline.diff.use_case import diff
from unit.pipeline.diff.both_faces import FAULTS, Shop

SETTINGS = Settings(seed=1, requests=400, seconds=None)


def compared(**faults):
    shop = Shop(**faults)
    return diff(shop.app(), shop.schema(), SETTINGS)


def test_two_faces_of_the_same_data_agree_whatever_their_customs():
    found = compared()
    assert found.differences == ()
    assert found.notes == ("The same objects, by the values that both show: product = Product, category = Category.",)
    assert {one.coordinate for one in found.noise} == {"product.seen_at and Product.seenAt"}
    assert found.coordinates > 10


@pytest.mark.parametrize("fault", FAULTS)
def test_a_fault_of_graphql_is_found(fault):
    found = compared(graphql_fault=fault)
    assert [one.coordinate for one in found.differences] == [FAULTS[fault]]
    assert found.differences[0].severity is Severity.FAULT


@pytest.mark.parametrize("fault", [name for name in FAULTS if name != "field permission"])
def test_a_fault_of_rest_is_found(fault):
    assert [one.coordinate for one in compared(rest_fault=fault).differences] == [FAULTS[fault]]


def test_the_order_of_the_sides_is_that_of_the_report():
    shop = Shop(graphql_fault="another value")
    (one,) = diff(shop.schema(), shop.app(), SETTINGS).differences
    assert (one.coordinate, one.kind) == ("Product.price and product.price", Kind.VALUE)
    assert (one.said_a, one.said_b) == ("12.5", '"11.50"')
    assert one.a.case.is_graphql
    assert not one.b.case.is_graphql


def test_what_is_left_out_is_no_difference():
    shop = Shop(graphql_fault="another value")
    assert diff(shop.app(), shop.schema(), replace(SETTINGS, exclude=("Product.price",))).differences == ()


def test_faces_of_other_data_are_refused_in_one_line():
    one, other = Shop(), Shop()
    for row in (*other.products, *other.categories):
        row["id"] += 1000
        row["name"] = row["title"] = f"other {row['id']}"
    with pytest.raises(QueriousError, match="do both hold the same data") as raised:
        diff(one.app(), other.schema(), SETTINGS)
    assert "\n" not in str(raised.value)
