from __future__ import annotations

import pytest
from graphql import build_schema

from querious.export.hints import Hints, instead

NAMES = ("metadata", "quantityAvailable", "newName", "stock")


@pytest.mark.parametrize(
    ("reason", "name"),
    [
        ("Use `newName` instead.", "newName"),
        ("Use the `Product.newName` field", "newName"),
        ("Use the `gone` or `stock` field.", "stock"),
        ("Use 'metadata'.", "metadata"),
        ("Use the quantityAvailable field instead. It will be removed.", "quantityAvailable"),
        ("renamed to newName", "newName"),
        ("in favor of stock", "stock"),
        ("replaced by Item.stock", "stock"),
        ("This will be removed after 2020-07-31.", ""),
        ("Use `other`", ""),
        ("stock is never right", ""),
        ("", ""),
        (None, ""),
    ],
)
def test_a_recommendation_is_found_where_there_is_one(reason, name):
    assert instead(reason, NAMES) == name


def test_every_kind_of_member_has_hints():
    old = build_schema("""
        type Query { a(x: Int @deprecated(reason: "Use `y`"), y: Int): Int @deprecated(reason: "Use `b`") b: Int e: E }
        enum E { OLD @deprecated(reason: "Use `NEW`") NEW }
        input In { old: Int @deprecated(reason: "Use `new`") new: Int }
    """)
    hints = Hints(old)
    assert hints.member("Query", "a", ("b",)) == "b"
    assert hints.member("E", "OLD", ("NEW",)) == "NEW"
    assert hints.member("In", "old", ("new",)) == "new"
    assert hints.argument("Query", "a", "x", ("y",)) == "y"
    assert hints.member("Nowhere", "a", ("b",)) == hints.member("Query", "none", ("b",)) == ""
    assert Hints(None).member("Query", "a", ("b",)) == ""
