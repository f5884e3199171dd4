"""A piece of a trie → an operation tree.

Aliases only where they are needed: for a field asked twice in one selection set, and where fragments on different types
ask under one key for what GraphQL does not let share it. Two objects never share a key across fragments, so no
selections are merged below it and nothing deeper can conflict.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from querious.model import Field, Fragment, Operation

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from querious.graphql.plan.cuts import Cut
    from querious.graphql.plan.facts import FieldFacts
    from querious.graphql.plan.trie import Trie
    from querious.model import Selection, Value

_NOTHING: tuple[()] = ()


def build(trie: Trie, cut: Cut, kind: str) -> Iterator[Operation]:
    """The operations, one for each piece."""
    for start, stop in zip(cut.pieces, cut.pieces[1:], strict=False):
        nodes = cut.order[start:stop]
        yield Operation(kind, "", trie.root, _selections(trie, [*_above(trie, nodes[0]), *nodes], cut.bare))


def _above(trie: Trie, node: int) -> list[int]:
    """The way down to a node, without the root and the node."""
    way: list[int] = []
    while node := trie.parents[node]:
        way.append(node)
    return way[::-1]


def _selections(trie: Trie, nodes: Sequence[int], bare: bytearray) -> list[Selection]:
    """Nodes, parents first, as selections on the root."""
    parents, facts, sent = trie.parents, trie.facts, trie.sent
    top: list[Selection] = []
    places = {0: top}
    keys: dict[int, dict[str, str]] = {}
    for node in nodes:
        parent = parents[node]
        fact = facts[node]
        children: list[Selection]
        if fact is None:
            places[node] = children = []
            places[parent].append(Fragment(trie.types[node], _NOTHING, children))
            keys[node] = keys[parent]
        else:
            if (fact.leaf or bare[node]) and parent not in keys and node not in sent:
                places[parent].append(trie.known.ended(fact))
                continue
            alias = ""
            if fact.apart or parent in keys:
                alias = _alias(fact.name, _shared(fact), keys.setdefault(parent, {}))
            arguments: Sequence[tuple[str, Value]] = sent.get(node, _NOTHING)
            if fact.leaf:
                places[parent].append(Field(fact.parent, fact.name, alias, arguments, _NOTHING, _NOTHING))
                continue
            places[node] = children = []
            places[parent].append(Field(fact.parent, fact.name, alias, arguments, _NOTHING, children))
            if fact.abstract:
                children.append(Field(fact.target, "__typename", "", _NOTHING, _NOTHING, _NOTHING))
                keys[node] = {"__typename": "String!"}
        if bare[node]:
            children.append(_filler(trie, trie.types[node], keys.get(node)))
    return top


def _filler(trie: Trie, kind: str, taken: dict[str, str] | None) -> Field:
    """The leaf for an object without selections."""
    filler = trie.known.filler(kind)
    if taken is None:
        return filler
    shared = "String!" if filler.name == "__typename" else _shared(trie.known.of(kind, filler.name))
    return filler._replace(alias=_alias(filler.name, shared, taken))


def _shared(fact: FieldFacts) -> str:
    """What two fields of different types must have in common to share a key; empty if they must not."""
    return fact.type if fact.leaf else ""


def _alias(name: str, shared: str, taken: dict[str, str]) -> str:
    """Take a key in a selection set: the name itself (an empty alias) or the name with a number."""
    key, count = name, 1
    while key in taken and not (shared and taken[key] == shared):
        count += 1
        key = f"{name}_{count}"
    taken[key] = shared
    return "" if key == name else key
