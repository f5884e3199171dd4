"""What is asked of an entry: its leaves, the keys of related objects, and everything that was sent to it.

A selection is a dictionary from fields to selections, None for a leaf; ``... on Book`` is a key as any other. So two
can be merged, and every field stands once.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, TypeAlias

from graphql import GraphQLSchema, get_named_type, is_leaf_type

from querious.graphql.collections.key_fields import key_names
from querious.graphql.collections.operations import has_own_key
from querious.graphql.collections.ways import (
    Holder,
    Way,
    holder_of,
    is_error_member,
    is_list,
    leaf_names,
    members,
)
from querious.graphql.collections.words import noun_of_type
from querious.model.arguments import is_plain

if TYPE_CHECKING:
    from collections.abc import Iterable

    from graphql import GraphQLNamedType

    from querious.graphql.collections.shown_values import Match

Selection: TypeAlias = dict[str, Any]

MOST_LEAVES: Final = 60
_FEW: Final = 5
"""Members of a union that tells how something ended; one of all entries has more."""
_DEEPEST: Final = 2
"""Objects without a key inside each other: an address, an amount of money."""


def of_entry(holder: Holder, key: str, matches: Iterable[Match]) -> Selection:
    """All that can be compared."""
    selection: Selection = {key: None}
    for match in matches:
        merge(selection, _of_match(match))
    merge(selection, _own(holder, 0))
    return selection


def of_payload(schema: GraphQLSchema, given: GraphQLNamedType, entry: str) -> Selection:
    """What a payload tells beside the entry: leaves such as ``success``, and its errors."""
    selection: Selection = {}
    several = list(members(schema, given))
    for position, (condition, holder) in enumerate(several):
        if holder.name == entry or (condition and len(several) > _FEW and has_own_key(holder)):
            continue
        told = _told(holder, f"m{position}_" if condition else "")
        if told and condition and len(several) > 1:
            merge(selection, {"__typename": None, f"... on {condition}": told})
        elif told and not condition and holder.name == given.name:
            merge(selection, told)
    return selection


def along(way: Way, inner: Selection) -> Selection:
    """The selection at the end of a way."""
    for hop in reversed(way):
        if hop.condition:
            inner = {"__typename": None, f"... on {hop.condition}": inner}
        if hop.field:
            inner = {hop.field: inner or None}
    return inner


def merge(selection: Selection, other: Selection) -> Selection:
    """Add the other one to the first, in place."""
    for name, inner in other.items():
        if inner and selection.get(name):
            merge(selection[name], inner)
        else:
            selection.setdefault(name, inner)
    return selection


def written(selection: Selection) -> str:
    """As in a document, without the outermost braces."""
    return " ".join(f"{name} {{ {written(inner)} }}" if inner else name for name, inner in selection.items())


def _own(holder: Holder, depth: int) -> Selection:
    leaves = [name for name in leaf_names(holder) if holder.fields[name].deprecation_reason is None]
    selection: Selection = dict.fromkeys(leaves[:MOST_LEAVES])
    for name, field in holder.fields.items():
        inner = holder_of(field.type)
        if inner is None or not is_plain(field) or field.deprecation_reason is not None:
            continue
        keys = key_names(inner, noun_of_type(inner.name))
        if keys and not is_list(field.type):
            selection[name] = {keys[0]: None}
        elif not keys and depth < _DEEPEST and not inner.name.endswith(("Connection", "Edge")):
            below = _own(inner, depth + 1)
            if below:
                selection[name] = below
    return selection


def _of_match(match: Match) -> Selection:
    inner: Selection = {}
    for _, below in match.inner:
        merge(inner, _of_match(below))
    for name in reversed(match.path):
        inner = {name: inner or None}
    return inner


def _told(holder: Holder, prefix: str) -> Selection:
    selection: Selection = {}
    for name, field in holder.fields.items():
        if not is_plain(field):
            continue
        label = f"{prefix}{name}: {name}" if prefix else name
        inner = holder_of(field.type)
        if is_leaf_type(get_named_type(field.type)):
            selection[label] = None
        elif is_error_member(name) and inner is not None and leaf_names(inner):
            selection[label] = dict.fromkeys(leaf_names(inner))
    return selection
