"""The variables of a mended operation: types that fit where they stand, and values that fit the types."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from graphql import (
    GraphQLEnumType,
    GraphQLInputObjectType,
    GraphQLList,
    GraphQLNonNull,
    GraphQLScalarType,
    GraphQLString,
    VariableDefinitionNode,
    is_type_sub_type_of,
    parse_type,
    type_from_ast,
)

from querious.export.fitted_values import UNFIT, ValueFitter, made_up, shown, to_node, to_value

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Sequence

    from graphql import GraphQLInputType, GraphQLSchema

    from querious.export.hints import Hints
    from querious.model import JSON

_INPUT = (GraphQLScalarType, GraphQLEnumType, GraphQLInputObjectType, GraphQLNonNull, GraphQLList)


class _Use(NamedTuple):
    """A place where a variable stands."""

    type: GraphQLInputType
    default: bool
    where: str


class VariableDeclarations:
    """Is told of every use of a variable first, and asked for the declarations then."""

    def __init__(self, schema: GraphQLSchema, hints: Hints, tell: Callable[[str], None]) -> None:
        self._schema = schema
        self._tell = tell
        self._uses: dict[str, list[_Use]] = {}
        self._fitting = ValueFitter(hints, tell, lambda *_: None)

    def use(self, name: str, wanted: GraphQLInputType, default: bool, where: str) -> None:  # noqa: FBT001 - as Fitting calls it
        """Note that a variable stands where a type is wanted; ``default``: the place has a value without it."""
        self._uses.setdefault(name, []).append(_Use(wanted, default, where))

    def declared(
        self, nodes: Sequence[VariableDefinitionNode], used: Collection[str], values: dict[str, JSON]
    ) -> tuple[VariableDefinitionNode, ...]:
        """The declarations of those that are still used; ``values`` is fitted to them in place."""
        kept = []
        for node in nodes:
            name = node.variable.name.value
            if name not in used:
                self._tell(f"${name} is no longer used: cut")
                values.pop(name, None)
                continue
            wanted = self._type_of(node)
            default = node.default_value
            if default is not None:
                fitted = self._fitting.fit(to_value(default), wanted, f"the default of ${name}")
                default = None if fitted is UNFIT else to_node(fitted)  # type: ignore[assignment]
            kept.append(
                VariableDefinitionNode(
                    variable=node.variable,
                    type=parse_type(str(wanted), no_location=True),
                    default_value=default,
                    directives=node.directives,
                )
            )
            self._fit_value(name, wanted, values, needed=default is None)
        return tuple(kept)

    def _type_of(self, node: VariableDefinitionNode) -> GraphQLInputType:
        """The declared type, or the strictest that its places want where that no longer fits."""
        name = node.variable.name.value
        uses = self._uses.get(name, [])
        declared = type_from_ast(self._schema, node.type)
        has_value = node.default_value is not None and to_value(node.default_value) is not None
        if isinstance(declared, _INPUT) and self._fits_all(declared, uses, has_value=has_value):
            return declared
        for use in uses:
            if self._fits_all(use.type, uses, has_value=has_value):
                self._tell(f"${name} is now of type {use.type}, as {use.where} wants")
                return use.type
        return uses[0].type if uses else GraphQLString

    def _fits_all(self, given: GraphQLInputType, uses: Sequence[_Use], *, has_value: bool) -> bool:
        return all(self._allowed(given, use, has_value=has_value) for use in uses)

    def _allowed(self, given: GraphQLInputType, use: _Use, *, has_value: bool) -> bool:
        """Whether a variable of a type may stand in a place."""
        wanted = use.type
        if isinstance(wanted, GraphQLNonNull) and not isinstance(given, GraphQLNonNull):
            return (has_value or use.default) and is_type_sub_type_of(self._schema, given, wanted.of_type)
        return is_type_sub_type_of(self._schema, given, wanted)

    def _fit_value(self, name: str, wanted: GraphQLInputType, values: dict[str, JSON], *, needed: bool) -> None:
        required = isinstance(wanted, GraphQLNonNull)
        if name not in values and not (required and needed):
            return
        fitted = self._fitting.fit(values[name], wanted, f"${name}") if name in values else UNFIT
        if fitted is not UNFIT:
            values[name] = fitted
        elif not required:
            self._tell(f"the value of ${name} no longer fits {wanted}: left out")
            del values[name]
        elif (made := made_up(wanted)) is not UNFIT:
            self._tell(f"${name} must be a {wanted} now: filled with {shown(made)}")
            values[name] = made
