"""Lists that stand below another entry: ``item(sku: …) { reviews }`` lists the reviews of one item."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from graphql import GraphQLInterfaceType, GraphQLObjectType, GraphQLSchema

from querious.graphql.collections.forms import Form
from querious.graphql.collections.key_fields import key_place
from querious.graphql.collections.operations import CollectionOperation, Parent, Root, has_own_key
from querious.graphql.collections.pages import paging_of, takes_nothing_else
from querious.graphql.collections.shown_values import match
from querious.graphql.collections.ways import Holder, holder_of, is_list, ways
from querious.graphql.collections.words import noun_of_type

if TYPE_CHECKING:
    from collections.abc import Iterator

    from querious.text.words import Words


class _Parting(NamedTuple):
    """A type that entries name when they are made: by which of its fields, in which of theirs."""

    type: Holder
    field: str
    slot: str


def below_parents(
    schema: GraphQLSchema, queries: list[Root], type_: Holder, create: Form, noun: Words
) -> tuple[CollectionOperation, ...]:
    """Lists of entries below an entry that they must name when they are made; the parent that must be named first."""
    found = []
    for slot in sorted(create.slots, key=lambda slot: not slot.required):
        shown = match(slot.name, slot.type, type_)
        parent = schema.type_map.get(shown.holder) if shown is not None else None
        if shown is None or is_list(slot.type) or not isinstance(parent, GraphQLObjectType | GraphQLInterfaceType):
            continue
        found += [
            operation
            for root in queries
            for operation in _below(schema, root, _Parting(parent, shown.path[-1], slot.name), type_, noun)
        ]
    return tuple(found)


def _below(
    schema: GraphQLSchema, root: Root, above: _Parting, type_: Holder, noun: Words
) -> Iterator[CollectionOperation]:
    """Through a root field that gives the parent itself by this field."""
    parent = above.type
    place = key_place(root.asked.args, above.field, noun_of_type(parent.name))
    if holder_of(root.asked.type) is not parent or is_list(root.asked.type) or len(root.names) > 1:
        return
    if place is None or place.many or not takes_nothing_else(root.asked.args, place.path):
        return
    for name, below in parent.fields.items():
        entries = next(ways(schema, below.type, lambda holder: holder is type_, has_own_key), None)
        if entries is None or not entries.many or not takes_nothing_else(below.args):
            continue
        whole = Root(root.kind, (*root.names, name), (*root.fields, below))
        if not whole.reads(noun) and not whole.reads(noun_of_type(type_.name)):
            continue
        payload = None if is_list(below.type) else holder_of(below.type)
        yield CollectionOperation(
            whole,
            Form(),
            entries.way,
            entries.type,
            many=True,
            paging=paging_of(below.args, payload),
            parent=Parent(parent.name, above.field, place, above.slot),
        )
