"""The phase of a run that starts from what users asked, and changes each question in one place."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING

from querious.graphql.cases import deviations
from querious.model import Variable, graphql_case
from querious.model.document_text import write_case
from querious.model.operation import fields
from querious.pipeline.recorded import Asked, Unused, usable

if TYPE_CHECKING:
    from collections.abc import Iterable

    from querious.model import Case
    from querious.model.recording import Recording
    from querious.pipeline.graphql.api import GraphqlApi
    from querious.pipeline.run.batch_sender import BatchSender

_MOST = 10_000
"""Recordings that a run starts from."""
_BATCH = 256
_IDENTIFIERS = 64
"""Of one argument name, kept for swapping."""
_PART = 0.2
"""The part of the budget that deviations may take."""


async def deviate(api: GraphqlApi, sender: BatchSender, recordings: Iterable[Recording]) -> None:
    """The phase of a run that starts from what users asked: their values are learned, then each is changed a little."""
    sender.enter("recordings")
    found = list(usable(api.schema, islice(recordings, _MOST), mutations=api.settings.mutations))
    asked = [one for one in found if isinstance(one, Asked)]
    unused = len(found) - len(asked)
    asked = [one for one in asked if api.order.is_safe(_case(0, one))]
    if unused:
        sender.note(f"{unused:,} of {len(found):,} recordings are not sent: {_reasons(found)}")
    if not asked:
        return
    first = sender.cases
    await sender.send(_case(first + place, one) for place, one in enumerate(asked))
    known = _identifiers(asked)
    changed = (
        (deviation.operation, deviation.flaw)
        for one in asked
        for deviation in deviations(api.schema, one.operation, known)
        if api.settings.invalid or not deviation.flaw
    )
    budget = _PART * (api.settings.requests or len(asked) * 50)
    while not sender.ended and budget > 0:
        batch = list(islice(changed, _BATCH))
        if not batch:
            return
        budget -= len(batch)
        first = sender.cases
        await sender.send(write_case(first + place, operation, flaw) for place, (operation, flaw) in enumerate(batch))


def _case(number: int, asked: Asked) -> Case:
    return graphql_case(number, asked.operation, asked.recording.document, asked.recording.variables)


def _identifiers(asked: Iterable[Asked]) -> dict[str, list[str]]:
    """Values of string arguments by name of the argument."""
    known: dict[str, list[str]] = {}
    for _, operation in asked:
        for node in fields(operation.selections):
            for name, value in node.arguments:
                plain = value.value if isinstance(value, Variable) else value
                values = known.setdefault(name, [])
                if isinstance(plain, str) and plain not in values and len(values) < _IDENTIFIERS:
                    values.append(plain)
    return known


def _reasons(found: Iterable[Asked | Unused]) -> str:
    reasons = {one.reason: None for one in found if isinstance(one, Unused)}
    return "; ".join(list(reasons)[:3])
