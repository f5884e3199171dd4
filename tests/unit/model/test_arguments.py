from __future__ import annotations

import pytest

from querious.model import ABSENT, EnumValue, Variable
from querious.model.arguments import canonical, sent


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ([("a", 1), ("b", "x")], [("b", Variable("v", "String", "x")), ("a", 1)]),
        ([("a", {"x": 1, "y": [2]})], [("a", {"y": [Variable("v", "Int", 2)], "x": 1})]),
        ([("kind", EnumValue("A"))], [("kind", Variable("v", "Kind", "A"))]),
        ([], [("a", Variable("v", "Int", ABSENT))]),
    ],
)
def test_the_same_arguments_whatever_their_order_and_however_they_are_handed_over(one, other):
    assert canonical(one) == canonical(other)


def test_other_arguments_are_other():
    assert canonical([("a", 1)]) != canonical([("a", "1")])
    assert canonical([("a", None)]) != canonical([])
    assert sent([("a", None), ("b", Variable("v", "Int", ABSENT))]) == {"a": None}
