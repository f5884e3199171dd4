"""Why a field is worth asking: for its value as such, or for what one of its arguments does to it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, NamedTuple

from graphql import GraphQLEnumType, GraphQLObjectType, get_named_type, is_leaf_type, is_required_argument

from querious.baseline.arguments import without_nulls
from querious.baseline.identity import Identity
from querious.model.shape import runtime_shape

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from graphql import GraphQLSchema

    from querious.model import JSON, FieldShape

MANY: Final = 3
"""Items that show the order of a list; more say no more."""
_AMOUNTS: Final = ("none", "few", "few", "many")
"""By the number of items."""
GIVES: Final = "gives "
"""Of calls that show objects of a type: one view may show them differently from others."""
_LOOKUPS: Final = 2
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
        self._identity = Identity(schema)
        self._enum_arguments = frozenset(_enum_arguments(schema))
        self._lookups = frozenset(_lookups(schema))
        self._leaves = {
            kind.name: sum(is_leaf_type(get_named_type(field.type)) for field in kind.fields.values())
            for kind in schema.type_map.values()
            if isinstance(kind, GraphQLObjectType)
        }

    def of(
        self, field: FieldShape, values: Sequence[JSON], *, is_root: bool, strict: bool = False
    ) -> Iterator[Purpose]:
        """Everything that a call is good for that gave these values; ``is_root`` for a field of the query type.

        ``strict``: with the fields that were asked for; otherwise with any that might have been.
        """
        coordinate = field.coordinate
        arguments = without_nulls(field.arguments)
        present = [value for value in values if value is not None and value != []]
        if not present:
            if is_root and coordinate in self._lookups:
                yield Purpose(coordinate, f"nothing by {_sort_of(arguments)}")
            return
        yield Purpose(coordinate)
        amount = "some"
        if is_root:
            amount = _AMOUNTS[min(self.length(field, values), MANY)]
            if not arguments:
                yield Purpose(coordinate, "without arguments")
            for typename in self._types_given(field, present, strict=strict):
                yield Purpose(coordinate, f"{GIVES}{typename}")
        elif field.child is not None and len(present) > 1 and not isinstance(present[0], list):
            yield Purpose(coordinate, "for several")
        for name, value in arguments.items():
            yield Purpose(coordinate, f"{name}: {amount}", _LOOKUPS if amount == "few" else 1)
            for use in self._uses(f"{coordinate}.{name}", name, value):
                yield Purpose(coordinate, use)
                if "{" in use:
                    yield Purpose(coordinate, f"{use}: {amount}")

    def _uses(self, argument: str, name: str, value: JSON) -> Iterator[str]:
        """Values of enums, the members of input objects, and whether there are several."""
        if isinstance(value, list) and len(value) == 1:
            yield from self._uses(argument, name, value[0])
        elif isinstance(value, list):
            if len(set(map(repr, value))) > 1:
                yield f"{name}=[…]"
        elif isinstance(value, dict):
            for key in value:
                yield f"{name}={{{key}}}"
            if len(value) > 1:
                yield f"{name}={{…}}"
        elif isinstance(value, bool) or (isinstance(value, str) and argument in self._enum_arguments):
            yield f"{name}={value}"

    def _types_given(self, field: FieldShape, values: Sequence[JSON], *, strict: bool) -> set[str]:
        """Types of the objects that a field gives, and of their parts, down to the next objects with an identifier."""
        found: set[str] = set()
        stack = [(field.child, value, False) for value in values]
        while stack:
            position, value, is_inside = stack.pop()
            if isinstance(value, list):
                stack.extend((position, item, is_inside) for item in value)
                continue
            shape = runtime_shape(position, value)
            identified = shape is not None and bool(self._identity.name(shape.typename))
            if shape is None or (is_inside and identified):
                continue
            enough = min(_ENOUGH_FIELDS, self._leaves.get(shape.typename, 0))
            if not strict or len(shape.fields) >= enough:
                found.add(shape.typename)
            composite = [inner for inner in shape.fields.values() if inner.child is not None]
            stack.extend((inner.child, value.get(inner.key), is_inside or identified) for inner in composite)
        return found

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
        inner = [value.get(part.key) for part in shape.fields.values()]
        return max((len(item) for item in inner if isinstance(item, list)), default=1)


def _enum_arguments(schema: GraphQLSchema) -> Iterator[str]:
    """Arguments that take values of an enum, as ``Type.field.argument``."""
    for kind in schema.type_map.values():
        for name, field in kind.fields.items() if isinstance(kind, GraphQLObjectType) else ():
            for argument, definition in field.args.items():
                if isinstance(get_named_type(definition.type), GraphQLEnumType):
                    yield f"{kind.name}.{name}.{argument}"


def _lookups(schema: GraphQLSchema) -> Iterator[str]:
    """Fields of the query type that need an argument: what they do not find must not be found."""
    root = schema.query_type
    for name, field in root.fields.items() if root else ():
        if root and any(map(is_required_argument, field.args.values())):
            yield f"{root.name}.{name}"


def _sort_of(arguments: dict[str, JSON]) -> str:
    """Numbers, words and nothing at all are told apart.

    An API that takes every identifier for a number, or for a position in a list, is wrong with one of them only.
    """
    texts = [str(value) for value in arguments.values() if value not in ("", [], {})]
    if not texts:
        return "emptiness"
    return "number" if all(map(str.isdecimal, texts)) else "word"
