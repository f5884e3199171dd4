from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from querious.model.severity import Severity
from querious.state.substructure import EntryDifference, differences, same

SCALARS = st.none() | st.booleans() | st.integers(-(10**6), 10**6) | st.text(max_size=5)
JSON = st.recursive(
    SCALARS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner, max_size=3),
    max_leaves=8,
)


@given(JSON)
def test_everything_is_a_substructure_of_itself(value):
    assert list(differences(value, value)) == []


@given(st.dictionaries(st.text(max_size=3), JSON, max_size=3), st.dictionaries(st.text(max_size=3), JSON, max_size=3))
def test_members_that_a_service_adds_are_no_difference(given_, added):
    assert list(differences(given_, {**added, **given_})) == []


@given(
    st.dictionaries(
        st.text(min_size=1, max_size=3),
        JSON.filter(lambda value: value not in (None, "", [], {})),
        min_size=1,
        max_size=3,
    ),
    st.data(),
)
def test_a_member_that_is_not_shown_is_a_difference(given_, data):
    name = data.draw(st.sampled_from(sorted(given_)))
    shown = {other: value for other, value in given_.items() if other != name}
    assert [difference.path for difference in differences(given_, shown)] == [name]


@pytest.mark.parametrize(
    ("given_", "shown"),
    [
        (1, 1.0),
        (1.5, "1.50"),
        ("10", 10),
        (0.1, 0.10000000149),
        ("2013-02-01T10:35:00Z", "2013-02-01T11:35:00+01:00"),
        ("2013-02-01T10:35:00Z", "2013-02-01T10:35:00.000Z"),
        ("e\u0301", "\u00e9"),
        ("0F8FAD5B-D9CB-469F-A165-70867728950E", "0f8fad5b-d9cb-469f-a165-70867728950e"),
        ("2013-02-01T10:35:00Z", 1359714900),
        ("2013-02-01T10:35:00Z", 1359714900000),
        ("P18D", 1555200.0),
        ("P18D", "18 00:00:00"),
        (5400, "PT1H30M"),
        ({"a": None}, {}),
        ({"read": [], "note": "", "extra": {}}, {}),
        ({"policy": {"retries": None, "max_retries": -3}}, {"policy": {"retries": -3, "max_retries": -3}}),
    ],
)
def test_another_form_of_the_same_is_no_difference(given_, shown):
    assert same(given_, shown)


@pytest.mark.parametrize(
    ("given_", "shown"),
    [
        ({"retries": None, "max_retries": 3}, {"retries": 4, "max_retries": 3}),
        ({"count": 0}, {}),
        ({"on": False}, {}),
        ("P18D", 18),
        ("P18D", "P17D"),
        ("2013-02-01T10:35:00Z", 1359714999),
        (0, False),
        (1, True),
        ("", None),
        (0, None),
        ("2013-01-30", "2013-01-31"),
        ("a", "A"),
        ([], None),
        ([1, 2], [2, 1]),
        ([1], [1, 1]),
        ([1], []),
        ({}, []),
        ({"a": 1}, None),
        ("true", True),
        (1, 1.01),
    ],
)
def test_empty_false_and_zero_are_values(given_, shown):
    assert not same(given_, shown)


def test_a_difference_tells_its_place():
    assert list(differences({"a": [{"b": 1}]}, {"a": [{"b": 2, "c": 3}]})) == [EntryDifference("a[0].b", 1, 2)]


OFF = {"read": False, "write": False}


@pytest.mark.parametrize(
    ("given_", "shown", "severity"),
    [
        (["a", "b"], ["b", "a"], "suspicion"),
        ([{"role": "x", **OFF}, {"role": "y", "read": True}], [{"role": "y", "read": True}], "suspicion"),
        ([{"id": "1", "n": 1}, {"id": "2", "n": 2}], [{"id": "2", "n": 2}, {"id": "1", "n": 1}], "suspicion"),
        (OFF, None, "suspicion"),
        ([{"role": "x", **OFF}], [], "suspicion"),
        (["a", "b"], ["a"], "fault"),
        (["a", "b"], ["b", "b"], "fault"),
        ([{"item": "x", "count": 2, "gift": False}], [], "fault"),
        ({"read": True, "write": False}, None, "fault"),
        ({"gift": False}, None, "fault"),
        ({"city": "x", "zip": "y", **OFF}, None, "fault"),
    ],
)
def test_what_a_design_explains_is_a_suspicion(given_, shown, severity):
    assert [difference.severity for difference in differences(given_, shown)] == [severity]


@given(st.lists(SCALARS, max_size=5), st.randoms())
def test_another_order_is_one_difference_at_most(items, chance):
    other = chance.sample(items, len(items))
    assert [difference.severity for difference in differences(items, other)] in ([], ["suspicion"])


@pytest.mark.parametrize(
    ("given_", "shown", "former", "severity"),
    [
        (["reader"], ["reader", "maker"], None, "suspicion"),
        (["reader"], ["reader", "maker"], ["writer"], "suspicion"),
        ([{"role": "x"}], [{"role": "every"}, {"id": 7, "role": "x"}], None, "suspicion"),
        (["new"], ["old", "new"], ["old"], "fault"),
        (["reader"], ["reader", "reader"], None, "fault"),
        (["reader"], ["reader", "reader", "maker"], None, "fault"),
        (["reader"], ["maker"], None, "fault"),
    ],
)
def test_a_service_may_add_to_a_list_but_not_append_to_the_former_one(given_, shown, former, severity):
    found = differences({"acl": given_}, {"acl": shown}, former={"acl": former})
    assert [difference.severity for difference in found] == [severity]


def test_a_list_that_is_kept_as_a_set_is_a_suspicion():
    (difference,) = differences({"read": ["b", "b", "a"]}, {"read": ["a", "b"]})
    assert difference.severity is Severity.SUSPICION
    (difference,) = differences({"read": ["b", "b", "a"]}, {"read": ["a"]})
    assert difference.severity is Severity.FAULT
