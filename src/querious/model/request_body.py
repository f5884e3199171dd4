"""The body of a request in the form that its content type names."""

from __future__ import annotations

import base64
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
FILE_MEMBERS: Final = FILE | {"base64", "type", "size"}
"""Those that it may have: what cannot be text stands in ``base64`` instead of ``content``; ``type`` is the media type
that is told, where it is empty none is; content is repeated to ``size`` bytes, so that no report holds a large one."""
_ANY_MEDIA: Final = "application/octet-stream"


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


def is_file(value: JSON) -> bool:
    """Whether a value of a form stands for a file with its name."""
    if not isinstance(value, dict) or not isinstance(value.get("filename"), str) or not value.keys() <= FILE_MEMBERS:
        return False
    size, kind = value.get("size", 0), value.get("type", "")
    is_whole = isinstance(size, int) and not isinstance(size, bool) and isinstance(kind, str)
    return is_whole and isinstance(value.get("content", value.get("base64")), str)


def holds_file(value: JSON) -> bool:
    """Whether a file stands anywhere in a value."""
    if is_file(value):
        return True
    if isinstance(value, dict | list):
        return any(map(holds_file, value.values() if isinstance(value, dict) else value))
    return False


def content_of(file: JSON) -> bytes:
    """The bytes of a file."""
    if "content" in file:
        content = str(file["content"]).encode("utf-8", "surrogatepass")
    else:
        content = base64.b64decode(file["base64"])
    size = file.get("size")
    if size is None:
        return content
    content = content or b"\0"
    return (content * (int(size) // len(content) + 1))[: int(size)]


def form_fields(body: JSON) -> Iterator[tuple[str, str]]:
    """The fields of a form: a list gives one field for each item, an object within it stands as JSON."""
    for name, value in body.items() if isinstance(body, dict) else ():
        for item in value if isinstance(value, list) else [value]:
            yield name, item if isinstance(item, str) else json.dumps(item)


def _multipart(body: JSON) -> bytes:
    """Each field as a part; text has no file name, as servers tell files from fields by that."""
    parts: list[bytes] = []
    for name, item in form_parts(body):
        head = f'--{BOUNDARY}\r\nContent-Disposition: form-data; name="{_quoted(name)}"'
        if is_file(item):
            kind = item.get("type", _ANY_MEDIA)
            head += f'; filename="{_quoted(item["filename"])}"' + (f"\r\nContent-Type: {kind}" if kind else "")
            content = content_of(item)
        else:
            content = (item if isinstance(item, str) else json.dumps(item)).encode("utf-8", "surrogatepass")
        parts += [f"{head}\r\n\r\n".encode("utf-8", "surrogatepass"), content, b"\r\n"]
    return b"".join(parts) + f"--{BOUNDARY}--\r\n".encode()


def form_parts(body: JSON) -> Iterator[tuple[str, JSON]]:
    """The parts of a form, each with its name: a list gives one for each item."""
    for name, value in body.items() if isinstance(body, dict) else ():
        for item in value if isinstance(value, list) else [value]:
            yield name, item


def _quoted(name: str) -> str:
    return name.replace('"', "%22").replace("\r", "%0D").replace("\n", "%0A")
