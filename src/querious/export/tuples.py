"""Which (object, field) tuples an operation asks for, and how many a schema has, as the harvesting study counts them.

Zetterlund, Tiwari, Monperrus and Baudry (2022) count every field of every object and interface, those of ``Mutation``
included, but neither deprecated fields nor types whose names begin with an underscore. A query covers the fields that
it selects, by the type they are selected on; what stands below a deprecated field is not looked at, but every fragment
is, wherever it is spread. On their recordings of Saleor this gives 506 of 1,884.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from graphql import SKIP, TypeInfo, TypeInfoVisitor, Visitor, visit

from querious.model.definitions import fields_of

if TYPE_CHECKING:
    from collections.abc import Mapping

    from graphql import FieldNode, GraphQLSchema
    from graphql.language.visitor import VisitorAction

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
    left_in = _Selected(schema, asked.left_in(values))
    studied = _Selected(schema, asked, deprecated=False)
    counted = frozenset(coordinate for coordinate in studied.fields if not coordinate.startswith("_"))
    return Tuples(frozenset(left_in.fields), counted, frozenset(left_in.arguments))


def study_universe(schema: GraphQLSchema) -> frozenset[str]:
    """All tuples that the study counts."""
    coordinates = set()
    for name in schema.type_map:
        for field, definition in fields_of(schema, name).items():
            if definition.deprecation_reason is None and not name.startswith("_"):
                coordinates.add(f"{name}.{field}")
    return frozenset(coordinates)


class _Selected(Visitor):
    """The fields and arguments of an operation and its fragments; neither ``__typename`` nor introspection."""

    def __init__(self, schema: GraphQLSchema, asked: ParsedOperation, *, deprecated: bool = True) -> None:
        super().__init__()
        self.fields: set[str] = set()
        self.arguments: set[str] = set()
        self._info = TypeInfo(schema)
        self._deprecated = deprecated
        visit(asked.node, TypeInfoVisitor(self._info, self))

    def enter_field(self, node: FieldNode, *_: object) -> VisitorAction:
        parent, definition = self._info.get_parent_type(), self._info.get_field_def()
        name = node.name.value
        if parent is None or definition is None or name.startswith("__"):
            return SKIP
        if definition.deprecation_reason is not None and not self._deprecated:
            return SKIP
        coordinate = f"{parent.name}.{name}"
        self.fields.add(coordinate)
        self.arguments.update(f"{coordinate}({argument.name.value}:)" for argument in node.arguments or ())
        return None
