"""What would make a suspicion certain, in one line: who could settle it, and with what."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from querious.model.severity import Severity

if TYPE_CHECKING:
    from collections.abc import Mapping

    from querious.model.finding import Finding

_DATA: Final = "a look at the data: which of the two answers is right?"
_IDENTITY: Final = "a second identity: run again with other credentials, as one user may see what another may not"
_BASELINE: Final = "a baseline: querious learn on a version you trust, then querious run --baseline"
_MORE: Final = "more requests: --time 5m, or querious show ID --explain"
_LOG: Final = "a look at the log of the server: is there an exception at that time?"
_BY_RULE: Final[Mapping[str, str]] = {
    "always-empty": "a look at the data: is there really none, or is it never loaded?",
    "arithmetic": "a look at the data: is there a discount, a fee or a rounding that the rule does not know?",
    "belonging": _DATA,
    "collapse": _LOG,
    "connection": _MORE,
    "echo": _DATA,
    "existence": _IDENTITY,
    "filter": "a look at the data: does the row fit the filter by what is stored, not by what is shown?",
    "formats": "a look at the documentation of the scalar: which values may it have?",
    "invariant": "a look at what changed since the baseline was learned",
    "pagination": _BASELINE,
    "partition": _DATA,
    "rates": "a look at the data: is the rate of another day, or a fee part of it?",
    "repetition": "a quiet moment: does anybody else change the data while it is tested?",
    "same-facts": _DATA,
    "search": "a look at the index: which fields does it search, and how far is it behind?",
    "selection": _DATA,
    "server_fault": _LOG,
    "sort": "a look at the data: is there a hidden key, a language or a pinned row in the order?",
    "superlatives": _DATA,
    "trees": _DATA,
    "two-routes": _IDENTITY,
}


def what_would_settle(finding: Finding) -> str:
    """In one line; empty for a fault, which is certain."""
    if finding.severity is Severity.FAULT:
        return ""
    if finding.deployment:
        return 'how it is deployed: is this how users meet it? development-mode = "fault" or "none" settles it'
    if finding.reproduced is False:
        return _MORE
    return _BY_RULE.get(finding.oracle, _BASELINE)
