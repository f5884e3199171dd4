"""What changed from one description to another: what breaks those who ask, what may, and what is new."""

from __future__ import annotations

import re
from itertools import islice
from typing import TYPE_CHECKING, Final

from querious.model.diff import SchemaChange, Weight
from querious.rest.openapi.document import UnusableError
from querious.rest.openapi.json_schema import body_fields
from querious.rest.openapi.schemas import Schemas

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from querious.rest.openapi import Description, RestOperation, RestParameter

_TEMPLATE: Final = re.compile(r"\{[^}]*\}")
_MEMBERS: Final = 400
"""Members of one response that are compared."""
_WEIGHTS: Final = (Weight.BREAKING, Weight.DANGEROUS, Weight.ADDED)


def operation_key(operation: RestOperation) -> str:
    """The same for an operation whose path calls its parameters otherwise."""
    return f"{operation.method} {_TEMPLATE.sub('{}', operation.path)}"


def description_changes(old: Description, new: Description) -> tuple[SchemaChange, ...]:
    """All changes, breaking ones first."""
    known = {operation_key(operation): operation for operation in new.operations}
    before = {operation_key(operation) for operation in old.operations}
    members = _Members(old), _Members(new)
    changes: list[SchemaChange] = []
    for operation in old.operations:
        other = known.get(operation_key(operation))
        if other is None:
            changes.append(SchemaChange(Weight.BREAKING, f"{operation} was removed."))
            continue
        changes += _of_parameters(operation, other)
        changes += _of_bodies(operation, other)
        changes += _of_members(str(operation), members[0].of(operation), members[1].of(other))
    added = [operation for operation in new.operations if operation_key(operation) not in before]
    changes += [SchemaChange(Weight.ADDED, f"{operation} was added.") for operation in added]
    return tuple(sorted(changes, key=lambda change: _WEIGHTS.index(change.weight)))


def _of_parameters(old: RestOperation, new: RestOperation) -> Iterator[SchemaChange]:
    """Those of paths are known by their place, and not by their name."""
    before, after = _by_name(old.parameters), _by_name(new.parameters)
    for name, parameter in before.items():
        other = after.get(name)
        if other is None:
            yield SchemaChange(Weight.BREAKING, f"{old}: the parameter {name} was removed.")
        else:
            yield from _of_parameter(f"{old}: the parameter {name}", parameter, other)
    for name, parameter in after.items():
        if name not in before:
            weight, words = (Weight.BREAKING, ", and is required") if parameter.required else (Weight.ADDED, "")
            yield SchemaChange(weight, f"{old}: the parameter {name} was added{words}.")


def _by_name(parameters: Iterable[RestParameter]) -> dict[str, RestParameter]:
    return {parameter.name: parameter for parameter in parameters if parameter.where != "path"}


def _of_parameter(subject: str, old: RestParameter, new: RestParameter) -> Iterator[SchemaChange]:
    if new.required and not old.required:
        yield SchemaChange(Weight.BREAKING, f"{subject} is now required.")
    before, after = old.keywords, new.keywords
    if "type" in before and "type" in after and before["type"] != after["type"]:
        yield SchemaChange(Weight.BREAKING, f"{subject} is now {after['type']}, and was {before['type']}.")
    choices, now = before.get("enum"), after.get("enum")
    if isinstance(choices, list) and isinstance(now, list):
        for value in choices:
            if value not in now:
                yield SchemaChange(Weight.BREAKING, f"{subject} no longer takes {value}.")
        for value in now:
            if value not in choices:
                yield SchemaChange(Weight.ADDED, f"{subject} also takes {value}.")
    if before.get("default") != after.get("default"):
        words = f"{after.get('default')}, and was {before.get('default')}"
        yield SchemaChange(Weight.DANGEROUS, f"The default of {subject.replace(': the', ', the')} is now {words}.")


def _of_bodies(old: RestOperation, new: RestOperation) -> Iterator[SchemaChange]:
    if new.body.required and not old.body.required:
        yield SchemaChange(Weight.BREAKING, f"{old}: a body is now required.")
    if old.body.media and not new.body.media:
        yield SchemaChange(Weight.BREAKING, f"{old}: the body was removed.")


def _of_members(operation: str, old: dict[str, str], new: dict[str, str]) -> Iterator[SchemaChange]:
    """Of the answer, where both descriptions say something of it."""
    if not old or not new:
        return
    for name, kind in old.items():
        if name not in new:
            yield SchemaChange(Weight.BREAKING, f"{operation}: {name} was removed from the answer.")
        elif kind and new[name] and kind != new[name]:
            yield SchemaChange(Weight.BREAKING, f"{operation}: {name} is now {new[name]}, and was {kind}.")
    for name in new:
        if name not in old:
            yield SchemaChange(Weight.ADDED, f"{operation}: {name} was added to the answer.")


class _Members:
    """The members that answers are said to have, with their types."""

    def __init__(self, description: Description) -> None:
        self._schemas = Schemas(description.document, description.dialect)

    def of(self, operation: RestOperation) -> dict[str, str]:
        """By their way from the outside in: ``items[].title``."""
        try:
            schema = self._schemas.shown(operation.success.json_schema)
        except UnusableError:
            return {}
        found: dict[str, str] = {}
        for field in islice(body_fields(schema), _MEMBERS):
            way = ".".join(field.path).replace(".[]", "[]")
            if field.path[-1] != "[]":
                declared = field.schema.merged.get("type", "")
                found.setdefault(way, declared if isinstance(declared, str) else "")
        return found
