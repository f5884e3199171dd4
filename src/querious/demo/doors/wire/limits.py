"""How much one operation may ask for."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from graphql import FieldNode, FragmentDefinitionNode, FragmentSpreadNode, OperationDefinitionNode

from querious.demo.doors.refusal import too_complex

if TYPE_CHECKING:
    from graphql import DocumentNode, SelectionSetNode

DEEPEST: Final = 12
MOST_FIELDS: Final = 500
MOST_ALIASES: Final = 40


def check_depth(document: DocumentNode) -> None:
    """Fields within fields; introspection, whose depth is bound by the schema, is left alone."""
    if _measured(document)[0] > DEEPEST:
        raise too_complex(f"Fields may be nested {DEEPEST} deep at most.")


def check_width(document: DocumentNode) -> None:
    """Aliases, and fields in all."""
    _, fields, aliases = _measured(document)
    if aliases > MOST_ALIASES:
        raise too_complex(f"An operation has at most {MOST_ALIASES} aliases.")
    if fields > MOST_FIELDS:
        raise too_complex(f"An operation has at most {MOST_FIELDS} fields.")


def _measured(document: DocumentNode) -> tuple[int, int, int]:
    """Depth, fields and aliases of the largest operation. The document is valid: no fragment holds itself."""
    fragments = {node.name.value: node for node in document.definitions if isinstance(node, FragmentDefinitionNode)}
    known: dict[str, tuple[int, int, int]] = {}

    def of_set(selections: SelectionSetNode | None) -> tuple[int, int, int]:
        depth = fields = aliases = 0
        for node in selections.selections if selections else ():
            if isinstance(node, FragmentSpreadNode):
                name = node.name.value
                if name not in known:
                    known[name] = of_set(fragments[name].selection_set)
                found = known[name]
            elif isinstance(node, FieldNode) and node.name.value.startswith("__"):
                continue
            else:
                found = of_set(getattr(node, "selection_set", None))
                if isinstance(node, FieldNode):
                    found = found[0] + 1, found[1] + 1, found[2] + (node.alias is not None)
            depth, fields, aliases = max(depth, found[0]), fields + found[1], aliases + found[2]
        return depth, fields, aliases

    sizes = [of_set(node.selection_set) for node in document.definitions if isinstance(node, OperationDefinitionNode)]
    return max(sizes, default=(0, 0, 0))
