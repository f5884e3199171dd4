"""The body of a request in the form that its content type names."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Final
from urllib.parse import urlencode

if TYPE_CHECKING:
    from collections.abc import Iterator

    from querious.model.request import Request
    from querious.model.values import JSON

JSON_MEDIA: Final = "application/json"
FORM: Final = "application/x-www-form-urlencoded"
MULTIPART: Final = "multipart/form-data"
BOUNDARY: Final = "querious-7d3f0c1e-boundary"
FILE: Final = frozenset({"filename", "content"})
"""The members of an object that stands for a file in a form."""


def media_of(request: Request) -> str:
    """The media type of the body, without its parameters."""
    return request.headers.get("content-type", JSON_MEDIA).partition(";")[0].strip().lower()


def is_json_media(media: str) -> bool:
    """Whether a body of this media type is sent as JSON."""
    return media == JSON_MEDIA or media.endswith("+json")


def encode(request: Request) -> bytes:
    """The body in the form that its content type names; empty if the request has none."""
    if not request.has_body:
        return b""
    if request.verbatim:
        return str(request.body).encode("utf-8", "surrogatepass")
    media = media_of(request)
    if media == FORM:
        return urlencode(list(form_fields(request.body)), errors="surrogatepass").encode("ascii")
    if media == MULTIPART:
        return _multipart(request.body)
    if isinstance(request.body, str) and not is_json_media(media):
        return request.body.encode("utf-8", "surrogatepass")
    # In pure ASCII, so that lone surrogates travel as escapes.
    return json.dumps(request.body).encode("ascii")


def form_fields(body: JSON) -> Iterator[tuple[str, str]]:
    """The fields of a form: a list gives one field for each item, an object within it stands as JSON."""
    for name, value in body.items() if isinstance(body, dict) else ():
        for item in value if isinstance(value, list) else [value]:
            yield name, item if isinstance(item, str) else json.dumps(item)


def _multipart(body: JSON) -> bytes:
    """Each field as a part; text has no file name, as servers tell files from fields by that."""
    parts = []
    for name, value in body.items() if isinstance(body, dict) else ():
        for item in value if isinstance(value, list) else [value]:
            head = f'Content-Disposition: form-data; name="{_quoted(name)}"'
            if isinstance(item, dict) and item.keys() == FILE:
                head += f'; filename="{_quoted(str(item["filename"]))}"\r\nContent-Type: application/octet-stream'
                item = item["content"]  # noqa: PLW2901 - what stands in the part
            text = item if isinstance(item, str) else json.dumps(item)
            parts.append(f"--{BOUNDARY}\r\n{head}\r\n\r\n{text}\r\n")
    return ("".join(parts) + f"--{BOUNDARY}--\r\n").encode("utf-8", "surrogatepass")


def _quoted(name: str) -> str:
    return name.replace('"', "%22").replace("\r", "%0D").replace("\n", "%0A")
