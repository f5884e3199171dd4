"""What a mutation was given and did not refuse is there now: ``createTicket(code: "a")`` makes a ``Ticket.code`` "a".

Its payload may not show that. Queries that look for it, and filters, may use the value all the same.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from graphql import get_named_type

from querious.graphql.hazards import mutation_hazards
from querious.model.definitions import fields_of
from querious.model.hazards import Grade
from querious.text.words import same, words
from querious.values.lessons import worth_keeping

if TYPE_CHECKING:
    from collections.abc import Iterator

    from graphql import GraphQLSchema

    from querious.graphql.values.vocabulary import Vocabulary
    from querious.model import Value
    from querious.values.lessons import ArgumentTrial


class Accepted:
    """Knows which fields the arguments of mutations that create or change stand for."""

    def __init__(self, schema: GraphQLSchema, vocabulary: Vocabulary) -> None:
        self._leaves: dict[str, list[dict[str, str]]] = {}
        """By coordinate of a mutation: the leaf fields of each object type that it is about."""
        for coordinate, hazard in mutation_hazards(schema).items():
            if hazard.grade in {Grade.CREATING, Grade.CHANGING}:
                parent, _, name = coordinate.partition(".")
                returned = get_named_type(fields_of(schema, parent)[name].type)
                types = (*vocabulary.things(returned), *vocabulary.mentioned(words(name)))
                self._leaves[coordinate] = [vocabulary.leaves[typename] for typename in dict.fromkeys(types)]

    def shown(self, trial: ArgumentTrial) -> Iterator[tuple[str, str | int | float]]:
        """Values by coordinate that a call has put there."""
        types = self._leaves.get(trial.coordinate, []) if trial.worked else []
        for name, value in _scalars("", dict(trial.arguments)) if types else ():
            for leaves in types:
                if same(name) in leaves:
                    yield leaves[same(name)], value


def _scalars(name: str, value: Value) -> Iterator[tuple[str, str | int | float]]:
    """The scalars of an argument, each with the name of what holds it."""
    if isinstance(value, dict):
        for inner, item in value.items():
            yield from _scalars(inner, item)
    elif isinstance(value, list):
        for item in value:
            yield from _scalars(name, item)
    elif worth_keeping(value) and str(value).isprintable():
        yield name, value
