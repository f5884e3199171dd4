"""What the names in a schema stand for: types by the words that mention them, leaf fields by name and by scalar."""

from __future__ import annotations

from typing import TYPE_CHECKING

from graphql import (
    GraphQLEnumType,
    GraphQLInterfaceType,
    GraphQLObjectType,
    get_named_type,
    is_composite_type,
    is_leaf_type,
)

from querious.answers.pages import ROWS, member_of
from querious.model.definitions import is_list, object_types
from querious.text.words import same, without_type_ending, words

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from graphql import GraphQLNamedType, GraphQLSchema

_LISTS = (*ROWS, "node")
"""Fields of a page that hold what it is a page of."""
_MENTIONED = 40
"""Types that one name can mention; what may mean more than that means none in particular."""
_LONGEST_SPAN = 3
"""Words that may mention a type together."""


class Vocabulary:
    """Made once per schema. Coordinates are those of object types, since only these show values."""

    def __init__(self, schema: GraphQLSchema) -> None:
        self._schema = schema
        self._roots = {schema.query_type, schema.mutation_type, schema.subscription_type}
        self.leaves: dict[str, dict[str, str]] = {}
        """Object type → the name of a leaf field, as ``same`` has it → its coordinate."""
        self.scalar_at: dict[str, str] = {}
        """Coordinate of a leaf field → its scalar or enum."""
        self.inner: dict[str, dict[str, str]] = {}
        """The same for leaf fields of the values that an object holds: ``Painting.inventory.code``."""
        self._holders: dict[str, dict[str, None]] = {}
        """Object type → the types with a field that leads to it, but for the roots."""
        self.by_name: dict[str, list[str]] = {}
        self.by_last_word: dict[str, list[str]] = {}
        self.by_scalar: dict[str, list[str]] = {}
        self.enums = {name for name, defined in schema.type_map.items() if isinstance(defined, GraphQLEnumType)}
        self._types: dict[str, dict[str, None]] = {}
        """Words written as one → the types that they name."""
        self._things: dict[str, tuple[str, ...]] = {}
        self._mentioned: dict[tuple[str, ...], tuple[str, ...]] = {}
        own = [defined for name, defined in schema.type_map.items() if not name.startswith("__")]
        for defined in own:
            if is_composite_type(defined) and defined not in self._roots:
                self._read_name(defined.name)
            if isinstance(defined, GraphQLObjectType):
                self._read_leaves(defined)
        for defined in own:
            if isinstance(defined, GraphQLObjectType | GraphQLInterfaceType):
                self._read_relations(defined)

    def _read_name(self, typename: str) -> None:
        parts = words(typename)
        self._types.setdefault("".join(parts), {})[typename] = None
        self._types.setdefault("".join(without_type_ending(parts)), {})[typename] = None

    def _read_leaves(self, holder: GraphQLObjectType) -> None:
        leaves = self.leaves[holder.name] = {}
        for name, field in holder.fields.items():
            scalar = get_named_type(field.type)
            if not is_leaf_type(scalar):
                continue
            coordinate = f"{holder.name}.{name}"
            leaves[same(name)] = coordinate
            self.scalar_at[coordinate] = scalar.name
            self.by_name.setdefault(same(name), []).append(coordinate)
            self.by_scalar.setdefault(scalar.name, []).append(coordinate)
            for last in words(name)[-1:]:
                self.by_last_word.setdefault(last, []).append(coordinate)

    def _read_relations(self, holder: GraphQLObjectType | GraphQLInterfaceType) -> None:
        """``owner: User`` makes "owner" mention users."""
        shows_values = holder.name in self.leaves and holder not in self._roots
        for name, field in holder.fields.items():
            named = get_named_type(field.type)
            for thing in self.things(named):
                self._types.setdefault(same(name), {})[thing] = None
                if shows_values:
                    self._holders.setdefault(thing, {})[holder.name] = None
            if isinstance(named, GraphQLObjectType) and "id" not in named.fields and not is_list(field.type):
                self._read_inner(holder.name, name, named.name)

    def _read_inner(self, holder: str, field: str, held: str) -> None:
        """The leaves of a value that an object holds, such as a price or an address, are its own as well."""
        inner = self.inner.setdefault(holder, {})
        for leaf, coordinate in self.leaves[held].items():
            place = f"{holder}.{field}.{coordinate.partition('.')[2]}"
            self.scalar_at[place] = self.scalar_at[coordinate]
            inner.setdefault(leaf, place)

    def leaves_of(self, typenames: Sequence[str]) -> Iterator[str]:
        """The coordinates of all leaf fields of object types."""
        for typename in typenames:
            yield from self.leaves.get(typename, {}).values()

    def holders_of(self, typenames: Sequence[str]) -> Iterator[str]:
        """The types whose fields lead to object types."""
        for typename in typenames:
            yield from self._holders.get(typename, ())

    def identifiers(self, typenames: tuple[str, ...]) -> tuple[str, ...]:
        """The fields that identify objects: those called ``id``, then those of the type ID."""
        named = [self.leaves[typename]["id"] for typename in typenames if "id" in self.leaves.get(typename, ())]
        typed = [place for place in self.leaves_of(typenames) if self.scalar_at[place] == "ID"]
        return (*named, *typed)

    def mentioned(self, spoken: Sequence[str]) -> tuple[str, ...]:
        """The object types that words mention, those that more words mention together first."""
        key = tuple(spoken)
        known = self._mentioned.get(key)
        if known is None:
            found: dict[str, None] = {}
            for typename in self._named_by(key):
                found.update(dict.fromkeys(self.things(self._schema.type_map[typename])))
            known = self._mentioned[key] = tuple(found)[:_MENTIONED]
        return known

    def _named_by(self, parts: tuple[str, ...]) -> Iterator[str]:
        """The types that words name, several words together before each by itself."""
        for length in range(min(_LONGEST_SPAN, len(parts)), 0, -1):
            for start in range(len(parts) - length + 1):
                yield from self._types.get("".join(parts[start : start + length]), ())

    def things(self, named: GraphQLNamedType | None) -> tuple[str, ...]:
        """The object types meant by a type: what a page is a page of, what an interface or union may be."""
        if named is None or not is_composite_type(named):
            return ()
        known = self._things.get(named.name)
        if known is None:
            known = self._things[named.name] = object_types(self._schema, self._content(named).name)
        return known

    def _content(self, named: GraphQLNamedType) -> GraphQLNamedType:
        """What a page, an edge or a payload is there for; the type itself if it is none of these."""
        for _ in range(3):
            if not isinstance(named, GraphQLObjectType | GraphQLInterfaceType) or "id" in named.fields:
                break
            held = next((named.fields[name] for name in _LISTS if name in named.fields), None)
            if held is None or not is_composite_type(get_named_type(held.type)):
                break
            named = get_named_type(held.type)
        return named

    def cursors(self, named: GraphQLNamedType | None) -> Iterator[str]:
        """Where the pages of this type show their cursors; for a shared ``PageInfo``, told from other pages' ones."""
        if not isinstance(named, GraphQLObjectType):
            return
        for leaves in (self.inner.get(named.name, {}), self.leaves[named.name]):
            for leaf, coordinate in leaves.items():
                if leaf.endswith("cursor"):
                    yield coordinate
        for field in named.fields.values():
            leaves = self.leaves.get(get_named_type(field.type).name, {})
            if "cursor" in leaves:
                yield leaves["cursor"]

    def is_page(self, typename: str) -> bool:
        """Whether objects of this type stand for a page of a list, which may be empty."""
        defined = self._schema.type_map.get(typename)
        if not isinstance(defined, GraphQLObjectType) or "id" in defined.fields:
            return False
        if not any(name in defined.fields and is_list(defined.fields[name].type) for name in _LISTS):
            return False
        if typename.endswith(("Connection", "Page", "List", "Collection", "Results")):
            return True
        return any(member_of(name) or same(name) == "pageinfo" for name in defined.fields)
