"""Recording in Django, sync and async.

    MIDDLEWARE = ["querious.harvest.django.recording", ...]
    QUERIOUS_HARVEST = {"store": "harvest.sqlite", "paths": ["/graphql"], "allow": [], "deny": []}

The body is taken from the request after the view has read it, so nothing is read that the view would not read: what
streams, streams. Under ASGI and WSGI servers the middlewares of ``asgi`` and ``wsgi`` do as well.
"""

from __future__ import annotations

import time
from importlib import import_module
from inspect import iscoroutinefunction
from typing import TYPE_CHECKING, Any, Final

from querious.harvest.notes import ANSWER, Request
from querious.harvest.recorder import Recorder
from querious.harvest.request_operations import LARGEST, may_ask
from querious.harvest.watched_request import Paths
from querious.text.redaction import Redaction

if TYPE_CHECKING:
    from collections.abc import Callable

_KEYS: Final = ("store", "paths", "allow", "deny")


def recording(get_response: Callable[[Any], Any]) -> Callable[[Any], Any]:
    """A middleware as Django wants it; the recorder is made of ``settings.QUERIOUS_HARVEST`` when Django starts."""
    settings = import_module("django.conf").settings  # here, because importing this module must not import Django
    return recording_to(_recorder(settings), _paths(settings), get_response)


def recording_to(recorder: Recorder, paths: Paths, get_response: Callable[[Any], Any]) -> Callable[[Any], Any]:
    """The same with a recorder of one's own."""
    if iscoroutinefunction(get_response):

        async def answer_async(request: Any) -> Any:
            began = time.time(), time.perf_counter()
            response = await get_response(request)
            _note(recorder, paths, request, response, began)
            return response

        return answer_async

    def answer(request: Any) -> Any:
        began = time.time(), time.perf_counter()
        response = get_response(request)
        _note(recorder, paths, request, response, began)
        return response

    return answer


recording.sync_capable = True  # type: ignore[attr-defined]
recording.async_capable = True  # type: ignore[attr-defined]


def _recorder(settings: Any) -> Recorder:
    said = _settings(settings)
    redaction = Redaction(said.get("allow", ()), said.get("deny", ()))
    return Recorder(str(said.get("store", "harvest.sqlite")), redaction=redaction)


def _paths(settings: Any) -> Paths:
    return Paths(_settings(settings).get("paths", ()))


def _settings(settings: Any) -> dict[str, Any]:
    said: dict[str, Any] = getattr(settings, "QUERIOUS_HARVEST", {})
    unknown = sorted(set(said).difference(_KEYS))
    if unknown:
        raise ValueError(f"QUERIOUS_HARVEST has no {unknown[0]!r}: there are {', '.join(_KEYS)}")
    return said


def _note(recorder: Recorder, paths: Paths, request: Any, response: Any, began: tuple[float, float]) -> None:
    try:
        moment, started = began
        seconds = time.perf_counter() - started
        meta = request.META
        content_type = meta.get("CONTENT_TYPE") or ""
        query_string = meta.get("QUERY_STRING") or ""
        if request.path not in paths or not may_ask(request.method, query_string, content_type):
            return
        content_type, body = _read(request, content_type)
        if body is None:
            return
        if len(body) > LARGEST:
            recorder.count("skipped")
            return
        answer = b"" if response.streaming or len(response.content) > ANSWER else response.content
        asked = Request(request.method, query_string, content_type, body)
        recorder.record(asked, response.status_code, seconds, moment, answer)
    except Exception:  # noqa: BLE001 - never hurt the host
        recorder.count("failed")


def _read(request: Any, content_type: str) -> tuple[str, bytes | None]:
    """What the view has read of the body: all of it, or the fields of a form; None if it has not."""
    if request.method == "GET":
        return content_type, b""
    read = vars(request)
    form = read.get("_post")
    if form and content_type.lower().startswith("multipart/"):
        operations = form.get("operations")
        return "application/json", operations.encode() if operations else None
    if form:
        return content_type, form.urlencode().encode()
    return content_type, read.get("_body")
