"""What it is good for to ask a field: for its value as such, or for what one of its arguments does to it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, NamedTuple

from graphql import GraphQLEnumType, GraphQLObjectType, get_named_type, is_leaf_type, is_required_argument

from querious.baseline.arguments import without_nulls
from querious.baseline.identity import Identity

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from graphql import GraphQLSchema

    from querious.model import JSON, FieldShape

MANY: Final = 3
"""Items that show the order of a list; more say no more."""
_LOOKUPS: Final = 2
"""Calls that are worth asking of one that gives a single thing: a cache that forgets an argument shows with two."""
_NOTHING: Final = "nothing by"
"""Of calls whose arguments bring nothing: an answer that must stay so. Numbers, other words and nothing at all are told
apart: one who takes every identifier for a number, or for a place in a list, errs at one of them only."""


GIVES: Final = "gives "
"""Of calls that show objects of a type: one view may show them otherwise than others."""
_AS_IT_IS: Final = "without arguments"
_SEVERAL: Final = "for several"
"""Of fields that lead from several objects at once to others, where some might be mixed up."""
_ENOUGH: Final = 4
"""Fields of an object that are asked for where it is to be seen as it is, not only which one it is."""


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
        self._identity = Identity(schema)
        self._enums = frozenset(_taking_enums(schema))
        self._looking_up = frozenset(_looking_up(schema))
        self._leaves = {
            kind.name: sum(is_leaf_type(get_named_type(field.type)) for field in kind.fields.values())
            for kind in schema.type_map.values()
            if isinstance(kind, GraphQLObjectType)
        }

    def of(self, field: FieldShape, items: Sequence[JSON], *, top: bool, strict: bool = False) -> Iterator[Purpose]:
        """All that a call is good for that gave these values; ``top`` for a field of the query type.

        ``strict``: as it was asked; else as it might have been.
        """
        valued = [item for item in items if item is not None and item != []]
        if not valued:
            if top and field.coordinate in self._looking_up:
                yield Purpose(field.coordinate, f"{_NOTHING} {_sort_of(without_nulls(field.arguments))}")
            return
        yield Purpose(field.coordinate)
        if top and not without_nulls(field.arguments):
            yield Purpose(field.coordinate, _AS_IT_IS)
        if top:
            yield from (
                Purpose(field.coordinate, f"{GIVES}{kind}") for kind in self._given(field, valued, strict=strict)
            )
        elif field.child is not None and len(valued) > 1 and not isinstance(valued[0], list):
            yield Purpose(field.coordinate, _SEVERAL)
        length = self.length(field, items)
        much = ("none", "few", "few", "many")[min(length, MANY)] if top else "some"
        for name, value in without_nulls(field.arguments).items():
            yield Purpose(field.coordinate, f"{name}: {much}", _LOOKUPS if much == "few" else 1)
            for use in self._inside(f"{field.coordinate}.{name}", name, value):
                yield Purpose(field.coordinate, use)
                if "{" in use:
                    yield Purpose(field.coordinate, f"{use}: {much}")

    def _inside(self, place: str, name: str, value: JSON) -> Iterator[str]:
        """Values of enums, the members of input objects, and whether there are several."""
        if isinstance(value, bool) or (place in self._enums and isinstance(value, str)):
            yield f"{name}={value}"
        elif isinstance(value, dict):
            yield from (f"{name}={{{key}}}" for key in value)
            if len(value) > 1:
                yield f"{name}={{…}}"
        elif isinstance(value, list):
            if len(value) == 1:
                yield from self._inside(place, name, value[0])
            elif len({repr(item) for item in value}) > 1:
                yield f"{name}=[…]"

    def _given(self, field: FieldShape, items: Sequence[JSON], *, strict: bool) -> set[str]:
        """Types of the objects that a field gives, and of their parts, down to the next objects with an identifier."""
        found: set[str] = set()
        stack = [(field.child, item, False) for item in items]
        while stack:
            position, item, inside = stack.pop()
            if isinstance(item, list):
                stack.extend((position, one, inside) for one in item)
            shape = position.runtime(item) if position is not None and isinstance(item, dict) else None
            identifies = bool(shape and self._identity.name(shape.typename))
            if shape is None or (inside and identifies):
                continue
            if not strict or len(shape.fields) >= min(_ENOUGH, self._leaves.get(shape.typename, 0)):
                found.add(shape.typename)
            stack.extend(
                (one.child, item.get(one.key), inside or identifies) for one in shape.fields.values() if one.child
            )
        return found

    def length(self, field: FieldShape, items: Sequence[JSON]) -> int:
        """How much came: the length of the longest list that the field gives, itself or in what it gives.

        A thing with an identifier is one, whatever lists it has.
        """
        return max((self._length(field, item) for item in items), default=0)

    def _length(self, field: FieldShape, item: Any) -> int:
        if isinstance(item, list):
            return len(item)
        if not isinstance(item, dict) or field.child is None:
            return int(item is not None)
        shape = field.child.runtime(item)
        if shape is None or self._identity.name(shape.typename):
            return 1
        inner = [item.get(part.key) for part in shape.fields.values()]
        return max((len(one) for one in inner if isinstance(one, list)), default=1)


def _taking_enums(schema: GraphQLSchema) -> Iterator[str]:
    """Arguments, as ``Type.field.argument``, that take values of an enum."""
    for kind in schema.type_map.values():
        if isinstance(kind, GraphQLObjectType):
            for name, field in kind.fields.items():
                for argument, definition in field.args.items():
                    if isinstance(get_named_type(definition.type), GraphQLEnumType):
                        yield f"{kind.name}.{name}.{argument}"


def _looking_up(schema: GraphQLSchema) -> Iterator[str]:
    """Fields of the query type that need an argument: what they do not find must not be found."""
    root = schema.query_type
    for name, field in root.fields.items() if root else ():
        if root and any(is_required_argument(argument) for argument in field.args.values()):
            yield f"{root.name}.{name}"


def _sort_of(arguments: dict[str, JSON]) -> str:
    said = [str(value) for value in arguments.values() if value not in ("", [], {})]
    if not said:
        return "emptiness"
    return "number" if all(text.isdecimal() for text in said) else "word"
