"""Lines of JSON: AutoGraphQL's format, and access logs of any kind."""

from __future__ import annotations

from typing import IO, TYPE_CHECKING, Final

from querious.harvest.importers.found import ImportEntry
from querious.harvest.importers.json_stream import BrokenJsonError, JsonScanner
from querious.harvest.importers.record_facts import Facts
from querious.harvest.importers.records import requests_in
from querious.harvest.strict_json import read_strict_json

if TYPE_CHECKING:
    from collections.abc import Iterator

_LONGEST: Final = 16 * 1024 * 1024
"""Bytes of one line; a longer one is passed over."""


def read_lines(file: IO[bytes]) -> Iterator[ImportEntry]:
    """One entry per line; empty lines are none."""
    facts = Facts()
    for number, line in _lines(file):
        if line is None:
            yield ImportEntry(number, bad=f"a line of more than {_LONGEST // 1024 // 1024} MiB")
        else:
            yield _entry(number, line, facts)


def read_array(file: IO[bytes]) -> Iterator[ImportEntry]:
    """The same records as the items of a list, or one after another, however they are laid out."""
    scanner, facts = JsonScanner(file), Facts()
    number = 0
    try:
        for text in _texts(scanner):
            number += 1
            line = None if text is None else text.encode("utf-8", "replace")
            yield ImportEntry(number, bad="too large") if line is None else _entry(number, line, facts)
    except BrokenJsonError as error:
        yield ImportEntry(number + 1, bad=f"the file is broken here: {error}")


def _texts(scanner: JsonScanner) -> Iterator[str | None]:
    while scanner.peek():
        if scanner.peek() == "[":
            yield from scanner.items()
        else:
            yield scanner.take()


def _lines(file: IO[bytes]) -> Iterator[tuple[int, bytes | None]]:
    number = 0
    while line := file.readline(_LONGEST):
        number += 1
        if len(line) == _LONGEST and not line.endswith(b"\n"):
            while (rest := file.readline(_LONGEST)) and not rest.endswith(b"\n"):
                pass
            yield number, None
        elif line.strip():
            yield number, line


def _entry(number: int, line: bytes, facts: Facts) -> ImportEntry:
    try:
        record = _record(line)
        requests = requests_in(record) if isinstance(record, dict) else []
        return ImportEntry(number, facts.beside(record, requests) if isinstance(record, dict) and requests else ())
    except RecursionError:
        return ImportEntry(number, bad="nested too deeply")
    except ValueError as error:
        return ImportEntry(number, bad=str(error))


def _record(line: bytes) -> object:
    """The JSON of a line, also where a logger put a moment or a level before it."""
    begin = line.find(b"{")
    try:
        text = (line if begin <= 0 or line.lstrip()[:1] in (b"[", b"{") else line[begin:]).decode("utf-8-sig")
        return read_strict_json(text.strip())
    except UnicodeDecodeError:
        raise ValueError("not UTF-8") from None
    except ValueError as error:
        raise ValueError(f"not JSON: {str(error)[:100]}") from None
