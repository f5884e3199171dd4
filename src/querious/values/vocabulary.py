"""What the names in a schema stand for: types by the words that mention them, leaf fields by name and by scalar."""

from __future__ import annotations

from typing import TYPE_CHECKING

from graphql import (
    GraphQLEnumType,
    GraphQLInterfaceType,
    GraphQLList,
    GraphQLNonNull,
    GraphQLObjectType,
    GraphQLUnionType,
    get_named_type,
    is_composite_type,
    is_leaf_type,
)

from querious.text.words import same, without_type_ending, words

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from graphql import GraphQLNamedType, GraphQLSchema

_LISTS = ("nodes", "edges", "node", "items", "results", "data", "entries", "records", "rows", "objects", "list")
"""Fields of a page that hold what it is a page of."""
_PAGE_SIGNS = frozenset(("pageinfo", "totalcount", "total", "count", "cursor", "hasmore", "nextcursor", "nexttoken"))
_MENTIONED = 40
"""Types that one name can mention; what may mean more than that means none in particular."""
_LONGEST_SPAN = 3
"""Words that may mention a type together."""


class Vocabulary:
    """Made once per schema. Coordinates are those of object types, since only these show values."""

    def __init__(self, schema: GraphQLSchema) -> None:
        self._schema = schema
        roots = {schema.query_type, schema.mutation_type, schema.subscription_type}
        self._roots = roots
        self.leaves: dict[str, dict[str, str]] = {}
        """Object type → the sameness of a leaf field's name → its coordinate."""
        self.scalar_at: dict[str, str] = {}
        """Coordinate of a leaf field → its scalar or enum."""
        self.inner: dict[str, dict[str, str]] = {}
        """The same for leaf fields of the values that an object holds: ``Painting.inventory.code``."""
        self.holders: dict[str, dict[str, None]] = {}
        """Object type → the types of which some field leads to it, but for the roots."""
        self.by_name: dict[str, list[str]] = {}
        self.by_last_word: dict[str, list[str]] = {}
        self.by_scalar: dict[str, list[str]] = {}
        self.enums = {name for name, kind in schema.type_map.items() if isinstance(kind, GraphQLEnumType)}
        self._types: dict[str, dict[str, None]] = {}
        self._things: dict[str, tuple[str, ...]] = {}
        self._mentioned: dict[tuple[str, ...], tuple[str, ...]] = {}
        for kind in schema.type_map.values():
            if not kind.name.startswith("__") and is_composite_type(kind):
                self._name_type(kind, root=kind in roots)
                if isinstance(kind, GraphQLObjectType):
                    self._read_leaves(kind)
        for kind in schema.type_map.values():
            if isinstance(kind, GraphQLObjectType | GraphQLInterfaceType) and not kind.name.startswith("__"):
                self._read_relations(kind)

    def _name_type(self, kind: GraphQLNamedType, *, root: bool) -> None:
        if root:
            return
        spoken = words(kind.name)
        self._types.setdefault("".join(spoken), {})[kind.name] = None
        self._types.setdefault("".join(without_type_ending(spoken)), {})[kind.name] = None

    def _read_leaves(self, kind: GraphQLObjectType) -> None:
        named = self.leaves[kind.name] = {}
        for name, field in kind.fields.items():
            scalar = get_named_type(field.type)
            if is_leaf_type(scalar):
                coordinate = f"{kind.name}.{name}"
                named[same(name)] = coordinate
                self.scalar_at[coordinate] = scalar.name
                self.by_name.setdefault(same(name), []).append(coordinate)
                self.by_scalar.setdefault(scalar.name, []).append(coordinate)
                if words(name):
                    self.by_last_word.setdefault(words(name)[-1], []).append(coordinate)

    def _read_relations(self, kind: GraphQLObjectType | GraphQLInterfaceType) -> None:
        """``owner: User`` makes "owner" mention users."""
        for name, field in kind.fields.items():
            named = get_named_type(field.type)
            if is_composite_type(named):
                for thing in self.things(named):
                    self._types.setdefault(same(name), {})[thing] = None
                    if kind not in self._roots and kind.name in self.leaves:
                        self.holders.setdefault(thing, {})[kind.name] = None
            if isinstance(named, GraphQLObjectType) and "id" not in named.fields and not is_list(field.type):
                inner = self.inner.setdefault(kind.name, {})
                for leaf, coordinate in self.leaves[named.name].items():
                    place = f"{kind.name}.{name}.{coordinate.partition('.')[2]}"
                    self.scalar_at[place] = self.scalar_at[coordinate]
                    inner.setdefault(leaf, place)

    def mentioned(self, spoken: Sequence[str]) -> tuple[str, ...]:
        """The object types that words mention, those that more words mention together first."""
        key = tuple(spoken)
        known = self._mentioned.get(key)
        if known is None:
            found: dict[str, None] = {}
            for length in range(min(_LONGEST_SPAN, len(key)), 0, -1):
                for start in range(len(key) - length + 1):
                    for name in self._types.get("".join(key[start : start + length]), ()):
                        found.update(dict.fromkeys(self.things(self._schema.type_map[name])))
                        if len(found) >= _MENTIONED:
                            break
            known = self._mentioned[key] = tuple(found)[:_MENTIONED]
        return known

    def things(self, kind: GraphQLNamedType | None) -> tuple[str, ...]:
        """The object types meant by a type: what a page is a page of, what an interface or union may be."""
        if kind is None or not is_composite_type(kind):
            return ()
        known = self._things.get(kind.name)
        if known is None:
            known = self._things[kind.name] = tuple(member.name for member in self._members(self._content(kind)))
        return known

    def _members(self, kind: GraphQLNamedType) -> Sequence[GraphQLObjectType]:
        if isinstance(kind, GraphQLInterfaceType | GraphQLUnionType):
            return self._schema.get_possible_types(kind)
        return [kind] if isinstance(kind, GraphQLObjectType) else []

    def _content(self, kind: GraphQLNamedType) -> GraphQLNamedType:
        """What a page, an edge or a payload is there for; the type itself if it is none of these."""
        for _ in range(3):
            if not isinstance(kind, GraphQLObjectType | GraphQLInterfaceType) or "id" in kind.fields:
                break
            inner = next((kind.fields[name] for name in _LISTS if name in kind.fields), None)
            if inner is None or not is_composite_type(get_named_type(inner.type)):
                break
            kind = get_named_type(inner.type)
        return kind

    def cursors(self, kind: GraphQLNamedType | None) -> Iterator[str]:
        """Where the pages of this type show their cursors; for a shared ``PageInfo``, told from other pages' ones."""
        if not isinstance(kind, GraphQLObjectType):
            return
        inner = [self.leaves.get(get_named_type(field.type).name, {}) for field in kind.fields.values()]
        for leaves in (self.inner.get(kind.name, {}), self.leaves[kind.name], *inner):
            for leaf, coordinate in leaves.items():
                if leaf == "cursor" or (leaf.endswith("cursor") and leaves not in inner):
                    yield coordinate

    def is_page(self, name: str) -> bool:
        """Whether objects of this type stand for a page of a list, which may be empty."""
        kind = self._schema.type_map.get(name)
        if not isinstance(kind, GraphQLObjectType) or "id" in kind.fields:
            return False
        listed = any(is_list(kind.fields[name].type) for name in _LISTS if name in kind.fields)
        return listed and (
            kind.name.endswith(("Connection", "Page", "List", "Collection", "Results"))
            or not _PAGE_SIGNS.isdisjoint(same(name) for name in kind.fields)
        )


def is_list(kind: object) -> bool:
    """Whether a type, but for non-null, is a list."""
    return isinstance(kind.of_type if isinstance(kind, GraphQLNonNull) else kind, GraphQLList)
