"""Sequences of saved findings, played again on the service."""

from __future__ import annotations

from typing import TYPE_CHECKING

from querious.pipeline.obstacles import obstacle_of, told_of
from querious.pipeline.redacted_results import RedactedResults
from querious.pipeline.run.recheck import Rechecked
from querious.pipeline.state.service import open_service
from querious.state.collection_test import Testing, TestPlan
from querious.state.journal import Journal
from querious.state.ledger import StateLedger
from querious.state.limits import LIMIT_RULES, test_limits
from querious.state.sequences import acts_of, play, sequence_of

if TYPE_CHECKING:
    from collections import Counter
    from collections.abc import Sequence

    from querious.model import Finding, Settings
    from querious.pipeline.obstacles import Obstacle
    from querious.pipeline.state.service import StateService
    from querious.state.facade import Collection

_CUT = "a part of its sequence was too long to be saved: test again with querious crud"
_PARALLEL = "it takes commands at the same time: test again with querious crud --parallel"
_NOT_BY_ITSELF = "its sequence alone did not show it in the run either: test again with querious crud"
_ENDED_EARLY = "its sequence could not be played to the end"


def replay_sequences(findings: Sequence[Finding], target: str | object, settings: Settings) -> dict[str, Rechecked]:
    """By fingerprint: whether each finding shows again. What a sequence creates is removed again."""
    results: dict[str, Rechecked] = {}
    with open_service(target, settings, Journal()) as service:
        collections = {collection.name: collection for collection in service.collections}
        ledger = StateLedger(collections, Journal())
        testing = Testing(ledger, TestPlan(seed=settings.seed))
        trouble: dict[str, str] = {}
        for finding in findings:
            name = finding.coordinate
            before = service.answers.answers.obstacles.copy()
            if name in collections and name not in trouble:
                trouble[name] = testing.probe(collections[name])
            reason = _obstacle(finding) or trouble.get(name, f"collection {name} no longer exists")
            if reason:
                result = Rechecked(finding, None, reason)
            elif finding.oracle in LIMIT_RULES:
                result = _driven_again(finding, collections[name], ledger, settings.seed)
            else:
                result = _played(finding, collections[name], ledger)
            results[finding.fingerprint] = _unless_hidden(result, service, before, settings)
    return results


def _unless_hidden(
    result: Rechecked, service: StateService, before: Counter[Obstacle], settings: Settings
) -> Rechecked:
    """The result; a fault that did not show while something stood before the service may be there all the same."""
    if result.shown:
        return result
    steps = result.finding.sequence.steps if result.finding.sequence else ()
    shown = [exchange for step in steps for exchange in step.outcome.exchanges]
    usual = {obstacle_of(exchange, graphql=service.source.graphql) for exchange in shown}
    hidden = service.answers.hiding(before, [one for one in usual if one is not None])
    if hidden is None:
        return result
    example = service.answers.answers.examples[hidden]
    return Rechecked(result.finding, None, told_of(hidden, example, service.target.url, settings))


def _obstacle(finding: Finding) -> str:
    """Why the sequence cannot be played; empty if it can."""
    steps = finding.sequence.steps if finding.sequence else ()
    if not steps:
        return _CUT
    return _PARALLEL if any(step.branch for step in steps) else ""


def _played(finding: Finding, collection: Collection, ledger: StateLedger) -> Rechecked:
    """A finding is gone only if its sequence, which showed it by itself in the run, was played to its end."""
    shown = play(finding, collection, ledger, acts_of(sequence_of(finding).steps))
    if shown or _is_among(ledger, finding):
        return Rechecked(finding, shown=True)
    if not finding.reproduced:
        return Rechecked(finding, None, _NOT_BY_ITSELF)
    return Rechecked(finding, None, _ENDED_EARLY) if shown is None else Rechecked(finding, shown=False)


def _driven_again(finding: Finding, collection: Collection, ledger: StateLedger, seed: int) -> Rechecked:
    """What is sent at the edge of a limit depends on what comes: the way there is gone anew."""
    is_whole = test_limits(collection, ledger, seed)
    if _is_among(ledger, finding):
        return Rechecked(finding, shown=True)
    return Rechecked(finding, shown=False) if is_whole else Rechecked(finding, None, _ENDED_EARLY)


def _is_among(ledger: StateLedger, finding: Finding) -> bool:
    """Whether it was found, told without secrets as the saved one is."""
    redacted = RedactedResults()
    alike = [one for one in ledger.findings.values() if one.oracle == finding.oracle]
    return any(redacted.finding(one).fingerprint == finding.fingerprint for one in alike)
