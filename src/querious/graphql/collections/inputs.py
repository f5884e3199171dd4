"""What a field can be given, read once: its arguments, and the members of the input objects in them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple, TypeAlias

from graphql import (
    GraphQLArgument,
    GraphQLInputField,
    GraphQLInputObjectType,
    GraphQLNamedType,
    get_named_type,
    is_required_argument,
    is_required_input_field,
)

from querious.model.definitions import is_list

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

Path: TypeAlias = tuple[str, ...]
"""An argument, then members of input objects."""
Declared: TypeAlias = GraphQLArgument | GraphQLInputField

_DEEPEST: Final = 4
"""Names on a path: ``input: {where: {id: {eq: …}}}``."""
_MOST: Final = 2_000
"""Filters of some services hold each other."""


class Input(NamedTuple):
    """An argument, or a member of an input object that stands in one."""

    path: Path
    declared: Declared
    around: tuple[Input, ...]
    """The argument and the input objects that it stands in."""

    @property
    def name(self) -> str:
        """Its own."""
        return self.path[-1]

    @property
    def named(self) -> GraphQLNamedType:
        """Its type without list and non-null."""
        return get_named_type(self.declared.type)

    @property
    def many(self) -> bool:
        """Whether it takes a list."""
        return is_list(self.declared.type)

    @property
    def required(self) -> bool:
        """Whether it must be given with what it stands in."""
        return required(self.declared)

    @property
    def demanded(self) -> bool:
        """Whether it must be given, and all that it stands in."""
        return all(one.required for one in (*self.around, self))


def inputs_of(arguments: Mapping[str, GraphQLArgument]) -> list[Input]:
    """All that a field can be given, outer before inner; nothing inside lists."""
    found = [Input((name,), argument, ()) for name, argument in arguments.items()]
    for one in found:  # grows while it is read
        if len(found) > _MOST or len(one.path) == _DEEPEST:
            break
        if isinstance(one.named, GraphQLInputObjectType) and not one.many:
            around = (*one.around, one)
            found += [Input((*one.path, name), field, around) for name, field in one.named.fields.items()]
    return found


def required(declared: Declared) -> bool:
    """Whether it must be given."""
    if isinstance(declared, GraphQLArgument):
        return is_required_argument(declared)
    return is_required_input_field(declared)


def covered(inputs: Iterable[Input], paths: Iterable[Path]) -> bool:
    """Whether nothing else must be given than what stands at these paths."""
    given = {path[:length] for path in paths for length in range(len(path) + 1)}
    opened = {path[:-1] for path in given}
    return all(one.path in given for one in inputs if one.required and one.path[:-1] in opened)
