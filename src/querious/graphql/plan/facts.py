"""What the schema says of a field, as far as planning asks: worked out once per field."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Final, NamedTuple

from graphql import (
    GraphQLInterfaceType,
    GraphQLObjectType,
    GraphQLUnionType,
    get_named_type,
    is_leaf_type,
    is_required_argument,
)

from querious.answers.pages import ARGUMENTS, LIKELY_ARGUMENTS, PageArgument, called
from querious.graphql.pages import holds_rows, is_page
from querious.model import Field
from querious.model.definitions import is_list, nullable, object_types

if TYPE_CHECKING:
    from collections.abc import Callable

    from graphql import GraphQLField, GraphQLSchema

SHORT: Final = 2
"""How many items of a list are asked for, unless told otherwise."""

_SIZES: Final = (
    *ARGUMENTS[PageArgument.SIZE],
    *LIKELY_ARGUMENTS[PageArgument.SIZE],
    *ARGUMENTS[PageArgument.LAST],
)
"""Arguments that say how long a list may be; the first of them that a field has is sent."""


class FieldFacts(NamedTuple):
    """One field of one object type."""

    parent: str
    name: str
    target: str
    """The type it gives, without list and non-null."""
    type: str
    """The type as written in the schema."""
    leaf: bool
    abstract: bool
    """It gives an interface or a union, so ``__typename`` and fragments stand below it."""
    apart: bool
    """Its arguments pick objects that may be of several types: each type is asked for with arguments of its own."""
    required: bool
    """It has required arguments."""
    takes: bool
    """It has arguments: some may be needed to find anything although none is required."""
    size: str
    """The argument that keeps its list short, or empty."""
    many: bool = False
    """It gives a list or a page."""


class PlanFacts:
    """Facts on the fields of one schema; ``allowed`` says of ``Type.field`` whether it may be asked at all."""

    def __init__(
        self,
        schema: GraphQLSchema,
        allowed: Callable[[str], bool] = lambda _: True,
        items: int = SHORT,
        sized: Callable[[str, str], bool] = lambda _coordinate, _argument: True,
    ) -> None:
        self.schema = schema
        self.items = items
        """How many items of a list are asked for."""
        self.allowed = allowed
        self._sized = sized
        """Whether ``Type.field`` is to be asked for a short list by this argument."""
        self.of = cache(self._of)
        """Type and field → the facts on it; KeyError where the schema has no such field."""
        self.fields = cache(self._fields)
        """Object type → all its fields that may be asked."""
        self.filler = cache(self._filler)
        """Object type → the one leaf for an object that would have no selection: its identifier if it has one, since
        that teaches."""
        self.ended = cache(self._ended)
        """Facts → the field where a branch ends with it: a leaf, or an object with its filler. One for all places."""

    def _of(self, parent: str, name: str) -> FieldFacts:
        facts = _facts(parent, name, self.schema.type_map[parent].fields[name])  # type: ignore[attr-defined]
        is_sized = facts.size and self._sized(f"{parent}.{name}", facts.size)
        return facts if is_sized else facts._replace(size="")

    def _fields(self, parent: str) -> tuple[FieldFacts, ...]:
        kind = self.schema.type_map[parent]
        names = kind.fields if isinstance(kind, GraphQLObjectType) else ()
        return tuple(self.of(parent, name) for name in names if self.allowed(f"{parent}.{name}"))

    def members(self, name: str) -> tuple[str, ...]:
        """The object types that a composite type stands for."""
        return object_types(self.schema, name)

    def plain(self, parent: str) -> list[FieldFacts]:
        """The fields that end a branch and ask for no arguments."""
        return [fact for fact in self.fields(parent) if fact.leaf and not fact.required]

    def _filler(self, parent: str) -> Field:
        plain = self.plain(parent)
        best = min(plain, key=lambda fact: (fact.name != "id", fact.target != "ID", "[" in fact.type), default=None)
        return Field(parent, best.name if best else "__typename", "", (), (), ())

    def _ended(self, fact: FieldFacts) -> Field:
        below = () if fact.leaf else (self.filler(fact.target),)
        return Field(fact.parent, fact.name, "", (), (), below)


def _facts(parent: str, name: str, field: GraphQLField) -> FieldFacts:
    named = get_named_type(field.type)
    required = any(is_required_argument(argument) for argument in field.args.values())
    abstract = isinstance(named, GraphQLInterfaceType | GraphQLUnionType)
    many = is_list(field.type) or is_page(named)
    integers = [key for key, argument in field.args.items() if str(nullable(argument.type)) == "Int"]
    size = next(called(_SIZES, integers), "") if many or holds_rows(named) else ""
    leaf = is_leaf_type(named)
    apart = abstract and required
    return FieldFacts(
        parent, name, named.name, str(field.type), leaf, abstract, apart, required, bool(field.args), size, many
    )
