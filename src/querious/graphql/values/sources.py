"""Which fields of an API show values that an argument could take, from names, types and words: the likeliest first.

These are guesses, and only an order to try things in. What fits is learned: ``userProjects(id:)`` takes a user's
identifier though it gives projects.
"""

from __future__ import annotations

import re
from functools import cache, partial
from itertools import chain, islice
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from querious.answers.identity import KEY_WORDS
from querious.answers.pages import is_cursor, is_size
from querious.graphql.values.vocabulary import Vocabulary
from querious.text.words import same, words
from querious.values import scalars
from querious.values.learned_values import SourceGroup
from querious.values.semantics import by_name, is_search

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from graphql import GraphQLNamedType, GraphQLSchema

_CALLED = ("name", "title", "label", "slug", "code", "key", "path", "username", "login", "displayname", "fullname")
"""Fields by which people look for a thing: a text that is searched for may be one of them."""
_NUMBERED = ("id", "uuid", "guid", "gid", "iid", "fullpath", "handle", "number", "reference", "ref", "sku", "email")
_KEYS = (*_NUMBERED, *_CALLED)
"""Fields that tell one thing from another, as far as names say."""
_EMPTY_NAMES = frozenset(("id", "key", "name", "value", "code", "ref", "identifier", "uid", "input", "arg"))
"""Names that many types share, so that a field of the same name elsewhere says little."""
_OTHER_TYPES = 0.3
"""How much of its likelihood a source keeps that is of another type than the one looked for."""
_HOLDERS = 12
_IN_GROUP = 100
"""Coordinates of one group: a name that more fields have says little, and each costs time and room."""
_ANY = 400
"""The same for those that are tried when nothing else is known; all arguments share them."""
_DESCRIBED = 200
"""Characters of a description that are read."""
_BUILT_IN = frozenset(("ID", "String", "Int", "Float", "Boolean"))
_TEXTUAL = frozenset(("ID", "String"))
_LETTERS = re.compile(r"[A-Za-z]+")

_Guess: TypeAlias = "tuple[float, Iterable[str]]"
"""How likely it is that coordinates show what an argument takes, from 0 to 1, and the coordinates."""


class InputPosition(NamedTuple):
    """An argument, or a field of an input object that is used in one."""

    coordinate: str
    """``Type.field.argument`` or ``Input.field``."""
    scalar: str
    """The scalar or enum, without list and non-null."""
    returned: GraphQLNamedType | None = None
    """What the argument's field gives."""
    parent: str = ""
    field: str = ""
    around: tuple[str, ...] = ()
    """Names of the argument, input types and input fields around it."""
    description: str = ""
    others: frozenset[str] = frozenset()
    """Object types that the field gives as well, where another one is looked for."""

    @property
    def name(self) -> str:
        """The argument's or the input field's own name."""
        return self.coordinate.rpartition(".")[2]


