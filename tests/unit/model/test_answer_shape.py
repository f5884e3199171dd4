from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from querious.model.answer_shape import joined, shape_of
from querious.model.recording import RecordedShape
from querious.rest.openapi.json_schema import JsonSchema
from querious.rest.openapi.validity import validator
from querious.rest.recorded_calls import sample_of

VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(max_size=3),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from("abc"), inner, max_size=3),
    max_leaves=12,
)


@given(st.lists(VALUES, min_size=1, max_size=4))
def test_every_value_fits_the_shape_that_it_is_joined_into_and_so_does_a_sample(values):
    shape = joined(map(shape_of, values))
    fitting = validator(JsonSchema(shape, {}))
    for value in [*values, sample_of(shape)]:
        assert fitting.is_valid(value)


def test_members_that_are_missing_once_are_not_required_and_values_are_never_kept():
    shape = joined([shape_of({"id": 1, "name": "Ann"}), shape_of({"id": 2.5, "name": None, "more": ["secret"]})])
    assert shape == {
        "type": "object",
        "properties": {
            "id": {"type": "number"},
            "more": {"type": "array", "items": {"type": "string"}},
            "name": {"type": ["string", "null"]},
        },
        "required": ["id", "name"],
    }


def test_a_map_of_many_names_says_nothing_of_them():
    assert shape_of({str(number): 1 for number in range(300)}) == {"type": "object"}


def test_an_answer_that_was_not_looked_at_takes_nothing_away():
    known = RecordedShape("application/json", {"type": "null"})
    assert known.joined(RecordedShape("application/json")) == known
