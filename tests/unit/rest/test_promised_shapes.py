from __future__ import annotations

from querious.model.answer_shape import shape_of
from querious.rest.openapi.schemas import Schemas
from querious.rest.promised_shapes import promised, recorded_promise, strengthened
from unit.rest.openapi.descriptions import BOOK, described, ref


def promise_of(schema, **schemas):
    description = described({}, schemas)
    return promised(Schemas(description.document, description.dialect).shown(schema))


def test_a_schema_is_written_as_an_answer_with_types_in_place_of_values():
    assert promise_of(BOOK) == {"id?": "integer", "title": "string", "pages?": "integer"}
    assert promise_of({"type": "array", "items": {"type": ["string", "null"]}}) == ["string | null"]
    assert promise_of({"type": ["object", "null"], "properties": {"a": {}}}) == ("null", {"a?": "any"})
    assert promise_of({"type": "object"}) == "object"
    assert promise_of({"oneOf": [{"type": "string"}, BOOK]}) == "any"
    assert promise_of({}) == "any"


def test_what_holds_itself_is_written_to_a_depth():
    node = {"type": "object", "properties": {"next": ref("Node")}}
    assert str(promise_of(ref("Node"), Node=node)).count("next?") == 7


def test_what_is_chance_in_recorded_answers_is_not_promised():
    seen = shape_of({"price": 2, "author": None, "rows": [], "tags": ["a"]})
    assert recorded_promise(seen) == {"price": "number", "author": "any", "rows": [], "tags": ["string"]}


def test_members_that_all_recorded_answers_had_must_be_there():
    described_shape = {"id": "integer", "author?": ("null", {"name?": "string"}), "rows?": [{"a?": "any"}], "x?": "any"}
    recorded = {"author": {"name": "string"}, "rows": [{"a": "integer"}], "more": "string"}
    assert strengthened(described_shape, recorded) == {
        "id": "integer", "author": ("null", {"name": "string"}), "rows": [{"a": "any"}], "x?": "any",
    }  # fmt: skip
