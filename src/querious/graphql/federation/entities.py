"""What a question to ``_entities`` asks for, and how what came belongs to it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from querious.answers.comparison import same
from querious.answers.objects import objects_in
from querious.graphql.federation.field_sets import taken
from querious.graphql.federation.subgraph import ENTITIES
from querious.model import Field, Variable

if TYPE_CHECKING:
    from collections.abc import Sequence

    from querious.graphql.federation.subgraph import Entity, EntityKey, Subgraph
    from querious.graphql.federation.trace import FederationStep
    from querious.model import JSON, Operation


class EntityQuestion(NamedTuple):
    """The representations of one question, and the key of the answer that holds what came of them."""

    key: str
    coordinate: str
    representations: tuple[dict[str, Any], ...]


class Position(NamedTuple):
    """One representation of a question, and what came of it."""

    step: int
    place: int
    of: int
    """How many representations the question holds."""
    representation: dict[str, Any]
    entity: Entity | None
    """None where no entity is called so."""
    key: EntityKey | None
    """The key that is given whole; None where none is."""
    item: JSON
    """None where there is none, for whatever reason."""
    error: str
    """The message of an error at this place, or of one that concerns the whole question."""
    path: str

    @property
    def typename(self) -> str:
        """What the representation calls itself."""
        return str(self.representation.get("__typename", ""))

    @property
    def given(self) -> dict[str, Any]:
        """The values of its key."""
        return taken(self.key.fields, self.representation) if self.key is not None else {}


def asked_entities(operation: Operation) -> EntityQuestion | None:
    """What an operation asks of ``_entities``; None where it does not."""
    for selection in operation.selections:
        if isinstance(selection, Field) and selection.name == ENTITIES:
            given = dict(selection.arguments).get("representations")
            values = given.value if isinstance(given, Variable) else given
            values = values if isinstance(values, list) else [values]
            if all(isinstance(value, dict) for value in values):
                return EntityQuestion(selection.key, selection.coordinate, tuple(values))
    return None


def positions(trace: Sequence[FederationStep], subgraph: Subgraph) -> list[Position]:
    """Every representation that a trace asks for."""
    found = []
    for number, step in enumerate(trace):
        question = asked_entities(step.operation)
        if question is None:
            continue
        items = (step.data or {}).get(question.key)
        items = items if isinstance(items, list) else []
        for place, representation in enumerate(question.representations):
            entity = subgraph.entities.get(str(representation.get("__typename")))
            key = _key_of(representation, entity)
            error = step.error_at((question.key, place)) or step.error_at((question.key,)) * (not items)
            found.append(
                Position(
                    number,
                    place,
                    len(question.representations),
                    representation,
                    entity,
                    key,
                    items[place] if place < len(items) else None,
                    error or ("" if items else next((message for _, message in step.errors), "")),
                    f"data.{question.key}[{place}]",
                )
            )
    return found


def _key_of(representation: dict[str, Any], entity: Entity | None) -> EntityKey | None:
    """The key that a representation gives whole; the longest, where it gives several."""
    keys = entity.resolvable if entity is not None else ()
    whole = [key for key in keys if taken(key.fields, representation) is not None]
    return max(whole, key=lambda key: len(key.fields), default=None)


def shown_objects(trace: Sequence[FederationStep]) -> list[tuple[str, dict[str, Any]]]:
    """The objects that a trace shows by other ways than ``_entities``, with their types."""
    found = []
    for step in trace:
        if asked_entities(step.operation) is None and step.data is not None:
            found += [(one.shape.typename, one.value) for one in objects_in(step.shape, step.data)]
    return found


def shown_as(position: Position, shown: Sequence[tuple[str, dict[str, Any]]]) -> list[dict[str, Any]]:
    """The objects that a representation stands for."""
    key = position.key
    if key is None:
        return []
    given = position.given
    return [value for name, value in shown if name == position.typename and same_key(taken(key.fields, value), given)]


def is_what_was_asked(position: Position) -> bool:
    """Whether an object came, and one of the type and with the key that was asked for, as far as it tells them."""
    item, key = position.item, position.key
    if not isinstance(item, dict) or key is None:
        return False
    found = taken(key.fields, item)
    is_of_type = item.get("__typename", position.typename) == position.typename
    return is_of_type and (found is None or same_key(found, position.given))


def same_key(one: JSON, other: JSON) -> bool:
    """Whether two values of a key are the same: identifiers may be written as numbers or as text."""
    if isinstance(one, dict) and isinstance(other, dict):
        return one.keys() == other.keys() and all(same_key(value, other[name]) for name, value in one.items())
    if isinstance(one, list) and isinstance(other, list):
        return len(one) == len(other) and all(map(same_key, one, other))
    if isinstance(one, str | int) and isinstance(other, str | int):
        return str(one) == str(other)
    return same(one, other)
