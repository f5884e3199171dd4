"""The parts of a form that was sent as multipart/form-data → fields, and files shortened to what a test needs.

``email`` could read it all, but takes long for large bodies: here whole parts are cut out of the bytes.
"""

from __future__ import annotations

import hashlib
import re
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from querious.model.values import JSON

_BOUNDARY: Final = re.compile(r';\s*boundary=(?:"([^"]{1,70})"|([^\s;"]{1,70}))', re.IGNORECASE)
_NAME: Final = re.compile(r';\s*name=(?:"([^"\r\n]*)"|([^\s;"]+))', re.IGNORECASE)
_FILE_NAME: Final = re.compile(r';\s*filename=(?:"([^"\r\n]*)"|([^\s;"]+))', re.IGNORECASE)
_MOST: Final = 200
"""Parts that are read."""
_TEXT: Final = 2_000
"""Characters that are kept of a file of text."""
_DIGITS: Final = 12
"""Of the hash of a file: more would look like a secret."""


def read_form(content_type: str, body: bytes) -> dict[str, JSON]:
    """The fields of a form by name, several of one name as a list. ValueError if it is none, or is cut off."""
    boundary = _BOUNDARY.search(content_type)
    if boundary is None:
        raise ValueError("a form of several parts without a boundary")
    border = b"--" + (boundary[1] or boundary[2]).encode("latin-1", "replace")
    pieces = (b"\r\n" + body).split(b"\r\n" + border, _MOST)
    if len(pieces) < 2 or not pieces[-1].startswith(b"--"):  # noqa: PLR2004 - what is before it, and its end
        raise ValueError("the form is cut off, or has too many parts")
    fields: dict[str, Any] = {}
    for piece in pieces[1:-1]:
        head, found, content = piece.partition(b"\r\n\r\n")
        name = _told(_NAME, head.decode("utf-8", "replace"))
        if not found or name is None:
            raise ValueError("a part of the form has no name")
        value = _value(head.decode("utf-8", "replace"), content)
        if name in fields:
            there = fields[name]
            fields[name] = [*there, value] if isinstance(there, list) else [there, value]
        else:
            fields[name] = value
    return fields


def _value(head: str, content: bytes) -> JSON:
    file_name = _told(_FILE_NAME, head)
    if file_name is None:
        return content.decode("utf-8", "replace")
    return {"filename": file_name, "content": shortened(content)}


def shortened(content: bytes) -> str:
    """A file as it may be kept: the first lines of a text, or else size and hash."""
    try:
        text = content.decode("utf-8")
    except UnicodeDecodeError:
        text = "\0"
    if all(character.isprintable() or character in "\r\n\t" for character in text):
        return text if len(text) <= _TEXT else text[:_TEXT].rpartition("\n")[0] or text[:_TEXT]
    return f"a file of {len(content)} bytes, sha256 {hashlib.sha256(content).hexdigest()[:_DIGITS]}"


def _told(wanted: re.Pattern[str], head: str) -> str | None:
    found = wanted.search(head)
    return None if found is None else found[1] if found[1] is not None else found[2]
