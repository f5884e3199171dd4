"""What the names in a schema stand for: types by the words that mention them, leaf fields by name and by scalar."""

from __future__ import annotations

from collections import defaultdict
from functools import cache
from itertools import chain, islice
from typing import TYPE_CHECKING, Final

from graphql import (
    GraphQLEnumType,
    GraphQLObjectType,
    get_named_type,
    is_composite_type,
    is_leaf_type,
)

from querious.answers.pages import ROWS
from querious.model.definitions import fields_of, is_list, object_types
from querious.text.words import same, without_type_ending, words

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from graphql import GraphQLNamedType, GraphQLSchema

_LISTS: Final = (*ROWS, "node")
"""Fields of a page that hold what it is a page of."""
_MENTIONED: Final = 40
"""Types that one name can mention; what may mean more than that means none in particular."""
_LONGEST_SPAN: Final = 3
"""Words that may mention a type together."""


class Vocabulary:
    """Made once per schema. Coordinates are those of object types, since only these show values."""

    def __init__(self, schema: GraphQLSchema) -> None:
        self._schema = schema
        self.leaves: defaultdict[str, dict[str, str]] = defaultdict(dict)
        """Object type → the name of a leaf field, as ``same`` has it → its coordinate."""
        self.scalar_at: dict[str, str] = {}
        """Coordinate of a leaf field → its scalar or enum."""
        self.inner: defaultdict[str, dict[str, str]] = defaultdict(dict)
        """The same for leaf fields of the values that an object holds: ``Painting.inventory.code``."""
        self._holders: defaultdict[str, dict[str, None]] = defaultdict(dict)
        """Object type → the types with a field that leads to it, but for the roots."""
        self.by_name: defaultdict[str, list[str]] = defaultdict(list)
        self.by_last_word: defaultdict[str, list[str]] = defaultdict(list)
        self.by_scalar: defaultdict[str, list[str]] = defaultdict(list)
        self.enums = {name for name, defined in schema.type_map.items() if isinstance(defined, GraphQLEnumType)}
        self._types: defaultdict[str, dict[str, None]] = defaultdict(dict)
        """Words written as one → the types that they name."""
        self.mentioned = cache(self._mentioned)
        """The object types that words mention, those that more words mention together first."""
        self._objects_meant = cache(lambda name: object_types(schema, self._content(schema.type_map[name]).name))
        roots = {schema.query_type, schema.mutation_type, schema.subscription_type}
        own = [defined for name, defined in schema.type_map.items() if not name.startswith("__")]
        for defined in own:
            if is_composite_type(defined) and defined not in roots:
                self._read_name(defined.name)
            if isinstance(defined, GraphQLObjectType):
                self._read_leaves(defined)
        for defined in own:
            self._read_relations(defined.name, shows_values=defined.name in self.leaves and defined not in roots)

    def _read_name(self, typename: str) -> None:
        parts = words(typename)
        self._types["".join(parts)][typename] = None
        self._types["".join(without_type_ending(parts))][typename] = None

    def _read_leaves(self, holder: GraphQLObjectType) -> None:
        leaves = self.leaves[holder.name]
        for name, field in holder.fields.items():
            scalar = get_named_type(field.type)
            if not is_leaf_type(scalar):
                continue
            coordinate = f"{holder.name}.{name}"
            leaves[same(name)] = coordinate
            self.scalar_at[coordinate] = scalar.name
            self.by_name[same(name)].append(coordinate)
            self.by_scalar[scalar.name].append(coordinate)
            self.by_last_word["".join(words(name)[-1:])].append(coordinate)

    def _read_relations(self, holder: str, *, shows_values: bool) -> None:
        """``owner: User`` makes "owner" mention users."""
        for name, field in fields_of(self._schema, holder).items():
            named = get_named_type(field.type)
            things = dict.fromkeys(self.things(named))
            if things:
                self._types[same(name)] |= things
            for thing in things if shows_values else ():
                self._holders[thing][holder] = None
            if isinstance(named, GraphQLObjectType) and "id" not in named.fields and not is_list(field.type):
                self._read_inner(holder, name, named.name)

    def _read_inner(self, holder: str, field: str, held: str) -> None:
        """The leaves of a value that an object holds, such as a price or an address, are its own as well."""
        for leaf, coordinate in self.leaves[held].items():
            place = f"{holder}.{field}.{coordinate.partition('.')[2]}"
            self.scalar_at[place] = self.scalar_at[coordinate]
            self.inner[holder].setdefault(leaf, place)

    def leaves_of(self, typenames: Sequence[str]) -> Iterable[str]:
        """The coordinates of all leaf fields of object types."""
        return chain.from_iterable(self.leaves[typename].values() for typename in typenames)

    def holders_of(self, typenames: Sequence[str]) -> Iterable[str]:
        """The types whose fields lead to object types."""
        return chain.from_iterable(self._holders[typename] for typename in typenames)

    def identifiers(self, typenames: tuple[str, ...]) -> tuple[str, ...]:
        """The fields that identify objects: those called ``id``, then those of the type ID."""
        named = [self.leaves[typename]["id"] for typename in typenames if "id" in self.leaves[typename]]
        typed = [place for place in self.leaves_of(typenames) if self.scalar_at[place] == "ID"]
        return (*named, *typed)

    def _mentioned(self, spoken: tuple[str, ...]) -> tuple[str, ...]:
        meant = chain.from_iterable(map(self._objects_meant, self._named_by(spoken)))
        return tuple(islice(dict.fromkeys(meant), _MENTIONED))

    def _named_by(self, parts: tuple[str, ...]) -> Iterator[str]:
        """The types that words name, several words together before each by itself."""
        for length in range(min(_LONGEST_SPAN, len(parts)), 0, -1):
            for start in range(len(parts) - length + 1):
                yield from self._types.get("".join(parts[start : start + length]), ())

    def things(self, named: GraphQLNamedType | None) -> tuple[str, ...]:
        """The object types meant by a type: what a page is a page of, what an interface or union may be."""
        return self._objects_meant(named.name) if named is not None and is_composite_type(named) else ()

    def _content(self, named: GraphQLNamedType) -> GraphQLNamedType:
        """What a page, an edge or a payload is there for; the type itself if it is none of these."""
        for _ in range(3):
            fields = fields_of(self._schema, named.name)
            held = next((get_named_type(fields[name].type) for name in _LISTS if name in fields), None)
            if "id" in fields or held is None or not is_composite_type(held):
                break
            named = held
        return named

    def cursors(self, named: GraphQLNamedType | None) -> Iterator[str]:
        """Where the pages of this type show their cursors; for a shared ``PageInfo``, told from other pages' ones."""
        if not isinstance(named, GraphQLObjectType):
            return
        for leaf, coordinate in chain(self.inner[named.name].items(), self.leaves[named.name].items()):
            if leaf.endswith("cursor"):
                yield coordinate
        for field in named.fields.values():
            leaves = self.leaves[get_named_type(field.type).name]
            if "cursor" in leaves:
                yield leaves["cursor"]
