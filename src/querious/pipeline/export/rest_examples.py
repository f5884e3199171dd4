"""Recorded REST calls and findings of REST runs → examples, which ``querious.export`` makes tests of."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, NamedTuple
from urllib.parse import parse_qsl

from querious.export.example import ExampleOrigin, LeftOut
from querious.export.prepared_examples import MUTATION
from querious.export.rest_example import RestExample
from querious.export.support.rest_checks import differences
from querious.model import Severity
from querious.model.request_body import media_of
from querious.pipeline.export.examples import ALWAYS_FAILED
from querious.pipeline.redacted_results import has_placeholders
from querious.rest.hazards import only_reads
from querious.rest.openapi import RestOperation
from querious.rest.openapi.document import UnusableError
from querious.rest.openapi.schemas import Schemas
from querious.rest.operation_paths import OperationPaths
from querious.rest.promised_shapes import promised, recorded_promise, strengthened
from querious.rest.recorded_calls import learned_operations, recorded_request, sendable_headers
from querious.text.redaction import Redaction
from querious.text.redaction.placeholders import is_placeholder

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from querious.model import Finding, Request
    from querious.model.recording import Recording
    from querious.rest.openapi import Description

_TOLD: Final = 400
UNDESCRIBED: Final = "the description has no such operation"
_UNSEEN: Final = "a test does not look at what is wrong: check it with querious replay"
_SEVERAL: Final = "it compares several answers and a test looks at one: check it with querious replay"


class RestPromises:
    """What a description says of answers; nothing where there is none."""

    def __init__(self, description: Description | None = None) -> None:
        self._described = description is not None
        self._schemas = Schemas(description.document, description.dialect) if description else None
        operations = description.operations if description else ()
        self.base = description.base_path if description else ""
        self._paths = OperationPaths(operations, self.base)

    @property
    def is_described(self) -> bool:
        """Whether there is a description."""
        return self._described

    def operation(self, request: Request) -> RestOperation | None:
        """The operation that a request asks for; None if nobody knows it."""
        return self._paths.at(request.method, request.path)

    def answer(self, operation: RestOperation | None, status: int) -> Any:
        """What the body of an answer must look like; None if nothing is said."""
        documented = operation.responses.get(operation.documented_status(status)) if operation else None
        if documented is None or documented.json_schema is None or self._schemas is None:
            return None
        try:
            return promised(self._schemas.shown(documented.json_schema))
        except UnusableError:
            return None

    @staticmethod
    def has_pages(operation: RestOperation | None) -> bool:
        """Whether a web page is documented as an answer."""
        documented = operation.responses.values() if operation else ()
        return any("html" in name for response in documented for name in response.media)

    @staticmethod
    def media(operation: RestOperation | None, status: int) -> tuple[str, ...]:
        """The content types that an answer may have; none where nothing is said, or anything goes."""
        documented = operation.responses.get(operation.documented_status(status)) if operation else None
        names = tuple(name.partition(";")[0].strip().lower() for name in documented.media) if documented else ()
        return () if any("*" in name for name in names) else names


class RestExamples(NamedTuple):
    """What tests can be made of, and what not."""

    examples: list[RestExample]
    left_out: list[LeftOut]


def examples_of_calls(
    recordings: Iterable[Recording], promises: RestPromises, *, failing: bool, mutations: bool
) -> RestExamples:
    """What users called. What always failed is left out, and so is what changes data, unless that is asked for."""
    found = RestExamples([], [])
    for recording in learned_operations(recordings):
        try:
            found.examples.append(_recorded(recording, promises, failing=failing, mutations=mutations))
        except ValueError as error:
            found.left_out.append(LeftOut(recording.document, str(error)))
    return found


def _recorded(recording: Recording, promises: RestPromises, *, failing: bool, mutations: bool) -> RestExample:
    request = recorded_request(recording)
    operation = promises.operation(request)
    if promises.is_described and operation is None:
        raise ValueError(UNDESCRIBED)
    name = f"{request.method} {operation.path}" if operation else recording.document
    if not _reads(name) and not mutations:
        raise ValueError(MUTATION)
    status = _usual_status(recording)
    if not 200 <= status < 300 and not failing:  # noqa: PLR2004 - success
        raise ValueError(ALWAYS_FAILED)
    shape = recording.shapes.get(str(status))
    seen = recorded_promise(shape.schema) if shape and shape.schema else None
    answer = promises.answer(operation, status)
    if answer is None:
        answer = seen
    elif seen is not None:
        answer = strengthened(answer, seen)
    others = [f"{name} ({count}x)" for name, count in recording.statuses.items() if name != str(status)]
    return RestExample(
        operation=name,
        path=request.path.removeprefix(promises.base),
        keys=_keys(request, name.partition(" ")[2], promises.base),
        values=dict(parse_qsl(request.path.partition("?")[2], keep_blank_values=True)),
        media=media_of(request) if request.has_body else "",
        body=request.body,
        headers=dict(sendable_headers(recording.variables.get("headers"))),
        status=status,
        answer_media=(shape.media,) if shape and shape.media else (),
        pages=bool(shape and "html" in shape.media),
        answer=answer,
        note=" ".join(filter(None, [_said(others), _redacted(request)])),
        calls=recording.times_called,
        last_asked=recording.updated_at,
    )


def _reads(operation: str) -> bool:
    method, _, path = operation.partition(" ")
    return only_reads(RestOperation(method.lower(), path))


def _said(others: Sequence[str]) -> str:
    return f"Also answered with {', '.join(others)}." if others else ""


def _redacted(request: Request) -> str:
    values = [part for pair in parse_qsl(request.path.partition("?")[2]) for part in pair]
    texts = [*request.path.partition("?")[0].split("/"), *values, *_texts(request.body)]
    return "Values were redacted when it was recorded." if any(map(is_placeholder, texts)) else ""


def _texts(value: Any) -> list[str]:
    if isinstance(value, dict | list):
        return [text for inner in (value.values() if isinstance(value, dict) else value) for text in _texts(inner)]
    return [value] if isinstance(value, str) else []


def _usual_status(recording: Recording) -> int:
    """The most frequent success, or else the most frequent answer; 0 where none is known."""
    known = {int(status): count for status, count in recording.statuses.items() if status.isdigit()}
    good = {status: count for status, count in known.items() if 200 <= status < 300}  # noqa: PLR2004 - success
    return max(good or known, key=lambda status: ((good or known)[status], -status), default=0)


def _keys(request: Request, template: str, base: str) -> tuple[str, ...]:
    path = request.path.removeprefix(base).partition("?")[0]
    steps = zip(template.split("/"), path.split("/"), strict=False)
    return tuple(step for name, step in steps if name.startswith("{"))


def examples_of_findings(findings: Iterable[Finding], promises: RestPromises, *, mutations: bool) -> RestExamples:
    """What was wrong: each test is red as long as it is. Findings that no test could see are left out."""
    found = RestExamples([], [])
    for finding in findings:
        try:
            found.examples.append(_found(finding, promises, mutations=mutations))
        except ValueError as error:
            found.left_out.append(LeftOut(f"finding {finding.fingerprint}", str(error)))
    return found


def _found(finding: Finding, promises: RestPromises, *, mutations: bool) -> RestExample:
    request = finding.exchange.case.request
    if finding.severity is not Severity.FAULT:
        raise ValueError("a suspicion is no fault")
    if finding.sequence is not None or len(finding.trace) > 1:
        raise ValueError(_SEVERAL)
    if not _reads(finding.coordinate) and not mutations:
        raise ValueError(MUTATION)
    if has_placeholders(finding.exchange.case):
        raise ValueError("its arguments hold what may be a secret or personal data")
    operation = promises.operation(request)
    status, media, answer = _held_against(finding, operation, promises)
    about = Redaction().text(f"{finding.coordinate}: {finding.message}")
    name = f"{request.method} {operation.path}" if operation else finding.coordinate
    return RestExample(
        operation=name,
        path=request.path.removeprefix(promises.base),
        media=media_of(request) if request.has_body else "",
        body=request.body,
        origin=ExampleOrigin.FINDING,
        status=status,
        answer_media=media,
        answer=answer,
        pages=promises.has_pages(operation),
        note=f"{about[:_TOLD]} (found by {finding.oracle}, {finding.fingerprint})",
        mark=f"{finding.oracle} {finding.fingerprint[:8]}",
    )


def _held_against(
    finding: Finding, operation: RestOperation | None, promises: RestPromises
) -> tuple[int, tuple[str, ...], Any]:
    """The status, content types and answer of a test that is red as long as the finding is there."""
    exchange = finding.exchange
    if finding.oracle in {"server_error", "connection"}:
        return 0, (), None
    media = promises.media(operation, exchange.status)
    if finding.oracle == "content_type" and media:
        return exchange.status, media, None
    answer = promises.answer(operation, exchange.status)
    if finding.oracle == "response_schema" and answer is not None and differences(exchange.payload, answer):
        return exchange.status, (), answer
    raise ValueError(_UNSEEN)
