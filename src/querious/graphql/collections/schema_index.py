"""A schema as pairing reads it: the fields that can be asked, the types with a key of their own, paths in answers."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Final, NamedTuple, TypeAlias, cast

from graphql import (
    GraphQLField,
    GraphQLInterfaceType,
    GraphQLObjectType,
    GraphQLUnionType,
    get_named_type,
    is_abstract_type,
    is_composite_type,
    is_leaf_type,
)

from querious.answers.identity import keys, scalars
from querious.graphql.collections.inputs import Input, inputs_of
from querious.graphql.collections.words import LISTING, noun_of_query, noun_of_type, split_verb
from querious.model import Field, Fragment
from querious.model.arguments import is_plain
from querious.model.definitions import fields_of, is_list
from querious.text.words import Words, same_noun, written_words

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from graphql import GraphQLNamedType, GraphQLOutputType, GraphQLSchema

    from querious.model import Selection
    from querious.model.values import JSON

Holder: TypeAlias = GraphQLObjectType | GraphQLInterfaceType
"""What has fields."""

_PAYLOADS: Final = ("Payload", "Response", "Result", "Connection", "Edge", "Output", "Page", "List", "Mutation")
_EMPTY_NOUNS: Final = LISTING | {"by", "id", "one", "paginated", "connection", "items"}
_DEEPEST: Final = 3
"""Fields between a root field and the entry."""
_ERRORS: Final = frozenset({"errors", "error", "problems", "violations", "messages", "message"})
_ASIDE: Final = frozenset({"query", "viewer", "page_info", "pageInfo", "extensions"})
"""Members of payloads that lead back to everything, or nowhere."""


class Hop(NamedTuple):
    """One field on a path through an answer."""

    parent: str
    """The type that it is selected on."""
    name: str
    alias: str = ""


Hops: TypeAlias = tuple[Hop, ...]


class PathToEntry(NamedTuple):
    """Where in the answer of a field entries stand."""

    hops: Hops
    type: Holder
    many: bool
    """Whether there can be more than one."""


@dataclass(frozen=True)
class Root:
    """A field that can be asked for: of a root, or of a namespace below it."""

    kind: str
    hops: Hops
    fields: tuple[GraphQLField, ...]
    nouns: frozenset[Words] = frozenset()
    """Of all entries that the schema has, which are no verbs even if they could be."""

    @property
    def asked(self) -> GraphQLField:
        """The one that does something."""
        return self.fields[-1]

    @cached_property
    def inputs(self) -> list[Input]:
        """All that it can be given."""
        return inputs_of(self.asked.args)

    @property
    def demanded(self) -> list[str]:
        """Arguments that must be given."""
        return [one.name for one in self.inputs if one.required and not one.around]

    @property
    def names(self) -> tuple[str, ...]:
        """From the root down."""
        return tuple(hop.name for hop in self.hops)

    @property
    def name(self) -> str:
        """As people read it: ``createBook`` or ``books.create``."""
        return ".".join(self.names)

    def verb(self, verbs: tuple[str, ...]) -> tuple[str, Words] | None:
        """Which of these it does to what; a bare verb is about its namespace."""
        verb, noun = split_verb(self.names[-1], verbs, self.nouns) or ("", ())
        if verb and not noun and len(self.names) > 1:
            noun = noun_of_query(self.names[-2])
        return (verb, noun) if noun else None

    @property
    def noun(self) -> Words:
        """What a query reads."""
        noun = noun_of_query(self.names[-1])
        if len(self.names) > 1 and not set(noun) - _EMPTY_NOUNS:
            return noun_of_query(self.names[-2])
        return noun

    def is_allowed(self, allowed: Callable[[str], bool]) -> bool:
        """Whether every field on the way to it may be asked for."""
        return all(allowed(f"{hop.parent}.{hop.name}") for hop in self.hops)

    def reads(self, noun: Words) -> bool:
        """Whether its name is that of the noun, by itself or with a verb or an ending."""
        return same_noun(self.noun, noun) or same_noun(written_words(self.names[-1]), noun)


class SchemaIndex:
    """Made once for a schema; knows of no root field that may not be asked for."""

    def __init__(self, schema: GraphQLSchema, allowed: Callable[[str], bool] = lambda _: True) -> None:
        """``allowed`` tells by ``Type.field`` whether a field may be asked for."""
        self.schema = schema
        holders = [holder_of(type_) for name, type_ in schema.type_map.items() if not name.startswith("__")]
        self.entities = [holder for holder in holders if holder is not None and has_own_key(holder)]
        self._nouns = frozenset(noun_of_type(entity.name) for entity in self.entities)
        self.queries = [one for one in self._roots("query", schema.query_type) if one.is_allowed(allowed)]
        self.mutations = [one for one in self._roots("mutation", schema.mutation_type) if one.is_allowed(allowed)]

    def _roots(self, kind: str, root: GraphQLObjectType | None) -> Iterator[Root]:
        for name, field in fields_of(self.schema, root.name if root else "").items():
            hop = Hop(cast("GraphQLObjectType", root).name, name)
            if name.startswith("_"):  # of federation, not of the service
                continue
            if not _is_namespace(field):
                yield Root(kind, (hop,), (field,), self._nouns)
                continue
            space = get_named_type(field.type).name
            for inner, below in fields_of(self.schema, space).items():
                yield Root(kind, (hop, Hop(space, inner)), (field, below), self._nouns)

    def field(self, type_: str, name: str) -> GraphQLField:
        """A field of an object type or interface."""
        return fields_of(self.schema, type_)[name]

    def entity(self, noun: Words) -> Holder | None:
        """The type of this noun that has a key of its own."""
        return next((one for one in self.entities if same_noun(noun_of_type(one.name), noun)), None)

    def members(self, type_: GraphQLNamedType) -> Iterator[Holder]:
        """The type itself, and the object types that it may be."""
        if isinstance(type_, GraphQLObjectType | GraphQLInterfaceType):
            yield type_
        if isinstance(type_, GraphQLUnionType | GraphQLInterfaceType):
            yield from self.schema.get_possible_types(type_)

    def paths(self, given: GraphQLOutputType, accept: Callable[[Holder], bool]) -> Iterator[PathToEntry]:
        """All paths to types that are accepted, shortest first; none leads through another entry."""
        queue: deque[tuple[Hops, GraphQLOutputType, bool]] = deque([((), given, False)])
        while queue:
            hops, type_, many = queue.popleft()
            many = many or is_list(type_)
            for holder in self.members(get_named_type(type_)):
                if accept(holder):
                    yield PathToEntry(hops, holder, many)
                elif not has_own_key(holder) and len(hops) < _DEEPEST:
                    queue.extend(
                        ((*hops, Hop(holder.name, name)), field.type, many)
                        for name, field in plain_fields(holder).items()
                        if name not in _ASIDE and not is_error_member(name)
                    )

    def select(self, on: str, paths: Iterable[Hops]) -> list[Selection]:
        """The selections on a type that take all these paths; fragments where a path goes on at another type."""
        below: dict[Hop, list[Hops]] = {}
        for first, *rest in filter(None, paths):
            below.setdefault(first, []).append(tuple(rest))
        selections: dict[str, list[Selection]] = {on: []}
        for hop, inner in below.items():
            type_ = get_named_type(self.field(hop.parent, hop.name).type)
            children = self.select(type_.name, inner) if is_composite_type(type_) else ()
            selections.setdefault(hop.parent, []).append(Field(hop.parent, hop.name, hop.alias, (), (), children))
        own = selections.pop(on)
        if selections or not own or is_abstract_type(self.schema.type_map[on]):
            own.insert(0, Field(on, "__typename"))
        return [*own, *(Fragment(parent, (), inner) for parent, inner in selections.items())]


def along(value: JSON, hops: Hops) -> list[JSON]:
    """What stands at the end of a path, lists flattened; null is left out, and what is of another type has no key."""
    found = _flat(value)
    for hop in hops:
        found = [inner for outer in found if isinstance(outer, dict) for inner in _flat(outer.get(hop.name))]
    return found


def _flat(value: JSON) -> list[JSON]:
    if isinstance(value, list):
        return [inner for item in value for inner in _flat(item)]
    return [] if value is None else [value]


def hops_of(holder: Holder, names: tuple[str, ...]) -> Hops:
    """The path that these names take from a type."""
    hops = []
    for name in names:
        hops.append(Hop(holder.name, name))
        holder = holder_of(holder.fields[name].type) or holder
    return tuple(hops)


def holder_of(type_: object) -> Holder | None:
    """The object type or interface that a field gives, if it does."""
    named = get_named_type(cast("GraphQLOutputType", type_))
    return named if isinstance(named, GraphQLObjectType | GraphQLInterfaceType) else None


def plain_fields(holder: Holder) -> dict[str, GraphQLField]:
    """The fields of a type that can be asked without arguments."""
    return {name: field for name, field in holder.fields.items() if is_plain(field)}


def leaf_names(holder: Holder) -> list[str]:
    """Fields that give a scalar or an enum, or lists of them, without arguments."""
    return [name for name, field in plain_fields(holder).items() if is_leaf_type(get_named_type(field.type))]


def key_names(holder: Holder, noun: Words = ()) -> list[str]:
    """Fields that may identify an entry, the likeliest first; empty if none does."""
    types = {name: field.type for name, field in plain_fields(holder).items()}
    return keys(noun or noun_of_type(holder.name), scalars(types))


def is_payload(name: str) -> bool:
    """Whether a type only carries an entry."""
    return name.endswith(_PAYLOADS)


def has_own_key(holder: Holder) -> bool:
    """Whether it is an entry of its own, so that what lies behind it is another matter."""
    return not is_payload(holder.name) and bool(key_names(holder))


def is_error_member(name: str) -> bool:
    """Whether a member of a payload tells what went wrong: ``userErrors``, ``bookErrors``, ``message``."""
    return name.lower() in _ERRORS or name.lower().endswith(("errors", "error"))


def _is_namespace(field: GraphQLField) -> bool:
    """Whether a field only groups others: no arguments, no key, and something below that takes arguments."""
    type_ = get_named_type(field.type)
    if not isinstance(type_, GraphQLObjectType) or is_list(field.type) or field.args or is_payload(type_.name):
        return False
    takes = [bool(below.args) for below in type_.fields.values()]
    return any(takes) and not has_own_key(type_)
