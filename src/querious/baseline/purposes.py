"""Why a field is worth asking: for its value as such, or for what one of its arguments does to it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, NamedTuple

from graphql import GraphQLEnumType, get_named_type, is_leaf_type

from querious.answers.objects import objects_in
from querious.baseline.arguments import without_nulls
from querious.baseline.identity import TypeIdentifiers
from querious.model.arguments import is_plain
from querious.model.definitions import fields_of, input_at
from querious.model.shape import runtime_shape

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from graphql import GraphQLSchema

    from querious.answers.objects import PlacedObject
    from querious.model import JSON, FieldShape

MANY: Final = 3
"""Items that show the order of a list; more say no more."""
_AMOUNTS: Final = ("none", "few", "few", "many")
"""By the number of items."""
GIVES: Final = "gives "
"""Of calls that show objects of a type: one view may show them differently from others."""
_LOOKUPS: Final = {"few": 2}
"""Calls that are worth asking where each gives a single thing: a cache that forgets an argument shows with two."""
_ENOUGH_FIELDS: Final = 4
"""Fields that show an object as it is, and not only which one it is."""


class Purpose(NamedTuple):
    """What a call is good for."""

    coordinate: str
    use: str = ""
    """An argument that is sent, a value of an enum for it, a member of an input, and how much came; empty for the
    field as such."""
    calls: int = 1
    """How many different calls it is worth."""


class Purposes:
    """Tells the purposes of calls, for one schema."""

    def __init__(self, schema: GraphQLSchema) -> None:
        self._schema = schema
        self._identity = TypeIdentifiers(schema)

    def of(
        self, field: FieldShape, values: Sequence[JSON], *, is_root: bool, strict: bool = False
    ) -> Iterator[Purpose]:
        """Everything that a call is good for that gave these values; ``is_root`` for a field of the query type.

        ``strict``: with the fields that were asked for; otherwise with any that might have been.
        """
        coordinate = field.coordinate
        arguments = without_nulls(field.arguments)
        present = [value for value in values if value not in (None, [])]
        if not present:
            if is_root and self._is_lookup(coordinate):
                yield Purpose(coordinate, f"nothing by {_sort_of(arguments)}")
            return
        amount = _AMOUNTS[min(self.length(field, values), MANY)] if is_root else "some"
        uses = ["", *(self._of_root(field, present, strict=strict) if is_root else _of_several(field, present))]
        for name, value in arguments.items():
            yield Purpose(coordinate, f"{name}: {amount}", _LOOKUPS.get(amount, 1))
            said = list(self._said(f"{coordinate}.{name}", value))
            uses += said
            uses += [f"{use}: {amount}" for use in said if "{" in use]
        for use in uses:
            yield Purpose(coordinate, use)

    def _is_lookup(self, coordinate: str) -> bool:
        """Whether a field needs an argument: what it does not find must not be found."""
        parent, _, name = coordinate.partition(".")
        return not is_plain(fields_of(self._schema, parent)[name])

    def _of_root(self, field: FieldShape, values: Sequence[JSON], *, strict: bool) -> Iterator[str]:
        """Types of the objects that a field gives, and of their parts, down to the next objects with an identifier."""
        if not without_nulls(field.arguments):
            yield "without arguments"
        if field.child is not None:
            placed = [one for value in values for one in objects_in(field.child, value)]
            shown = {one.shape.typename for one in placed if self._is_near(one) and (not strict or self._is_whole(one))}
            yield from (f"{GIVES}{typename}" for typename in shown)

    def _is_near(self, placed: PlacedObject) -> bool:
        """Whether it is not behind an object with an identifier, if it has one, or is part of one that has."""
        types = [field.coordinate.partition(".")[0] for field in placed.fields]
        return sum(map(bool, map(self._identity.name, (*types, placed.shape.typename)))) <= 1

    def _is_whole(self, placed: PlacedObject) -> bool:
        """Whether so many fields were asked for that they show the object as it is."""
        fields = fields_of(self._schema, placed.shape.typename).values()
        leaves = sum(is_leaf_type(get_named_type(field.type)) for field in fields)
        return len(placed.shape.fields) >= min(_ENOUGH_FIELDS, leaves)

    def _said(self, argument: str, value: JSON) -> Iterator[str]:
        """Values of enums, the members of input objects, and whether there are several."""
        name = argument.rpartition(".")[2]
        if isinstance(value, list) and len(value) == 1:
            yield from self._said(argument, value[0])
        elif isinstance(value, list | dict):
            several = len(set(map(repr, value))) > 1
            opening, closing = "[]" if isinstance(value, list) else "{}"
            members = value if isinstance(value, dict) else ()
            for member in (*members, *(["…"] if several else [])):
                yield f"{name}={opening}{member}{closing}"
        elif isinstance(value, bool) or self._is_enum(argument, value):
            yield f"{name}={value}"

    def _is_enum(self, argument: str, value: JSON) -> bool:
        declared = input_at(self._schema, argument)
        named = get_named_type(declared.type) if declared else None
        return isinstance(value, str) and isinstance(named, GraphQLEnumType)

    def length(self, field: FieldShape, values: Sequence[JSON]) -> int:
        """How much came: the length of the longest list that the field gives, itself or in what it gives.

        An object with an identifier counts as one, whatever lists it has.
        """
        return max((self._length(field, value) for value in values), default=0)

    def _length(self, field: FieldShape, value: Any) -> int:
        if isinstance(value, list):
            return len(value)
        shape = runtime_shape(field.child, value)
        if shape is None or self._identity.name(shape.typename):
            return int(value is not None)
        inner = [value.get(key) for key in shape.fields]
        return max((len(item) for item in inner if isinstance(item, list)), default=1)


def _of_several(field: FieldShape, values: Sequence[JSON]) -> list[str]:
    """Whether several objects lead to others by this field."""
    several = field.child is not None and len(values) > 1 and not isinstance(values[0], list)
    return ["for several"] if several else []


def _sort_of(arguments: dict[str, JSON]) -> str:
    """Numbers, words and nothing at all are told apart.

    An API that takes every identifier for a number, or for a position in a list, is wrong with one of them only.
    """
    texts = [str(value) for value in arguments.values() if value not in ("", [], {})]
    if not texts:
        return "emptiness"
    return "number" if all(map(str.isdecimal, texts)) else "word"
