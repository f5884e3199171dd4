"""What may be uploaded, and how multipart bodies are read."""

from __future__ import annotations

import re
from dataclasses import dataclass
from email.message import Message
from typing import Final

from querious.demo.doors.refusal import invalid

LARGEST_FILE: Final = 65_536
LONGEST_NAME: Final = 100
MEDIA_TYPES: Final = ("text/plain", "text/csv", "image/png", "application/pdf")
_PLAIN_NAME: Final = re.compile(r'[^/\\\x00-\x1f\x7f"<>|:*?]+')


@dataclass(frozen=True, slots=True)
class Part:
    """One part of a multipart body; a file has a file name."""

    name: str
    file_name: str | None
    media_type: str
    content: bytes


def check_upload(name: str, media_type: str, content: bytes) -> None:
    """Refuse what is too large, of another type, or has a name that could be a path."""
    if len(content) > LARGEST_FILE:
        raise invalid(f"A file has at most {LARGEST_FILE} bytes.")
    if media_type not in MEDIA_TYPES:
        raise invalid(f"A file is of type {', '.join(MEDIA_TYPES)}.")
    if not _PLAIN_NAME.fullmatch(name) or name.strip(". ") == "" or len(name) > LONGEST_NAME:
        raise invalid(f"A file has a plain name of at most {LONGEST_NAME} characters.")


def parts_of(body: bytes, content_type: str) -> list[Part]:
    """The parts of a multipart body; ValueError where it is none."""
    boundary = _header(content_type).get_param("boundary")
    if not isinstance(boundary, str) or not boundary:
        raise ValueError("there is no boundary")
    mark = b"--" + boundary.encode()
    opening, *pieces = (b"\r\n" + body).split(b"\r\n" + mark)
    if not pieces or not pieces[-1].startswith(b"--"):
        raise ValueError("the body does not end")
    return [_part(piece) for piece in pieces[:-1]] if opening.strip() == b"" else []


def _part(piece: bytes) -> Part:
    head, separator, content = piece.lstrip(b" \t").removeprefix(b"\r\n").partition(b"\r\n\r\n")
    if not separator:
        raise ValueError("a part has no head")
    headers = {}
    for line in head.decode("utf-8", "replace").split("\r\n"):
        name, _, value = line.partition(":")
        headers[name.strip().lower()] = value.strip()
    told = _header(headers.get("content-disposition", ""))
    field_name = told.get_param("name")
    media_type = headers.get("content-type", "text/plain").partition(";")[0].strip().lower()
    return Part(str(field_name or ""), _file_name(headers.get("content-disposition", "")), media_type, content)


def _file_name(disposition: str) -> str | None:
    told = re.search(r'filename="((?:[^"\\]|\\.)*)"|filename=([^;\s]+)', disposition)
    if told is None:
        return None
    name = told[1] if told[1] is not None else told[2]
    return name.replace('\\"', '"').replace("%22", '"')


def _header(value: str) -> Message:
    message = Message()
    message["content-type"] = value.replace("\r", " ").replace("\n", " ")
    return message
