"""Calls that are deliberately wrong in one way, which a service has to refuse."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from querious.model.request_body import is_json_media
from querious.model.rest_call import RestArgument
from querious.model.turns import in_turn

if TYPE_CHECKING:
    from collections.abc import Iterator

    from querious.model.rest_call import RestCall
    from querious.model.values import JSON
    from querious.rest.cases.callable_operation import CallableOperation, ParameterKind
    from querious.rest.openapi.json_schema import JsonSchema
    from querious.values import Chance

_NO_CHOICE: Final = "querious-no-such-value"
_NO_FORM: Final = "Querious: no such value!"
"""For patterns that take words with hyphens."""
_READ_FORMATS: Final = {"date": "a date", "date-time": "a moment", "uuid": "a UUID"}
"""Formats that a service reads into a value of its own; others are mostly meant for people."""


class Flaw(NamedTuple):
    """A call and what is wrong with it, in words."""

    call: RestCall
    what: str


def flawed(call: RestCall, plan: CallableOperation, chance: Chance) -> Flaw | None:
    """The call with one flaw; None if its description rules nothing out."""
    found = list(flaws(call, plan))
    return chance.choose(found) if found else None


def flaws(call: RestCall, plan: CallableOperation) -> Iterator[Flaw]:
    """The call with each flaw alone: the first one of every place, then the second ones."""
    places = [_parameter_flaws(call, kind) for kind in plan.parameters]
    body = plan.body_in(call.media)
    if call.media and body is not None:
        if plan.operation.body.required:
            places.append(iter([Flaw(call._replace(media="", body=None), "without the required body")]))
        places += _body_flaws(call, body)
    return in_turn(places)


def _parameter_flaws(call: RestCall, kind: ParameterKind) -> Iterator[Flaw]:
    where, name = kind.parameter.where, kind.parameter.name
    others = tuple(each for each in call.arguments if (each.where, each.name) != (where, name))
    for value, what in _wrong_values(kind.schema, typed=True) if kind.parameter.style != "json" else ():
        changed = (*others, RestArgument(where, name, value))
        yield Flaw(call._replace(arguments=changed), f"{where} parameter `{name}` {what}")
    if kind.parameter.required and where != "path":
        yield Flaw(call._replace(arguments=others), f"without the required {where} parameter `{name}`")


def _body_flaws(call: RestCall, schema: JsonSchema) -> list[Iterator[Flaw]]:
    """By member."""
    if not schema.is_object or not isinstance(call.body, dict) or schema.alternatives:
        return []
    return [
        _member_flaws(call, call.body, name, schema) for name in dict.fromkeys((*schema.required, *schema.properties))
    ]


def _member_flaws(call: RestCall, body: dict[str, JSON], name: str, schema: JsonSchema) -> Iterator[Flaw]:
    if name in schema.properties:
        for value, what in _wrong_values(schema.of_property(name), typed=not is_json_media(call.media)):
            yield Flaw(call._replace(body={**body, name: value}), f"body member `{name}` {what}")
    if name in schema.required and name in body:
        rest = {key: value for key, value in body.items() if key != name}
        yield Flaw(call._replace(body=rest), f"body without the required member `{name}`")


def _wrong_values(schema: JsonSchema, *, typed: bool) -> Iterator[tuple[JSON, str]]:
    """Values that the schema rules out; with ``typed`` only such as are wrong even where everything is text."""
    schema = schema.beside_null
    merged = schema.merged
    if schema.alternatives or "const" in merged:
        return
    kinds = [kind for kind in schema.types if kind != "null"]
    if "enum" in merged:
        yield _NO_CHOICE, "is not one of the documented values"
        return
    if len(kinds) != 1 or "type" not in merged:
        return
    if kinds[0] in {"integer", "number"}:
        yield _NO_CHOICE, "is not a number"
    elif kinds[0] == "boolean" and not typed:
        yield _NO_CHOICE, "is not a boolean"
    elif kinds[0] == "string":
        yield from _wrong_texts(merged)
        if not typed:
            yield {"querious": []}, "is not a string"
    elif kinds[0] in {"object", "array"} and not typed:
        yield _NO_CHOICE, f"is not {'an object' if kinds[0] == 'object' else 'a list'}"
    if merged.get("maximum") is not None:
        yield merged["maximum"] + 1, "is above its maximum"
    if merged.get("minimum") is not None:
        yield merged["minimum"] - 1, "is below its minimum"
    if merged.get("maxLength") is not None and "pattern" not in merged:
        yield "a" * (merged["maxLength"] + 1), "is longer than its maximum length"
    if merged.get("minLength", 0) > 1:
        yield "a" * (merged["minLength"] - 1), "is shorter than its minimum length"


def _wrong_texts(merged: dict[str, Any]) -> Iterator[tuple[JSON, str]]:
    """Texts of another form than the one that is asked for, where a service that reads it has to notice."""
    form = merged.get("format", "")
    if form in _READ_FORMATS:
        yield _NO_CHOICE, f"is not {_READ_FORMATS[form]}"
    try:
        pattern = re.compile(merged["pattern"]) if "pattern" in merged else None
    except (re.error, TypeError):
        return
    if pattern is not None:
        other = next((text for text in (_NO_CHOICE, _NO_FORM) if not pattern.search(text)), "")
        if other:
            yield other, "does not match its pattern"
