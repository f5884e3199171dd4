"""The phase of a run that starts from what users asked, and changes each question in one place."""

from __future__ import annotations

from functools import partial
from itertools import islice
from typing import TYPE_CHECKING

from querious.graphql.cases import deviations
from querious.model import Variable, graphql_case
from querious.model.document_text import write_case
from querious.model.operation import fields
from querious.pipeline.recorded import Asked, usable
from querious.pipeline.run.recorded_phase import MOST_RECORDINGS, ask_recorded, tell_unused

if TYPE_CHECKING:
    from collections.abc import Iterable

    from querious.model import Case
    from querious.model.recording import Recording
    from querious.pipeline.graphql.api import GraphqlApi
    from querious.pipeline.run.batch_sender import BatchSender

_IDENTIFIERS = 64
"""Of one argument name, kept for swapping."""


async def deviate(api: GraphqlApi, sender: BatchSender, recordings: Iterable[Recording]) -> None:
    """The phase of a run that starts from what users asked: their values are learned, then each is changed a little."""
    sender.enter("recordings")
    known = list(islice(recordings, MOST_RECORDINGS))
    found = list(usable(api.schema, known, mutations=api.settings.mutations))
    tell_unused(sender, found)
    fitting = [one for one in found if isinstance(one, Asked)]
    api.note_production([*fitting, *_unsent_mutations(api, known)])
    asked = [one for one in fitting if api.order.is_safe(_case(0, one))]
    identifiers = _identifiers(asked)
    changed = (
        partial(write_case, operation=deviation.operation, flaw=deviation.flaw)
        for one in asked
        for deviation in deviations(api.schema, one.operation, identifiers)
        if api.settings.invalid or not deviation.flaw
    )
    await ask_recorded(sender, [partial(_case, asked=one) for one in asked], changed)


def _unsent_mutations(api: GraphqlApi, recordings: Iterable[Recording]) -> list[Asked]:
    """What users change, where this run changes nothing."""
    if api.settings.mutations:
        return []
    mutations = (one for one in recordings if one.kind == "mutation")
    return [one for one in usable(api.schema, mutations, mutations=True) if isinstance(one, Asked)]


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
