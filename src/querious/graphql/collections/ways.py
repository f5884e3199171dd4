"""Where in an answer the entry stands: ``payload.book``, ``bookEdge.node``, one member of a union."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, TypeAlias, cast

from graphql import (
    GraphQLInterfaceType,
    GraphQLList,
    GraphQLNamedType,
    GraphQLNonNull,
    GraphQLObjectType,
    GraphQLOutputType,
    GraphQLSchema,
    GraphQLUnionType,
    get_named_type,
    is_leaf_type,
)

from querious.model.arguments import is_plain

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from querious.model.values import JSON

Holder: TypeAlias = GraphQLObjectType | GraphQLInterfaceType
"""What has fields."""

DEEPEST: Final = 3
"""Fields between a root field and the entry."""
ERRORS: Final = frozenset({"errors", "error", "problems", "violations", "messages", "message"})
_ASIDE: Final = frozenset({"query", "viewer", "page_info", "pageInfo", "extensions"})
"""Members of payloads that lead back to everything, or nowhere."""


@dataclass(frozen=True, slots=True)
class Hop:
    """From a value to that of one of its fields; ``condition`` names the type that it must be of, if there are more.

    Without a field: the value itself, if it is of that type.
    """

    field: str
    condition: str = ""


Way: TypeAlias = tuple[Hop, ...]


@dataclass(frozen=True, slots=True)
class Found:
    """Entries in an answer."""

    way: Way
    type: Holder
    many: bool
    """Whether there can be more than one."""


def ways(
    schema: GraphQLSchema,
    given: GraphQLOutputType,
    accept: Callable[[Holder], bool],
    stop: Callable[[Holder], bool],
) -> Iterator[Found]:
    """All ways to types that are accepted, shortest first; they go on behind neither these nor where to stop."""
    queue: deque[tuple[Way, GraphQLOutputType, bool]] = deque([((), given, False)])
    while queue:
        way, type_, many = queue.popleft()
        many = many or is_list(type_)
        for condition, holder in members(schema, get_named_type(type_)):
            reached = _narrowed(way, condition)
            if accept(holder):
                yield Found(reached, holder, many)
            elif not stop(holder) and len([hop for hop in reached if hop.field]) < DEEPEST:
                queue.extend(
                    ((*reached, Hop(name)), field.type, many)
                    for name, field in holder.fields.items()
                    if is_plain(field) and name not in _ASIDE and not is_error_member(name)
                )


def members(schema: GraphQLSchema, type_: GraphQLNamedType) -> Iterator[tuple[str, Holder]]:
    """The type itself, or the members of a union or interface, with the condition that narrows to each."""
    if isinstance(type_, GraphQLObjectType | GraphQLInterfaceType):
        yield "", type_
    if isinstance(type_, GraphQLUnionType | GraphQLInterfaceType):
        for member in schema.get_possible_types(type_):
            yield member.name, member


def follow(value: JSON, way: Way) -> list[JSON]:
    """What stands at the end of a way, lists flattened; null is left out, and what is of another type has no key."""
    found = list(_flat(value))
    for hop in way:
        if hop.field:
            found = [inner for outer in found if isinstance(outer, dict) for inner in _flat(outer.get(hop.field))]
    return found


def is_list(type_: object) -> bool:
    """Whether a list, wherever it may be null."""
    return isinstance(type_.of_type if isinstance(type_, GraphQLNonNull) else type_, GraphQLList)


def is_error_member(name: str) -> bool:
    """Whether a member of a payload tells what went wrong: ``userErrors``, ``bookErrors``, ``message``."""
    return name.lower() in ERRORS or name.lower().endswith(("errors", "error"))


def leaf_names(holder: Holder) -> list[str]:
    """Fields that give a scalar or an enum, or lists of them, without arguments."""
    return [
        name for name, field in holder.fields.items() if is_leaf_type(get_named_type(field.type)) and is_plain(field)
    ]


def holder_of(type_: object) -> Holder | None:
    """The object type or interface that a field gives, if it does."""
    named = get_named_type(cast("GraphQLOutputType", type_))
    return named if isinstance(named, GraphQLObjectType | GraphQLInterfaceType) else None


def _narrowed(way: Way, condition: str) -> Way:
    if not condition:
        return way
    if not way:
        return (Hop("", condition),)
    return (*way[:-1], Hop(way[-1].field, condition))


def _flat(value: JSON) -> Iterator[JSON]:
    if isinstance(value, list):
        for item in value:
            yield from _flat(item)
    elif value is not None:
        yield value
