from __future__ import annotations

import pytest
from hypothesis import given

from querious.export.support.rest_checks import differences
from querious.model.answer_shape import shape_of
from querious.rest.promised_shapes import recorded_promise
from unit.model.test_answer_shape import VALUES


@given(VALUES)
def test_a_value_has_the_shape_that_was_recorded_of_it(value):
    assert differences(value, recorded_promise(shape_of(value))) == []


@pytest.mark.parametrize(
    ("value", "promised", "told"),
    [
        ({"id": 1, "more": 2}, {"id": "integer"}, []),
        ({}, {"id": "integer"}, ["body.id: missing"]),
        ({}, {"id?": "integer"}, []),
        ({"id": "1"}, {"id?": "integer"}, ['body.id: string ("1"), but integer was promised']),
        ([{"a": 1}, {}], [{"a": "number"}], ["body[1].a: missing"]),
        ([1, "a", None], [], []),
        ({}, [], ["body: object ({}), but a list was promised"]),
        (None, ("null", {"a": "any"}), []),
        ([], ("null", {"a": "any"}), ["body: array ([]), but an object was promised"]),
        (True, "integer", ["body: boolean (true), but integer was promised"]),
        (1.0, "integer", []),
        (0, "number", []),
        (1.5, "integer | null", ["body: number (1.5), but integer | null was promised"]),
        ("", "any", []),
    ],
)
def test_every_difference_is_told_with_its_place(value, promised, told):
    assert differences(value, promised) == told
