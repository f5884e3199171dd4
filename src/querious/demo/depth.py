"""A limit on nesting, far above what a client needs, that keeps the executor's own recursion safe."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from graphql import FieldNode, FragmentSpreadNode, OperationDefinitionNode, SelectionSetNode, ValidationRule

from querious.demo.refusal import too_complex

if TYPE_CHECKING:
    from graphql import ValidationContext

DEEPEST_OPERATION: Final = 60


class DepthLimitRule(ValidationRule):
    """Refuses operations whose fields are nested too deeply, also through fragments."""

    def enter_operation_definition(self, node: OperationDefinitionNode, *_: Any) -> None:
        """Measure each operation once."""
        if _deeper_than(self.context, node.selection_set, DEEPEST_OPERATION):
            self.report_error(too_complex(f"Fields may be nested {DEEPEST_OPERATION} deep at most."))


def _deeper_than(context: ValidationContext, root: SelectionSetNode, limit: int) -> bool:
    """Walk with a stack of our own; each fragment is opened once per depth at most, so cycles end."""
    stack = [(root, 1)]
    opened: set[tuple[str, int]] = set()
    while stack:
        selections, depth = stack.pop()
        if depth > limit:
            return True
        for node in selections.selections:
            if isinstance(node, FragmentSpreadNode):
                fragment = context.get_fragment(node.name.value)
                if fragment is not None and (node.name.value, depth) not in opened:
                    opened.add((node.name.value, depth))
                    stack.append((fragment.selection_set, depth))
                continue
            inner: SelectionSetNode | None = getattr(node, "selection_set", None)
            if inner is not None:
                stack.append((inner, depth + 1 if isinstance(node, FieldNode) else depth))
    return False