class Sources:
    """Finds the groups of coordinates for a position."""

    def __init__(self, schema: GraphQLSchema) -> None:
        self.vocabulary = Vocabulary(schema)
        self._roots = {root.name for root in (schema.query_type, schema.mutation_type) if root}
        by_scalar = self.vocabulary.by_scalar
        texts, keys = _split(by_scalar.get("String", ()), lambda place: same(place.partition(".")[2]) in _KEYS)
        self._any_id = SourceGroup(tuple(by_scalar.get("ID", ())[:_ANY]), 0.2)
        self._any_key = SourceGroup(tuple(keys[:_ANY]), 0.15)
        self._any_text = SourceGroup(tuple(texts[:_ANY]), 0.08)
        self._fields: Callable[[tuple[str, ...], tuple[str, ...]], tuple[str, ...]]
        self._fields = cache(partial(_named_fields, self.vocabulary.leaves))
        """Types and names → leaf fields of these names, however they are spelt. Many arguments ask for the same."""
        self._inner: Callable[[tuple[str, ...], tuple[str, ...]], tuple[str, ...]]
        self._inner = cache(partial(_named_fields, self.vocabulary.inner))
        """Likewise, of the values that objects of these types hold."""
        self._identifiers: Callable[[tuple[str, ...]], tuple[str, ...]]
        self._identifiers = cache(self.vocabulary.identifiers)

    def of(self, position: InputPosition) -> tuple[SourceGroup, ...]:
        """Groups, the likeliest first."""
        scalar, vocabulary = position.scalar, self.vocabulary
        if scalar in {"Boolean", "Float"} or is_size(position.name):
            return ()
        guesses: list[_Guess] = []
        if scalar in vocabulary.enums:
            guesses.append((0.6, vocabulary.by_scalar.get(scalar, ())))
        elif is_cursor(position.name):
            guesses.append((0.9, vocabulary.cursors(position.returned)))
            guesses.append((0.3, (*self._everywhere("endcursor"), *self._everywhere("cursor"))))
        else:
            guesses += self._by_type(position)
            guesses += self._by_words(position)
            guesses += self._by_name(position)
        if position.others:
            guesses = [*chain.from_iterable(_by_owner(guess, position.others) for guess in guesses)]
        return (*self._grouped(scalar, guesses), *self._last_resort(position))

    def _grouped(self, scalar: str, guesses: list[_Guess]) -> Iterator[SourceGroup]:
        """Each coordinate once, in the likeliest group, if its values may be of the right format."""
        taken: set[str] = set()
        for likely, coordinates in sorted(guesses, key=lambda guess: -guess[0]):
            new = (place for place in dict.fromkeys(coordinates) if place not in taken and self._fits(scalar, place))
            group = tuple(islice(new, _IN_GROUP))
            taken.update(group)
            if group:
                yield SourceGroup(group, likely)

    def _by_type(self, position: InputPosition) -> Iterator[_Guess]:
        """Fields of what the argument's field gives, and fields of the same scalar."""
        vocabulary, scalar = self.vocabulary, position.scalar
        given = vocabulary.things(position.returned)
        name = (same(position.name),)
        yield 0.8, self._fields(given, name)
        yield 0.7, self._inner(given, name)
        yield 0.65, [place for typename in given for place in self._everywhere(f"{same(typename)}{name[0]}")]
        yield (0.7 if scalar == "ID" else 0.45), self._identifiers(given)
        if scalar in _TEXTUAL and is_search(position.name):
            yield 0.75, self._fields(given, _CALLED)
        if not _has_format(scalar):
            yield 0.45, self._fields(given, _KEYS)
            yield 0.45, self._inner(given, _KEYS)
            yield 0.3, vocabulary.leaves_of(given)
            holders = tuple(islice(vocabulary.holders_of(given), _HOLDERS))
            yield 0.4, self._fields(holders, name)
            yield 0.35, self._fields(holders, _KEYS)
        if scalar not in _BUILT_IN:
            own = vocabulary.leaves_of(given)
            yield 0.7, [place for place in own if vocabulary.scalar_at[place] == scalar]
            yield 0.6, vocabulary.by_scalar.get(scalar, ())

    def _by_words(self, position: InputPosition) -> Iterator[_Guess]:
        """Fields of types that the name, the names around it, the field or the description mention."""
        mentioned = self.vocabulary.mentioned
        name = (same(position.name),)
        parts = words(position.name)
        for split in range(len(parts) - 1, 0, -1):
            owners, rest = mentioned(parts[:split]), "".join(parts[split:])
            yield 0.8, self._fields(owners, (rest,))
            if rest in KEY_WORDS:
                yield 0.75, self._identifiers(owners)
        if _has_format(position.scalar):
            return
        yield (0.65 if position.scalar == "ID" else 0.5), self._identifiers(mentioned(name))
        yield 0.6, self._fields(mentioned(name), _KEYS)
        yield 0.55, self._identifiers(mentioned(parts))
        yield 0.4, self._fields(mentioned(parts), _KEYS)
        around = mentioned(_words_of(position.around))
        yield 0.75, self._fields(around, name)
        yield 0.35, self._identifiers(around)
        yield 0.6, self._fields(self.vocabulary.things(position.returned), words(position.field))
        by_field = mentioned(words(position.field))
        yield 0.6, self._fields(by_field, name)
        yield 0.55, self._identifiers(by_field)
        described = mentioned(_words_of(_LETTERS.findall(position.description[:_DESCRIBED])))
        yield 0.55, self._fields(described, name)
        yield 0.5, self._identifiers(described)

    def _by_name(self, position: InputPosition) -> Iterator[_Guess]:
        """Fields anywhere that are called the same, or nearly."""
        name = same(position.name)
        yield (0.25 if name in _EMPTY_NAMES else 0.5), self._everywhere(name)
        if position.parent not in self._roots:
            yield 0.3, self._fields((position.parent,), (name,))
        last = "".join(words(position.name)[-1:])
        if last and last not in _EMPTY_NAMES:
            yield 0.35, self._everywhere(last)
            yield 0.3, self.vocabulary.by_last_word.get(last, ())

    def _last_resort(self, position: InputPosition) -> tuple[SourceGroup, ...]:
        """Any identifier, then any text: for scalars whose format nobody knows."""
        scalar = position.scalar
        groups: tuple[SourceGroup, ...] = (self._any_id, self._any_key, self._any_text)
        is_shown = scalar not in _TEXTUAL and scalar in self.vocabulary.by_scalar
        if scalar == "Int":
            groups = (self._any_id,)
        elif is_shown or _has_format(scalar) or scalar in self.vocabulary.enums or by_name(position.name, scalar):
            groups = ()
        return tuple(group for group in groups if group.coordinates)

    def _everywhere(self, name: str) -> Sequence[str]:
        return self.vocabulary.by_name.get(name, ())

    def _fits(self, scalar: str, coordinate: str) -> bool:
        """Whether values of a coordinate may be of the format of a scalar."""
        vocabulary = self.vocabulary
        shown = vocabulary.scalar_at.get(coordinate, "String")
        if shown == scalar:
            return True
        if scalar not in _BUILT_IN and scalar in vocabulary.by_scalar:
            # A scalar of the API's own: what is not of its format is refused, with all that is asked beside it.
            return False
        if shown in vocabulary.enums or shown in {"Boolean", "Float"} or scalar in vocabulary.enums:
            return False
        if _has_format(shown):
            return scalar == "String"
        return shown == "String" or not _has_format(scalar)


