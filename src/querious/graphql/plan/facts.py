"""What the schema says of a field, as far as planning asks: worked out once per field."""

from __future__ import annotations

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
        self._fields: dict[tuple[str, str], FieldFacts] = {}
        self._objects: dict[str, tuple[FieldFacts, ...]] = {}
        self._fillers: dict[str, Field] = {}
        self._ended: dict[tuple[str, str], Field] = {}

    def of(self, parent: str, name: str) -> FieldFacts:
        """The facts on a field; KeyError where the schema has no such field."""
        known = self._fields.get((parent, name))
        if known is None:
            kind = self.schema.type_map[parent]
            known = _facts(parent, name, kind.fields[name])  # type: ignore[attr-defined]
            if known.size and not self._sized(f"{parent}.{name}", known.size):
                known = known._replace(size="")
            self._fields[parent, name] = known
        return known

    def fields(self, parent: str) -> tuple[FieldFacts, ...]:
        """All fields of an object type that may be asked."""
        known = self._objects.get(parent)
        if known is None:
            kind = self.schema.type_map[parent]
            names = kind.fields if isinstance(kind, GraphQLObjectType) else ()
            known = tuple(self.of(parent, name) for name in names if self.allowed(f"{parent}.{name}"))
            self._objects[parent] = known
        return known

    def members(self, name: str) -> tuple[str, ...]:
        """The object types that a composite type stands for."""
        return object_types(self.schema, name)

    def plain(self, parent: str) -> list[FieldFacts]:
        """The fields that end a branch and ask for no arguments."""
        return [fact for fact in self.fields(parent) if fact.leaf and not fact.required]

    def filler(self, parent: str) -> Field:
        """The one leaf for an object that would have no selection: its identifier if it has one, since that teaches."""
        known = self._fillers.get(parent)
        if known is None:
            plain = self.plain(parent)
            best = min(plain, key=lambda fact: (fact.name != "id", fact.target != "ID", "[" in fact.type), default=None)
            known = Field(parent, best.name if best else "__typename", "", (), (), ())
            self._fillers[parent] = known
        return known

    def ended(self, fact: FieldFacts) -> Field:
        """The field where a branch ends with it: a leaf, or an object with its filler. Made once for all places."""
        known = self._ended.get((fact.parent, fact.name))
        if known is None:
            below = () if fact.leaf else (self.filler(fact.target),)
            known = self._ended[fact.parent, fact.name] = Field(fact.parent, fact.name, "", (), (), below)
        return known


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
