"""Shapes are made lazily: only the positions and runtime types that an answer really holds are worked out."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from graphql import (
    GraphQLObjectType,
    SchemaMetaFieldDef,
    TypeMetaFieldDef,
    TypeNameMetaFieldDef,
    get_named_type,
    is_composite_type,
)

from querious.model import FieldShape, Fragment, ObjectShape
from querious.model.definitions import object_types
from querious.model.operation import included

if TYPE_CHECKING:
    from collections.abc import Sequence

    from graphql import GraphQLOutputType, GraphQLSchema

    from querious.model import Field, Operation, Selection


class _Known(NamedTuple):
    """What the schema says of one field of one object type."""

    coordinate: str
    type: GraphQLOutputType
    named: str
    composite: bool


class Shapes:
    """Shapes for the operations of one schema; holds what is worth working out once per schema."""

    def __init__(self, schema: GraphQLSchema) -> None:
        self._schema = schema
        self._fields: dict[str, dict[str, _Known]] = {}
        self._possible: dict[str, frozenset[str]] = {}

    def of(self, operation: Operation) -> Selected:
        """The shape of ``data`` for an operation that is valid by the schema."""
        return Selected(self, operation.root, operation.selections)

    def fields(self, typename: str) -> dict[str, _Known]:
        """The fields of an object type by name, ``__typename`` included."""
        known = self._fields.get(typename)
        if known is None:
            known = self._fields[typename] = self._look_up(typename)
        return known

    def possible(self, typename: str) -> frozenset[str]:
        """The object types that an object, interface or union stands for."""
        names = self._possible.get(typename)
        if names is None:
            names = self._possible[typename] = frozenset(object_types(self._schema, typename) or (typename,))
        return names

    def _look_up(self, typename: str) -> dict[str, _Known]:
        declared = self._schema.type_map.get(typename)
        if not isinstance(declared, GraphQLObjectType):
            return {}
        definitions = {"__typename": TypeNameMetaFieldDef, **declared.fields}
        if declared is self._schema.query_type:
            definitions |= {"__schema": SchemaMetaFieldDef, "__type": TypeMetaFieldDef}
        known = {}
        for name, definition in definitions.items():
            named = get_named_type(definition.type)
            known[name] = _Known(f"{typename}.{name}", definition.type, named.name, is_composite_type(named))
        return known


class Selected:
    """One composite position in the answer: a declared type and the selections made on it."""

    __slots__ = ("_by_runtime", "_concrete", "_selections", "_shapes", "possible", "type", "typename_key")

    def __init__(self, shapes: Shapes, declared: str, selections: Sequence[Selection]) -> None:
        self._shapes = shapes
        self._selections = selections
        self._by_runtime: dict[str, ObjectShape] = {}
        self.type = declared
        self.possible = shapes.possible(declared)
        self._concrete = declared in self.possible
        self.typename_key = next(
            (
                node.key
                for node in selections
                if not isinstance(node, Fragment) and node.name == "__typename" and included(node.directives)
            ),
            "",
        )

    def runtime(self, value: dict[str, object]) -> ObjectShape | None:
        """The shape for this object of the answer; None if its type is not told or not possible."""
        if self._concrete:
            return self.on(self.type)
        typename = value.get(self.typename_key)
        return self.on(typename) if isinstance(typename, str) else None

    def on(self, typename: str) -> ObjectShape | None:
        """The shape for an object of this type; None if it is not possible here."""
        known = self._by_runtime.get(typename)
        if known is None and typename in self.possible:
            known = self._by_runtime[typename] = self._object(typename)
        return known

    def _object(self, typename: str) -> ObjectShape:
        grouped: dict[str, list[Field]] = {}
        self._collect(typename, self._selections, grouped)
        known = self._shapes.fields(typename)
        fields: dict[str, FieldShape] = {}
        for key, nodes in grouped.items():
            field = known.get(nodes[0].name)
            if field is None:
                continue
            child = None
            if field.composite:
                children = nodes[0].children if len(nodes) == 1 else [sub for node in nodes for sub in node.children]
                child = Selected(self._shapes, field.named, children)
            fields[key] = FieldShape(key, field.coordinate, field.type, field.named, child, nodes[0].arguments)
        return ObjectShape(typename, fields)

    def _collect(self, typename: str, selections: Sequence[Selection], grouped: dict[str, list[Field]]) -> None:
        for node in selections:
            if node.directives and not included(node.directives):
                continue
            if isinstance(node, Fragment):
                if typename in self._shapes.possible(node.on):
                    self._collect(typename, node.children, grouped)
            else:
                grouped.setdefault(node.alias or node.name, []).append(node)
