"""How an operation takes what it is given: which argument takes the key, and which each field of an entry."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Final

from graphql import (
    GraphQLID,
    GraphQLInputObjectType,
    GraphQLInputType,
    GraphQLNonNull,
    GraphQLScalarType,
    get_named_type,
)

from querious.graphql.collections.schema_index import Holder, key_names
from querious.text.words import Words, same_noun, written_words

if TYPE_CHECKING:
    from collections.abc import Container, Iterable

    from querious.graphql.collections.inputs import Input, Path
    from querious.model.state import Key
    from querious.model.values import JSON

_AROUND_KEYS: Final = frozenset(
    {"where", "filter", "by", "lookup", "input", "pk_columns", "pkColumns", "condition", "data"}
)
_EQUALS: Final = ("eq", "_eq", "equals", "equalTo", "is", "in", "_in")
_GLOBAL: Final = ("node", "id")
"""Names an entry among all of the service, and is no other key of it."""
_WRAPPERS: Final = frozenset(
    {"input", "data", "object", "attributes", "payload", "body", "values", "set", "patch", "record", "params"}
    | {"entity", "fields", "model", "dto", "args", "changes", "create", "update", "properties"}
)
_ROLES: Final = frozenset(
    {"input", "patch", "data", "new", "create", "update", "edit", "insert", "set", "fields", "in"}
)
"""Words beside the noun: ``newBook``, ``bookPatch``, ``BookCreateInput``."""
_ASIDE: Final = frozenset({"clientMutationId", "client_mutation_id"})
_DEEPEST_WRAPPER: Final = 2


def key_place(inputs: Iterable[Input], key: str, noun: Words) -> Input | None:
    """The argument, or member of an argument, that takes the key called so, or a list of keys; the outermost."""
    found = [one for one in inputs if isinstance(one.named, GraphQLScalarType) and _takes_key(one, key, noun)]
    return min(found, key=lambda one: (len(one.path), one.many), default=None)


def _takes_key(one: Input, key: str, noun: Words) -> bool:
    """``id``, ``where: {bookId}``, or ``where: {id: {eq}}``."""
    around = list(one.around)
    if around and around[-1].name == key and one.name in _EQUALS:
        around.pop()
    elif not _is_called(one.name, key, noun) or (one.many and around):
        return False
    return all(outer.name in _AROUND_KEYS or outer.required or written_words(outer.name) == noun for outer in around)


def changed_by(inputs: Iterable[Input], holder: Holder, key: str, noun: Words) -> Input | None:
    """Where a mutation takes the key of what it changes: by its name, or as the one identifier that must be given.

    An identifier that is called like another field of the entry is that field and not the key; and where it must be
    given, a key further inside is one of the values.
    """
    named = key_place(inputs, key, noun)
    demanded = [one for one in inputs if one.named is GraphQLID and one.demanded and not one.many]
    identifiers = [one for one in demanded if len(one.around) <= 1]
    if len(identifiers) != 1:
        return named
    only = identifiers[0]
    if is_called(only, key, noun):
        return named or only
    is_global = written_words(only.name) == _GLOBAL
    if named is None:
        return None if is_global or only.name in holder.fields else only
    is_inner = len(named.path) > len(only.path)
    return None if is_inner and (is_global or only.name in key_names(holder, noun)) else named


def is_called(place: Input, key: str, noun: Words) -> bool:
    """Whether what takes the key, or something around it, is called as the key is."""
    return any(_is_called(name, key, noun) for name in place.path)


def _is_called(name: str, key: str, noun: Words) -> bool:
    parts, wanted = written_words(name), written_words(key)
    several = (*wanted[:-1], wanted[-1] + "s")
    return parts in (wanted, several, (*noun, *wanted), (*noun, *several))


@dataclass(frozen=True, slots=True)
class Form:
    """All that an operation takes. ``always`` are input objects that must be there though they may be empty."""

    slots: tuple[Input, ...] = ()
    """One for each field of an entry."""
    key: Input | None = None
    always: tuple[Path, ...] = ()

    def filled(self, key: Key, entry: JSON) -> dict[str, Any]:
        """The arguments for this key and these fields; fields that the operation does not take are left out."""
        given = entry if isinstance(entry, dict) else {}
        arguments: dict[str, Any] = {}
        for path in self.always:
            put(arguments, path, {})
        if self.key is not None:
            value = as_argument(self.key.declared.type, key)
            put(arguments, self.key.path, [value] if self.key.many else value)
        for slot in self.slots:
            if slot.name in given:
                put(arguments, slot.path, given[slot.name])
        return arguments

    def only(self, names: Container[str]) -> Form:
        """The same form with no other fields than these."""
        return replace(self, slots=tuple(slot for slot in self.slots if slot.name in names))


def form_of(inputs: Iterable[Input], noun: Words, key: Input | None = None) -> Form:
    """Read it from what a field can be given: input objects that only hold the fields of the entry are opened."""
    wrappers: set[Path] = {()}
    always: list[Path] = []
    slots: dict[str, Input] = {}
    taken = key.path if key is not None else ()
    for one in inputs:
        if one.path[:-1] not in wrappers or one.name in _ASIDE:
            continue
        if _is_wrapper(one, noun):
            wrappers.add(one.path)
            always += [one.path] if isinstance(one.declared.type, GraphQLNonNull) else []
        elif taken[: len(one.path)] != one.path:
            slots.setdefault(one.name, one)
    return Form(tuple(slots.values()), key, tuple(always))


def _is_wrapper(one: Input, noun: Words) -> bool:
    """Whether an input object holds the fields of the entry, and is not one of them."""
    if not isinstance(one.named, GraphQLInputObjectType) or one.many or len(one.path) > _DEEPEST_WRAPPER:
        return False
    bare = tuple(part for part in written_words(one.name) if part not in _ROLES)
    return one.name.strip("_") in _WRAPPERS or (same_noun(bare, noun) and (not one.around or one.required))


def as_argument(type_: GraphQLInputType, key: JSON) -> JSON:
    """A key as the argument wants it: a number for a number."""
    name = get_named_type(type_).name.lower()
    if name.endswith(("int", "long", "integer")) and str(key).removeprefix("-").isdecimal():
        return int(key)
    return key


def put(arguments: dict[str, Any], path: Path, value: JSON) -> None:
    """Set what stands at a path, making the objects around it; an empty object never takes the place of another."""
    inner = arguments
    for name in path[:-1]:
        inner = inner.setdefault(name, {})
    if value == {}:
        inner.setdefault(path[-1], value)
    else:
        inner[path[-1]] = value
