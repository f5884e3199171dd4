"""Whether a document selects a field that is asked for by coordinate."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from graphql import (
    FieldNode,
    FragmentDefinitionNode,
    GraphQLError,
    GraphQLInterfaceType,
    GraphQLObjectType,
    GraphQLUnionType,
    InlineFragmentNode,
    OperationDefinitionNode,
    get_named_type,
    parse,
)

from querious.model.patterns import Patterns

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from graphql import GraphQLSchema, SelectionSetNode

_ROOTS: Final = {"query": "Query", "mutation": "Mutation", "subscription": "Subscription"}
_UNKNOWN: Final = "?"


class FieldSelection:
    """Decides by patterns such as ``Query.product``, ``*.email``, ``Mutation.delete*``.

    With a schema the type of every field is known; a field of an interface is one of its object types too. Without,
    types are known at the root and inside fragments. Elsewhere the name of the field decides, so that rather too much
    is shown than too little; only a pattern that names a root type, or a whole type, does not reach there.
    """

    def __init__(self, patterns: Sequence[str], schema: GraphQLSchema | None = None) -> None:
        self._known = Patterns(patterns)
        parts = [pattern.strip().partition(".") for pattern in patterns]
        anywhere = [f"{_UNKNOWN}.{field}" for kind, dot, field in parts if dot and kind not in _ROOTS.values()]
        self._anywhere = Patterns(anywhere) if anywhere else None
        self._schema = schema

    def fits(self, document: str) -> bool:
        """Whether it selects such a field; what cannot be parsed does not."""
        try:
            return any(self._match(parent, field) for parent, field in self._fields(document))
        except (GraphQLError, RecursionError):
            return False

    def _match(self, parent: str, field: str) -> bool:
        if parent == _UNKNOWN:
            return self._anywhere is not None and self._anywhere.match(f"{_UNKNOWN}.{field}")
        return any(self._known.match(f"{name}.{field}") for name in self._names(parent))

    def _names(self, parent: str) -> Iterator[str]:
        yield parent
        found = self._schema.type_map.get(parent) if self._schema else None
        if self._schema and isinstance(found, GraphQLInterfaceType | GraphQLUnionType):
            yield from (member.name for member in self._schema.get_possible_types(found))

    def _fields(self, document: str) -> Iterator[tuple[str, str]]:
        """Every field with the name of its parent type."""
        stack: list[tuple[str, SelectionSetNode | None]] = []
        for definition in parse(document, no_location=True).definitions:
            if isinstance(definition, OperationDefinitionNode):
                stack.append((self._root(definition), definition.selection_set))
            elif isinstance(definition, FragmentDefinitionNode):
                stack.append((definition.type_condition.name.value, definition.selection_set))
        while stack:
            parent, selections = stack.pop()
            for node in selections.selections if selections else ():
                if isinstance(node, FieldNode):
                    yield parent, node.name.value
                    stack.append((self._child(parent, node.name.value), node.selection_set))
                elif isinstance(node, InlineFragmentNode):
                    condition = node.type_condition
                    stack.append((condition.name.value if condition else parent, node.selection_set))

    def _root(self, definition: OperationDefinitionNode) -> str:
        found = self._schema.get_root_type(definition.operation) if self._schema else None
        return found.name if found else _ROOTS[definition.operation.value]

    def _child(self, parent: str, field: str) -> str:
        holder = self._schema.type_map.get(parent) if self._schema else None
        known = holder.fields.get(field) if isinstance(holder, GraphQLObjectType | GraphQLInterfaceType) else None
        return get_named_type(known.type).name if known else _UNKNOWN
