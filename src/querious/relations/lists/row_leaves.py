"""Which leaf of a row the words of an argument or of an enum value speak of."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, NamedTuple, TypeAlias

from graphql import GraphQLEnumType, get_named_type, is_leaf_type, is_list_type

from querious.relations.lists.list_types import bare
from querious.relations.lists.measures import Kind, kind_of
from querious.text.words import same_noun, words

if TYPE_CHECKING:
    from collections.abc import Iterator

    from querious.relations.lists.list_types import Path
    from querious.relations.schema_types import SchemaTypes

Words: TypeAlias = tuple[str, ...]

_WHEN: Final = frozenset(("at", "on", "date", "time"))
"""Endings of names of moments that are easily left out: ``addedAfter`` is about ``addedAt``."""
_CURRENCIES: Final = ("currency", "unit")
_NAMES: Final = ("slug", "id", "code", "key", "sku", "name", "title", "login", "username", "handle", "uuid", "email")
"""Leaves by which another object is often named, the likeliest first."""


class RowLeaf(NamedTuple):
    """A leaf of a row, or of an object of the row."""

    path: Path
    type: Any
    """The scalar or enum."""
    kind: Kind
    identifies: bool = False
    """Whether it names an object: its identifier, or a leaf of another object."""
    beside: Path = ()
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
        self._fields = types.plain(row)
        self._single = {name: field for name, field in self._fields.items() if not is_list_type(bare(field.type))}
        self._leaves = {name: words(name) for name, field in self._single.items() if _is_leaf(field.type)}
        self._known: dict[Words, list[RowLeaf]] = {}

    def of(self, spoken: Words) -> list[RowLeaf]:
        """The leaf of this name; or those of an object of this name, one of which is likely to be meant."""
        if spoken not in self._known:
            self._known[spoken] = self._of(spoken)
        return self._known[spoken]

    def _of(self, spoken: Words) -> list[RowLeaf]:
        own = words(self._row)
        for wanted in (spoken, spoken[len(own) :] if spoken[: len(own)] == own else ()):
            if wanted:
                found = self._direct(wanted) or self._inside(wanted) or self._by_object(wanted) or self._moments(wanted)
                if found:
                    return found
        return []

    def names(self, spoken: Words) -> bool:
        """Whether this is the name of a leaf of the row itself."""
        return any(same_noun(name, spoken) for name in self._leaves.values())

    def only(self, kind: GraphQLEnumType) -> RowLeaf | None:
        """The leaf that gives this enum, if there is but one."""
        found = [name for name, field in self._single.items() if get_named_type(field.type) is kind]
        return RowLeaf((found[0],), kind, Kind.CHOICE, exact=False) if len(found) == 1 else None

    def moments(self) -> list[RowLeaf]:
        """The leaves that are moments."""
        leaves = (self._leaf((name,), self._single[name].type) for name in self._leaves)
        return [leaf for leaf in leaves if leaf.kind is Kind.MOMENT]

    def _direct(self, wanted: Words) -> list[RowLeaf]:
        for name, spoken in self._leaves.items():
            if same_noun(spoken, wanted):
                return [self._leaf((name,), self._single[name].type)]
        flags = [name for name, field in self._single.items() if same_noun(words(name), ("is", *wanted))]
        return [self._leaf((flags[0],), self._single[flags[0]].type)] if flags else []

    def _moments(self, wanted: Words) -> list[RowLeaf]:
        """``added`` for ``addedAt``, ``createdDate`` for ``createdOn``."""
        found = [leaf for leaf in self.moments() if same_noun(_untimed(words(leaf.path[0])), _untimed(wanted))]
        return [found[0]._replace(exact=False)] if len(found) == 1 else []

    def _objects(self) -> Iterator[tuple[str, Any]]:
        for name, field in self._single.items():
            named = get_named_type(field.type)
            if self._types.fields(named.name):
                yield name, named

    def _inside(self, wanted: Words) -> list[RowLeaf]:
        """``authorName`` for ``author { name }``."""
        for name, named in self._objects():
            for inner, field in self._plain_leaves(named.name).items():
                if same_noun((*words(name), *words(inner)), wanted):
                    return [self._related(name, named, inner, field.type)]
        return []

    def _by_object(self, wanted: Words) -> list[RowLeaf]:
        """``price`` for ``price { amount }``, ``category`` for ``category { slug }`` or another name of it."""
        for name, named in self._objects():
            if not same_noun(words(name), wanted):
                continue
            leaves = self._plain_leaves(named.name)
            units = [inner for inner in leaves if words(inner)[-1:] and words(inner)[-1] in _CURRENCIES]
            amounts = [inner for inner, field in leaves.items() if kind_of(get_named_type(field.type)) is Kind.NUMBER]
            if units and len(amounts) == 1 and not self._types.identifier(named.name):
                kind = get_named_type(leaves[amounts[0]].type)
                return [RowLeaf((name, amounts[0]), kind, Kind.NUMBER, beside=(name, units[0]))]
            ordered = sorted((inner for inner in leaves if inner in _NAMES), key=_NAMES.index)
            return [self._related(name, named, inner, leaves[inner].type) for inner in ordered]
        return []

    def _related(self, name: str, named: Any, inner: str, kind: Any) -> RowLeaf:
        around = {get_named_type(field.type).name for field in self._types.fields(named.name).values()}
        leaf = self._leaf((name, inner), kind)
        return leaf._replace(identifies=bool(self._types.identifier(named.name)), tree=named.name in around)

    def _plain_leaves(self, typename: str) -> dict[str, Any]:
        fields = self._types.fields(typename)
        return {
            name: fields[name] for name in self._types.leaves(typename) if not is_list_type(bare(fields[name].type))
        }

    def _leaf(self, path: Path, kind: Any) -> RowLeaf:
        named = get_named_type(kind)
        own = len(path) == 1 and path[0] == self._types.identifier(self._row)
        return RowLeaf(path, named, kind_of(named), identifies=own or getattr(named, "name", "") == "ID")


def _untimed(spoken: Words) -> Words:
    return spoken[:-1] if len(spoken) > 1 and spoken[-1] in _WHEN else spoken


def _is_leaf(kind: Any) -> bool:
    return bool(is_leaf_type(get_named_type(kind)))
