"""What is selected of an object to know it again: its identifier and its leaves; of a list also how it goes on."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from graphql import (
    GraphQLInterfaceType,
    GraphQLObjectType,
    GraphQLUnionType,
    get_named_type,
    is_leaf_type,
)

from querious.answers.identity import identifier_of
from querious.answers.pages import ROWS, member_of
from querious.model import Field, Fragment
from querious.model.arguments import is_plain
from querious.model.definitions import is_list
from querious.text.words import same

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from graphql import GraphQLField, GraphQLNamedType, GraphQLSchema

    from querious.model import Selection

_LEAVES: Final = 14
_MEMBERS: Final = 6
"""Object types of an interface or a union that are asked for."""
_BELOW: Final = 4
"""Fields of an object that lead to others, that are asked for with it."""
_NODE: Final = "node"
_ROWS: Final = frozenset(map(same, ROWS))


class Selections:
    """Of one schema; what may not be asked is left out."""

    def __init__(self, schema: GraphQLSchema, allowed: Callable[[str], bool]) -> None:
        self._schema = schema
        self._allowed = allowed

    def of(self, named: GraphQLNamedType, depth: int = 0) -> list[Selection]:
        """What to select of a type; empty where nothing of it can be known again. ``depth`` counts objects below."""
        if isinstance(named, GraphQLObjectType):
            return self._of_object(named, depth)
        if isinstance(named, GraphQLInterfaceType | GraphQLUnionType):
            return self._of_abstract(named, depth)
        return []

    def fields_of(self, named: GraphQLNamedType) -> dict[str, GraphQLField]:
        """Fields that may be asked without arguments."""
        if not isinstance(named, GraphQLObjectType | GraphQLInterfaceType):
            return {}
        found = {name: field for name, field in named.fields.items() if is_plain(field)}
        return {name: field for name, field in found.items() if self._allowed(f"{named.name}.{name}")}

    def is_entity(self, named: GraphQLNamedType) -> bool:
        """Whether it is an object type whose objects can be told apart."""
        return isinstance(named, GraphQLObjectType) and bool(identifier_of(named.name, named.fields))

    def rows_of(self, field: GraphQLField) -> GraphQLNamedType | None:
        """The type of the rows that a field gives; None where it gives none."""
        named = get_named_type(field.type)
        if is_list(field.type):
            return None if is_leaf_type(named) else named
        return next((row for _, row in self._rows_in(named)), None)

    def _of_object(self, named: GraphQLObjectType, depth: int) -> list[Selection]:
        fields = self.fields_of(named)
        leaves = [name for name, field in fields.items() if is_leaf_type(get_named_type(field.type))]
        identifier = identifier_of(named.name, named.fields)
        if not identifier:
            return self._of_wrapper(named, depth)
        ordered = [identifier, *(name for name in leaves if name != identifier)][:_LEAVES]
        found: list[Selection] = [Field(named.name, name) for name in ordered if name in fields]
        return [*found, *self._below(named, fields, depth)] if depth else found

    def _below(self, named: GraphQLObjectType, fields: dict[str, GraphQLField], depth: int) -> Iterator[Selection]:
        asked = 0
        for name, field in fields.items():
            kind = get_named_type(field.type)
            children = [] if is_leaf_type(kind) else self.of(kind, depth - 1)
            if children and asked < _BELOW:
                asked += 1
                yield Field(named.name, name, children=children)

    def _of_abstract(self, named: GraphQLInterfaceType | GraphQLUnionType, depth: int) -> list[Selection]:
        parts = [(one, self._of_object(one, depth)) for one in self._schema.get_possible_types(named)[:_MEMBERS]]
        fragments: list[Selection] = [Fragment(one.name, (), self._renamed(part)) for one, part in parts if part]
        return [Field(named.name, "__typename"), *fragments] if fragments else []

    def _renamed(self, part: Sequence[Selection]) -> list[Selection]:
        """With response keys of their own, since types may give fields of one name other types."""
        return [
            one._replace(alias=f"{one.parent.lower()}_{one.name}") if isinstance(one, Field) else one for one in part
        ]

    def _of_wrapper(self, named: GraphQLObjectType, depth: int) -> list[Selection]:
        """Of a page: its rows, whether there are more, and how many it tells of."""
        found: list[Selection] = []
        for name, field in self.fields_of(named).items():
            kind = get_named_type(field.type)
            if is_leaf_type(kind):
                if member_of(name) is not None:
                    found.append(Field(named.name, name))
            elif same(name) in _ROWS or same(name) == _NODE:
                children = self.of(kind, depth)
                found += [Field(named.name, name, children=children)] if children else []
            elif isinstance(kind, GraphQLObjectType) and not identifier_of(kind.name, kind.fields):
                told = [inner for inner in self.fields_of(kind) if member_of(inner) is not None]
                if told:
                    found.append(Field(named.name, name, children=[Field(kind.name, inner) for inner in told]))
        has_rows = any(isinstance(one, Field) and (same(one.name) in _ROWS or same(one.name) == _NODE) for one in found)
        return _once(found) if has_rows else []

    def _rows_in(self, named: GraphQLNamedType) -> Iterator[tuple[str, GraphQLNamedType]]:
        if not isinstance(named, GraphQLObjectType) or self.is_entity(named):
            return
        for name, field in self.fields_of(named).items():
            kind = get_named_type(field.type)
            if same(name) not in _ROWS or not is_list(field.type) or is_leaf_type(kind):
                continue
            inner = self.fields_of(kind).get(_NODE)
            yield name, get_named_type(inner.type) if inner is not None and not self.is_entity(kind) else kind


def _once(found: list[Selection]) -> list[Selection]:
    """Edges alone where there are nodes beside them: the same rows twice tell no more."""
    names = [one.name for one in found if isinstance(one, Field)]
    if "nodes" in names and "edges" in names:
        return [one for one in found if not (isinstance(one, Field) and one.name == "edges")]
    return found
