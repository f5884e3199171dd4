"""Recorded REST calls sent again, one after the other: each must be answered as it was when it was recorded."""

from __future__ import annotations

from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple
from urllib.parse import urlsplit

from querious.execute.bridge import open_bridge
from querious.export.support.rest_checks import differences
from querious.model import Severity, rest_case
from querious.model.recording import CALL
from querious.pipeline.obstacles import Obstacle, obstacle_of, told_of
from querious.pipeline.recorded import Unused, has_redacted_values
from querious.pipeline.replay.use_case import Failing
from querious.pipeline.rest.description import read_file
from querious.rest.hazards import only_reads
from querious.rest.openapi import RestOperation, read_openapi
from querious.rest.openapi.checks import ResponseChecks
from querious.rest.openapi.schemas import Schemas
from querious.rest.operation_paths import OperationPaths
from querious.rest.promised_shapes import recorded_promise
from querious.rest.recorded_calls import learned_operations, recorded_request

if TYPE_CHECKING:
    from collections.abc import Iterable

    from querious.model import Exchange, Request, Settings
    from querious.model.recording import Recording

_OF_RECORDS: Final = frozenset({Obstacle.NOT_FOUND})
"""What may be the right answer of an API to a call that was answered otherwise when it was recorded: it has changed."""


class ReplayedCalls(NamedTuple):
    """What came of recorded calls."""

    sent: int
    failing: list[Failing]
    untold: list[Failing]
    """Calls of which nobody can tell: they were refused, or not answered."""
    unused: list[Unused]


def replay_calls(recordings: Iterable[Recording], target: str, settings: Settings) -> ReplayedCalls:
    """Send each call once, and hold the answer against what was recorded and, where it is given, the description."""
    described = _Described(settings.schema)
    base = urlsplit(target).path.rstrip("/") if "://" in target else ""
    done = ReplayedCalls(0, [], [], [])
    sent = 0
    calls = learned_operations(recording for recording in recordings if recording.kind == CALL)
    with open_bridge(target, settings) as send:
        for recording in islice(calls, settings.requests):
            reason = _why_not(recording, mutations=settings.mutations)
            if reason:
                done.unused.append(Unused(recording.document, reason))
                continue
            request = recorded_request(recording)
            exchange = send(rest_case(request._replace(path=request.path.removeprefix(base) or "/")))
            sent += 1
            hidden = _hidden(recording, exchange, target, settings)
            if hidden:
                done.untold.append(Failing(recording.document, recording.key, hidden))
                continue
            reason = _difference(recording, exchange) or described.breach(request, exchange)
            if reason:
                done.failing.append(Failing(recording.document, recording.key, reason))
    return done._replace(sent=sent)


def _why_not(recording: Recording, *, mutations: bool) -> str:
    method, _, path = recording.document.partition(" ")
    if not mutations and not only_reads(RestOperation(method.lower(), path)):
        return "what changes data is sent only with --mutations"
    return "it holds values that were redacted when it was recorded" if has_redacted_values(recording) else ""


def _hidden(recording: Recording, exchange: Exchange, url: str, settings: Settings) -> str:
    """Why an answer tells nothing of the API; empty where it does, or where it was answered so when it was recorded."""
    obstacle = obstacle_of(exchange, graphql=False)
    if obstacle is Obstacle.UNREACHABLE or obstacle is None or obstacle in _OF_RECORDS:
        return exchange.failure_text if exchange.failure is not None else ""
    shape = recording.shapes.get(str(exchange.status))
    was_page = shape is not None and "html" in shape.media
    if str(exchange.status) in recording.statuses and (was_page or obstacle not in {Obstacle.WEB_PAGE, Obstacle.LOGIN}):
        return ""
    return told_of(obstacle, exchange, url, settings)


def _difference(recording: Recording, exchange: Exchange) -> str:
    status = str(exchange.status)
    if recording.statuses and status not in recording.statuses:
        return f"answered with {status}, recorded {', '.join(recording.statuses)}"
    shape = recording.shapes.get(status)
    if shape is None or shape.schema is None:
        return ""
    if not exchange.is_json:
        return f"the answer is no JSON, recorded {shape.media}"
    return next(iter(differences(exchange.payload, recorded_promise(shape.schema))), "")


class _Described:
    """What the description holds against an answer; nothing where there is none."""

    def __init__(self, schema: str) -> None:
        self._checks = self._paths = None
        if schema:
            description = read_openapi(read_file(Path(schema)), schema)
            schemas = Schemas(description.document, description.dialect)
            self._checks = ResponseChecks(description.operations, schemas)
            self._paths = OperationPaths(description.operations, description.base_path)

    def breach(self, request: Request, exchange: Exchange) -> str:
        operation = self._paths.at(request.method, request.path) if self._paths is not None else None
        if operation is None or self._checks is None:
            return ""
        faults = (one for one in self._checks.breaches(operation, exchange) if one.severity is Severity.FAULT)
        return next((one.message for one in faults), "")
