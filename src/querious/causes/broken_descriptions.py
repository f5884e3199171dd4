"""What findings about one REST description may share, whether single calls or sequences of commands showed them."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from querious.answers.complaints import text_of
from querious.model.finding import normalise
from querious.text.schema_words import LACKS_PROPERTY

if TYPE_CHECKING:
    from collections.abc import Iterator

    from querious.model import Finding

_NAMED_BY_SEQUENCES: Final = {
    "schema": "response_schema",
    "undocumented-status": "undocumented_status",
    "content-type": "content_type",
}
"""Rules of single answers, as sequences call them."""
_FAILURES: Final = frozenset({"server_error", "server-error"})
_NUMBER: Final = re.compile(r"\d+")
_OTHER_PROPERTIES: Final = re.compile(rf"{LACKS_PROPERTY}$|^Additional properties are not allowed")
"""What JSON Schema says of an object that has other properties than it should have."""
_OPERATION: Final = re.compile(r"(?P<operation>[A-Z]+ /\S*) (?P<place>\d{3}: .*)", re.DOTALL)
"""How sequences tell of which operation they speak; single calls do so in their coordinate."""
_OTHER_STATUS: Final = re.compile(r"responded with (\d+)[^;]*; documented: (.*)")
_BOUND: Final = re.compile(r'"([^"]*)" is refused with (\d+), although the description allows it$')


def of_description(finding: Finding) -> Iterator[tuple[str, ...]]:
    """Causes of a finding that holds an answer of a REST API against its description."""
    if finding.oracle in _FAILURES:
        yield from _of_failure(finding)
        return
    rule = _NAMED_BY_SEQUENCES.get(finding.oracle, finding.oracle)
    bound = _BOUND.search(finding.message)
    if bound:
        yield "bound", *bound.groups()
    if finding.trace or (finding.sequence is not None and rule == finding.oracle):
        return
    status = _OTHER_STATUS.search(finding.message)
    if status:
        yield "status", rule, *status.groups()
        return
    place, _, complaint = finding.message.rpartition(": ")
    member = _NUMBER.sub("#", place.rpartition(": ")[2].rpartition(".")[2])
    yield "promise", rule, member, complaint if LACKS_PROPERTY in complaint else normalise(complaint)
    if _OTHER_PROPERTIES.search(complaint):
        named = _OPERATION.match(place)
        yield "shape", rule, *((named["operation"], named["place"]) if named else (finding.coordinate, place))


def _of_failure(finding: Finding) -> Iterator[tuple[str, ...]]:
    """One operation that fails with the same words, by what its path ends with: sequences know no other name of it."""
    exchange = finding.exchange
    is_call = finding.sequence is None
    path = exchange.case.call.path if is_call else f"/{finding.coordinate}"
    nouns = [part for part in path.split("/") if part and not part.startswith("{")]
    said = text_of(exchange.payload) if exchange.is_json else exchange.body[:200].decode("utf-8", "replace")
    if nouns and exchange.status:
        yield "failure", exchange.case.call.method, nouns[-1], str(exchange.status), normalise(said)
