"""An entity says the same alone, among others and on every other way to it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from querious.answers.comparison import same
from querious.answers.volatile import may_change_by_itself
from querious.graphql.federation.entities import is_what_was_asked, positions, shown_as, shown_objects
from querious.graphql.federation.trace import FederationBreach
from querious.model import Severity
from querious.text.display import cut

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from querious.graphql.federation.entities import Position
    from querious.graphql.federation.subgraph import Subgraph
    from querious.graphql.federation.trace import FederationStep
    from querious.model import JSON

_QUOTED = 60
"""Letters of a value in a message."""


def judge_values(trace: Sequence[FederationStep], subgraph: Subgraph) -> Iterator[FederationBreach]:
    """Leaves of an entity that were asked on several ways have one value, unless they change from answer to answer."""
    shown = shown_objects(trace)
    asked = [one for one in positions(trace, subgraph) if is_what_was_asked(one)]
    told: set[str] = set()
    unsteady = {name for position in asked for name in _changing(position, asked, shown)}
    for position in asked:
        elsewhere = shown_as(position, shown)
        alone = _alone(position, asked)
        for others, where in ((elsewhere[:1], "other fields"), (alone[:1], "a question for it alone")):
            for other in others:
                for name, here, there in _differing(position.item, other):
                    coordinate = f"{position.typename}.{name}"
                    if coordinate in unsteady or coordinate in told:
                        continue
                    told.add(coordinate)
                    yield _breach(position.step, position.path, coordinate, (here, there), where)


def _breach(step: int, path: str, coordinate: str, values: tuple[JSON, JSON], where: str) -> FederationBreach:
    here, there = values
    message = f"`_entities` says {_quoted(here)}, where {where} say {_quoted(there)} of the same object"
    if where.startswith("a "):
        message = f"`_entities` says {_quoted(here)} among others, and {_quoted(there)} when it is asked for it alone"
    # A null may be what an error left, or what somebody may not see on this way.
    is_certain = None not in values and not may_change_by_itself(coordinate.partition(".")[2])
    return FederationBreach(
        coordinate, message, Severity.FAULT if is_certain else Severity.SUSPICION, step, path, [here, there]
    )


def _alone(position: Position, asked: Sequence[Position]) -> list[Any]:
    """What came of the same representation where it was the only one."""
    return [one.item for one in asked if one.representation == position.representation and one.of == 1]


def _changing(
    position: Position, asked: Sequence[Position], shown: Sequence[tuple[str, dict[str, Any]]]
) -> Iterator[str]:
    """Coordinates that differ from one answer to the same question to the next."""
    for objects in (shown_as(position, shown), _alone(position, asked)):
        for other in objects[1:]:
            for name, _, _ in _differing(objects[0], other):
                yield f"{position.typename}.{name}"


def _differing(one: Any, other: Any, above: str = "") -> Iterator[tuple[str, JSON, JSON]]:
    """Leaves that both have and that differ, by name; of lists those of one length."""
    if isinstance(one, dict) and isinstance(other, dict):
        for name in one.keys() & other.keys() - {"__typename"}:
            yield from _differing(one[name], other[name], f"{above}.{name}" if above else name)
    elif isinstance(one, list) and isinstance(other, list) and _holds_objects(one, other):
        if len(one) == len(other):
            for mine, its in zip(one, other, strict=True):
                yield from _differing(mine, its, above)
    elif above and not same(one, other):
        yield above, one, other


def _holds_objects(*lists: list[Any]) -> bool:
    return any(isinstance(item, dict | list) for items in lists for item in items)


def _quoted(value: JSON) -> str:
    return "null" if value is None else f"`{cut(str(value), _QUOTED)}`"
