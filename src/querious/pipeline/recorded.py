"""Recordings of a store or a file → operations that this schema lets be asked, or why they cannot be."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from graphql import GraphQLError, parse, validate

from querious.coverage import CoverageRecorder
from querious.errors import ConfigError
from querious.graphql.cases import read_documents, variable_problems
from querious.harvest.importers import ENDINGS, format_of_file, read_any
from querious.harvest.named_headers import NO_HEADERS
from querious.model import rest_case
from querious.model.recording import CALL
from querious.pipeline.redacted_results import has_placeholders
from querious.rest.recorded_calls import recorded_request
from querious.store import open_store
from querious.text.redaction.placeholders import is_placeholder

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from graphql import GraphQLSchema

    from querious.coverage import Universe
    from querious.harvest.named_headers import NamedHeaders
    from querious.model import Operation
    from querious.model.recording import Recording

_SQLITE = b"SQLite format 3\0"
_SEPARATORS = re.compile(r"[/?&=]")


class Asked(NamedTuple):
    """A recording that can be asked of this schema."""

    recording: Recording
    operation: Operation


class Unused(NamedTuple):
    """A recording that cannot be asked."""

    name: str
    reason: str


def usable(schema: GraphQLSchema, recordings: Iterable[Recording], *, mutations: bool) -> Iterator[Asked | Unused]:
    """Each recording as an operation of this schema, or why it is none."""
    known: dict[str, str] = {}
    for recording in recordings:
        name = recording.operation_name or recording.document[:60] or recording.document_hash
        reason = _reason(schema, recording, known, mutations=mutations)
        if reason:
            yield Unused(name, reason)
            continue
        operations = read_documents(schema, recording.document, name, recording.variables)
        chosen = [one for one in operations if one.name == recording.operation_name] or operations
        yield Asked(recording, chosen[0])


def _reason(schema: GraphQLSchema, recording: Recording, known: dict[str, str], *, mutations: bool) -> str:
    if not recording.document:
        return "only its hash is known"
    if recording.kind == CALL:
        return "it is a REST call; name an OpenAPI description"
    if recording.kind == "subscription":
        return "subscriptions are not sent"
    if recording.kind == "mutation" and not mutations:
        return "mutations are sent only with --mutations"
    if recording.document not in known:
        try:
            errors = validate(schema, parse(recording.document, no_location=True))
            known[recording.document] = errors[0].message if errors else ""
        except GraphQLError as error:
            known[recording.document] = error.message
        except RecursionError:
            known[recording.document] = "it is nested too deeply"
    wrong = known[recording.document]
    if wrong:
        return f"it does not fit the schema: {wrong}"
    refused = variable_problems(schema, recording.document, recording.variables, recording.operation_name)
    return f"its variables do not fit the schema: {refused[0].message}" if refused else ""


def fields_used(universe: Universe, asked: Iterable[Asked]) -> dict[str, int]:
    """How often users asked for each (object, field) tuple."""
    used: dict[str, int] = {}
    for one in asked:
        recorder = CoverageRecorder(universe)
        recorder.request(one.operation)
        for coordinate in recorder.requested():
            used[coordinate] = used.get(coordinate, 0) + one.recording.times_called
    return used


def has_redacted_values(recording: Recording) -> bool:
    """Whether a call cannot be sent as it was; headers that were redacted are credentials, and the user's are sent."""
    in_path = any(map(is_placeholder, _SEPARATORS.split(str(recording.variables.get("path")))))
    return in_path or has_placeholders(rest_case(recorded_request(recording)))


def read_recordings(place: str, named: NamedHeaders = NO_HEADERS) -> Iterator[Recording]:
    """The recordings of a store, or of any file that can be imported; a ConfigError if there are none.

    Of REST calls in files the named headers are read.
    """
    if is_store(place):
        with open_store(place, create=False) as store:
            yield from store.recordings()
        return
    if not Path(place).exists():
        raise ConfigError(f"no recordings at {place}; name a store or a file to import")
    for name in files_in([place]):
        try:
            yield from read_any(Path(name), named=named)
        except ValueError as error:
            raise ConfigError(str(error)) from None


def files_in(names: Iterable[str]) -> list[str]:
    """The files to import; a folder stands for all in it that can be read, and for its GraphQL documents as one."""
    found: list[str] = []
    for name in names:
        folder = Path(name)
        if not folder.is_dir():
            found.append(name)
            continue
        inside = [path for path in sorted(folder.rglob("*")) if path.is_file() and not _is_hidden(path, folder)]
        known = [str(path) for path in inside if path.suffix not in ENDINGS and format_of_file(path)]
        documents = [name] if any(path.suffix in ENDINGS for path in inside) else []
        if not known and not documents:
            raise ConfigError(f"{name} holds no file that can be imported")
        found += [*documents, *known]
    return found


def _is_hidden(path: Path, folder: Path) -> bool:
    return any(part.startswith(".") for part in path.relative_to(folder).parts)


def is_store(place: str) -> bool:
    """Whether this is the place of a store, rather than of a file of another kind."""
    if "://" in place:
        return True
    try:
        with Path(place).open("rb") as stream:
            return stream.read(len(_SQLITE)) == _SQLITE
    except OSError:
        return False