def _words_of(texts: Iterable[str]) -> tuple[str, ...]:
    return tuple(chain.from_iterable(map(words, texts)))


def _named_fields(
    fields: Mapping[str, Mapping[str, str]], typenames: tuple[str, ...], names: tuple[str, ...]
) -> tuple[str, ...]:
    """The coordinates of the fields of these names, type by type."""
    found = []
    for typename in typenames:
        of_type = fields.get(typename, {})
        found += [of_type[name] for name in names if name in of_type]
    return tuple(found)


def _split(places: Iterable[str], is_second: Callable[[str], bool]) -> tuple[list[str], list[str]]:
    parts: tuple[list[str], list[str]] = ([], [])
    for place in places:
        parts[is_second(place)].append(place)
    return parts


def _by_owner(guess: _Guess, others: frozenset[str]) -> Iterator[_Guess]:
    """The coordinates without those of other types, and these by themselves, which are hardly ever meant."""
    likely, coordinates = guess
    wanted, unwanted = _split(coordinates, lambda place: place.partition(".")[0] in others)
    yield likely, wanted
    yield likely * _OTHER_TYPES, unwanted


def _has_format(scalar: str) -> bool:
    """Whether a custom scalar stands for a format of its own, such as a date, in which no identifier is written."""
    return scalar not in _BUILT_IN and scalars.has_generator(scalar) and not scalars.is_identifier(scalar)
