"""The shop's own checking of bodies, beside the library that everybody uses."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from jsonschema import Draft202012Validator, FormatChecker

from querious.demo.rest import schemas
from querious.demo.rest.checking import mistake
from querious.demo.rest.kinds import BOOKS, COUPONS, TASKS

BODIES = {kind.name: schemas.sent(kind) for kind in (TASKS, COUPONS)} | {"books": schemas.change(BOOKS)}
ANYTHING = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=5,
)


def from_schema(schema: dict[str, Any]) -> st.SearchStrategy[Any]:
    """Values that fit one of the shop's schemas."""
    kinds = [schema["type"]] if isinstance(schema["type"], str) else schema["type"]
    return st.one_of(st.sampled_from(schema["enum"]) if "enum" in schema else of_type(kind, schema) for kind in kinds)


def of_type(kind: str, schema: dict[str, Any]) -> st.SearchStrategy[Any]:
    if kind == "object":
        fields = {name: from_schema(inner) for name, inner in schema["properties"].items()}
        needed = {name: fields.pop(name) for name in schema.get("required", ())}
        whole = st.fixed_dictionaries(needed, optional=fields)
        return whole.filter(lambda value: len(value) >= schema.get("minProperties", 0))
    if kind == "string":
        return of_text(schema)
    low, high = schema.get("minimum", 0), schema.get("maximum", 0)
    return {
        "null": st.none(),
        "boolean": st.booleans(),
        "integer": st.integers(low, high),
        "number": st.floats(low, high) | st.integers(low, high),
        "array": st.deferred(lambda: st.lists(from_schema(schema["items"]), max_size=schema["maxItems"])),
    }[kind]


def of_text(schema: dict[str, Any]) -> st.SearchStrategy[str]:
    if "pattern" in schema:
        return st.from_regex(schema["pattern"].replace("$", r"\Z"))
    made = {"date": st.dates().map(str), "uuid": st.uuids().map(str)}
    made["date-time"] = st.datetimes().map(lambda moment: f"{moment.isoformat()}Z")
    plain = st.text(min_size=schema.get("minLength", 0), max_size=schema.get("maxLength"))
    return made.get(schema.get("format", ""), plain)


def fits(value: Any, schema: dict[str, Any]) -> bool:
    return Draft202012Validator(schema, format_checker=FormatChecker(["date", "uuid"])).is_valid(value)


def ends_in_newline(value: Any) -> bool:
    """Where ``$`` of Python's patterns is not that of JSON Schema."""
    values = value.values() if isinstance(value, dict) else ()
    return any(isinstance(inner, str) and inner.endswith("\n") for inner in values)


@pytest.mark.parametrize("name", BODIES)
@given(data=st.data())
@pytest.mark.unmeasured
def test_what_fits_the_schema_is_taken(name: str, data: st.DataObject):
    value = data.draw(from_schema(BODIES[name]))
    assert fits(value, BODIES[name])
    assert mistake(value, BODIES[name]) == ""


@pytest.mark.parametrize("name", BODIES)
@given(data=st.data())
@pytest.mark.unmeasured
def test_what_does_not_fit_is_refused(name: str, data: st.DataObject):
    schema = BODIES[name]
    fields = st.sampled_from([*schema["properties"], "other"])
    value = data.draw(from_schema(schema) | ANYTHING)
    if isinstance(value, dict):
        value = {**value, **data.draw(st.dictionaries(fields, ANYTHING, max_size=2))}
    if not ends_in_newline(value) and "date-time" not in str(schema):
        assert (mistake(value, schema) == "") == fits(value, schema)


@pytest.mark.parametrize(
    ("moment", "is_one"),
    [
        ("2024-02-29T23:59:59Z", True),
        ("2024-02-29t00:00:00.123456789+05:30", True),
        ("2023-02-29T00:00:00Z", False),
        ("2024-01-01T24:00:00Z", False),
        ("2024-01-01T00:00:00", False),
        ("2024-01-01 00:00:00Z", False),
        ("2024-01-01", False),
    ],
)
def test_moments(moment: str, is_one: bool):
    assert (mistake(moment, {"type": "string", "format": "date-time"}) == "") == is_one


def test_the_first_mistake_is_named_by_its_place_and_without_the_value():
    schema = schemas.sent(TASKS)
    value = {"title": "T", "steps": [{"text": "a", "done": True}, {"text": "b", "done": "secret"}]}
    assert mistake(value, schema) == "steps[1].done must be of type boolean"
    assert mistake({"notes": "n"}, schema) == "the body lacks title"
