"""A template made of an example stands for documents like it."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from querious.state.templates import from_example, template_of

FIGURE_4 = {
    "entry": {
        "name": "Stupid comment",
        "rating": 3,
        "was_read": False,
        "finished_reading": "2013-01-30",
        "time_started_page_37": "2013-02-01T10:35:00Z",
        "where_read": {"lat": -82.40859297752702, "lng": 65.65402999999998},
        "ideas": ["cold", "snow", "freezing", "ice", "wind"],
        "comment": "I don't like the book at all.",
        "book": {"url": "http://example.com/51113a390f66021f7d0019bc"},
    }
}


def test_figure_4_becomes_a_template():
    assert from_example(FIGURE_4) == {
        "entry": {
            "name": "nonempty_string()",
            "rating": "int(1, 3)",
            "was_read": "bool()",
            "finished_reading": "date()",
            "time_started_page_37": "datetime()",
            "where_read": {"lat": "float(-82.40859297752702, 0)", "lng": "float(0, 65.65402999999998)"},
            "ideas": {"list_of(1, 5)": "nonempty_string()"},
            "comment": "nonempty_string()",
            "book": {"url": "url()"},
        }
    }


@pytest.mark.parametrize(
    ("example", "template"),
    [
        (None, None),
        (0, "int(0, 1)"),
        (1, "int(0, 1)"),
        (-7, "int(-7, 1)"),
        (0.0, "float(0, 1)"),
        (2.5, "float(0, 2.5)"),
        ("", "string()"),
        ("ann@example.com", "email()"),
        ("https://a.b/c?d", "url()"),
        ("http: ... /51", "nonempty_string()"),
        ("6F9619FF-8B86-D011-B42D-00C04FC964FF", "uuid()"),
        ("2013-02-30", "nonempty_string()"),
        ("2013-02-01 10:35", "datetime()"),
        ("2013-02-30T10:35:00Z", "nonempty_string()"),
        ("int()", "nonempty_string()"),
        ([], []),
        ({}, {}),
        ([1.5, 2.5], ["float(0, 1.5)", "float(0, 2.5)"]),
        ([1, "a"], ["int(0, 1)", "nonempty_string()"]),
        ([1, 5, 9], {"list_of(1, 3)": "int(1, 9)"}),
        (["2013-02-01", "x"], {"list_of(1, 2)": "nonempty_string()"}),
        (
            [{"a": 1, "b": None}, {"a": 2.5, "b": ""}],
            {"list_of(1, 2)": {"a": "float(0, 2.5)", "b": {"one_of()": [None, "string()"]}}},
        ),
        ([{"a": 1}, {"a": 2, "c": True}], {"list_of(1, 2)": {"a": "int(1, 2)", "c": {"optional()": "bool()"}}}),
        ([[1], [], [2, 3]], {"list_of(1, 3)": {"list_of(0, 2)": "int(1, 3)"}}),
        ({"list_of()": 2}, {"\\list_of()": "int(1, 2)"}),
    ],
)
def test_an_example_gets_the_narrowest_tag(example, template):
    assert from_example(example) == template


JSONS = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(-1e9, 1e9) | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text() | st.just("optional()"), inner, max_size=4),
    max_leaves=10,
)


def alike(made, example):
    if isinstance(example, dict):
        return made.keys() == example.keys() and all(alike(made[name], example[name]) for name in example)
    if isinstance(example, list):
        return isinstance(made, list) and bool(made) == bool(example)
    return type(made) is type(example)


@settings(max_examples=60, deadline=None)
@given(JSONS, st.data())
def test_what_comes_of_an_example_is_a_template_of_documents_like_it(example, data):
    made = data.draw(template_of(from_example(example)).strategy({}))
    assert alike(made, example)
