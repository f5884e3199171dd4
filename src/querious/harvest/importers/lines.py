"""Records of JSON, one to a line or one after another: AutoGraphQL's format, and access logs of any kind."""

from __future__ import annotations

from typing import IO, TYPE_CHECKING, Final

from querious.harvest.importers.call_records import record_call, recorded_call
from querious.harvest.importers.json_stream import JsonScanner
from querious.harvest.importers.record_facts import with_facts
from querious.harvest.importers.records import requests_in
from querious.harvest.strict_json import read_strict_json

if TYPE_CHECKING:
    from collections.abc import Iterator

    from querious.harvest.importers.operations import ImportedOperation

_LONGEST: Final = 16 * 1024 * 1024
"""Bytes of one line; a longer one is passed over."""


def lines_in(file: IO[bytes]) -> Iterator[bytes | None]:
    """The lines of a file: None for a blank one, nothing for one that is too long."""
    while line := file.readline(_LONGEST):
        is_whole = len(line) < _LONGEST or line.endswith(b"\n")
        yield line.strip() or None if is_whole else b""
        while not is_whole:
            rest = file.readline(_LONGEST)
            is_whole = not rest or rest.endswith(b"\n")


def line_operations(line: bytes) -> list[ImportedOperation]:
    """The requests of a line, also where a logger put a moment or a level before its JSON."""
    begin = 0 if line.startswith((b"[", b"{")) else max(0, line.find(b"{"))
    try:
        text = line[begin:].decode("utf-8-sig")
    except UnicodeDecodeError:
        raise ValueError("not UTF-8") from None
    return record_operations(text)


def records_in(file: IO[bytes]) -> Iterator[str]:
    """The items of a list, or values one after another, however they are laid out."""
    scanner = JsonScanner(file)
    while scanner.peek():
        if scanner.peek() == "[":
            yield from scanner.items()
        else:
            yield scanner.take()


def record_operations(text: str) -> list[ImportedOperation]:
    """The requests of one record, with the facts that it tells."""
    if not text:
        raise ValueError("too large")
    try:
        record = read_strict_json(text.strip())
    except ValueError as error:
        raise ValueError(f"not JSON: {str(error)[:100]}") from None
    requests = requests_in(record) if isinstance(record, dict) else []
    if not requests and isinstance(record, dict):
        call = recorded_call(record) or record_call(record)
        requests = [call] if call is not None else []
    return with_facts(record, requests) if requests else []
