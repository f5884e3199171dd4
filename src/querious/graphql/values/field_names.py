"""Names of fields as values: what ``groupBy``, ``sortBy``, ``fields`` or ``include`` take where they are texts.

They name fields of what the argument's field gives; of an aggregate, fields of the type that it is about.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from graphql import get_named_type, is_leaf_type

from querious.model.definitions import fields_of
from querious.text.words import camel, same, snake, words, written_words

if TYPE_CHECKING:
    from collections.abc import Iterable

    from graphql import GraphQLSchema

    from querious.graphql.values.sources import InputPosition
    from querious.graphql.values.vocabulary import Vocabulary

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
    parts = words(name)
    return same(name) in _LEAVES | _OBJECTS or (len(parts) > 1 and parts[-1] in _ENDINGS)


def field_names(schema: GraphQLSchema, vocabulary: Vocabulary, position: InputPosition) -> list[str]:
    """Names of fields that an argument may take, in the spellings that servers use, the likeliest first."""
    name = same(position.name)
    names: dict[str, None] = {}
    for typename in _types_meant(schema, vocabulary, position):
        names.update(dict.fromkeys(_names_of(schema, typename, objects_first=name in _OBJECTS)))
    chosen = list(names)[:_MOST]
    spelt = [*chosen, *map(snake, chosen), *(camel(written_words(name)) for name in chosen)]
    if name in _SORTING:
        for ending in ("_ASC", " asc", ":asc"):
            spelt += [f"{name}{ending}" for name in chosen[:2]]
    return list(dict.fromkeys(spelt))


def _types_meant(schema: GraphQLSchema, vocabulary: Vocabulary, position: InputPosition) -> Iterable[str]:
    """What the field gives, what that holds (a row ``{ key, total, of: [Sale] }`` is about sales), what it mentions."""
    given = vocabulary.things(position.returned)
    types = dict.fromkeys(given)
    for typename in given:
        for field in fields_of(schema, typename).values():
            types.update(dict.fromkeys(vocabulary.things(get_named_type(field.type))))
    types.update(dict.fromkeys(vocabulary.mentioned(words(position.field))))
    if schema.type_map.get(position.parent) not in {schema.query_type, schema.mutation_type}:
        types[position.parent] = None
    return types


def _names_of(schema: GraphQLSchema, typename: str, *, objects_first: bool) -> list[str]:
    """Fields of a type, leaves and objects apart."""
    leaves: list[str] = []
    objects: list[str] = []
    for name, field in fields_of(schema, typename).items():
        (leaves if is_leaf_type(get_named_type(field.type)) else objects).append(name)
    return objects + leaves if objects_first else leaves + objects
