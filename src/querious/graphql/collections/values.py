"""Values for entries: made as those of a run are, by scalar and by name, within what is known to be accepted.

An entry is made from a number, so that the same number gives the same entry; the number 0 gives the simplest.
"""

from __future__ import annotations

import math
import re
import string
from dataclasses import dataclass, field, replace
from functools import lru_cache
from random import Random
from typing import TYPE_CHECKING, Any, Final

from graphql import (
    GraphQLEnumType,
    GraphQLID,
    GraphQLInputObjectType,
    GraphQLScalarType,
    get_named_type,
    is_specified_scalar_type,
)
from hypothesis import strategies as st

from querious.answers.objects import objects_in
from querious.graphql.collections.fields import holds_anything
from querious.graphql.collections.forms import as_argument
from querious.graphql.collections.limits import limits_in
from querious.graphql.shape import Shapes
from querious.model.definitions import is_list, object_types
from querious.state.samples import samples
from querious.text.formats import format_of_scalar, is_number
from querious.text.moments import moment_of
from querious.text.words import folded, written_words
from querious.values import Chance
from querious.values.lessons import worth_keeping
from querious.values.scalars import FORMATS, scalar_for
from querious.values.seen_values import SeenValues
from querious.values.semantics import by_name

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from graphql import GraphQLSchema
    from hypothesis.strategies import SearchStrategy

    from querious.graphql.collections.fields import EntryField, Place
    from querious.graphql.collections.limits import Limits
    from querious.model.exchange import Exchange
    from querious.model.values import JSON
    from querious.values.scalars import Make, Scalar

_SIZE: Final = 12
"""Of values in a test."""
_SMALL: Final = 2
"""Of values in a probe."""
_LARGEST: Final = 0.999
_MOST_ITEMS: Final = 3
_MOST_SEEDS: Final = 2**32 - 1
_QUARTERS: Final = 4
_FEW: Final = 3
_LONGEST_CODE: Final = 30
_LONGEST: Final = 40
_SPELLING: Final = ("Alder", "Birch", "Cedar", "Dogwood", "Elm", "Fir", "Ginkgo", "Hazel", "Ironwood", "Juniper")
_USUAL: Final[tuple[float, float]] = (1, 10)
_RANGES: Final[dict[str, tuple[float, float]]] = {
    "year": (1990, 2030),
    "month": (1, 12),
    "day": (1, 28),
    "hour": (0, 23),
    "minute": (0, 59),
    "age": (18, 90),
    **dict.fromkeys(("latitude", "lat"), (-80, 80)),
    **dict.fromkeys(("longitude", "lng", "lon"), (-170, 170)),
    "port": (1024, 65535),
}
"""By the last word of a name."""
_PATTERN: Final = re.compile(r"/(\^?[^/\n]{3,200})/|`(\^[^`\n]{2,200}\$)`|(\^\S{2,200}\$)")
_DOCUMENTS: Final = {
    "date-time": "DateTime",
    "local-date": "Date",
    "rfc3339": "DateTime",
    "rfc4122": "UUID",
    "uuid": "UUID",
    "rfc3986": "URL",
}
"""What stands in the address of the document that specifies a scalar, and a scalar that is written so."""
_PATTERNS: Final = 100
"""Values that are made of one pattern."""


class SeenEntries:
    """What answers have shown: values of fields by type, and of scalars by name."""

    def __init__(self, schema: GraphQLSchema) -> None:
        self._schema = schema
        self._shapes = Shapes(schema)
        self._values = SeenValues()

    def at(self, place: Place) -> Sequence[JSON]:
        """Of a field."""
        types = object_types(self._schema, place[0])
        return [value for type_ in types for value in self.of(f"{type_}.{place[1]}")]

    def of(self, name: str) -> Sequence[JSON]:
        """Of a scalar, or of a coordinate."""
        shown = self._values.shown.get(name)
        return shown.values if shown is not None else ()

    def learn(self, exchange: Exchange, *, scalars_only: bool = False) -> None:
        """Keep what an answer shows, or only how scalars are written in it."""
        data = exchange.payload.get("data") if isinstance(exchange.payload, dict) else None
        for placed in objects_in(self._shapes.of(exchange.case.operation), data):
            for shown in placed.shape.fields.values():
                value = placed.value.get(shown.key) if shown.child is None else None
                for item in filter(worth_keeping, value if isinstance(value, list) else [value]):
                    self._values.add(shown.named, item)
                    if not scalars_only:
                        self._values.add(shown.coordinate, item)


