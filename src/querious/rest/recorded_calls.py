"""Recorded REST calls as cases and exchanges, by the operations of a description, or by what paths have in common.

A recording knows what answers looked like and not what they said. So in the payload of its exchanges everything that
was there has some value of its type.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from querious.model.case import Case
from querious.model.exchange import Exchange
from querious.model.recording import CALL
from querious.model.request import Request
from querious.model.rest_call import RestCall
from querious.text.path_templates import with_names
from querious.text.redaction.placeholders import is_placeholder

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from querious.model.recording import Recording
    from querious.model.values import JSON
    from querious.rest.operation_paths import OperationPaths

_SAMPLES: Final[Mapping[str, JSON]] = {"string": "text", "integer": 1, "number": 1.5, "boolean": True, "null": None}
_VARIETY: Final = 4
"""Words at one place of a path, answered alike, of which it is sure that they are values."""
_JSON: Final = "application/json"
_COOKIE: Final = "cookie"


def recorded_request(recording: Recording) -> Request:
    """The request of a recorded call."""
    method = recording.document.partition(" ")[0]
    path, media = str(recording.variables.get("path") or "/"), str(recording.variables.get("media") or "")
    headers = {"content-type": media} if media and media != _JSON else {}
    headers |= dict(sendable_headers(recording.variables.get("headers")))
    return Request(method, path, recording.variables.get("body"), has_body=bool(media), headers=headers)


def sendable_headers(recorded: JSON) -> Iterator[tuple[str, str]]:
    """The headers of a recorded call, without secrets: those of the user are sent instead."""
    for name, value in recorded.items() if isinstance(recorded, dict) else ():
        parts = str(value).split("; ") if name == _COOKIE else [str(value)]
        kept = [part for part in parts if not is_placeholder(part.rpartition("=")[2] if name == _COOKIE else part)]
        if kept:
            yield name, "; ".join(kept)


class RecordedExchanges(NamedTuple):
    """A recording as exchanges: one for each status that it was answered with."""

    recording: Recording
    exchanges: tuple[Exchange, ...]

    @property
    def case(self) -> Case:
        """What was asked."""
        return self.exchanges[0].case


def recorded_exchanges(recording: Recording, number: int, call: RestCall | None) -> RecordedExchanges:
    """A recorded call with its answers; ``call`` where a description knows it."""
    request = recorded_request(recording)
    asked = call or RestCall(request.method, recording.document.partition(" ")[2])
    case = Case(number, asked, request)
    exchanges = []
    for status in recording.statuses or {"0": 0}:
        shape = recording.shapes.get(status)
        headers = {"content-type": shape.media} if shape else {}
        has_schema = shape is not None and shape.schema is not None
        payload = sample_of(shape.schema) if shape is not None and shape.schema is not None else None
        code = int(status) if status.isdigit() else 0
        exchanges.append(Exchange(case, code, headers, b"", payload, is_json=has_schema))
    return RecordedExchanges(recording, tuple(exchanges))


def sample_of(shape: Mapping[str, Any]) -> JSON:
    """Some value of a shape, with everything in it that was ever there."""
    kinds = shape.get("type", "null")
    kind = kinds[0] if isinstance(kinds, list) else kinds
    if kind == "object":
        return {name: sample_of(inner) for name, inner in shape.get("properties", {}).items()}
    if kind == "array":
        return [sample_of(shape["items"])] if "items" in shape else []
    return _SAMPLES.get(kind)


def read_calls(recordings: Iterable[Recording], paths: OperationPaths) -> Iterator[RecordedExchanges | Recording]:
    """Each recorded call by the operation of the description that it asks for; as it is where there is none."""
    for number, recording in enumerate(recordings):
        call = paths.call_of(recorded_request(recording)) if recording.kind == CALL else None
        yield recording if call is None else recorded_exchanges(recording, number, call)


def learned_operations(recordings: Iterable[Recording]) -> list[Recording]:
    """Recorded calls by operations that their paths tell: by the form of their segments, and by observed variety.

    Several words at one place of otherwise equal paths are values of one parameter if their answers look alike:
    ``/shelves/fiction`` and ``/shelves/poetry``.
    """
    calls = list(recordings)
    groups: dict[tuple[str, int, str, str], dict[str, str]] = {}
    for recording in calls:
        method, _, template = recording.document.partition(" ")
        looks = _looks(recording)
        segments = template.split("/")
        for place, segment in enumerate(segments):
            if looks and place > 1 and segment and not segment.startswith("{"):
                around = "/".join([*segments[:place], "*", *segments[place + 1 :]])
                groups.setdefault((method, place, around, looks), {})[segment] = template
    varied = {
        (method, template, place)
        for (method, place, _, _), found in groups.items()
        if len(found) >= _VARIETY
        for template in found.values()
    }
    return [_with_template(recording, varied) for recording in calls]


def _looks(recording: Recording) -> str:
    """The members of its good answers; empty where nothing is known of them."""
    for status, shape in recording.shapes.items():
        schema = shape.schema or {}
        of_entry = schema.get("items", schema)
        if status.startswith("2") and of_entry.get("properties"):
            return f"{schema.get('type')} {','.join(sorted(of_entry['properties']))}"
    return ""


def _with_template(recording: Recording, varied: set[tuple[str, str, int]]) -> Recording:
    method, _, template = recording.document.partition(" ")
    segments = template.split("/")
    values = [name.startswith("{") or (method, template, place) in varied for place, name in enumerate(segments)]
    operation = f"{method} {with_names(segments, values)}"
    return replace(recording, document=operation, operation_name=operation)
