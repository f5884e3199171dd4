"""Which field identifies an entry, and which argument takes it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from graphql import (
    GraphQLArgument,
    GraphQLID,
    GraphQLInputField,
    GraphQLInputObjectType,
    GraphQLInputType,
    GraphQLScalarType,
    get_named_type,
    is_required_argument,
    is_required_input_field,
)

from querious.answers.identity import keys, scalars
from querious.graphql.collections.ways import Holder, is_list
from querious.model.arguments import is_plain
from querious.text.words import Words, written_words

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

Path = tuple[str, ...]
"""An argument, then members of input objects."""

_HOLDERS: Final = frozenset(
    {"where", "filter", "by", "lookup", "input", "pk_columns", "pkColumns", "condition", "data"}
)
_EQUALS: Final = ("eq", "_eq", "equals", "equalTo", "is", "in", "_in")
_GLOBAL: Final = ("node", "id")
"""Names an entry among all of the service, and is no other key of it."""
_DEEPEST: Final = 3


class KeyPlace(NamedTuple):
    """Where an operation takes the key."""

    path: Path
    type: GraphQLInputType
    many: bool = False
    """Whether it takes a list of keys, as ``ids`` does."""


def key_names(holder: Holder, noun: Words) -> list[str]:
    """Fields that may identify an entry, the likeliest first; empty if none does."""
    return keys(noun, scalars({name: field.type for name, field in holder.fields.items() if is_plain(field)}))


def key_place(
    arguments: Mapping[str, GraphQLArgument] | Mapping[str, GraphQLInputField],
    key: str,
    noun: Words,
    depth: int = 0,
) -> KeyPlace | None:
    """The argument, or member of an argument, that takes the key called so."""
    for name, argument in arguments.items():
        if _names_key(name, key, noun) and isinstance(get_named_type(argument.type), GraphQLScalarType):
            if not is_list(argument.type):
                return KeyPlace((name,), argument.type)
            if depth == 0 or name in _EQUALS:
                return KeyPlace((name,), argument.type, many=True)
    return next(_inside(arguments, key, noun, depth), None)


def changed_by(arguments: Mapping[str, GraphQLArgument], holder: Holder, key: str, noun: Words) -> KeyPlace | None:
    """Where a mutation takes the key of what it changes: by its name, or as the one identifier that must be given.

    An identifier that is called like another field of the entry is that field and not the key; and where it must be
    given, a key further inside is one of the values.
    """
    named, only = key_place(arguments, key, noun), _only_key(arguments)
    if only is None or names_key(only, key, noun):
        return named or only
    name = only.path[-1]
    if named is None:
        return None if name in holder.fields or written_words(name) == _GLOBAL else only
    other = name in key_names(holder, noun) or written_words(name) == _GLOBAL
    return None if other and len(named.path) > len(only.path) else named


def names_key(place: KeyPlace, key: str, noun: Words) -> bool:
    """Whether it is called as the key is."""
    return any(_names_key(name, key, noun) for name in place.path)


def _only_key(arguments: Mapping[str, GraphQLArgument]) -> KeyPlace | None:
    """The one identifier that must be given, whatever it is called."""
    found: list[KeyPlace] = []
    for name, argument in arguments.items():
        type_ = get_named_type(argument.type)
        if isinstance(type_, GraphQLInputObjectType) and required(argument) and not is_list(argument.type):
            found += [
                KeyPlace((name, inner), field.type)
                for inner, field in type_.fields.items()
                if required(field) and _is_identifier(field.type)
            ]
        elif required(argument) and _is_identifier(argument.type):
            found.append(KeyPlace((name,), argument.type))
    return found[0] if len(found) == 1 else None


def _is_identifier(type_: GraphQLInputType) -> bool:
    return get_named_type(type_) is GraphQLID and not is_list(type_)


def _inside(
    arguments: Mapping[str, GraphQLArgument] | Mapping[str, GraphQLInputField], key: str, noun: Words, depth: int
) -> Iterator[KeyPlace]:
    if depth >= _DEEPEST:
        return
    for name, argument in arguments.items():
        type_ = get_named_type(argument.type)
        if not isinstance(type_, GraphQLInputObjectType) or is_list(argument.type):
            continue
        if name == key:
            yield from _compared(name, type_)
        elif name in _HOLDERS or written_words(name) == noun or required(argument):
            inner = key_place(type_.fields, key, noun, depth + 1)
            if inner is not None:
                yield KeyPlace((name, *inner.path), inner.type, inner.many)


def _compared(name: str, comparison: GraphQLInputObjectType) -> Iterator[KeyPlace]:
    """``id: {eq: …}``."""
    for operator in _EQUALS:
        if operator in comparison.fields:
            type_ = comparison.fields[operator].type
            yield KeyPlace((name, operator), type_, is_list(type_))


def _names_key(name: str, key: str, noun: Words) -> bool:
    parts, wanted = written_words(name), written_words(key)
    several = (*wanted[:-1], wanted[-1] + "s")
    return parts in (wanted, several, (*noun, *wanted), (*noun, *several))


def covered(arguments: Mapping[str, GraphQLArgument] | Mapping[str, GraphQLInputField], paths: Iterable[Path]) -> bool:
    """Whether nothing else must be given than what stands at these paths."""
    paths = list(paths)
    for name, argument in arguments.items():
        below = [path[1:] for path in paths if path[:1] == (name,)]
        type_ = get_named_type(argument.type)
        if not below and required(argument):
            return False
        if any(below) and isinstance(type_, GraphQLInputObjectType) and not covered(type_.fields, below):
            return False
    return True


def required(argument: GraphQLArgument | GraphQLInputField) -> bool:
    """Whether it must be given."""
    if isinstance(argument, GraphQLArgument):
        return is_required_argument(argument)
    return is_required_input_field(argument)
