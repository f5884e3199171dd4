"""Which fields of an API show values that an argument could take, from names, types and words: the likeliest first.

These are guesses, and only an order to try things in. What fits is learned: ``userProjects(id:)`` takes a user's
identifier though it gives projects.
"""

from __future__ import annotations

import re
from itertools import islice
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from querious.answers.identity import KEY_WORDS
from querious.text.words import same, words
from querious.values import scalars
from querious.values.semantics import by_name, is_page_size, is_search
from querious.values.vocabulary import Vocabulary

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from graphql import GraphQLNamedType, GraphQLSchema

_CALLED = ("name", "title", "label", "slug", "code", "key", "path", "username", "login", "displayname", "fullname")
"""Fields by which people look for a thing: a text that is searched for may be one of them."""
_NUMBERED = ("id", "uuid", "guid", "gid", "iid", "fullpath", "handle", "number", "reference", "ref", "sku", "email")
_KEYS = (*_NUMBERED, *_CALLED)
"""Fields that tell one thing from another, as far as names say."""
_EMPTY_NAMES = frozenset(("id", "key", "name", "value", "code", "ref", "identifier", "uid", "input", "arg"))
"""Names that many types share, so that a field of the same name elsewhere says little."""
_CURSORS = frozenset(("after", "before", "cursor", "aftercursor", "beforecursor", "startcursor", "endcursor"))
_OTHERS = 0.3
"""How much of its likelihood is left to a source of another type than the one looked for."""
_HOLDERS = 12
_BROAD = 100
"""Coordinates of one tier: a name that more fields have says little, and each costs time and room."""
_ANY = 400
"""The same for those that are tried when nothing else is known; all arguments share them."""
_DESCRIBED = 200
"""Characters of a description that are read."""
_BUILT_IN = frozenset(("ID", "String", "Int", "Float", "Boolean"))
_TEXTUAL = frozenset(("ID", "String"))
_LETTERS = re.compile(r"[A-Za-z]+")


_Picked: TypeAlias = "dict[tuple[tuple[str, ...], tuple[str, ...]], tuple[str, ...]]"
"""Types and names of fields → the coordinates of these."""


class SourceGroup(NamedTuple):
    """Coordinates that are equally likely to show what an argument takes."""

    coordinates: tuple[str, ...]
    likely: float
    """From 0 to 1, before anything is known."""


class InputPosition(NamedTuple):
    """An argument, or a field of an input object that stands in one."""

    coordinate: str
    """``Type.field.argument`` or ``Input.field``."""
    scalar: str
    """The scalar or enum, without list and non-null."""
    returned: GraphQLNamedType | None = None
    """What the argument's field gives."""
    parent: str = ""
    field: str = ""
    around: tuple[str, ...] = ()
    """Names of the argument, input types and input fields that this stands in."""
    description: str = ""
    others: frozenset[str] = frozenset()
    """Object types that the field gives as well, where another one is looked for."""

    @property
    def name(self) -> str:
        """The argument's or the input field's own name."""
        return self.coordinate.rpartition(".")[2]


