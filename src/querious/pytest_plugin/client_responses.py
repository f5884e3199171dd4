"""Responses of clients that people test with, read by their shape: no client needs to be installed."""

from __future__ import annotations

import json
from datetime import timedelta
from typing import TYPE_CHECKING, Any

from querious.errors import ConfigError
from querious.pipeline.check.use_case import ReceivedResponse, SentRequest

if TYPE_CHECKING:
    from collections.abc import Mapping

_KNOWN = "httpx, requests, or the test clients of Starlette, Flask, Django and its REST framework"


def received_by(response: Any) -> ReceivedResponse:
    """What came back."""
    if getattr(response, "streaming", False):
        raise ConfigError("could not tell: the response is streamed, and its body is not kept")
    elapsed = _kept(response, "elapsed")
    seconds = elapsed.total_seconds() if isinstance(elapsed, timedelta) else 0.0
    content = response.get_data() if _is_of_werkzeug(response) else response.content
    return ReceivedResponse(response.status_code, dict(response.headers.items()), bytes(content), seconds)


def sent_with(response: Any) -> SentRequest:
    """What was sent, read from the response where the client keeps it."""
    if _is_of_werkzeug(response):
        return _of_werkzeug(response.request)
    if not all(hasattr(response, name) for name in ("status_code", "headers", "content")):
        raise ConfigError(f"{type(response).__name__} is no response of {_KNOWN}")
    django = getattr(response, "wsgi_request", None) or getattr(response, "asgi_request", None)
    if django is not None:
        return _of_django(response, django)
    request = _kept(response, "request")
    if not (hasattr(request, "method") and hasattr(request, "url")):
        raise ConfigError(f"{type(response).__name__} does not keep its request; known are responses of {_KNOWN}")
    body = request.body if hasattr(request, "body") else request.content
    return SentRequest(request.method, str(request.url), dict(request.headers.items()), _bytes(body))


def _kept(response: Any, name: str) -> Any:
    """What a response keeps; None where it does not. httpx raises where it has nothing to show."""
    try:
        return getattr(response, name, None)
    except RuntimeError:
        return None


def _is_of_werkzeug(response: Any) -> bool:
    """Whether it is a response of Flask's test client, which is Werkzeug's."""
    return hasattr(response, "get_data") and hasattr(_kept(response, "request"), "environ")


def _of_werkzeug(request: Any) -> SentRequest:
    """The application has read the body, and the client keeps where it was read from."""
    body = request.environ.get("wsgi.input")
    if body is None or not body.seekable():
        raise ConfigError("could not tell: the request was streamed, and its body is not kept")
    body.seek(0)
    return SentRequest(request.method, request.url, dict(request.headers.items()), body.read())


def _of_django(response: Any, request: Any) -> SentRequest:
    headers: Mapping[str, str] = request.headers
    return SentRequest(
        request.method, request.get_full_path(), dict(headers.items()), _body_of_django(response, request)
    )


def _body_of_django(response: Any, request: Any) -> bytes:
    """The body; where the REST framework has read it away, what it read."""
    try:
        return bytes(request.body)
    except Exception as error:  # Django's own class, which is not imported
        read = (getattr(response, "renderer_context", None) or {}).get("request")
        if read is None:
            raise ConfigError("could not tell: the view has read the body of the request away") from error
        return json.dumps(read.data, default=str).encode()


def _bytes(body: Any) -> bytes:
    if body is None:
        return b""
    if isinstance(body, str):
        return body.encode()
    if isinstance(body, bytes | bytearray):
        return bytes(body)
    raise ConfigError("could not tell: the request was streamed, and its body is not kept")
