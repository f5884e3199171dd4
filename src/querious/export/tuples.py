"""Which (object, field) tuples an operation asks for, and how many a schema has, as the harvesting study counts them.

Zetterlund, Tiwari, Monperrus and Baudry (2022) count every field of every object and interface, those of ``Mutation``
included, but neither deprecated fields nor types whose names begin with an underscore. A query covers the fields that
it selects, by the type they are selected on; what stands below a deprecated field is not looked at, but every fragment
is, wherever it is spread. On their recordings of Saleor this gives 506 of 1,884.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from graphql import (
    FieldNode,
    FragmentSpreadNode,
    GraphQLInterfaceType,
    GraphQLObjectType,
    InlineFragmentNode,
    get_named_type,
)

from querious.export.conditions import included
from querious.export.documents import root_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from graphql import FragmentDefinitionNode, GraphQLSchema, SelectionSetNode

    from querious.export.documents import ParsedOperation
    from querious.model import JSON


class Tuples(NamedTuple):
    """What an operation asks for, as coordinates ``Type.field`` with the type that the field is selected on."""

    fields: frozenset[str] = frozenset()
    """Those that ``@include`` and ``@skip`` leave in."""
    studied: frozenset[str] = frozenset()
    """What the study counts: neither deprecated nor below what is, and whatever conditions say."""
    arguments: frozenset[str] = frozenset()
    """``Type.field(argument:)`` of the fields that are left in."""


def tuples_of(schema: GraphQLSchema, asked: ParsedOperation, values: Mapping[str, JSON]) -> Tuples:
    """What a valid operation asks for with these values of its variables, defaults among them."""
    root = root_of(schema, asked.kind)
    if root is None:
        return Tuples()
    fields: set[str] = set()
    arguments: set[str] = set()
    for coordinate, node, _ in _Walk(schema, values, asked.fragments).down(root.name, asked.operation.selection_set):
        fields.add(coordinate)
        arguments.update(f"{coordinate}({argument.name.value}:)" for argument in node.arguments or ())
    apart = _Walk(schema, None, {})
    studied = set(_current(apart.down(root.name, asked.operation.selection_set)))
    for fragment in asked.fragments.values():
        studied.update(_current(apart.down(fragment.type_condition.name.value, fragment.selection_set)))
    return Tuples(frozenset(fields), frozenset(studied), frozenset(arguments))


def _current(found: Iterable[_Found]) -> Iterator[str]:
    return (coordinate for coordinate, _, deprecated in found if not deprecated and not coordinate.startswith("_"))


def study_universe(schema: GraphQLSchema) -> frozenset[str]:
    """All tuples that the study counts."""
    return frozenset(
        f"{name}.{field}"
        for name, kind in schema.type_map.items()
        if isinstance(kind, GraphQLObjectType | GraphQLInterfaceType) and not name.startswith("_")
        for field, definition in kind.fields.items()
        if definition.deprecation_reason is None
    )


class _Found(NamedTuple):
    coordinate: str
    node: FieldNode
    deprecated: bool
    """It is, or something above it."""


class _Walk:
    """Goes through selections, into each of the fragments given once; without values conditions do not matter."""

    def __init__(
        self,
        schema: GraphQLSchema,
        values: Mapping[str, JSON] | None,
        fragments: Mapping[str, FragmentDefinitionNode],
    ) -> None:
        self._schema = schema
        self._values = values
        self._fragments = fragments
        self._been: set[str] = set()

    def down(self, parent: str, selection_set: SelectionSetNode, *, deprecated: bool = False) -> Iterator[_Found]:
        for node in selection_set.selections:
            if self._values is not None and not included(node.directives, self._values):
                continue
            if isinstance(node, FieldNode):
                yield from self._field(parent, node, deprecated=deprecated)
            elif isinstance(node, FragmentSpreadNode):
                name = node.name.value
                if name in self._fragments and name not in self._been:
                    self._been.add(name)
                    body = self._fragments[name]
                    yield from self.down(body.type_condition.name.value, body.selection_set, deprecated=deprecated)
            elif isinstance(node, InlineFragmentNode):
                on = node.type_condition.name.value if node.type_condition else parent
                yield from self.down(on, node.selection_set, deprecated=deprecated)

    def _field(self, parent: str, node: FieldNode, *, deprecated: bool) -> Iterator[_Found]:
        kind = self._schema.type_map.get(parent)
        if not isinstance(kind, GraphQLObjectType | GraphQLInterfaceType) or node.name.value not in kind.fields:
            return  # __typename and introspection
        definition = kind.fields[node.name.value]
        deprecated = deprecated or definition.deprecation_reason is not None
        yield _Found(f"{parent}.{node.name.value}", node, deprecated)
        if node.selection_set is not None:
            yield from self.down(get_named_type(definition.type).name, node.selection_set, deprecated=deprecated)
