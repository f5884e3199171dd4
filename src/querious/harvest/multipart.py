"""The operations of an upload, which are one part of several; the others are files, and are not looked at.

``email`` could read it all, but wants it all: files are most of an upload, and of large ones only the head is here.
"""

from __future__ import annotations

import re
from typing import Final

_BOUNDARY: Final = re.compile(r';\s*boundary=(?:"([^"]{1,70})"|([^\s;"]{1,70}))', re.IGNORECASE)
_NAMED: Final = re.compile(rb'content-disposition:[^\r\n]*;\s*name="?operations"?\s*(?:;|\r|$)', re.IGNORECASE)
_PARTS: Final = 20
"""Parts among which the operations are sought; clients put them first (the GraphQL multipart request specification)."""


def operations_part(content_type: str, body: bytes) -> bytes:
    """The content of the part called ``operations``; empty if there is none, or its end is not here."""
    boundary = _BOUNDARY.search(content_type)
    if boundary is None:
        return b""
    border = b"--" + (boundary[1] or boundary[2]).encode("latin-1", "replace")
    if body.startswith(border):
        start = len(border)
    else:
        start = body.find(b"\r\n" + border)
        if start < 0:
            return b""
        start += len(border) + 2
    for _ in range(_PARTS):
        end = body.find(b"\r\n" + border, start)
        if end < 0:
            return b""
        head, _, content = body[start:end].partition(b"\r\n\r\n")
        if _NAMED.search(head):
            return content
        start = end + len(border) + 2
    return b""
