"""What is learned about each argument and input field, and what a plan tries there while nothing is known."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from graphql import GraphQLEnumType

from querious.graphql.values.field_names import asks_for_names, field_names
from querious.graphql.values.sources import Sources
from querious.model import EnumValue
from querious.text.words import same, words
from querious.values.complaints import listed_values
from querious.values.learned_values import DESCRIBED, NAMED
from querious.values.semantics import guesses, usual_words
from querious.values.trials import NOTHING_GENERAL, GeneralScores

if TYPE_CHECKING:
    from collections.abc import Callable

    from graphql import GraphQLSchema

    from querious.graphql.values.sources import InputPosition
    from querious.model import JSON
    from querious.values import Pool
    from querious.values.learned_values import LearnedValues, SourceGroup
    from querious.values.scalars import Make

_AMBIGUOUS: Final = frozenset(("by", "key", "with"))
"""Names of arguments that take the name of a field in one service and what identifies an object in another."""


class LearnedArguments:
    """Finds for each place what is learned there. ``plain`` gives the maker of plain values for a scalar at a place."""

    def __init__(self, schema: GraphQLSchema, pool: Pool, plain: Callable[[str, str], Make]) -> None:
        self._schema = schema
        self._pool = pool
        self._plain = plain
        self._sources = Sources(schema)
        self.vocabulary = self._sources.vocabulary

    def at(self, place: str, position: InputPosition) -> LearnedValues:
        """What is learned at ``Type.field.argument``; with ``<Target>`` behind it, where that type is looked for."""
        general = NOTHING_GENERAL
        before, aimed, rest = place.partition("<")
        if aimed:
            everywhere = position._replace(others=frozenset())
            scores = self.at(before + rest.partition(">")[2], everywhere).scores
            general = GeneralScores(scores, position.others)
        named = self._schema.type_map.get(position.scalar)
        if isinstance(named, GraphQLEnumType):
            return self._of_enum(place, position, named, general)
        return self._of_scalar(place, position, general)

    def _of_enum(
        self, place: str, position: InputPosition, enum: GraphQLEnumType, general: GeneralScores
    ) -> LearnedValues:
        groups = self._sources.of(position)
        members = {name: EnumValue(name) for name in enum.values}
        options = tuple(members.values())
        plain: Make = lambda chance: chance.choose(options)  # noqa: E731
        coordinate = position.coordinate
        return self._pool.argument(place, groups, options, plain, members.get, coordinate=coordinate, general=general)

    def _of_scalar(self, place: str, position: InputPosition, general: GeneralScores) -> LearnedValues:
        """Words of a choice are seen only at fields of the same name, names of fields nowhere."""
        coordinate, name, scalar = position.coordinate, position.name, position.scalar
        choices = usual_words(name, scalar)
        takes_names = scalar == "String" and asks_for_names(name)
        groups, tries = self._sources.of(position), guesses(name, scalar)
        if choices:
            groups, tries = _called_like(groups, name), ()
        elif takes_names and same(name) not in _AMBIGUOUS:
            groups, tries = (), ()
        plain, convert = self._plain(scalar, coordinate), converter(scalar)
        learned = self._pool.argument(place, groups, tries, plain, convert, coordinate=coordinate, general=general)
        described = listed_values(position.description) if scalar in {"ID", "String"} else []
        if described:
            learned.hint(DESCRIBED, described)
        elif choices:
            learned.hint(NAMED, choices)
        elif takes_names:
            learned.hint(NAMED, field_names(self._schema, self.vocabulary, position))
        return learned


def _called_like(groups: tuple[SourceGroup, ...], name: str) -> tuple[SourceGroup, ...]:
    """Those coordinates of the groups whose field is called like an argument."""
    wanted = words(name)[-1:]
    narrowed = []
    for group in groups:
        alike = tuple(one for one in group.coordinates if words(one)[-1:] == wanted)
        if alike:
            narrowed.append(group._replace(coordinates=alike))
    return tuple(narrowed)


def fits_int(text: str) -> bool:
    """Whether a text is a number of so few digits that it surely fits 32 bits."""
    return text.isascii() and text.isdigit() and len(text) < 10  # noqa: PLR2004


def converter(scalar: str) -> Callable[[JSON], JSON]:
    """How a value that was shown somewhere is sent as this scalar; None where it cannot be."""
    return _CONVERTERS.get(scalar, lambda value: value)


_CONVERTERS: Final[dict[str, Callable[[JSON], JSON]]] = {
    "ID": str,
    "String": str,
    "Int": lambda value: int(value) if fits_int(str(value)) else None,
    "Float": lambda value: float(value) if isinstance(value, int | float) else None,
}
