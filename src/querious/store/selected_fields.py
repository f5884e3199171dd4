"""Whether a document selects a field that is asked for by coordinate."""

from __future__ import annotations

import re
from itertools import starmap
from typing import TYPE_CHECKING, Any, Final

from graphql import (
    FieldNode,
    GraphQLInterfaceType,
    GraphQLObjectType,
    GraphQLSchema,
    GraphQLUnionType,
    OperationDefinitionNode,
    get_named_type,
)

from querious.model.patterns import Patterns
from querious.text.canonical import parsed

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from graphql import DocumentNode

_ROOTS: Final = {"query": "Query", "mutation": "Mutation", "subscription": "Subscription"}
_UNKNOWN: Final = "?"
_CALL: Final = re.compile(r"[A-Z]+ /")


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
        self._schema = schema or GraphQLSchema()  # which knows no types

    def fits(self, document: str) -> bool:
        """Whether it selects such a field, or is such a REST operation; what cannot be parsed does not."""
        if _CALL.match(document):
            return self._known.match(document)
        try:
            return any(starmap(self._match, self._fields(parsed(document))))
        except ValueError:
            return False

    def _match(self, parent: str, field: str) -> bool:
        if parent == _UNKNOWN:
            return self._anywhere is not None and self._anywhere.match(f"{_UNKNOWN}.{field}")
        return any(self._known.match(f"{name}.{field}") for name in self._names(parent))

    def _names(self, parent: str) -> Iterator[str]:
        yield parent
        found = self._schema.type_map.get(parent)
        if isinstance(found, GraphQLInterfaceType | GraphQLUnionType):
            yield from (member.name for member in self._schema.get_possible_types(found))

    def _fields(self, document: DocumentNode) -> Iterator[tuple[str, str]]:
        """Every field with the name of its parent type."""
        stack: list[tuple[str, Any]] = [("", node) for node in document.definitions]
        while stack:
            parent, node = stack.pop()
            if isinstance(node, OperationDefinitionNode):
                parent = self._root(node)
            elif isinstance(node, FieldNode):
                yield parent, node.name.value
                parent = self._child(parent, node.name.value)
            elif getattr(node, "type_condition", None):
                parent = node.type_condition.name.value
            selections = getattr(node, "selection_set", None)
            stack += [(parent, inner) for inner in selections.selections] if selections else []

    def _root(self, definition: OperationDefinitionNode) -> str:
        found = self._schema.get_root_type(definition.operation)
        return found.name if found else _ROOTS[definition.operation.value]

    def _child(self, parent: str, field: str) -> str:
        holder = self._schema.type_map.get(parent)
        known = holder.fields.get(field) if isinstance(holder, GraphQLObjectType | GraphQLInterfaceType) else None
        return get_named_type(known.type).name if known else _UNKNOWN
