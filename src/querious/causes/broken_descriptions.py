"""What findings about one REST description may share, whether single calls or sequences of commands showed them."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from querious.causes.contradictions import of_answer
from querious.causes.failed_calls import FAILURES
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
_NUMBER: Final = re.compile(r"\d+")
_MEMBER: Final = re.compile(r"[^\W\d][\w-]*")
_OTHER_PROPERTIES: Final = re.compile(rf"{LACKS_PROPERTY}$|^Additional properties are not allowed")
"""What JSON Schema says of an object that has other properties than it should have."""
_OPERATION: Final = re.compile(r"(?P<operation>[A-Z]+ /\S*) (?P<place>\d{3}: .*)", re.DOTALL)
"""How sequences tell of which operation they speak; single calls do so in their coordinate."""
_BODY: Final = "the body"
"""The place of what is wrong with an answer as a whole."""
_ROW: Final = "[#]"
"""A row of a list stands in the place of the object itself."""
_OTHER_STATUS: Final = re.compile(r"responded with (\d+)[^;]*; documented: (.*)")
_BOUND: Final = re.compile(r'"([^"]*)" is refused with (\d+), although the description allows it$')


def of_description(finding: Finding) -> Iterator[tuple[str, ...]]:
    """Causes of a finding that holds an answer of a REST API against its description."""
    if finding.oracle in FAILURES:
        return
    rule = _NAMED_BY_SEQUENCES.get(finding.oracle, finding.oracle)
    bound = _BOUND.search(finding.message)
    if bound:
        yield "bound", *bound.groups()
    if finding.trace or (finding.sequence is not None and rule == finding.oracle):
        return
    status = _OTHER_STATUS.search(finding.message)
    if status:
        yield of_answer(finding)
        yield "status", rule, *status.groups()
        return
    place, _, complaint = finding.message.rpartition(": ")
    member = _NUMBER.sub("#", place.rpartition(": ")[2].rpartition(".")[2])
    member = member.removesuffix(_ROW) or _BODY
    yield "promise", rule, member, complaint if LACKS_PROPERTY in complaint else normalise(complaint)
    if _MEMBER.fullmatch(member) and finding.coordinate:
        yield "told", finding.coordinate, member
    if _OTHER_PROPERTIES.search(complaint):
        named = _OPERATION.match(place)
        yield "shape", rule, *((named["operation"], named["place"]) if named else (finding.coordinate, place))
