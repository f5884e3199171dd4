"""Fields of the roots, one level of namespaces below them, and what each can do to an entry."""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from graphql import GraphQLField, GraphQLObjectType, is_required_argument

from querious.graphql.collections.key_fields import KeyPlace, key_names
from querious.graphql.collections.pages import Paging
from querious.graphql.collections.ways import Holder, Way, holder_of, is_list
from querious.graphql.collections.words import LISTING, noun_of_query, noun_of_type, split_verb
from querious.model.arguments import is_plain
from querious.text.words import Words, same_noun, written_words

if TYPE_CHECKING:
    from collections.abc import Iterator

    from graphql import GraphQLSchema

    from querious.graphql.collections.forms import Form

QUERY: Final = "query"
MUTATION: Final = "mutation"
_PAYLOADS: Final = ("Payload", "Response", "Result", "Connection", "Edge", "Output", "Page", "List", "Mutation")
_EMPTY_NOUNS: Final = LISTING | {"by", "id", "one", "paginated", "connection", "items"}


@dataclass(frozen=True, slots=True)
class Root:
    """A field that can be asked for: of a root, or of a namespace below it."""

    kind: str
    names: tuple[str, ...]
    fields: tuple[GraphQLField, ...]
    nouns: frozenset[Words] = frozenset()
    """Of all entries that the schema has, which are no verbs even if they could be."""

    @property
    def asked(self) -> GraphQLField:
        """The one that does something."""
        return self.fields[-1]

    @property
    def name(self) -> str:
        """As people read it: ``createBook`` or ``books.create``."""
        return ".".join(self.names)

    def verb(self, verbs: tuple[str, ...]) -> tuple[str, Words] | None:
        """Which of these it does to what; a bare verb is about its namespace."""
        found = split_verb(self.names[-1], verbs, self.nouns)
        if found is None:
            return None
        verb, noun = found
        if not noun and len(self.names) > 1:
            noun = noun_of_query(self.names[-2])
        return (verb, noun) if noun else None

    @property
    def noun(self) -> Words:
        """What a query reads."""
        noun = noun_of_query(self.names[-1])
        if len(self.names) > 1 and not set(noun) - _EMPTY_NOUNS:
            return noun_of_query(self.names[-2])
        return noun

    def reads(self, noun: Words) -> bool:
        """Whether its name is that of the noun, by itself or with a verb or an ending."""
        return same_noun(self.noun, noun) or same_noun(written_words(self.names[-1]), noun)


@dataclass(frozen=True, slots=True)
class Parent:
    """Of a list that stands below another entry: ``item(sku: …) { reviews }``."""

    type: str
    field: str
    """Of the parent: what it is found by."""
    key: KeyPlace
    slot: str
    """Of the entries: what names their parent."""


@dataclass(frozen=True, slots=True)
class CollectionOperation:
    """One of the things that can be done to entries of a type."""

    root: Root
    form: Form
    way: Way | None
    """From the answer of the field to the entry; None where the answer does not hold it."""
    type: Holder | None = None
    many: bool = False
    exact: bool = True
    """Whether the names leave no doubt; otherwise it must be seen to work first."""
    paging: Paging = dataclasses.field(default_factory=Paging)
    parent: Parent | None = None

    @property
    def name(self) -> str:
        """As people read it."""
        return self.root.name


def roots(kind: str, schema: GraphQLSchema) -> Iterator[Root]:
    """All of a root, namespaces opened."""
    root = schema.mutation_type if kind == MUTATION else schema.query_type
    holders = (holder_of(type_) for name, type_ in schema.type_map.items() if not name.startswith("__"))
    nouns = frozenset(noun_of_type(holder.name) for holder in holders if holder is not None and has_own_key(holder))
    for name, field in root.fields.items() if root is not None else ():
        if name.startswith("_"):  # of federation, not of the service
            continue
        space = _namespace(field)
        if space is None:
            yield Root(kind, (name,), (field,), nouns)
            continue
        for inner, below in space.fields.items():
            yield Root(kind, (name, inner), (field, below), nouns)


def other_keys(schema: GraphQLSchema, type_: Holder) -> Iterator[str]:
    """Arguments by which a query finds one entry, as its name says: ``personByRowId(rowId: …)``."""
    for root in roots(QUERY, schema):
        asked = root.asked
        must = [name for name, argument in asked.args.items() if is_required_argument(argument)]
        if len(must) != 1 or is_list(asked.type) or holder_of(asked.type) is not type_:
            continue
        by = ("by", *written_words(must[0]))
        if written_words(root.names[-1])[-len(by) :] == by:
            yield must[0]


def is_payload(name: str) -> bool:
    """Whether a type only carries an entry."""
    return name.endswith(_PAYLOADS)


def has_own_key(holder: Holder) -> bool:
    """Whether it is an entry of its own, so that what lies behind it is another matter."""
    return not is_payload(holder.name) and bool(key_names(holder, noun_of_type(holder.name)))


def likeness(name: str, noun: Words) -> int:
    """How well the name of a type fits a noun: 2 the same, 1 the end of one is the other, 0 not at all."""
    own = noun_of_type(name)
    if same_noun(own, noun):
        return 2
    longer, shorter = (own, noun) if len(own) > len(noun) else (noun, own)
    return int(len(longer) > len(shorter) and same_noun(longer[-len(shorter) :], shorter))


def _namespace(field: GraphQLField) -> GraphQLObjectType | None:
    """The type of a field that only groups others: no arguments, no key, and something below that takes arguments."""
    type_ = field.type.of_type if hasattr(field.type, "of_type") and not is_list(field.type) else field.type
    if not isinstance(type_, GraphQLObjectType) or field.args or is_payload(type_.name):
        return None
    if has_own_key(type_) or not all(is_plain(field) or field.args for field in type_.fields.values()):
        return None
    return type_ if any(below.args for below in type_.fields.values()) else None
