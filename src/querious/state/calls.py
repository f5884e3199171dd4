"""A request and its reply, as people read them and as a shell sends them again."""

from __future__ import annotations

import json
import shlex
from typing import TYPE_CHECKING, Final

from querious.model.crud import Call

if TYPE_CHECKING:
    from querious.model.values import JSON
    from querious.model.wire import Reply, Request

_LONGEST_TEXT: Final = 500
_LONGEST_ARGUMENT: Final = 64 * 1024
"""Characters of a body given as an argument; a line with a longer one would not run."""


def call_of(request: Request, reply: Reply) -> Call:
    """The call."""
    failure = f"{reply.failure.value}: {reply.detail}".removesuffix(": ") if reply.failure else ""
    return Call(
        request=f"{request.method} {request.path}",
        sent=request.body if request.has_body else None,
        status=reply.status,
        answer=_answer(reply),
        began=reply.began,
        ended=reply.ended,
        failure=failure,
        curl=curl(request),
    )


def curl(request: Request) -> str:
    """A line for a shell. ``$URL`` stands for the address of the service, which only the wire knows, as credentials."""
    parts = ["curl", "-sSi", "-g"]
    if request.method != "GET":
        parts += ["-X", request.method]
    parts.append(f'"$URL"{shlex.quote(request.path)}')
    headers = {name.lower(): value for name, value in request.headers.items()}
    if request.has_body:
        headers.setdefault("content-type", "application/json")
    parts += [f"-H {shlex.quote(f'{name}: {value}')}" for name, value in headers.items()]
    if not request.has_body:
        return " ".join(parts)
    body = shlex.quote(_ascii(request.body))
    if len(body) <= _LONGEST_ARGUMENT:
        return " ".join([*parts, "--data-binary", body])
    return " ".join(["printf %s", body, "|", *parts, "--data-binary", "@-"])


def _ascii(body: JSON) -> str:
    """The body in printable ASCII without single quotes, so that no shell or terminal changes it on the way."""
    return json.dumps(body, ensure_ascii=True).replace("\x7f", "\\u007f").replace("'", "\\u0027")


def _answer(reply: Reply) -> JSON:
    if reply.is_json or not reply.body:
        return reply.payload
    text = reply.body[: 4 * _LONGEST_TEXT].decode("utf-8", "replace").strip()
    return text if len(text) <= _LONGEST_TEXT else f"{text[:_LONGEST_TEXT]} …"
