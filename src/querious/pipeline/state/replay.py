"""Sequences of saved findings, played again on the service."""

from __future__ import annotations

from typing import TYPE_CHECKING

from querious.pipeline.run.recheck import Rechecked
from querious.pipeline.state.use_case import open_service
from querious.state.collection_test import Testing, TestPlan
from querious.state.fixed_sequences import acts_of, play
from querious.state.journal import NoJournal
from querious.state.results import Gathering

if TYPE_CHECKING:
    from collections.abc import Sequence

    from querious.model import Finding, Settings

_CUT = "a part of its sequence was too long to be saved: test again with querious crud"
_PARALLEL = "it takes commands at the same time: test again with querious crud --parallel"


def replay_sequences(findings: Sequence[Finding], target: str | object, settings: Settings) -> dict[str, Rechecked]:
    """By fingerprint: whether each finding shows again. What a sequence creates is removed again."""
    results: dict[str, Rechecked] = {}
    with open_service(target, settings, settings.state, NoJournal()) as service:
        collections = {collection.name: collection for collection in service.collections}
        gathering = Gathering(collections, NoJournal())
        testing = Testing(gathering, TestPlan(seed=settings.seed))
        trouble: dict[str, str] = {}
        for finding in findings:
            name = finding.coordinate
            if name in collections and name not in trouble:
                trouble[name] = testing.probe(collections[name])
            reason = _obstacle(finding) or trouble.get(name, f"there is no collection {name} any more")
            if reason:
                results[finding.fingerprint] = Rechecked(finding, None, reason)
                continue
            steps = finding.sequence.steps if finding.sequence else ()
            shown = play(finding, collections[name], gathering, acts_of(steps))
            results[finding.fingerprint] = Rechecked(finding, shown)
    return results


def _obstacle(finding: Finding) -> str:
    """Why the sequence cannot be played; empty if it can."""
    steps = finding.sequence.steps if finding.sequence else ()
    if not steps:
        return _CUT
    return _PARALLEL if any(step.branch for step in steps) else ""