@dataclass(frozen=True, slots=True)
class ValueKnowledge:
    """All that is known about values of one resource."""

    seen: SeenEntries
    limits: Mapping[str, Limits] = field(default_factory=dict)
    """By the path of a field: read out of refusals."""
    accepted: Mapping[str, Sequence[JSON]] = field(default_factory=dict)
    """By the path of a field: nothing else is tried."""
    given: Mapping[Place, Sequence[JSON]] = field(default_factory=dict)
    """Values of references that must be used, by what they refer to."""
    dropped: frozenset[str] = frozenset()
    """Paths of fields that are left out, because the service refuses them."""
    demanded: frozenset[str] = frozenset()
    """Paths of fields that the service wants, though the schema does not say so."""
    faithful: Mapping[str, bool] = field(default_factory=dict)
    """By the name of a field that may hold anything: whether it was always shown as it was sent."""
    optional: float = 0.5
    """How likely a field is given that may be left out."""

    def but(self, **changes: Any) -> ValueKnowledge:
        """The same with something changed."""
        return replace(self, **changes)

    def keys(self, place: Place) -> Sequence[JSON]:
        """What stands for references to this place."""
        return self.given.get(place) or self.seen.at(place)

    def must_give(self, wanted: EntryField) -> bool:
        """Whether it cannot be left out."""
        return wanted.required or wanted.path in self.demanded


def strategy(make: Make) -> SearchStrategy[Any]:
    """What a maker makes, for tests."""
    return st.integers(0, _MOST_SEEDS).map(lambda seed: make(_chance(seed, _SIZE)))


def likely(make: Make, turn: int) -> JSON:
    """What a maker makes that the service probably accepts; another value each turn."""
    return make(_chance(turn, _SMALL))


def largest(make: Make) -> JSON:
    """What a maker makes with the largest numbers."""
    chance = _chance(0, _SIZE)
    chance.draw = lambda: _LARGEST
    return make(chance)


def _chance(seed: int, size: int) -> Chance:
    chance = Chance(Random(seed))
    chance.size = size
    if seed == 0:
        chance.draw = lambda: 0.0
    return chance


def object_maker(fields: Iterable[EntryField], knowledge: ValueKnowledge, *, one: bool = False) -> Make | None:
    """Objects of these fields: those that must be there, any of the others. None if one that must cannot be made."""
    made: dict[str, tuple[Make, float]] = {}
    for wanted in fields:
        make = maker(wanted, knowledge) if wanted.path not in knowledge.dropped else None
        must = knowledge.must_give(wanted)
        if make is not None:
            made[wanted.name] = make, 1.0 if must else knowledge.optional
        elif must and wanted.path not in knowledge.dropped:
            return None
    if not one:
        return lambda chance: {name: make(chance) for name, (make, likely) in made.items() if chance.rarely(likely)}
    return _one_member({name: make for name, (make, _) in made.items()}) if made else None


def _one_member(makers: Mapping[str, Make]) -> Make:
    def make(chance: Chance) -> JSON:
        name = chance.choose(list(makers))
        return {name: makers[name](chance)}

    return make


def maker(wanted: EntryField, knowledge: ValueKnowledge) -> Make | None:
    """Values of a field; None if none can be made."""
    named = get_named_type(wanted.type)
    if wanted.path in knowledge.accepted:
        return _one_of(knowledge.accepted[wanted.path])
    if isinstance(named, GraphQLInputObjectType):
        item = object_maker(wanted.inner, knowledge, one=getattr(named, "is_one_of", False))
    else:
        item = _leaf(wanted, named, knowledge)
    if item is None or not is_list(wanted.type):
        return item
    return _list_of(item, unique=wanted.refers_to is not None)


def _list_of(item: Make, *, unique: bool) -> Make:
    def make(chance: Chance) -> JSON:
        items = [item(chance) for _ in range(1 + chance.below(_MOST_ITEMS))]
        return list(dict.fromkeys(items)) if unique else items

    return make