class Sources:
    """Finds the tiers for a spot."""

    def __init__(self, schema: GraphQLSchema) -> None:
        self.vocabulary = Vocabulary(schema)
        self._roots = {kind.name for kind in (schema.query_type, schema.mutation_type) if kind}
        at = self.vocabulary.by_scalar
        self._any_id = SourceGroup(tuple(at.get("ID", ()))[:_ANY], 0.2)
        keys: list[str] = []
        texts: list[str] = []
        for text in at.get("String", ()):
            (keys if same(text.partition(".")[2]) in _KEYS else texts).append(text)
        self._any_key = SourceGroup(tuple(keys[:_ANY]), 0.15)
        self._any_text = SourceGroup(tuple(texts[:_ANY]), 0.08)
        self._found: _Picked = {}
        self._found_inner: _Picked = {}
        self._identifying: dict[tuple[str, ...], tuple[str, ...]] = {}

    def of(self, spot: InputPosition) -> tuple[SourceGroup, ...]:
        """Tiers, the likeliest first."""
        if spot.scalar in {"Boolean", "Float"} or is_page_size(spot.name):
            return ()
        found: list[tuple[float, Iterable[str]]] = []
        if spot.scalar in self.vocabulary.enums:
            found.append((0.6, self.vocabulary.by_scalar.get(spot.scalar, ())))
        elif same(spot.name) in _CURSORS:
            found.append((0.9, self.vocabulary.cursors(spot.returned)))
            found.append((0.3, (*self._everywhere("endcursor"), *self._everywhere("cursor"))))
        else:
            found += self._by_type(spot)
            found += self._by_words(spot)
            found += self._by_name(spot)
        if spot.others:
            found = [pair for likely, names in found for pair in _apart(spot.others, likely, names)]
        return (*self._tiers(spot.scalar, found), *self._last_resort(spot))

    def _tiers(self, scalar: str, found: list[tuple[float, Iterable[str]]]) -> Iterator[SourceGroup]:
        """Each coordinate once, in the likeliest tier, if its values may be of the right format."""
        taken: set[str] = set()
        for likely, coordinates in sorted(found, key=lambda pair: -pair[0]):
            fresh = []
            for name in coordinates:
                if name not in taken and self._fits(scalar, name):
                    taken.add(name)
                    fresh.append(name)
                    if len(fresh) == _BROAD:
                        break
            if fresh:
                yield SourceGroup(tuple(fresh), likely)

    def _by_type(self, spot: InputPosition) -> Iterator[tuple[float, Iterable[str]]]:
        """Fields of what the argument's field gives, and fields of the same scalar."""
        given = self.vocabulary.things(spot.returned)
        name = same(spot.name)
        yield 0.8, self._fields(given, (name,))
        yield 0.7, self._inner(given, (name,))
        yield 0.65, (place for kind in given for place in self._everywhere(f"{same(kind)}{name}"))
        yield (0.7 if spot.scalar == "ID" else 0.45), self._identifiers(given)
        if spot.scalar in _TEXTUAL and is_search(spot.name):
            yield 0.75, self._fields(given, _CALLED)
        if not _formatted(spot.scalar):
            yield 0.45, self._fields(given, _KEYS)
            yield 0.45, self._inner(given, _KEYS)
            yield 0.3, (place for kind in given for place in self.vocabulary.leaves.get(kind, {}).values())
            holding = (one for kind in given for one in self.vocabulary.holders.get(kind, ()))
            holders = tuple(islice(holding, _HOLDERS))
            yield 0.4, self._fields(holders, (name,))
            yield 0.35, self._fields(holders, _KEYS)
        if spot.scalar not in _BUILT_IN:
            at, leaves = self.vocabulary.scalar_at, self.vocabulary.leaves
            own = (place for kind in given for place in leaves.get(kind, {}).values())
            yield 0.7, [place for place in own if at[place] == spot.scalar]
            yield 0.6, self.vocabulary.by_scalar.get(spot.scalar, ())

    def _by_words(self, spot: InputPosition) -> Iterator[tuple[float, Iterable[str]]]:
        """Fields of types that the name, the names around it, the field or the description mention."""
        mentioned = self.vocabulary.mentioned
        spoken = words(spot.name)
        for split in range(len(spoken) - 1, 0, -1):
            owners, rest = mentioned(spoken[:split]), "".join(spoken[split:])
            yield 0.8, self._fields(owners, (rest,))
            if rest in KEY_WORDS:
                yield 0.75, self._identifiers(owners)
        if spot.scalar not in _BUILT_IN and _formatted(spot.scalar):
            return
        yield (0.65 if spot.scalar == "ID" else 0.5), self._identifiers(mentioned((same(spot.name),)))
        yield 0.6, self._fields(mentioned((same(spot.name),)), _KEYS)
        yield 0.55, self._identifiers(mentioned(spoken))
        yield 0.4, self._fields(mentioned(spoken), _KEYS)
        around = [word for name in spot.around for word in words(name)]
        yield 0.75, self._fields(mentioned(around), (same(spot.name),))
        yield 0.35, self._identifiers(mentioned(around))
        given = self.vocabulary.things(spot.returned)
        yield 0.6, self._fields(given, words(spot.field))
        yield 0.6, self._fields(mentioned(words(spot.field)), (same(spot.name),))
        yield 0.55, self._identifiers(mentioned(words(spot.field)))
        described = [word for text in _LETTERS.findall(spot.description[:_DESCRIBED]) for word in words(text)]
        yield 0.55, self._fields(mentioned(described), (same(spot.name),))
        yield 0.5, self._identifiers(mentioned(described))

    def _by_name(self, spot: InputPosition) -> Iterator[tuple[float, Iterable[str]]]:
        """Fields anywhere that are called the same, or nearly."""
        name = same(spot.name)
        yield (0.25 if name in _EMPTY_NAMES else 0.5), self._everywhere(name)
        if spot.parent not in self._roots:
            yield 0.3, self._fields((spot.parent,), (name,))
        last = words(spot.name)[-1:]
        if last and last[0] not in _EMPTY_NAMES:
            yield 0.35, self._everywhere(last[0])
            yield 0.3, self.vocabulary.by_last_word.get(last[0], ())

    def _last_resort(self, spot: InputPosition) -> tuple[SourceGroup, ...]:
        """Any identifier, then any text: for scalars whose format nobody knows."""
        if spot.scalar == "Int":
            return (self._any_id,) if self._any_id.coordinates else ()
        if spot.scalar not in _TEXTUAL and (_formatted(spot.scalar) or spot.scalar in self.vocabulary.by_scalar):
            return ()
        if spot.scalar in self.vocabulary.enums or by_name(spot.name, spot.scalar):
            return ()
        return tuple(tier for tier in (self._any_id, self._any_key, self._any_text) if tier.coordinates)

    def _everywhere(self, name: str) -> Sequence[str]:
        return self.vocabulary.by_name.get(name, ())

    def _fields(self, kinds: tuple[str, ...], names: tuple[str, ...]) -> tuple[str, ...]:
        """Leaf fields of these names, however they are spelt."""
        return _picked(self.vocabulary.leaves, kinds, names, self._found)

    def _inner(self, kinds: tuple[str, ...], names: tuple[str, ...]) -> tuple[str, ...]:
        """Likewise, of the values that objects of these types hold."""
        return _picked(self.vocabulary.inner, kinds, names, self._found_inner)

    def _identifiers(self, kinds: tuple[str, ...]) -> tuple[str, ...]:
        """The fields that identify: those called ``id``, then those of the type ID."""
        known = self._identifying.get(kinds)
        if known is None:
            at, leaves = self.vocabulary.scalar_at, self.vocabulary.leaves
            found = [leaves[kind]["id"] for kind in kinds if "id" in leaves.get(kind, ())]
            typed = [place for kind in kinds for place in leaves.get(kind, {}).values() if at[place] == "ID"]
            known = self._identifying[kinds] = (*found, *typed)
        return known

    def _fits(self, scalar: str, coordinate: str) -> bool:
        """Whether values of a coordinate may be of the format of a scalar."""
        shown = self.vocabulary.scalar_at.get(coordinate, "String")
        if shown == scalar:
            return True
        if scalar not in _BUILT_IN and scalar in self.vocabulary.by_scalar:
            return (
                False  # a scalar of the API's own: what is not of its format is refused, with all that is asked beside
            )
        if shown in self.vocabulary.enums or shown in {"Boolean", "Float"} or scalar in self.vocabulary.enums:
            return False
        if shown not in _BUILT_IN and _formatted(shown):
            return scalar == "String"
        return not _formatted(scalar) or shown == "String"


def _picked(
    fields: Mapping[str, Mapping[str, str]], kinds: tuple[str, ...], names: tuple[str, ...], known: _Picked
) -> tuple[str, ...]:
    """The fields of these names, by type; worked out once, as many arguments ask for the same."""
    found = known.get((kinds, names))
    if found is None:
        of_kinds = [fields[kind] for kind in kinds if kind in fields]
        found = known[kinds, names] = tuple(one[name] for one in of_kinds for name in names if name in one)
    return found


def _apart(others: frozenset[str], likely: float, coordinates: Iterable[str]) -> Iterator[tuple[float, list[str]]]:
    """The coordinates without those of other types, and these by themselves, which are hardly ever what is meant."""
    names = list(coordinates)
    yield likely, [name for name in names if name.partition(".")[0] not in others]
    yield likely * _OTHERS, [name for name in names if name.partition(".")[0] in others]


def _formatted(scalar: str) -> bool:
    """Whether a scalar stands for a format of its own, such as a date, in which no identifier is written."""
    return scalar not in _BUILT_IN and scalars.has_generator(scalar) and not scalars.is_identifier(scalar)
