"""What would make a suspicion certain, in one line: who could settle it, and with what."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from querious.model.exchange import Failure
from querious.model.severity import Severity

if TYPE_CHECKING:
    from collections.abc import Mapping

    from querious.model.finding import Finding

_DATA: Final = "a look at the data: which answer is right?"
_IDENTITY: Final = "a second identity: one user may see what another may not"
_BASELINE: Final = "a baseline: querious learn on a version you trust"
_CLAUSE: Final = "a look at the clause: has the design a reason to differ?"
_MORE: Final = "more requests: querious show {} --explain"
"""With its id."""
_LOG: Final = "a look at the log of the server at that time"
_BY_RULE: Final[Mapping[str, str]] = {
    "accepted_flaw": "a look at the description: is it stricter than meant?",
    "aggregates": _IDENTITY,
    "always-empty": "a look at the data: is there none, or is it never loaded?",
    "arithmetic": "a look at the data: is there a discount, a fee, a rounding?",
    "belonging": _DATA,
    "collapse": _LOG,
    "connection": _MORE,
    "echo": _DATA,
    "existence": _IDENTITY,
    "filter": "a look at the data: does the row fit by what is stored?",
    "filter-logic": "a look at the data: does the row have a value there?",
    "formats": "a look at the documentation of the scalar",
    "invariant": "a look at what changed since the baseline was learned",
    "kept-changes": "a look at the log: is the change carried out later?",
    "pagination": _BASELINE,
    "partition": _DATA,
    "rates": "a look at the data: is the rate of another day, or a fee in it?",
    "repetition": "a quiet moment: does anybody else change the data?",
    "same-facts": _DATA,
    "search": "a look at the index: what does it search, is it behind?",
    "selection": _DATA,
    "server_fault": _LOG,
    "sort": "a look at the data: a hidden key, a language, a pinned row?",
    "superlatives": _DATA,
    "trees": _DATA,
    "two-routes": _IDENTITY,
    "undocumented_status": "a look at the description: was it forgotten there?",
}
"""Short enough for a line of 80 columns."""


def what_would_settle(finding: Finding) -> str:
    """In one line; empty for a fault, which is certain."""
    if finding.severity is Severity.FAULT:
        return ""
    if finding.deployment:
        return 'how it is deployed: is this how users meet it? development-mode = "fault" or "none" settles it'
    if finding.exchange.failure is Failure.TOO_LARGE:
        return "a look at the lists: should one answer hold so much?"
    if not finding.exchange.case.is_graphql and not finding.exchange.case.call.path:
        return _CLAUSE  # of an audit, which asks at the address itself
    told = _MORE if finding.reproduced is False else _BY_RULE.get(finding.oracle, _BASELINE)
    return told.replace("{}", finding.fingerprint)
