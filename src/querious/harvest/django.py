"""Recording in Django, sync and async; ``querious.recorder.django_middleware`` is what settings name.

The body is taken from the request after the view has read it, so nothing is read that the view would not read: what
streams, streams. Under ASGI and WSGI servers the middlewares of ``asgi`` and ``wsgi`` do as well.
"""

from __future__ import annotations

import time
from inspect import iscoroutinefunction
from typing import TYPE_CHECKING, Any

from querious.harvest.notes import ANSWER, ReceivedRequest
from querious.harvest.request_operations import LARGEST, may_ask
from querious.harvest.rest_calls import BODYLESS, is_api_answer, may_call
from querious.harvest.wsgi import sent_headers

if TYPE_CHECKING:
    from collections.abc import Callable

    from querious.harvest.recorder import Recorder
    from querious.harvest.watched_request import Paths


def recording_to(recorder: Recorder, paths: Paths, get_response: Callable[[Any], Any]) -> Callable[[Any], Any]:
    """A middleware around ``get_response`` that hands requests for these paths to the recorder."""
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


def _note(recorder: Recorder, paths: Paths, request: Any, response: Any, began: tuple[float, float]) -> None:
    with recorder.harmless:
        moment, started = began
        seconds = time.perf_counter() - started
        content_type = request.META.get("CONTENT_TYPE") or ""
        query_string = request.META.get("QUERY_STRING") or ""
        if request.path not in paths:
            return
        answer_type = response.headers.get("Content-Type", "")
        if not _is_wanted(recorder, request, query_string, content_type, str(response.status_code), answer_type):
            return
        content_type, body = _read(request, content_type)
        if body is None:
            return
        if len(body) > LARGEST:
            recorder.count("skipped")
            return
        answer = b"" if response.streaming or len(response.content) > ANSWER else response.content
        headers = recorder.named.chosen(sent_headers(request.META)) if recorder.named else {}
        path = request.path if recorder.rest else ""
        asked = ReceivedRequest(request.method, query_string, content_type, body, path, headers)
        recorder.record(asked, response.status_code, seconds, moment, answer, answer_type)


def _is_wanted(recorder: Recorder, request: Any, query: str, content_type: str, status: str, answer_type: str) -> bool:
    if may_ask(request.method, query, content_type):
        return True
    is_call = recorder.rest and may_call(request.method, request.path, content_type)
    return is_call and is_api_answer(request.method, status, answer_type)


def _read(request: Any, content_type: str) -> tuple[str, bytes | None]:
    """What the view has read of the body: all of it, or the fields of a form; None if it has not."""
    if request.method in BODYLESS or not content_type:
        return content_type, b""
    read = vars(request)
    form = read.get("_post")
    if form and content_type.lower().startswith("multipart/"):
        operations = form.get("operations")
        return "application/json", operations.encode() if operations else None
    if form:
        return content_type, form.urlencode().encode()
    return content_type, read.get("_body")
