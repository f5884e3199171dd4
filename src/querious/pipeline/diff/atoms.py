"""What can be said in an argument, thing by thing: choices, fields of input objects, values seen in answers.

A filter shows what it does only with a value that some rows have and others have not. Such values stand in the answers,
under a name that has a word in common with the argument's.
"""

from __future__ import annotations

from functools import partial
from itertools import repeat
from typing import TYPE_CHECKING, Final, NamedTuple

from graphql import (
    GraphQLEnumType,
    GraphQLInputObjectType,
    GraphQLScalarType,
    get_named_type,
    is_required_input_field,
)

from querious.model import EnumValue
from querious.relations.answer_objects import instances
from querious.text.words import words
from querious.values.strings import neighbour

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterator

    from graphql import GraphQLInputType

    from querious.graphql.cases.tables import ArgumentEntry
    from querious.graphql.values import Makers
    from querious.model import JSON, Value
    from querious.relations import QueryAnswer
    from querious.values import Chance
    from querious.values.scalars import Make

_DRAWS: Final = 2
"""Values of a thing that has no list of them."""
_LISTS: Final = 6
"""Lists of values that were seen: which ones go together matters."""
_MOST_ITEMS: Final = 4
_UNKNOWN: Final = 0.4
"""How often a list also holds something that is probably not there."""
_LETTERS: Final = 3
_LAST_WORD: Final = 0.5
_KEPT: Final = 16
"""Values kept of one field."""
_LONGEST: Final = 200
_PLAIN: Final = frozenset((str, int, float))
"""Types of values that are kept."""
_FITTING: Final[dict[str, set[type]]] = {"Int": {int}, "Float": {int, float}, "ID": {str, int}}
"""Types of values by scalar; texts for all others."""


class Atom(NamedTuple):
    """One thing that can be said in an argument."""

    argument: ArgumentEntry
    make: Make


class SeenAtoms:
    """Values of leaf fields, by the type of their object, the field that gave it, and their own name."""

    def __init__(self) -> None:
        self._values: dict[tuple[str, str, str], dict[JSON, None]] = {}

    def note(self, asked: QueryAnswer) -> None:
        """Take in an answer."""
        for met in instances(asked):
            above = met.route[-1].name if met.route else ""
            for key, field in met.shape.fields.items():
                value = met.value.get(key)
                if field.child is None and type(value) in _PLAIN and len(str(value)) <= _LONGEST:
                    known = self._values.setdefault((met.typename, above, field.name), {})
                    known |= {value: None} if len(known) < _KEPT else {}

    def like(self, name: str, kind: GraphQLScalarType, types: Collection[str]) -> list[list[JSON]]:
        """Values that fit an argument by its name and type, field by field: those with most words in common.

        ``types`` are those of the objects that the argument is about; texts of these are better than none.
        """
        wanted = frozenset(words(name))
        scores: dict[int, list[list[JSON]]] = {}
        for (typename, above, leaf), values in self._values.items():
            shared = 2 * len(wanted.intersection(words(leaf))) + len(wanted.intersection(words(above)))
            fitting = [value for value in values if type(value) in _FITTING.get(kind.name, {str})]
            if fitting and (shared or (typename in types and kind.name == "String")):
                scores.setdefault(shared + (typename in types), []).append(fitting)
        return scores[max(scores)] if scores else []


class Atoms:
    """Makes atoms of the arguments of a field; ``types`` are those of the objects that it gives."""

    def __init__(self, makers: Makers, seen: SeenAtoms, types: Collection[str]) -> None:
        self._makers = makers
        self._seen = seen
        self._types = types

    def of(self, argument: ArgumentEntry, kind: GraphQLInputType) -> list[Atom]:
        """Everything that is worth saying in an argument of this type."""
        return [Atom(argument, make) for make in self._things(argument.name, kind, argument.make)]

    def _things(self, name: str, kind: GraphQLInputType, make: Make, *, deeper: bool = True) -> Iterator[Make]:
        inner, listed = get_named_type(kind), "[" in str(kind)
        if isinstance(inner, GraphQLEnumType) or inner.name == "Boolean":
            yield from map(_saying, _choices(inner, listed=listed))
        elif isinstance(inner, GraphQLInputObjectType) and deeper and not listed:
            yield from self._members(inner)
        else:
            yield from repeat(make, _DRAWS)
            if isinstance(inner, GraphQLScalarType):
                yield from self._remembered(name, inner, listed=listed)

    def _members(self, kind: GraphQLInputObjectType) -> Iterator[Make]:
        """An input object that says one thing, and beside it what it must."""
        fields = kind.fields
        possible = {name: self._makers.maker(f"{kind.name}.{name}", field.type) for name, field in fields.items()}
        made = {name: make for name, make in possible.items() if make is not None}
        needed = {name: make for name, make in made.items() if is_required_input_field(fields[name])}
        for name, make in made.items():
            for thing in self._things(name, fields[name].type, make, deeper=False):
                yield partial(_record, {**needed, name: thing})

    def _remembered(self, name: str, kind: GraphQLScalarType, *, listed: bool) -> Iterator[Make]:
        """Values that answers have shown, and of texts also their beginnings and what is inside; lists of such."""
        sources = self._seen.like(name, kind, self._types)
        parts = (_whole, _beginning, _inside) if kind.name == "String" else (_whole, _whole)
        if sources and listed:
            yield from repeat(partial(_some, sources), _LISTS)
        elif sources:
            yield from (partial(_one, sources, part) for part in parts)


def _one(sources: list[list[JSON]], part: Callable[[JSON, Chance], JSON], chance: Chance) -> Value:
    return part(chance.choose(chance.choose(sources)), chance)


def _some(sources: list[list[JSON]], chance: Chance) -> Value:
    """Values of one field, in any order; sometimes with one that is of the right form, and probably of nothing."""
    known = chance.choose(sources)
    chosen = [chance.choose(known) for _ in range(1 + chance.below(_MOST_ITEMS))]
    if isinstance(chosen[0], str) and chance.rarely(_UNKNOWN):
        chosen.insert(chance.below(1 + len(chosen)), neighbour(chance, chosen[0]))
    return list(dict.fromkeys(chosen))


def _choices(kind: object, *, listed: bool) -> list[Value]:
    """All members; of lists each alone, and all together, in the other order."""
    members: list[Value] = (
        [EnumValue(name) for name in kind.values] if isinstance(kind, GraphQLEnumType) else [True, False]
    )
    if not listed:
        return members
    several = [members[::-1], members[-2:]] if len(members) > 1 else []
    return [*([member] for member in members), *several]


def _saying(value: Value) -> Make:
    return lambda _: value


def _whole(value: JSON, _: Chance) -> JSON:
    return value


def _beginning(value: JSON, chance: Chance) -> JSON:
    """The first letters of a text."""
    return str(value)[: 1 + chance.below(_LETTERS)]


def _inside(value: JSON, chance: Chance) -> JSON:
    """Some letters of a text, or its last word."""
    text = str(value)
    start = chance.below(len(text)) if text else 0
    last = text.rpartition(" ")[2]
    return last if last != text and chance.rarely(_LAST_WORD) else text[start : start + 1 + chance.below(_LETTERS)]


def _record(members: dict[str, Make], chance: Chance) -> Value:
    chance.depth += 1
    return {name: make(chance) for name, make in members.items()}
