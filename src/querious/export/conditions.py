"""What ``@include`` and ``@skip`` leave of an operation, given its variables."""

from __future__ import annotations

from typing import TYPE_CHECKING

from graphql import VariableNode, value_from_ast_untyped

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from graphql import DirectiveNode

    from querious.export.documents import ParsedOperation
    from querious.model import JSON


def values_of(asked: ParsedOperation, variables: Mapping[str, JSON]) -> dict[str, JSON]:
    """The variables with their defaults."""
    defaults = {
        definition.variable.name.value: value_from_ast_untyped(definition.default_value)
        for definition in asked.operation.variable_definitions or ()
        if definition.default_value is not None
    }
    return defaults | dict(variables)


def switches(values: Mapping[str, JSON]) -> tuple[tuple[str, bool], ...]:
    """All that conditions can depend on: where these are the same, so is what is left."""
    return tuple((name, value) for name, value in values.items() if isinstance(value, bool))


def included(directives: Sequence[DirectiveNode] | None, values: Mapping[str, JSON]) -> bool:
    """Whether a selection with these directives is left in."""
    for directive in directives or ():
        name = directive.name.value
        if name in {"include", "skip"} and directive.arguments:
            given = directive.arguments[0].value
            value = values.get(given.name.value) if isinstance(given, VariableNode) else value_from_ast_untyped(given)
            if bool(value) is (name == "skip"):
                return False
    return True
