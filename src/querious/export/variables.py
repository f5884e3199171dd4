"""The variables of a repaired operation: types that fit where they stand, and values that fit the types."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from graphql import (
    GraphQLNonNull,
    GraphQLString,
    VariableDefinitionNode,
    is_input_type,
    is_type_sub_type_of,
    parse_type,
    type_from_ast,
)

from querious.export.fitted_values import UNFIT, made_up, shown, to_value
from querious.model.literals import node_of

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Sequence

    from graphql import GraphQLInputType, GraphQLSchema

    from querious.export.fitted_values import ValueFitter, VariableUse
    from querious.model import JSON


class VariableDeclarations:
    """Declares variables after the fitter has seen every place where they stand."""

    def __init__(self, schema: GraphQLSchema, fitter: ValueFitter, tell: Callable[[str], object]) -> None:
        self._schema = schema
        self._fitter = fitter
        self._tell = tell

    def declared(
        self, nodes: Sequence[VariableDefinitionNode], used: Collection[str], values: dict[str, JSON]
    ) -> tuple[VariableDefinitionNode, ...]:
        """The declarations of those that are still used; ``values`` is fitted to them in place."""
        kept = []
        for node in nodes:
            name = node.variable.name.value
            if name in used:
                kept.append(self._declaration(node, name, values))
            else:
                self._tell(f"${name} is no longer used: cut")
                values.pop(name, None)
        return tuple(kept)

    def _declaration(self, node: VariableDefinitionNode, name: str, values: dict[str, JSON]) -> VariableDefinitionNode:
        default = UNFIT if node.default_value is None else to_value(node.default_value)
        wanted = self._type_of(node, name, has_value=default is not UNFIT and default is not None)
        if default is not UNFIT:
            default = self._fitter.fit(default, wanted, f"the default of ${name}")
        has_default = default is not UNFIT
        self._fit_value(name, wanted, values, needed=isinstance(wanted, GraphQLNonNull) and not has_default)
        return VariableDefinitionNode(
            variable=node.variable,
            type=parse_type(str(wanted), no_location=True),
            default_value=node_of(default) if has_default else None,
            directives=node.directives,
        )

    def _type_of(self, node: VariableDefinitionNode, name: str, *, has_value: bool) -> GraphQLInputType:
        """The declared type, or the strictest that its places want where that no longer fits."""
        uses = self._fitter.uses.get(name, [])
        declared = cast("GraphQLInputType", type_from_ast(self._schema, node.type))
        if is_input_type(declared) and self._fits_all(declared, uses, has_value=has_value):
            return declared
        for use in uses:
            if self._fits_all(use.type, uses, has_value=has_value):
                self._tell(f"${name} is now of type {use.type}, as {use.where} wants")
                return use.type
        return uses[0].type if uses else GraphQLString

    def _fits_all(self, given: GraphQLInputType, uses: Sequence[VariableUse], *, has_value: bool) -> bool:
        """Whether a variable of a type may stand in all these places."""
        for use in uses:
            wanted = use.type
            if isinstance(wanted, GraphQLNonNull) and (has_value or use.has_default):
                wanted = wanted.of_type
            if not is_type_sub_type_of(self._schema, given, wanted):
                return False
        return True

    def _fit_value(self, name: str, wanted: GraphQLInputType, values: dict[str, JSON], *, needed: bool) -> None:
        if name not in values and not needed:
            return
        fitted = self._fitter.fit(values[name], wanted, f"${name}") if name in values else UNFIT
        if fitted is not UNFIT:
            values[name] = fitted
        elif not isinstance(wanted, GraphQLNonNull):
            self._tell(f"the value of ${name} no longer fits {wanted}: left out")
            del values[name]
        elif (made := made_up(wanted)) is not UNFIT:
            self._tell(f"${name} must be a {wanted} now: filled with {shown(made)}")
            values[name] = made
