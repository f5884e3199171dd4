"""The fewest causes that explain all findings: those that share one are told as one, the others folded beneath it.

Greedy, as covers are made: the cause that explains most of what is not yet explained comes first. What shrinking has
shown to be needed counts before what merely stood in a request that nobody has made smaller yet.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import replace
from typing import TYPE_CHECKING, Final, TypeAlias

from querious.answers.response import errors_of, message_of
from querious.causes.cause import PROOFS, possible_causes
from querious.model.finding import MOST_WHOLE, FoldedFinding, without_particulars
from querious.model.severity import Severity

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from querious.causes.cause import Cause
    from querious.model.finding import Finding

Explained: TypeAlias = "tuple[Finding, frozenset[Cause]]"
"""A finding and everything that may be behind it."""

_MANY: Final = {"scalar": 5, "size": 3, "key": 3, "unknown": 3, "call": 10}
"""How many places must share a cause of these kinds before it is one: two may do so by chance."""
_LARGE: Final = 1_000
"""Characters of a request, above which it is less likely to become small."""


def grouped(findings: Iterable[Finding]) -> list[list[Finding]]:
    """Findings with one cause each; the one to be told comes first in each group, groups as they were first seen."""
    return grouped_by([(finding, possible_causes(finding)) for finding in findings])


def grouped_by(findings: Sequence[Explained]) -> list[list[Finding]]:
    """The same, where it is known already what may be behind each."""
    clusters = _proven(findings)
    left = set(range(len(clusters)))
    groups: list[list[int]] = []
    for shrunk in (True, False):
        for members in _cover(_by_cause(clusters, left, shrunk=shrunk)):
            left -= members
            groups.append(sorted(members))
    groups += [[place] for place in left]
    groups.sort()
    return [sorted((one for place in group for one, _ in clusters[place]), key=_told_first) for group in groups]


def _proven(findings: Sequence[Explained]) -> list[list[Explained]]:
    """Findings that share what cannot be shared by chance, together; directly or through others."""
    cluster_of: dict[Cause, int] = {}
    clusters: dict[int, list[Explained]] = {}
    for number, (finding, causes) in enumerate(findings):
        proofs = [cause for cause in causes if cause[0] in PROOFS]
        known = sorted({cluster_of[proof] for proof in proofs if proof in cluster_of})
        home = known[0] if known else number
        for other in known[1:]:
            clusters[home] += clusters.pop(other)
            cluster_of |= {cause: home for cause, place in cluster_of.items() if place == other}
        clusters.setdefault(home, []).append((finding, causes))
        cluster_of |= dict.fromkeys(proofs, home)
    return list(clusters.values())


def _by_cause(clusters: Sequence[list[Explained]], left: set[int], *, shrunk: bool) -> dict[Cause, set[int]]:
    """Which of those that are left each cause would explain; of causes that a shrunk finding has, or of any."""
    places: dict[Cause, set[int]] = defaultdict(set)
    needed: set[Cause] = set()
    for place in left:
        for finding, causes in clusters[place]:
            for cause in causes:
                places[cause].add(place)
            if finding.shrunk or not shrunk:
                needed |= causes
    return {cause: members for cause, members in places.items() if cause in needed}


def _cover(candidates: dict[Cause, set[int]]) -> Iterator[set[int]]:
    """Sets of two or more that one cause explains, the largest first; no two share a member."""
    while candidates:
        cause = max(candidates, key=lambda one: (len(candidates[one]), one))
        members = candidates.pop(cause)
        if len(members) <= 1:
            return
        if len(members) < _MANY.get(cause[0], 0):
            continue
        yield members
        candidates = {other: rest for other, one in candidates.items() if len(rest := one - members) > 1}


def folded(group: Sequence[Finding]) -> Finding:
    """The finding that is told, with the others of its group beneath it."""
    told, *others = group
    beneath = []
    for place, one in enumerate(others):
        said = without_particulars(one.message)
        whole = one if place < MOST_WHOLE else None
        beneath.append(FoldedFinding(one.fingerprint, one.severity, one.oracle, one.coordinate, said, one.count, whole))
    return replace(told, others=(*told.others, *beneath))


def _told_first(finding: Finding) -> tuple[object, ...]:
    """A fault before a suspicion, what is known to show again, what became small or is likely to, then by name.

    What comes with other errors alone comes after them: it follows from one of them. Of sequences of the same length,
    one that ends with reading tells more plainly what is wrong than one that changes something more.

    By name rather than by the exact size, so that runs with other seeds tell the same one.
    """
    size = sum(len(str(exchange.case.body)) for exchange in finding.steps)
    commands = [step.verb for step in finding.sequence.steps] if finding.sequence else []
    follows = len({message_of(error) for error in errors_of(finding.exchange.payload)}) > 1
    mutates = any(exchange.case.operation.kind == "mutation" for exchange in finding.steps)
    return (
        finding.severity is not Severity.FAULT,
        not finding.reproduced,
        not finding.shrunk,
        follows,
        mutates,
        len(commands),
        sum(not command.only_reads for command in commands),
        size // _LARGE,
        finding.coordinate,
        finding.fingerprint,
    )
