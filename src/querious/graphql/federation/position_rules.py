"""One answer for each representation, in their order, of their type and with their key; and a refusal for nonsense."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, Final

from querious.graphql.federation.entities import asked_entities, positions, same_key, shown_as, shown_objects
from querious.graphql.federation.field_sets import taken
from querious.graphql.federation.trace import FederationBreach
from querious.model import Severity
from querious.text.formats import is_uuid

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from querious.graphql.federation.entities import Position
    from querious.graphql.federation.subgraph import Subgraph
    from querious.graphql.federation.trace import FederationStep

_NUMBER: Final = re.compile(r"-?\d+")


def judge_order(trace: Sequence[FederationStep], subgraph: Subgraph) -> Iterator[FederationBreach]:
    """As many answers as representations, each of the type and with the key of its representation."""
    yield from _lengths(trace)
    shown = shown_objects(trace)
    for position in positions(trace, subgraph):
        item, key, entity = position.item, position.key, position.entity
        if not isinstance(item, dict) or entity is None:
            continue
        typename = item.get("__typename")
        if isinstance(typename, str) and typename != position.typename and not entity.is_interface:
            message = f"asked for an object of `{position.typename}`, `_entities` gives one of `{typename}`"
            yield _breach(trace, position, message, Severity.FAULT)
            continue
        found = taken(key.fields, item) if key is not None else None
        if key is None or found is None or same_key(found, position.given):
            continue
        others = [one.given for one in positions(trace, subgraph) if one.step == position.step and one.key == key]
        if any(same_key(found, other) for other in others):
            message = f"`_entities` answers out of order: at `{position.given}` stands `{found}`"
            yield _breach(trace, position, message, Severity.FAULT)
            continue
        # A key that was made up may be brought into form before it is looked for.
        is_certain = bool(shown_as(position, shown)) or is_well_formed(position.given)
        message = f"asked for `{position.given}`, `_entities` gives `{found}`"
        yield _breach(trace, position, message, Severity.FAULT if is_certain else Severity.SUSPICION)


def _lengths(trace: Sequence[FederationStep]) -> Iterator[FederationBreach]:
    for number, step in enumerate(trace):
        question = asked_entities(step.operation)
        items = (step.data or {}).get(question.key) if question is not None else None
        if question is None or not isinstance(items, list) or len(items) == len(question.representations):
            continue
        message = f"{len(question.representations)} representations were asked for, and {len(items)} answers came"
        yield FederationBreach(question.coordinate, message, Severity.FAULT, number, f"data.{question.key}", items)


def judge_nonsense(trace: Sequence[FederationStep], subgraph: Subgraph) -> Iterator[FederationBreach]:
    """What is no entity, or has no key, is refused or null, and breaks nothing."""
    for position in positions(trace, subgraph):
        if position.key is not None or (position.entity is not None and not position.entity.resolvable):
            continue
        step = trace[position.step]
        flaw = "without a key" if position.entity is not None else "of an unknown type"
        if step.broken:
            yield _breach(trace, position, f"a representation {flaw} is not refused: {step.broken}", Severity.FAULT)
        elif step.crashed and position.entity is None:
            # Without a key, resolvers of one's own fail in any words: routers never ask so.
            message = f"a representation {flaw} is refused in the words of a crash: `{position.error}`"
            yield _breach(trace, position, message, Severity.SUSPICION)
        elif isinstance(position.item, dict) and _shows_something(position.item):
            severity = Severity.SUSPICION if position.entity is not None else Severity.FAULT
            yield _breach(trace, position, f"a representation {flaw} is answered with an object", severity)


def _shows_something(item: dict[str, Any]) -> bool:
    return any(value is not None for name, value in item.items() if name != "__typename")


def is_well_formed(given: Any) -> bool:
    """Whether every value is a number or a UUID: one that does not exist is as well formed as one that does."""
    if isinstance(given, dict):
        return bool(given) and all(map(is_well_formed, given.values()))
    if isinstance(given, list):
        return all(map(is_well_formed, given))
    return isinstance(given, str | int) and (_NUMBER.fullmatch(str(given)) is not None or is_uuid(str(given)))


def _breach(trace: Sequence[FederationStep], position: Position, message: str, severity: Severity) -> FederationBreach:
    question = asked_entities(trace[position.step].operation)
    coordinate = question.coordinate if question is not None else ""
    return FederationBreach(coordinate, message, severity, position.step, position.path, position.item)
