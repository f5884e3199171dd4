"""The same questions asked in other ways: variants in which every field that stays must keep its answer.

All variants are valid by the schema where the operation is. The same operation gives the same variants.
"""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING, Final, NamedTuple

from graphql import get_named_type, is_abstract_type, is_composite_type

from querious.model import Field, Fragment, Operation
from querious.relations.answers import argument_forms
from querious.relations.answers.argument_forms import rebuilt, with_fields
from querious.relations.schema_types import type_name

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from querious.model import Selection
    from querious.relations.schema_types import SchemaTypes

_ALONE: Final = 3
"""Top-level parts that are asked alone."""
_BITS: Final = 3
"""Splits of each object in two, each by another bit: eight fields are told apart by three."""
_LEAVES: Final = 12
"""Leaves added to one object."""
_LINKS: Final = 6
"""Other fields added to one object."""
_BELOW: Final = 2
"""Leaves selected below them."""
_MOST: Final = 60
"""Fields added to one operation."""


class Variant(NamedTuple):
    """An operation asked in another way."""

    kind: str
    operation: Operation


def otherwise(types: SchemaTypes, operation: Operation) -> Operation:
    """Everything said in another way at once, with no field more or less.

    Aliases, fragments, variables, orders and defaults: where this is answered alike, each alone need not be asked.
    """
    changed = argument_forms.swapped(types, argument_forms.defaults_given(types, operation))
    changed = argument_forms.arguments_reversed(argument_forms.inputs_reversed(types, changed))
    return fields_reversed(in_fragments(types, aliased(changed)))


def reworded(types: SchemaTypes, operation: Operation) -> Iterator[Variant]:
    """Each way of saying the same differently, alone; those that change nothing are left out."""
    ways = (
        Variant("alias", aliased(operation)),
        Variant("fragment", in_fragments(types, operation)),
        Variant("variable", argument_forms.as_variables(types, operation)),
        Variant("literal", argument_forms.as_literals(types, operation)),
        Variant("argument order", argument_forms.arguments_reversed(operation)),
        Variant("input order", argument_forms.inputs_reversed(types, operation)),
        Variant("field order", fields_reversed(operation)),
        Variant("default", argument_forms.defaults_given(types, operation)),
    )
    return (way for way in ways if repr(way.operation) != repr(operation))  # repr tells the order in objects


def split(types: SchemaTypes, operation: Operation) -> Iterator[Variant]:
    """With fewer fields: of any two that stand side by side, one variant has the first without the second."""
    met = [operation]
    for bit in range(_widest(operation).bit_length()):
        for which in (0, 1):
            part = _part(types, operation, bit, which)
            if part not in met and bit < _BITS:
                met.append(part)
                yield Variant("fewer", part)


def repeated(operation: Operation) -> Iterator[Variant]:
    """Top-level fields twice in one operation, and alone."""
    yield Variant("twice", twice(operation))
    if len(operation.selections) > 1:
        for selection in operation.selections[:_ALONE]:
            yield Variant("alone", operation._replace(selections=[selection]))


def variants(types: SchemaTypes, operation: Operation) -> Iterator[Variant]:
    """All of them."""
    yield Variant("otherwise", otherwise(types, operation))
    yield from reworded(types, operation)
    more = with_more(types, operation)
    if more != operation:
        yield Variant("more", more)
    yield from split(types, operation)
    yield from repeated(operation)


def aliased(operation: Operation) -> Operation:
    """Every field under an alias that it did not have."""
    return with_fields(operation, lambda field: field._replace(alias=f"other_{field.key}"))


def in_fragments(types: SchemaTypes, operation: Operation) -> Operation:
    """Every field in an inline fragment on the type that it is selected on, but for the names of abstract types."""
    return with_fields(
        operation, lambda field: field if _tells_type(types, field) else Fragment(field.parent, (), [field])
    )


def fields_reversed(operation: Operation) -> Operation:
    """All selections in reverse order."""
    return rebuilt(operation, lambda selections: selections[::-1])


def _part(types: SchemaTypes, operation: Operation, bit: int, which: int) -> Operation:
    """The selections of each object whose number has this bit set or not; the one where there is but one."""

    def part(selections: list[Selection]) -> list[Selection]:
        needed = [node for node in selections if _tells_type(types, node)]
        others = [node for node in selections if not _tells_type(types, node)]
        kept = [node for place, node in enumerate(others) if place >> bit & 1 == which]
        return [*needed, *kept] or others

    return rebuilt(operation, part)


