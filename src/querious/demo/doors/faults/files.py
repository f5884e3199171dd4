"""Uploads: sizes, types, names and bytes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from querious.demo.doors.faults.fault import GRAPHQL, REST, UPLOADS, DoorFault, instead
from querious.demo.doors.uploads import LONGEST_NAME, MEDIA_TYPES

if TYPE_CHECKING:
    from querious.demo.doors.context import Step

KIND: Final = "upload"


def _any_size(healthy: Step, name: str, media_type: str, _: bytes) -> None:
    healthy(name, media_type, b"")


def _any_type(healthy: Step, name: str, _: str, content: bytes) -> None:
    healthy(name, MEDIA_TYPES[0], content)


def _any_name(healthy: Step, name: str, media_type: str, content: bytes) -> None:
    healthy("plain" if len(name) <= LONGEST_NAME else name, media_type, content)


def _sniffed(healthy: Step, name: str, media_type: str, content: bytes) -> None:
    """What the first byte tells of the type; an empty file has none."""
    _ = content[0]
    healthy(name, media_type, content)


def _ascii(_: Step, name: str) -> str:
    return name.encode("ascii").decode()


def _as_text(_: Step, content: bytes) -> bytes:
    """Read as text, with newlines of the server's own, and written as text."""
    return content.decode("utf-8", "replace").replace("\r\n", "\n").encode()


def _fault(name: str, about: str, protocol: str, *weaves: Any) -> DoorFault:
    return DoorFault(name, KIND, about, UPLOADS, protocol, weaves)


FAULTS: Final = (
    _fault("upload-of-any-size", "The size of a file is not looked at.", REST, instead("upload.check", _any_size)),
    _fault("upload-of-any-type", "The type of a file is not looked at.", REST, instead("upload.check", _any_type)),
    _fault(
        "upload-of-any-name",
        "The name of a file is kept as it was sent, also where it is a path out of its folder.",
        GRAPHQL,
        instead("upload.check", _any_name),
    ),
    _fault(
        "empty-upload-crash", "The first byte of an empty file is read.", GRAPHQL, instead("upload.check", _sniffed)
    ),
    _fault(
        "upload-name-crash",
        "The name of a file is written in ASCII: umlauts end in an error of the server.",
        GRAPHQL,
        instead("upload.name", _ascii),
    ),
    _fault(
        "upload-changes-bytes",
        "Files are read and written as text: images come back changed.",
        GRAPHQL,
        instead("upload.content", _as_text),
    ),
)
