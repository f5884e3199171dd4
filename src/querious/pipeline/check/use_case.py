"""One API as people's own tests know it: operation by operation, and answers that they have asked for themselves."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple
from urllib.parse import urlsplit

from querious.errors import QueriousError
from querious.execute.inprocess import SchemaInContext
from querious.execute.masked_client import masked_answer
from querious.execute.payload import decode
from querious.execute.targets import PythonTarget, find_target, is_wsgi
from querious.model import Exchange, Request
from querious.model.request_body import is_json_media
from querious.pipeline.detection import find_api
from querious.pipeline.loop import run_to_end
from querious.pipeline.run.context import RunContext
from querious.pipeline.run.session import Session
from querious.text.mask import Mask
from querious.text.sent_secrets import of_headers, of_query

if TYPE_CHECKING:
    from collections.abc import Mapping

    from querious.model import Finding, Run, Settings
    from querious.pipeline.detection import FoundApi
    from querious.pipeline.protocol import KnownOperations

_OF_CLIENTS = frozenset({"accept-encoding", "connection", "content-length", "cookie", "host", "user-agent"})
"""Headers that every client sends by itself, or that hold credentials."""


class SentRequest(NamedTuple):
    """What somebody's client has sent."""

    method: str
    url: str
    """The whole address, or the path with its query."""
    headers: Mapping[str, str]
    body: bytes


class ReceivedResponse(NamedTuple):
    """What it has got."""

    status: int
    headers: Mapping[str, str]
    body: bytes
    elapsed: float = 0.0


class CheckedApi:
    """One API, with its description read."""

    def __init__(self, protocol: str, session: Session, operations: KnownOperations) -> None:
        self.protocol = protocol
        self._session = session
        self._operations = operations
        self.names = tuple(operations.names)
        """The operations that the settings let be asked."""
        self.url = session.target.url
        """Where requests go; see ``Target``."""

    def judge(self, sent: SentRequest, received: ReceivedResponse) -> list[Finding]:
        """What is wrong with one answer; a QueriousError where nobody can tell."""
        request = _request_of(sent)
        secrets = [*of_headers(request.headers), *of_query(request.path.partition("?")[2])]
        mask = Mask()
        mask.add(secrets)
        case = self._operations.case_of(request)
        shown = {name: text for name, text in request.headers.items() if not _is_hidden(name, text)}
        told = case.request._replace(path=mask.text(case.request.path), headers=shown)
        headers = {name.lower(): text for name, text in received.headers.items()}
        payload, is_json, failure = decode(received.body)
        exchange = Exchange(
            replace(case, request=told),
            received.status,
            headers,
            received.body,
            payload,
            is_json,
            received.elapsed,
            failure,
        )
        found = self._session.judge(masked_answer(exchange, mask))
        return [self._session.redacted.finding(finding) for finding in found]

    def operation_of(self, finding: Finding) -> str:
        """The operation whose fault a finding is; empty where it is that of none, or of none that may be asked."""
        candidates = [finding.coordinate]
        for exchange in (finding.exchange, *finding.trace):
            candidates += self._operations.asked_by(exchange.case)
        return next((name for name in candidates if name in self.names), "")

    def why_unjudged(self, run: Run, name: str) -> str:
        """Why a run tells nothing of an operation; empty where it was reached."""
        coverage = run.coverage
        reached = coverage.reached if self.protocol == "REST" else coverage.witnessed
        if name in reached:
            return ""
        if name in coverage.missing:
            return coverage.missing[name]
        if name not in coverage.tuples:
            return "not asked: no request can be made of it, or include or exclude leave it out"
        return "never answered with a value" if name in coverage.requested else "not asked before the run ended"


def open_checked(target: str | object, settings: Settings) -> CheckedApi:
    """Find out what the target speaks, and read its description."""
    found = find_api(target, settings)
    return run_to_end(lambda: _opened(found, settings))


async def _opened(found: FoundApi, settings: Settings) -> CheckedApi:
    protocol = found.protocol
    opened = await protocol.open(found.target, settings)
    try:
        context = RunContext(opened, settings)
        bound = protocol.bind(context, await protocol.load(opened, settings))
        return CheckedApi(protocol.name, Session(context, bound.api), bound.operations)
    finally:
        await opened.client.close()


def in_context(app: object, context: object) -> object:
    """A schema whose resolvers find this as their context."""
    return SchemaInContext(app, context)


def schema_in(app: object) -> object:
    """What the user has pointed at, where it is a schema with a context."""
    return app.schema if isinstance(app, SchemaInContext) else app


def wsgi_application(app: object) -> object | None:
    """The WSGI application that is pointed at; None where it is something else."""
    with suppress(QueriousError):
        found = find_target(app)
        if isinstance(found, PythonTarget) and not found.path and is_wsgi(found.candidate):
            return found.candidate
    return None


def _request_of(sent: SentRequest) -> Request:
    parts = urlsplit(sent.url)
    path = f"{parts.path or '/'}?{parts.query}" if parts.query else parts.path or "/"
    headers = {name.lower(): text for name, text in sent.headers.items()}
    method = sent.method.upper()
    if not sent.body:
        return Request(method, path, headers=headers)
    media = headers.get("content-type", "").partition(";")[0].strip().lower()
    content = decode(sent.body)
    body = content.payload if content.is_json and is_json_media(media) else sent.body.decode("utf-8", "replace")
    return Request(method, path, body, has_body=True, headers=headers)


def _is_hidden(name: str, text: str) -> bool:
    """Whether a header tells a reader nothing, or is a secret."""
    return name in _OF_CLIENTS or any(of_headers({name: text}))
