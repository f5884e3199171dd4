"""How an operation takes what it is given: where the key goes, and where each field of an entry."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from graphql import (
    GraphQLArgument,
    GraphQLInputField,
    GraphQLInputObjectType,
    GraphQLInputType,
    GraphQLNonNull,
    Undefined,
    get_named_type,
)

from querious.graphql.collections.key_fields import KeyPlace, Path, required
from querious.graphql.collections.ways import is_list
from querious.model.defaults import default_of
from querious.text.words import Words, same_noun, written_words

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from querious.model.state import Key
    from querious.model.values import JSON

_WRAPPERS: Final = frozenset(
    {"input", "data", "object", "attributes", "payload", "body", "values", "set", "patch", "record", "params"}
    | {"entity", "fields", "model", "dto", "args", "changes", "create", "update", "properties"}
)
_ROLES: Final = frozenset(
    {"input", "patch", "data", "new", "create", "update", "edit", "insert", "set", "fields", "in"}
)
"""Words beside the noun: ``newBook``, ``bookPatch``, ``BookCreateInput``."""
_ASIDE: Final = frozenset({"clientMutationId", "client_mutation_id"})
_DEEPEST: Final = 2


@dataclass(frozen=True, slots=True)
class Slot:
    """One field of an entry, as the operation takes it."""

    name: str
    path: Path
    """Where it goes in the variables."""
    type: GraphQLInputType
    required: bool
    description: str = ""
    default: JSON = None
    """What the schema says it is if it is not given; None if it says nothing."""


@dataclass(frozen=True, slots=True)
class Form:
    """All that an operation takes. ``always`` are input objects that must be there though they may be empty."""

    slots: tuple[Slot, ...] = ()
    key: KeyPlace | None = None
    always: tuple[Path, ...] = ()

    def filled(self, key: Key | None, entry: JSON) -> dict[str, Any]:
        """The variables for this key and these fields; fields that the operation does not take are left out."""
        entry = entry if isinstance(entry, dict) else {}
        variables: dict[str, Any] = {}
        for path in self.always:
            put(variables, path, {})
        if key is not None and self.key is not None:
            value = as_argument(self.key.type, key)
            put(variables, self.key.path, [value] if self.key.many else value)
        for slot in self.slots:
            if slot.name in entry:
                put(variables, slot.path, entry[slot.name])
        return variables

    def without(self, names: frozenset[str]) -> Form:
        """The same form without some of its fields."""
        return Form(tuple(slot for slot in self.slots if slot.name not in names), self.key, self.always)


def form_of(arguments: Mapping[str, GraphQLArgument], noun: Words, key: KeyPlace | None = None) -> Form:
    """Read it from the arguments of a field."""
    always: list[Path] = []
    slots: dict[str, Slot] = {}
    for slot in _slots(arguments, (), noun, key, always):
        slots.setdefault(slot.name, slot)
    return Form(tuple(slots.values()), key, tuple(always))


def as_argument(type_: GraphQLInputType, key: Key) -> JSON:
    """A key as the argument wants it: a number for a number."""
    name = get_named_type(type_).name.lower()
    if name.endswith(("int", "long", "integer", "bigint")) and key.removeprefix("-").isdecimal():
        return int(key)
    return key


def _slots(
    arguments: Mapping[str, GraphQLArgument] | Mapping[str, GraphQLInputField],
    above: Path,
    noun: Words,
    key: KeyPlace | None,
    always: list[Path],
) -> Iterator[Slot]:
    for name, argument in arguments.items():
        path = (*above, name)
        if name in _ASIDE or (key is not None and path == key.path):
            continue
        type_ = get_named_type(argument.type)
        if isinstance(type_, GraphQLInputObjectType) and _is_wrapper(name, argument, noun, len(above)):
            if isinstance(argument.type, GraphQLNonNull):
                always.append(path)
            yield from _slots(type_.fields, path, noun, key, always)
        elif not (key is not None and key.path[: len(path)] == path):
            yield slot_of(name, path, argument)


def slot_of(name: str, path: Path, argument: GraphQLArgument | GraphQLInputField) -> Slot:
    """Read from an argument, or from a field of an input object."""
    default = default_of(argument)
    return Slot(
        name,
        path,
        argument.type,
        required(argument),
        argument.description or "",
        None if default is Undefined else default,
    )


def _is_wrapper(name: str, argument: GraphQLArgument | GraphQLInputField, noun: Words, depth: int) -> bool:
    """Whether an input object holds the fields of the entry, and is not one of them."""
    if is_list(argument.type) or depth >= _DEEPEST:
        return False
    parts = written_words(name)
    if name.strip("_") in _WRAPPERS:
        return True
    bare = tuple(part for part in parts if part not in _ROLES)
    return same_noun(bare, noun) and (depth == 0 or required(argument))


def put(variables: dict[str, Any], path: Path, value: JSON) -> None:
    """Set what stands at a path, making the objects around it; an empty object never takes the place of another."""
    inner = variables
    for name in path[:-1]:
        inner = inner.setdefault(name, {})
    if value == {} and path[-1] in inner:
        return
    inner[path[-1]] = value
