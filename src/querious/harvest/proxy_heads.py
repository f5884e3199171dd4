"""Heads of HTTP/1.1 messages: what a proxy must know of them, and nothing else.

Requests are read strictly: what two servers could read differently is refused, for that is how requests are smuggled
(RFC 9112, sections 2.2, 5.1, 6.1 and 6.3). Answers are read leniently: whatever the upstream sent, the client gets it.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterator

_NAME: Final = rb"[!#$%&'*+\-.^_`|~0-9A-Za-z]+"
_REQUEST: Final = re.compile(
    rb"(?P<method>" + _NAME + rb") (?P<target>[^\x00-\x20\x7f]+) HTTP/(?P<version>\d\.\d)\r\n"
    rb"(?:" + _NAME + rb":[^\x00\r\n]*+\r\n)*+\r\n"
)
_TOLD: Final = re.compile(
    rb"\r\n(host|content-length|transfer-encoding|connection|upgrade|content-type|content-encoding):[ \t]*+([^\r\n]*)",
    re.IGNORECASE,
)
_ANSWER: Final = re.compile(rb"HTTP/(\d\.\d) (\d\d\d)(?![^ \r\n])")
_ANSWER_TOLD: Final = re.compile(
    rb"\n(content-length|transfer-encoding|content-encoding|content-type):[ \t]*+([^\r\n]*)", re.IGNORECASE
)
_ABSOLUTE: Final = re.compile(rb"https?://[^/?#]*", re.IGNORECASE)
_SEPARATE: Final = re.compile(rb"(?<!\r)\n|\r(?!\n|\Z)")
_LONGEST_NUMBER: Final = 15
"""Digits of a length: a petabyte is more than anybody sends."""


class RefusedError(Exception):
    """A request that is not passed on; ``status`` is what its sender is told."""

    def __init__(self, status: int, reason: str) -> None:
        super().__init__(reason)
        self.status = status


@dataclass(frozen=True, slots=True)
class RequestHead:
    """One request as far as its head tells."""

    method: str
    path: str
    query: str
    """Of the URL, without the question mark."""
    content_type: str
    content_encoding: str
    length: int
    """Bytes of the body; 0 for none, and for a chunked one."""
    chunked: bool
    upgrade: bool
    """Whether the connection may cease to be HTTP after it."""
    passed_on: bytes
    """The head for the upstream: as it came, but for the host and a target that named one."""

    def fields(self) -> Iterator[tuple[str, str]]:
        """All headers."""
        for line in self.passed_on.decode("latin-1").split("\r\n")[1:]:
            name, found, value = line.partition(":")
            if found:
                yield name, value.strip()


@dataclass(frozen=True, slots=True)
class AnswerHead:
    """One answer as far as its head tells."""

    status: int
    length: int | None
    """None if it does not say."""
    chunked: bool
    content_encoding: str = ""
    content_type: str = ""


def read_request(head: bytes, host: bytes) -> RequestHead:
    """Read a head with its empty line; an empty ``host`` leaves that of the client. RefusedError if it is bad."""
    match = _REQUEST.fullmatch(head)
    if match is None:
        raise RefusedError(400, "the head of the request is malformed")
    if match["version"] not in (b"1.1", b"1.0"):
        raise RefusedError(505, "only HTTP/1.1 and HTTP/1.0 are supported")
    if match["method"] == b"CONNECT":
        raise RefusedError(405, "this proxy serves one upstream and opens no tunnels")
    told: dict[bytes, list[re.Match[bytes]]] = {}
    for field in _TOLD.finditer(head, match.end("version")):
        told.setdefault(field[1].lower(), []).append(field)
    length, chunked = _framing(told, old=match["version"] == b"1.0")
    path, _, query = _origin(match["target"]).partition(b"?")
    return RequestHead(
        method=match["method"].decode("ascii"),
        path=path.decode("latin-1"),
        query=query.decode("latin-1"),
        content_type=_text(told, b"content-type"),
        content_encoding=_text(told, b"content-encoding").lower(),
        length=length,
        chunked=chunked,
        upgrade=b"upgrade" in told and "upgrade" in _text(told, b"connection").lower(),
        passed_on=_rewritten(head, match, told.get(b"host", []), host),
    )


def is_hopeless(beginning: bytes) -> bool:
    """Whether an unfinished head can never become a good one: its lines do not end as they must."""
    return _SEPARATE.search(beginning) is not None


def read_answer(head: bytes) -> AnswerHead | None:
    """Read the head of an answer; None if it is no HTTP that can be followed."""
    match = _ANSWER.match(head)
    if match is None:
        return None
    told: dict[bytes, list[bytes]] = {}
    for name, value in _ANSWER_TOLD.findall(head):
        told.setdefault(name.lower(), []).append(value.strip())
    encoding = b",".join(told.get(b"content-encoding", [])).decode("latin-1")
    kind = b"".join(told.get(b"content-type", [])[:1]).decode("latin-1")
    codings = b",".join(told.get(b"transfer-encoding", [])).lower()
    if codings:
        return AnswerHead(int(match[2]), None, codings.rpartition(b",")[2].strip() == b"chunked", encoding, kind)
    lengths = {length.strip() for value in told.get(b"content-length", []) for length in value.split(b",")}
    if len(lengths) > 1 or not all(map(_is_length, lengths)):
        return None
    return AnswerHead(int(match[2]), int(lengths.pop()) if lengths else None, False, encoding, kind)


def _framing(told: dict[bytes, list[re.Match[bytes]]], *, old: bool) -> tuple[int, bool]:
    """The length of the body, and whether it comes in chunks."""
    lengths = told.get(b"content-length", [])
    codings = told.get(b"transfer-encoding", [])
    if lengths and codings:
        raise RefusedError(400, "both Content-Length and Transfer-Encoding: the end of the request is ambiguous")
    if codings:
        if len(codings) > 1 or old:
            raise RefusedError(400, "Transfer-Encoding is repeated, or sent with HTTP/1.0")
        if codings[0][2].strip(b" \t").lower() != b"chunked":
            raise RefusedError(501, "chunked is the only transfer coding that is passed on")
        return 0, True
    if not lengths:
        return 0, False
    value = lengths[0][2].strip(b" \t")
    if len(lengths) > 1 or not _is_length(value):
        raise RefusedError(400, "Content-Length is repeated, or not a number")
    return int(value), False


def _is_length(value: bytes) -> bool:
    return value.isdigit() and len(value) <= _LONGEST_NUMBER


def _origin(target: bytes) -> bytes:
    """Path and query of a target, also of one that names a host."""
    absolute = _ABSOLUTE.match(target)
    if absolute is None:
        return target
    rest = target[absolute.end() :]
    return rest if rest.startswith(b"/") else b"/" + rest


def _rewritten(head: bytes, match: re.Match[bytes], hosts: list[re.Match[bytes]], host: bytes) -> bytes:
    if len(hosts) > 1 or (not hosts and match["version"] == b"1.1"):
        raise RefusedError(400, "there must be exactly one Host header")
    first, rest = head[: match.start("target")] + _origin(match["target"]), match.end("target")
    if not host or (hosts and hosts[0][2].strip(b" \t") == host):
        return first + head[rest:]
    if not hosts:
        return first + head[rest:-2] + b"Host: " + host + b"\r\n\r\n"
    return first + head[rest : hosts[0].start(2)] + host + head[hosts[0].end(2) :]


def _text(told: dict[bytes, list[re.Match[bytes]]], name: bytes) -> str:
    return b",".join(field[2] for field in told.get(name, [])).decode("latin-1").strip()
