"""Names of fields as values: what ``groupBy``, ``sortBy``, ``fields`` or ``include`` take where they are texts.

They name fields of what the argument's field gives; of an aggregate, fields of the type that it is about.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from graphql import GraphQLInterfaceType, GraphQLObjectType, get_named_type, is_leaf_type

from querious.text.words import camel, same, snake, words, written_words

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from graphql import GraphQLSchema

    from querious.values.sources import InputPosition
    from querious.values.vocabulary import Vocabulary

_LEAVES: Final = frozenset(
    ("groupby", "orderby", "sortby", "sort", "field", "select", "by", "key", "column", "property", "attribute")
)
_OBJECTS: Final = frozenset(("include", "expand", "embed", "relation", "preload", "with"))
"""Names, as ``same`` has them, of arguments that ask for objects beside an object."""
_ENDINGS: Final = frozenset(("by", "field", "column", "property", "attribute"))
_SORTING: Final = frozenset(("orderby", "sortby", "sort"))
_MOST: Final = 24
"""Names of fields that are tried for one argument."""


def asks_for_names(name: str) -> bool:
    """Whether an argument of this name probably takes names of fields."""
    spoken = words(name)
    return same(name) in _LEAVES | _OBJECTS or (len(spoken) > 1 and spoken[-1] in _ENDINGS)


def field_names(schema: GraphQLSchema, vocabulary: Vocabulary, spot: InputPosition) -> list[str]:
    """Names of fields that an argument may take, in the spellings that servers use, the likeliest first."""
    given = vocabulary.things(spot.returned)
    spoken_of = vocabulary.mentioned(words(spot.field))
    roots = {root.name for root in (schema.query_type, schema.mutation_type) if root is not None}
    parents = (spot.parent,) if spot.parent and spot.parent not in roots else ()
    wants_objects = same(spot.name) in _OBJECTS
    names: dict[str, None] = {}
    for kind in dict.fromkeys((*given, *_listed(schema, vocabulary, given), *spoken_of, *parents)):
        names.update(dict.fromkeys(_names_of(schema, kind, objects=wants_objects)))
    chosen = list(names)[:_MOST]
    spelt = [*chosen, *map(snake, chosen), *(camel(written_words(name)) for name in chosen)]
    if same(spot.name) in _SORTING:
        spelt += [f"{name}{ending}" for ending in ("_ASC", " asc", ":asc") for name in chosen[:2]]
    return list(dict.fromkeys(spelt))


def _listed(schema: GraphQLSchema, vocabulary: Vocabulary, kinds: Iterable[str]) -> Iterator[str]:
    """The types of the objects that a row of a result holds: ``{ key, total, of: [Sale] }`` is about sales."""
    for kind in kinds:
        for field in getattr(schema.type_map.get(kind), "fields", {}).values():
            yield from vocabulary.things(get_named_type(field.type))


def _names_of(schema: GraphQLSchema, kind: str, *, objects: bool) -> list[str]:
    """Fields of a type, those first that are asked for."""
    found = schema.type_map.get(kind)
    if not isinstance(found, GraphQLObjectType | GraphQLInterfaceType):
        return []
    leaves = [name for name, field in found.fields.items() if is_leaf_type(get_named_type(field.type))]
    others = [name for name in found.fields if name not in leaves]
    return [*others, *leaves] if objects else [*leaves, *others]
