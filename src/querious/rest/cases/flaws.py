"""Calls that are deliberately wrong in one way, which a service has to refuse."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator

    from querious.model.rest_call import RestCall
    from querious.model.values import JSON
    from querious.rest.cases.calls import CallableOperation, ParameterKind
    from querious.rest.openapi.json_schema import JsonSchema
    from querious.values import Chance

_NO_CHOICE: Final = "querious-no-such-value"


class Flaw(NamedTuple):
    """A call and what is wrong with it, in words."""

    call: RestCall
    what: str


def flawed(call: RestCall, plan: CallableOperation, chance: Chance) -> Flaw | None:
    """The call with one flaw; None if its description rules nothing out."""
    flaws = list(_flaws(call, plan))
    return chance.choose(flaws) if flaws else None


def _flaws(call: RestCall, plan: CallableOperation) -> Iterator[Flaw]:
    for kind in plan.parameters:
        yield from _parameter_flaws(call, kind)
    body = plan.body_in(call.media)
    if not call.media or body is None:
        return
    if plan.operation.body.required:
        yield Flaw(call._replace(media="", body=None), "without the required body")
    yield from _body_flaws(call, body)


def _parameter_flaws(call: RestCall, kind: ParameterKind) -> Iterator[Flaw]:
    where, name = kind.parameter.where, kind.parameter.name
    others = tuple(each for each in call.arguments if (each.where, each.name) != (where, name))
    sent = next((each for each in call.arguments if (each.where, each.name) == (where, name)), None)
    if kind.parameter.required and where != "path":
        yield Flaw(call._replace(arguments=others), f"without the required {where} parameter `{name}`")
    if sent is None or kind.parameter.style == "json":
        return
    for value, what in _wrong_values(kind.schema, typed=True):
        changed = (*others, sent._replace(value=value))
        yield Flaw(call._replace(arguments=changed), f"{where} parameter `{name}` {what}")


def _body_flaws(call: RestCall, schema: JsonSchema) -> Iterator[Flaw]:
    if not schema.is_object or not isinstance(call.body, dict) or schema.alternatives:
        return
    for name in schema.required:
        if name in call.body:
            rest = {key: value for key, value in call.body.items() if key != name}
            yield Flaw(call._replace(body=rest), f"body without the required member `{name}`")
    for name in call.body:
        inner = schema.of_property(name)
        if name in schema.properties:
            for value, what in _wrong_values(inner, typed=False):
                yield Flaw(call._replace(body={**call.body, name: value}), f"body member `{name}` {what}")


def _wrong_values(schema: JsonSchema, *, typed: bool) -> Iterator[tuple[JSON, str]]:
    """Values that the schema rules out; with ``typed`` only such as are wrong even where everything is text."""
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
    elif kinds[0] == "string" and not typed:
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
