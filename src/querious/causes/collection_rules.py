"""Rules about one thing that a collection does, whether single calls or sequences of commands have broken them.

Each rule belongs to what most of its breaches come from: rows that a list repeats are unknown to the sequence that made
none of them, and an entry whose deletion does nothing is listed, found and changed afterwards.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterator

    from querious.model import Finding

_ABOUT: Final = {
    "rows": frozenset(
        (
            *("pagination", "page-size", "existence"),
            *("listed-twice", "listed-unknown", "listed-elsewhere", "others-vanished", "vanished-from-list"),
        )
    ),
    "facts": frozenset(("same-facts", "stale-list", "stale-read")),
    "deletion": frozenset(("deleted-still-listed", "deleted-still-found", "deleted-still-changed", "survives-parent")),
    "keys": frozenset(("deleted-still-found", "removed-still-found", "unknown-key-found", "found-elsewhere")),
    "limits": frozenset(("limit-exceeded", "limit-refused-early", "limit-count")),
    "preconditions": frozenset(("conditional-writes", "outdated-accepted")),
}
_OF_PARENT: Final = "survives-parent"
_ACCEPTED: Final = "accepted_flaw"
_IN_PATH: Final = "path parameter"


def of_collection(finding: Finding) -> Iterator[tuple[str, ...]]:
    """Which of these a finding is about, and in which collection."""
    call = finding.exchange.case.call
    if finding.oracle == _ACCEPTED and call.method == "GET" and _IN_PATH in finding.message:
        yield "collection", "keys", _noun(call.path)
    place = finding.coordinate.rpartition("/")[0] if finding.oracle == _OF_PARENT else finding.coordinate
    for what, rules in _ABOUT.items():
        if finding.oracle in rules:
            yield "collection", what, _noun(place)


def _noun(place: str) -> str:
    """What the entries are called: the last part of a path or of a collection's name that is no parameter."""
    parts = [part for part in place.rpartition(" ")[2].split("/") if part and not part.startswith("{")]
    return parts[-1] if parts else ""
