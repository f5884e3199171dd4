"""A request of a sequence → a line that sends it again when pasted into a shell.

``$URL`` stands for the address of the service, which is set once for all lines. Credentials are taken from the
environment by name, as in the lines of ``querious run``.
"""

from __future__ import annotations

import shlex
from typing import TYPE_CHECKING

from querious.report.curl import credential_options, secret_parts, with_body

if TYPE_CHECKING:
    from querious.model.request import Request
    from querious.report.context import Context


def request_curl(request: Request, context: Context) -> str:
    """The line. Of the headers in ``context`` only the names are used."""
    has_user, has_query = secret_parts(context.url)
    parts = ["curl", "-sSi", "-g"]
    if context.insecure:
        parts.append("-k")
    if has_user:
        parts.append('-u "$API_USER"')
    parts += credential_options(context.headers)
    if request.method != "GET":
        parts += ["-X", request.method]
    address = f'"$URL"{shlex.quote(request.path)}' if request.path else '"$URL"'
    if has_query:
        address += '"&$API_QUERY"' if "?" in request.path else '"?$API_QUERY"'
    parts.append(address)
    headers = {name.lower(): value for name, value in request.headers.items()}
    if request.has_body:
        headers.setdefault("content-type", "application/json")
    parts += [f"-H {shlex.quote(f'{name}: {value}')}" for name, value in headers.items()]
    return with_body(parts, request.body) if request.has_body else " ".join(parts)