def _one_of(values: Sequence[JSON]) -> Make | None:
    return (lambda chance: chance.choose(values)) if values else None


def _leaf(wanted: EntryField, named: object, knowledge: ValueKnowledge) -> Make | None:
    """Values of a single scalar or enum."""
    if wanted.refers_to is not None:
        return _one_of([as_argument(wanted.type, key) for key in knowledge.keys(wanted.refers_to)])
    if isinstance(named, GraphQLEnumType):
        return _one_of(list(named.values))
    if not isinstance(named, GraphQLScalarType):
        return None
    if wanted.fresh and named.name in {"ID", "String"}:
        return uuids
    seen = knowledge.seen.at(wanted.shown_at)
    if named is GraphQLID:
        return _one_of(seen)
    limits = {**limits_in(wanted.description), **knowledge.limits.get(wanted.path, {})}
    return leaf_maker(named, wanted.name, limits, seen, knowledge.seen.of(named.name))


def leaf_maker(
    type_: GraphQLScalarType, name: str, limits: Limits, seen: Sequence[JSON], of_type: Sequence[JSON]
) -> Make | None:
    """Values of a scalar for a field; None if nobody knows what it is written like.

    Scalars are known as a run knows them: by name, or by the document that specifies them. ``seen`` are values of the
    same field, ``of_type`` of the same scalar anywhere.
    """
    plain, url = folded(type_.name), (type_.specified_by_url or "").lower()
    specified = [scalar for hint, scalar in _DOCUMENTS.items() if hint in url]
    known = scalar_for(type_.name) or scalar_for("".join(specified[:1]))
    if holds_anything(type_):
        return lambda chance: {"probe": chance.below(100)}
    if known is None:
        return _by_pattern(type_) or _one_of(of_type)
    if format_of_scalar(plain) in _SHOWN:
        return _SHOWN[format_of_scalar(plain)](of_type)
    kind = _kind(known)
    shown = seen if is_specified_scalar_type(type_) else seen or of_type
    return kind(plain if plain in _RANGES else name, limits, shown) if kind is not None else known.plain


def _kind(known: Scalar) -> Callable[[str, Limits, Sequence[JSON]], Make | None] | None:
    """Numbers and texts can be held within bounds, and near what was seen."""
    sample = known.plain(_chance(0, _SMALL))
    if known == scalar_for("String"):
        return _text
    if isinstance(sample, str):
        return _decimal if "." in sample and is_number(sample) else None
    return _NUMBERS.get(type(sample))


def uuids(chance: Chance) -> str:
    """Version 4."""
    return str(FORMATS["uuid"].plain(chance))


def _whole(name: str, limits: Limits, seen: Sequence[JSON]) -> Make:
    low, high = _range(name, limits, seen)
    return _number(math.ceil(low), math.floor(high))


def _number(first: int, last: int) -> Make:
    def make(chance: Chance) -> int:
        span = max(0, last - first)
        return first + chance.below(1 + (span if chance.size >= _SIZE else min(span, chance.size)))

    return make


def _fraction(name: str, limits: Limits, seen: Sequence[JSON]) -> Make:
    """Quarters, which every kind of number can hold exactly."""
    low, high = _range(name, limits, seen)
    number = _number(math.ceil(low * _QUARTERS), math.floor(high * _QUARTERS))
    return lambda chance: number(chance) / _QUARTERS


def _decimal(name: str, limits: Limits, seen: Sequence[JSON]) -> Make:
    """As text with two decimals, unless answers show numbers."""
    number = _fraction(name, limits, [value for value in map(_as_number, seen) if value is not None])
    is_text = not any(isinstance(value, int | float) for value in seen)
    return (lambda chance: f"{number(chance):.2f}") if is_text else number


def _as_number(value: JSON) -> float | None:
    try:
        number = float(value)
    except (TypeError, ValueError):
        return None
    return number if math.isfinite(number) else None


def _range(name: str, limits: Limits, seen: Sequence[JSON]) -> tuple[float, float]:
    """Within what is known to be allowed; else near what was seen; else small and positive."""
    usual = _RANGES.get("".join(written_words(name)[-1:]), _USUAL)
    numbers = {value for value in seen if isinstance(value, int | float)}
    if len(numbers) > 1:
        usual = (min(numbers), max(numbers))
    low = limits.get("low", min(usual[0], limits.get("high", math.inf)))
    return low, limits.get("high", max(usual[1], low))


