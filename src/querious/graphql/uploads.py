"""Which fields of a schema take files, and how files stand in an operation: in variables, never as literals."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from graphql import GraphQLInputObjectType, GraphQLScalarType, get_named_type

from querious.model import Field, Variable
from querious.model.definitions import fields_of
from querious.model.request_body import holds_file, is_file
from querious.values.scalars import is_upload

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from graphql import GraphQLInputType, GraphQLSchema

    from querious.model import JSON, Operation, Selection, Value

PLAIN_FILE: Final = {"filename": "querious.txt", "content": "querious\n", "type": "text/plain"}
_SEVERAL: Final = 3
_SPECIFIED: Final = re.compile(r"multipart-request-spec", re.IGNORECASE)
_DESCRIBED: Final = re.compile(r"\bfile uploads?\b|\buploaded files?\b|\bmultipart\b", re.IGNORECASE)


def upload_scalars(schema: GraphQLSchema) -> list[str]:
    """The scalars that stand for files: by their names, what specifies them, or what describes them."""
    return [name for name, kind in schema.type_map.items() if isinstance(kind, GraphQLScalarType) and _is_file(kind)]


def _is_file(kind: GraphQLScalarType) -> bool:
    by_others = bool(_SPECIFIED.search(kind.specified_by_url or "") or _DESCRIBED.search(kind.description or ""))
    return is_upload(kind.name) or by_others


@dataclass(frozen=True, slots=True)
class UploadField:
    """A field of the mutation type that takes files."""

    coordinate: str
    told: str
    """What the schema says of it, of its arguments, and of the input fields and scalars that hold its files."""


def upload_fields(schema: GraphQLSchema) -> list[UploadField]:
    """Those of the mutation type, in the order of the schema."""
    root = schema.mutation_type
    found = []
    for name, defined in root.fields.items() if root is not None else ():
        told = [defined.description or ""]
        takes = False
        for argument in defined.args.values():
            holding = _Holding()
            if holding.look(argument.type):
                takes = True
                told += [argument.description or "", *holding.told]
        if takes and root is not None:
            found.append(UploadField(f"{root.name}.{name}", "\n".join(filter(None, told))))
    return found


@dataclass(slots=True)
class _Holding:
    """Whether an input type holds files anywhere."""

    told: list[str] = field(default_factory=list)
    _seen: set[str] = field(default_factory=set)

    def look(self, declared: GraphQLInputType) -> bool:
        named = get_named_type(declared)
        if isinstance(named, GraphQLScalarType):
            if _is_file(named):
                self.told.append(named.description or "")
            return _is_file(named)
        if not isinstance(named, GraphQLInputObjectType) or named.name in self._seen:
            return False
        self._seen.add(named.name)
        holds = False
        for one in named.fields.values():
            if self.look(one.type):
                holds = True
                self.told.append(one.description or "")
        return holds


def in_variables(schema: GraphQLSchema, operation: Operation) -> Operation:
    """The operation with every argument that holds a file handed over as a variable."""
    count = 0

    def lifted(node: Field) -> Field:
        nonlocal count
        declared = fields_of(schema, node.parent).get(node.name)
        arguments: list[tuple[str, Value]] = []
        for name, value in node.arguments:
            if declared is not None and name in declared.args and holds_file(value):
                value = Variable(f"querious{count}", str(declared.args[name].type), value)  # noqa: PLW2901
                count += 1
            arguments.append((name, value))
        return node._replace(arguments=arguments)

    return operation._replace(selections=_changed(operation.selections, lifted))


def files_in(operation: Operation) -> list[dict[str, JSON]]:
    """The files of an operation, in the order of the document."""
    return [file for value in _values(operation.selections) for file in _files(value)]


def with_files(operation: Operation, choose: Callable[[int], JSON]) -> Operation:
    """The operation with other files: ``choose`` is handed the place of each, from 0."""
    count = 0

    def replaced(value: Value) -> Value:
        nonlocal count
        if isinstance(value, Variable):
            return value._replace(value=replaced(value.value))
        if is_file(value):
            count += 1
            return choose(count - 1)
        if isinstance(value, dict):
            return {key: replaced(item) for key, item in value.items()}
        return [replaced(item) for item in value] if isinstance(value, list) else value

    def changed(node: Field) -> Field:
        return node._replace(arguments=[(name, replaced(value)) for name, value in node.arguments])

    return operation._replace(selections=_changed(operation.selections, changed))


def with_several(operation: Operation) -> Operation:
    """The operation with three files in every list that has files."""

    def several(value: Value) -> Value:
        if isinstance(value, Variable):
            return value._replace(value=several(value.value))
        if isinstance(value, list):
            file = next(filter(is_file, value), None)
            return [several(item) for item in value] if file is None else [file] * _SEVERAL
        if isinstance(value, dict) and not is_file(value):
            return {key: several(item) for key, item in value.items()}
        return value

    def changed(node: Field) -> Field:
        return node._replace(arguments=[(name, several(value)) for name, value in node.arguments])

    return operation._replace(selections=_changed(operation.selections, changed))


def _changed(selections: Sequence[Selection], change: Callable[[Field], Field]) -> list[Selection]:
    found: list[Selection] = []
    for node in selections:
        inner = node._replace(children=_changed(node.children, change))
        found.append(change(inner) if isinstance(inner, Field) else inner)
    return found


def _values(selections: Sequence[Selection]) -> Iterator[Value]:
    for node in selections:
        for _, value in node.arguments if isinstance(node, Field) else ():
            yield value.value if isinstance(value, Variable) else value
        yield from _values(node.children)


def _files(value: Value) -> Iterator[dict[str, JSON]]:
    if is_file(value):
        yield value
    elif isinstance(value, dict | list):
        for item in value.values() if isinstance(value, dict) else value:
            yield from _files(item)
