"""What answers show is found by its keys, and what does not exist costs its own place in the answer and no other."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from querious.graphql.federation.entities import asked_entities, positions, shown_as, shown_objects
from querious.graphql.federation.position_rules import is_well_formed
from querious.graphql.federation.trace import FederationBreach
from querious.model import Severity

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from querious.graphql.federation.entities import Position
    from querious.graphql.federation.subgraph import Subgraph
    from querious.graphql.federation.trace import FederationStep

_SEVERAL: Final = 2
"""Objects that have to be asked for before a key counts as one by which nothing is found."""


def judge_existence(trace: Sequence[FederationStep], subgraph: Subgraph) -> Iterator[FederationBreach]:
    """An object that an answer shows is found by each key that finds others, or by none at all.

    Where nothing is found by a key, it may be one that only other subgraphs show: a suspicion. An error is no proof:
    whoever asks may not see the thing. Questions that hold something else too are left to ``judge_spoilt``.
    """
    shown = shown_objects(trace)
    asked = [one for one in positions(trace, subgraph) if one.key is not None]
    known = [one for one in asked if shown_as(one, shown) and _is_of_known(one, asked, shown)]
    # Where another question finds it, what is wrong with this one is told by its length or its order.
    missing = [one for one in known if one.item is None and not one.error and not _is_answered(one, known)]
    for position in missing:
        text = position.key.text if position.key is not None else ""
        alike = [one for one in known if one.typename == position.typename and one.key == position.key]
        if any(isinstance(one.item, dict) for one in alike) or _is_found_otherwise(position, known, shown):
            message = f'`{position.given}` is shown by other fields, and not found by `@key(fields: "{text}")`'
            yield _breach(trace, position, message, Severity.FAULT)
        elif len({str(one.given) for one in alike}) >= _SEVERAL:
            message = f'nothing that other fields show is found by `@key(fields: "{text}")` of {position.typename}'
            yield _breach(trace, position, message, Severity.SUSPICION)
            return


def _is_of_known(position: Position, asked: Sequence[Position], shown: Sequence[tuple[str, dict[str, object]]]) -> bool:
    return all(shown_as(one, shown) for one in asked if one.step == position.step)


def _is_answered(position: Position, known: Sequence[Position]) -> bool:
    same = (one for one in known if one.representation == position.representation and one is not position)
    return any(isinstance(one.item, dict) for one in same)


def _is_found_otherwise(
    position: Position, known: Sequence[Position], shown: Sequence[tuple[str, dict[str, object]]]
) -> bool:
    """Whether the same object is found by another key."""
    mine = shown_as(position, shown)
    others = (one for one in known if one.typename == position.typename and one.key != position.key)
    return any(value in mine for one in others if isinstance(one.item, dict) for value in shown_as(one, shown))


def judge_spoilt(trace: Sequence[FederationStep], subgraph: Subgraph) -> Iterator[FederationBreach]:
    """Beside what does not exist, what exists is answered as it is alone.

    A key of a form of its own may be refused as malformed, and the whole question with it: then it is a suspicion.
    """
    shown = shown_objects(trace)
    asked = [one for one in positions(trace, subgraph) if one.key is not None]
    for position in asked:
        beside = [one for one in asked if one.step == position.step and not shown_as(one, shown)]
        if not beside or not shown_as(position, shown) or position.item is not None:
            continue
        if not _is_answered(position, asked):
            continue
        is_certain = all(is_well_formed(one.given) for one in beside)
        message = (
            f"`{position.given}` is not answered beside `{beside[0].given}`, which does not exist, "
            "and is answered without it"
        )
        yield _breach(trace, position, message, Severity.FAULT if is_certain else Severity.SUSPICION)
        return


def _breach(trace: Sequence[FederationStep], position: Position, message: str, severity: Severity) -> FederationBreach:
    step = trace[position.step]
    question = asked_entities(step.operation)
    coordinate = question.coordinate if question is not None else ""
    told = (step.data or {}).get(question.key) if question is not None else None
    return FederationBreach(coordinate, message, severity, position.step, position.path, told or position.error)
