"""Which leaf of a row the words of an argument or of an enum value speak of."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, NamedTuple, TypeAlias

from graphql import get_named_type

from querious.answers.measures import ValueKind
from querious.relations.lists.value_kinds import kind_of
from querious.relations.schema_types import is_leaf, is_list, once, type_name
from querious.text.words import same_noun, words

if TYPE_CHECKING:
    from collections.abc import Iterator

    from graphql import GraphQLEnumType, GraphQLField

    from querious.relations.lists.list_types import NamePath
    from querious.relations.schema_types import SchemaTypes

Words: TypeAlias = tuple[str, ...]

_WHEN: Final = frozenset(("at", "on", "date", "time"))
"""Endings of names of moments that are easily left out: ``addedAfter`` is about ``addedAt``."""
_UNITS: Final = frozenset(
    (unit,) for unit in ("second", "sec", "minute", "min", "hour", "millisecond", "ms", "mm", "cm", "km", "mile", "kg")
)
"""Endings of names of numbers that say what is counted, and are easily left out of the name of a filter.

Not of money: ``minPrice`` beside ``priceCents`` may count whole units.
"""
_NAMES: Final = ("slug", "id", "code", "key", "sku", "name", "title", "login", "username", "handle", "uuid", "email")
"""Leaves by which another object is often named, the likeliest first."""


class RowLeaf(NamedTuple):
    """A leaf of a row, or of an object of the row."""

    path: NamePath
    type: Any
    """The scalar or enum."""
    kind: ValueKind
    identifies: bool = False
    """Whether it names an object: its identifier, or a leaf of another object."""
    unit: NamePath = ()
    """What it is counted in, such as the currency: values compare only where that is the same."""
    exact: bool = True
    """Whether the words are those of the leaf itself, and no word had to be added."""
    tree: bool = False
    """Whether it is a leaf of an object that has others of its type above or below: naming one may mean those too."""


class RowLeaves:
    """The leaves of the rows of one type."""

    def __init__(self, types: SchemaTypes, row: str) -> None:
        self._types = types
        self._row = row
        self._single = {name: field for name, field in types.plain(row).items() if not is_list(field.type)}
        self._leaves = [self._leaf((name,), field) for name, field in self._single.items() if is_leaf(field)]
        self.moments = [leaf for leaf in self._leaves if leaf.kind is ValueKind.MOMENT]
        self._readings = (self._direct, self._without_unit, self._inside, self._by_object, self._by_moment)

    def of(self, spoken: Words) -> list[RowLeaf]:
        """The leaf of this name; or those of an object of this name, one of which is likely to be meant."""
        own = words(self._row)
        shorter = spoken[len(own) :] if spoken[: len(own)] == own else ()
        for wanted in filter(None, (spoken, shorter)):
            for reading in self._readings:
                found = reading(wanted)
                if found:
                    return found
        return []

    def has(self, spoken: Words) -> bool:
        """Whether this is the name of a leaf of the row itself."""
        return any(same_noun(words(leaf.path[0]), spoken) for leaf in self._leaves)

    def only(self, kind: GraphQLEnumType) -> list[RowLeaf]:
        """The leaf that gives this enum, if there is but one."""
        found = [leaf._replace(exact=False) for leaf in self._leaves if leaf.type is kind]
        return found if len(found) == 1 else []

    def _direct(self, wanted: Words) -> list[RowLeaf]:
        """``status``; ``open`` for ``isOpen``."""
        named = [leaf for leaf in self._leaves if same_noun(words(leaf.path[0]), wanted)]
        flags = [leaf for leaf in self._leaves if same_noun(words(leaf.path[0]), ("is", *wanted))]
        return [*named, *flags][:1]

    def _without_unit(self, wanted: Words) -> list[RowLeaf]:
        """``duration`` for ``durationMinutes``, if there is but one; ``priceMin`` is no price counted in minutes."""
        if any(words(leaf.path[0])[-1:] == ("max",) for leaf in self._leaves):
            return []
        found = []
        for leaf in self._leaves:
            spoken = words(leaf.path[0])
            if leaf.kind is ValueKind.NUMBER and spoken[-1:] in _UNITS and same_noun(spoken[:-1], wanted):
                found.append(leaf._replace(exact=False))
        return found if len(found) == 1 else []

    def _inside(self, wanted: Words) -> list[RowLeaf]:
        """``authorName`` for ``author { name }``."""
        for name, typename, leaves in self._objects():
            for inner in leaves:
                if same_noun((*words(name), *words(inner)), wanted):
                    return [self._of_object(name, typename, inner)]
        return []

    def _by_object(self, wanted: Words) -> list[RowLeaf]:
        """``price`` for ``price { amount }``, ``category`` for ``category { slug }`` or another name of it."""
        for name, typename, leaves in self._objects():
            if not same_noun(words(name), wanted):
                continue
            units = [inner for inner in leaves if words(inner)[-1:] in {("currency",), ("unit",)}]
            amounts = [inner for inner, field in leaves.items() if _kind(field) is ValueKind.NUMBER]
            if units and len(amounts) == 1 and not self._types.identifier(typename):
                amount = self._leaf((name, amounts[0]), leaves[amounts[0]])
                return [amount._replace(unit=(name, units[0]))]
            return [self._of_object(name, typename, inner) for inner in _NAMES if inner in leaves]
        return []

    def _by_moment(self, wanted: Words) -> list[RowLeaf]:
        """``added`` for ``addedAt``, ``createdDate`` for ``createdOn``."""
        found = []
        for leaf in self.moments:
            if same_noun(_without_ending(words(leaf.path[0])), _without_ending(wanted)):
                found.append(leaf._replace(exact=False))
        return found if len(found) == 1 else []

    def _objects(self) -> Iterator[tuple[str, str, dict[str, GraphQLField]]]:
        """The single objects of a row: by which field, of which type, with which single leaves."""
        for name, field in self._single.items():
            typename = type_name(field)
            fields = self._types.fields(typename)
            leaves = [inner for inner in self._types.leaves(typename) if not is_list(fields[inner].type)]
            yield name, typename, {inner: fields[inner] for inner in leaves}

    def _of_object(self, name: str, typename: str, inner: str) -> RowLeaf:
        fields = self._types.fields(typename)
        around = set(map(type_name, fields.values()))
        leaf = self._leaf((name, inner), fields[inner])
        return leaf._replace(identifies=bool(self._types.identifier(typename)), tree=typename in around)

    def _leaf(self, path: NamePath, field: GraphQLField) -> RowLeaf:
        identifies = type_name(field) == "ID" or path == (self._types.identifier(self._row),)
        return RowLeaf(path, get_named_type(field.type), _kind(field), identifies)


@once
def row_leaves(types: SchemaTypes, row: str) -> RowLeaves:
    """The leaves of the rows of a type."""
    return RowLeaves(types, row)


def _kind(field: GraphQLField) -> ValueKind:
    return kind_of(get_named_type(field.type))


def _without_ending(spoken: Words) -> Words:
    """The name of a moment without ``At`` or ``Date``."""
    return spoken[:-1] if len(spoken) > 1 and spoken[-1] in _WHEN else spoken
