"""diff, where one side is REST and the other GraphQL: the two faces of one service."""

from __future__ import annotations

import asyncio
from contextlib import AsyncExitStack
from typing import TYPE_CHECKING, Any

from querious.errors import QueriousError, TargetError
from querious.model import Progress
from querious.model.diff import Diff
from querious.model.patterns import Patterns
from querious.pipeline.diff.faces import GraphqlFace, RestFace
from querious.pipeline.diff.parity import Parity
from querious.pipeline.graphql.protocol import GRAPHQL
from querious.pipeline.heartbeat import Ticker
from querious.pipeline.redacted_results import RedactedResults
from querious.pipeline.run.walk import READING, opened_in_time
from querious.rest.cases.calls import OperationCalls
from querious.rest.openapi.schemas import Schemas
from querious.text.display import listing
from querious.values import Pool
from querious.version import __version__

if TYPE_CHECKING:
    from collections.abc import Sequence

    from querious.execute import Target
    from querious.model import Case, Exchange, Settings
    from querious.pipeline.budget import RunBudget
    from querious.pipeline.detection import FoundApi
    from querious.pipeline.diff.faces import Face
    from querious.pipeline.observer import Observer

_COMPARING = "comparing"


async def compare_faces(
    sides: Sequence[FoundApi], settings: tuple[Settings, Settings], observer: Observer, budget: RunBudget
) -> Diff:
    """Ask both faces for the same objects and lists. Ctrl-C ends it early: what was found so far is returned."""
    async with (
        Ticker(observer, lambda: Progress(READING, elapsed=budget.elapsed)) as ticker,
        AsyncExitStack() as stack,
    ):
        targets: list[Target] = []
        faces: list[Face] = []
        for name, side, chosen in zip("AB", sides, settings, strict=True):
            try:
                target = await side.protocol.open(side.target, chosen)
                stack.push_async_callback(target.client.close)
                description = await opened_in_time(side.protocol.load(target, chosen), budget)
            except QueriousError as error:
                raise type(error)(f"{name}: {error}") from error
            targets.append(target)
            faces.append(_face(side.protocol.name, description, chosen, target))

        def sent() -> int:
            return sum(target.sent() for target in targets)

        def is_over() -> bool:
            most = settings[0].requests
            return bool((most and sent() >= most) or budget.left() <= 0)

        parity = Parity(faces[0], faces[1], is_over)
        ticker.follow(
            lambda: Progress(
                _COMPARING, sent(), budget.elapsed, findings=len(parity.result.found), stop=budget.describe()
            )
        )
        interrupted = False
        try:
            await parity.compare()
        except asyncio.CancelledError:
            interrupted = True
        if not parity.result.pairs and not interrupted:
            raise TargetError(_nothing(parity))
        ended = budget.describe() if is_over() else ""
        return _result(parity, targets, settings[0], sent(), (ended, interrupted, budget.elapsed))


def _face(protocol: str, description: Any, settings: Settings, target: Target) -> Face:
    async def send(case: Case) -> Exchange:
        return await target.client.send(case)

    if protocol == GRAPHQL.name:
        return GraphqlFace(description.schema, settings, send)
    described = description.description
    calls = OperationCalls(described.operations, Schemas(described.document, described.dialect), Pool())
    return RestFace(description, calls, settings, send)


def _nothing(parity: Parity) -> str:
    for name, types in zip("AB", parity.types, strict=True):
        if not types:
            return (
                f"{name}: nothing could be compared: no list had rows. Are credentials missing? Pass them with --header"
            )
    ours, theirs = (listing(types, 6) for types in parity.types)
    return f"nothing could be compared: no objects of A ({ours}) are in B ({theirs}); do both hold the same data?"


def _result(
    parity: Parity, targets: Sequence[Target], settings: Settings, requests: int, ending: tuple[str, bool, float]
) -> Diff:
    counted = Patterns(settings.include, settings.exclude).match
    differences = [one for one in parity.differences() if all(map(counted, one.coordinate.split(" and ")))]
    pairs = [f"{pair.one} = {pair.other}" for pair in parity.result.pairs]
    ended, interrupted, elapsed = ending
    diff = Diff(
        targets[0].name,
        targets[1].name,
        seed=settings.seed,
        differences=tuple(sorted(differences, key=lambda one: (one.severity.value, -one.count, one.coordinate))),
        noise=tuple(parity.noise()),
        requests=requests,
        cases=sum(count for place, count in parity.result.compared.items() if "/" in place),
        coordinates=len(parity.result.compared),
        elapsed=elapsed,
        notes=(f"The same objects, by the values that both show: {listing(pairs, 12)}.",) if pairs else (),
        ended=ended,
        interrupted=interrupted,
        version=__version__,
        protocol="REST and GraphQL",
    )
    return RedactedResults(lambda _: ()).diff(diff)