def _text(name: str, limits: Limits, seen: Sequence[JSON]) -> Make | None:
    """By what the name of the field means; short codes only as they were seen; codes as those seen; else words."""
    known = [value for value in seen if isinstance(value, str) and value]
    lengths = {len(value) for value in known}
    if known and max(lengths) <= _FEW and (len(known) <= _FEW or len(lengths) == 1):
        return _one_of(known)
    meant = _MEANINGS.get("".join(written_words(name)[-1:])) or by_name(name, "String")
    if meant is not None:
        return meant
    if _is_code(known):
        return lambda chance: alike(chance, chance.choose(known))
    shortest = max(1, int(limits.get("shortest", 1)))
    longest = max(shortest, int(limits.get("longest", _LONGEST)))
    return lambda chance: _fitted(_words(chance), shortest, longest)


def _words(chance: Chance) -> str:
    """A word or two, never with spaces around them, which services like to strip."""
    tail = "".join([chance.choose(string.ascii_lowercase) for _ in range(chance.below(chance.size))])
    return f"{chance.choose(_SPELLING)}{chance.choose(('', ' '))}{tail}".strip()


def _fitted(text: str, shortest: int, longest: int) -> str:
    whole = text * (shortest // len(text) + 1) if len(text) < shortest else text
    return whole[:longest].strip() if len(whole) > longest else whole[: max(shortest, len(text))]


def _is_code(known: list[str]) -> bool:
    """Whether all that was seen is built alike, such as ``AB-1234``."""
    shapes = {re.sub(r"[0-9]", "0", re.sub(r"[A-Z]", "A", re.sub(r"[a-z]", "a", value))) for value in known}
    shape = shapes.pop() if len(known) > 1 and len(shapes) == 1 else ""
    return shape.isascii() and len(shape) <= _LONGEST_CODE and re.search(r"[A0].*[^\w\s]|0", shape) is not None


def alike(chance: Chance, text: str) -> str:
    """Another text, letter for letter and digit for digit."""
    kinds = (string.ascii_lowercase, string.ascii_uppercase, string.digits)
    return "".join([chance.choose(next((kind for kind in kinds if sign in kind), sign)) for sign in text])


def _dates(of_type: Sequence[JSON]) -> Make:
    """Days; as moments, where the service shows them so: they could not be compared otherwise."""
    shown = [value for value in of_type if isinstance(value, str)]
    if not shown or not all(map(moment_of, shown)):
        return FORMATS["date"].plain
    return _midnights if all("T00:00:00" in value for value in shown) else FORMATS["date-time"].plain


def _midnights(chance: Chance) -> str:
    return f"{FORMATS['date'].plain(chance)}T00:00:00Z"


def _clock(chance: Chance) -> str:
    return f"{chance.below(24):02}:{chance.below(60):02}:{chance.below(60):02}"


def _by_pattern(type_: GraphQLScalarType) -> Make | None:
    """Values that match a regular expression in the description of a scalar."""
    found = _PATTERN.search(type_.description or "")
    return _one_of(_matching(next(filter(None, found.groups())))) if found is not None else None


@lru_cache(maxsize=256)
def _matching(pattern: str) -> Sequence[str]:
    """Drawn once, since tests that draw entries are Hypothesis's already."""
    try:
        compiled = re.compile(pattern, re.ASCII)
    except re.error:
        return ()
    return samples(st.from_regex(compiled, fullmatch=True), _PATTERNS, 0)


_NUMBERS: Final[dict[type, Callable[[str, Limits, Sequence[JSON]], Make | None]]] = {int: _whole, float: _fraction}
_SHOWN: Final[dict[str, Callable[[Sequence[JSON]], Make]]] = {"date": _dates, "time": lambda _: _clock}
"""Formats that services write in more than one way."""
_MEANINGS: Final[dict[str, Make]] = {
    **dict.fromkeys(
        ("slug", "username", "login", "handle", "identifier"), lambda chance: _words(chance).replace(" ", "").lower()
    ),
    "password": lambda chance: alike(chance, "Abcdefghi-012"),
    "gender": lambda chance: chance.choose(("female", "male")),
}
"""What the last word of a name says, beside a format."""