def _widest(operation: Operation) -> int:
    """The largest number that a selection has among those of its object."""
    widest, stack = 0, [operation.selections]
    while stack:
        selections = stack.pop()
        widest = max(widest, len(selections) - 1)
        stack.extend(node.children for node in selections)
    return widest


def twice(operation: Operation) -> Operation:
    """Every top-level field asked once more under an alias."""
    fields = [node for node in operation.selections if isinstance(node, Field) and node.name != "__typename"]
    again = [field._replace(alias=f"again_{field.key}") for field in fields]
    return operation._replace(selections=[*operation.selections, *again])


def with_more(types: SchemaTypes, operation: Operation) -> Operation:
    """With further fields on every object but the root, plainly where their names are free for certain."""
    return _Adding(
        types, lambda name: [*_leaves(types, name), *islice(_links(types, name), _LINKS)], operation
    ).result()


def with_leaves(types: SchemaTypes, operation: Operation) -> Operation:
    """With further leaves on every object but the root."""
    return _Adding(types, lambda name: _leaves(types, name), operation).result()


def with_identifiers(types: SchemaTypes, operation: Operation) -> Operation:
    """With the identifier of every object that has one, so that one object can be told from another."""

    def identifier(typename: str) -> list[Field]:
        return [Field(typename, name) for name in filter(None, [types.identifier(typename)])]

    return _Adding(types, identifier, operation).result()


def _leaves(types: SchemaTypes, typename: str) -> list[Field]:
    return [Field(typename, name) for name in types.leaves(typename)[:_LEAVES]]


def _links(types: SchemaTypes, typename: str) -> Iterator[Field]:
    """The fields of a type that lead to objects, each with a leaf or two."""
    for name, field in types.plain(typename).items():
        named = get_named_type(field.type)
        if is_composite_type(named):
            below = [Field(named.name, leaf) for leaf in types.leaves(named.name)[:_BELOW]]
            if not below or is_abstract_type(named):
                below = [Field(named.name, "__typename"), *below]
            yield Field(typename, name, children=below)


class _Adding:
    """Adds fields to the objects of an operation but the root, a bounded number of them, those further up first."""

    def __init__(self, types: SchemaTypes, further: Callable[[str], list[Field]], operation: Operation) -> None:
        self._types = types
        self._further = further
        self._operation = operation
        self._free = not _has_overlaps(operation)
        self._left = _MOST

    def result(self) -> Operation:
        selections = self._down(self._operation.root, self._operation.selections, inside=False)
        return self._operation._replace(selections=selections)

    def _down(self, typename: str, selections: Sequence[Selection], *, inside: bool) -> list[Selection]:
        added = self._added(typename, selections, inside=inside) if typename != self._types.root else []
        self._left -= len(added)
        copied = [self._below(node) if node.children else node for node in selections]
        return [*copied, *added]

    def _below(self, node: Selection) -> Selection:
        if isinstance(node, Fragment):
            return node._replace(children=self._down(node.on, node.children, inside=True))
        target = type_name(self._types.field(node.coordinate))
        return node._replace(children=self._down(target, node.children, inside=False))

    def _added(self, typename: str, selections: Sequence[Selection], *, inside: bool) -> list[Field]:
        fields = [node for node in selections if isinstance(node, Field)]
        keys = {field.key for field in fields}
        asked = {field.name for field in fields if not field.arguments}
        alone = self._free and not inside and len(fields) == len(selections)
        added = []
        for field in self._further(typename):
            free = alone and field.name not in keys
            added.append(field if free else field._replace(alias=f"more_{typename}_{field.name}"))
        return [field for field in added if field.name not in asked][: self._left]


def _tells_type(types: SchemaTypes, node: Selection) -> bool:
    """Whether this is the name of an abstract type's object: answers cannot be read without it."""
    if isinstance(node, Fragment) or node.name != "__typename":
        return False
    return bool(is_abstract_type(types.schema.type_map.get(node.parent)))


def _has_overlaps(operation: Operation) -> bool:
    """Whether two selections of one object share a key, so that what is below them is asked of one object."""
    stack = [operation.selections]
    while stack:
        selections = stack.pop()
        keys = [field.key for field in _fields_of_object(selections)]
        if len(set(keys)) < len(keys):
            return True
        stack.extend(node.children for node in selections)
    return False


def _fields_of_object(selections: Sequence[Selection]) -> Iterator[Field]:
    """Those in fragments too."""
    for node in selections:
        if isinstance(node, Field):
            yield node
        else:
            yield from _fields_of_object(node.children)
