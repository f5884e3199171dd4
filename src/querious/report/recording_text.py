"""The words in which recordings are listed and shown. All text that is returned is safe to show."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, Final

from rich.text import Text

from querious.report.kept_phrases import seconds
from querious.report.layout import section
from querious.report.operation_text import whole_operation
from querious.text.display import cut, plural, shorten, visible

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from datetime import datetime

    from querious.model.recorded import Called, Stats
    from querious.model.recording import Latency, Recording

ID: Final = 10
"""Characters of a key that are shown; any beginning that only one recording has names it."""
_LONGEST_NAME: Final = 60
_LONGEST_VARIABLES: Final = 60
_LONGEST_REASON: Final = 200
_MOST_STATUSES: Final = 20
_COLUMNS: Final = "{:<10}  {:>9}  {:<16}  {:<12}  {:>7}  {}"
HEADING: Final = _COLUMNS.format("id", "calls", "last asked (UTC)", "kind", "took", "operation")
UNKNOWN: Final = "unknown"
"""The kind of a persisted query whose text was never seen."""


def row(recording: Recording) -> str:
    """One line, in the columns of ``HEADING``."""
    took = seconds(recording.latency.mean) if recording.latency.count else "-"
    return _COLUMNS.format(
        recording.key[:ID],
        f"{recording.times_called:,}",
        moment(recording.updated_at),
        kind(recording.kind),
        took,
        operation(recording.operation_name, recording.document, recording.document_hash) + _variables(recording),
    )


def operation(name: str, document: str, document_hash: str) -> str:
    """Its name; of an anonymous one the beginning of its text, of one without text its hash."""
    told = name or document or f"hash {document_hash}"
    return cut(visible(told), _LONGEST_NAME)


def _variables(recording: Recording) -> str:
    if not recording.variables:
        return ""
    return f"  {cut(visible(json.dumps(recording.variables, ensure_ascii=False)), _LONGEST_VARIABLES)}"


def kind(word: str) -> str:
    """``query``, ``mutation``, ``subscription``, ``call`` or ``unknown``."""
    return shorten(visible(word), _LONGEST_NAME) or UNKNOWN


def moment(when: datetime) -> str:
    """To the minute."""
    return f"{when:%Y-%m-%d %H:%M}"


def in_full(recording: Recording, width: int) -> Iterator[str]:
    """Everything there is of it but the operation and its variables, a line each; then these, nothing shortened."""
    name = visible(recording.operation_name) or "anonymous"
    yield f"{kind(recording.kind)} {name}, {plural(recording.times_called, 'call')}"
    yield f"id {recording.key}"
    if recording.document_hash:
        yield f"persisted under the hash {visible(recording.document_hash)}"
    yield f"first asked {recording.created_at:%Y-%m-%d %H:%M:%S} UTC, last {recording.updated_at:%Y-%m-%d %H:%M:%S} UTC"
    yield f"answers: {statuses(recording.statuses) or 'not known'}"
    yield f"time: {latency(recording.latency)}"
    for status, shape in recording.shapes.items():
        yield f"{visible(status)} {visible(shape.media)}: {visible(_members(shape.schema))}"
    yield ""
    if not recording.document:
        yield "The text is unknown: only its hash has been seen."
    yield from whole_operation(recording.document, recording.variables, width)


def _members(shape: Mapping[str, Any] | None) -> str:
    """``{id: integer, tags: [string]}``."""
    if not shape:
        return "not looked at"
    if "properties" in shape:
        inside = ", ".join(f"{name}: {_members(inner)}" for name, inner in shape["properties"].items())
        return f"{{{inside}}}"
    if "items" in shape:
        return f"[{_members(shape['items'])}]"
    kinds = shape.get("type", "")
    return " or ".join(kinds) if isinstance(kinds, list) else kinds


def stats_lines(stats: Stats, place: str) -> Iterator[Text]:
    """The whole store."""
    rows = [_row("recordings", stats.recordings), _row("documents", stats.documents), _row("calls", stats.calls)]
    yield from section(f"Recorded in {visible(place)}", rows)
    if not stats.recordings:
        return
    if stats.first and stats.last:
        span = Text(f"  {moment(stats.first)} to {moment(stats.last)} UTC")
        yield from section("Asked", [span, Text(f"  {latency(stats.latency)}")])
    kinds = []
    for name, tally in stats.kinds.items():
        recordings = _column(plural(tally.recordings, "recording"))
        kinds.append(Text(f"  {kind(name):<18}{recordings:<21}{_column(plural(tally.calls, 'call'))}"))
    yield from section("Kinds", kinds)
    if stats.statuses:
        shown = list(stats.statuses.items())[:_MOST_STATUSES]
        yield from section("Answers", (_row(shorten(visible(status), 17), count) for status, count in shown))
    yield from section("Most called", (Text(_called(called)) for called in stats.most_called))


def _row(name: str, number: int) -> Text:
    return Text(f"  {name:<18}{number:>10,}")


def _column(amount: str) -> str:
    """The number at the right of its column, its noun after it."""
    number, _, noun = amount.partition(" ")
    return f"{number:>10} {noun}"


def _called(called: Called) -> str:
    told = operation(called.operation_name, called.document, called.document_hash)
    several = f", with {called.recordings:,} different variables" if called.recordings > 1 else ""
    return f"  {called.calls:>10,}  {kind(called.kind)} {told}{several}"


def reason(text: str) -> str:
    """Why a line of a file could not be read."""
    return shorten(visible(text), _LONGEST_REASON)


def statuses(counts: Mapping[str, int]) -> str:
    """``1,204 of 200, 3 of errors``, frequent ones first."""
    ordered = sorted(counts.items(), key=lambda item: (-item[1], item[0]))
    told = [f"{count:,} of {shorten(visible(status), _LONGEST_NAME)}" for status, count in ordered[:_MOST_STATUSES]]
    if len(ordered) > _MOST_STATUSES:
        told.append(plural(len(ordered) - _MOST_STATUSES, "other"))
    return ", ".join(told)


def latency(measured: Latency) -> str:
    """``12 ms on average, 1.2 s at most``."""
    if not measured.count:
        return "not measured"
    return f"{seconds(measured.mean)} on average, {seconds(measured.longest)} at most"
