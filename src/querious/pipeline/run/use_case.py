"""run and replay: what commands and the Python interface call."""

from __future__ import annotations

from typing import TYPE_CHECKING

from querious.audit.catalogue import audit_rule
from querious.pipeline.audit.use_case import audit_again
from querious.pipeline.budget import RunBudget
from querious.pipeline.detection import find_api
from querious.pipeline.loop import run_to_end
from querious.pipeline.observer import Observer, Silent
from querious.pipeline.readiness import wait_until_ready
from querious.pipeline.run.walk import walk, walk_again

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from querious.model import Finding, Kept, Run, Settings
    from querious.pipeline.run.recheck import Rechecked


def run(
    target: str | object,
    settings: Settings,
    observer: Observer | None = None,
    keep: Callable[[Kept], None] | None = None,
    *,
    started: float | None = None,
) -> Run:
    """Test the target. Ctrl-C ends the run early: what was found so far is returned.

    ``keep`` is handed every exchange as it comes, but for those of shrinking. ``started`` is when the command began, by
    ``time.monotonic``: the time of the settings counts from there.
    """
    budget = RunBudget.of(settings, wait_until_ready(target, settings, started))
    api = find_api(target, settings)
    return run_to_end(lambda: walk(api.protocol, api.target, settings, observer or Silent(), keep, budget))


def replay(
    findings: Sequence[Finding], target: str | object, settings: Settings, observer: Observer | None = None
) -> list[Rechecked]:
    """Send what shows each finding again, one after the other: whether it still shows, or why nobody can tell."""
    wait_until_ready(target, settings)
    sequences = [finding for finding in findings if finding.sequence is not None]
    audits = [finding for finding in findings if audit_rule(finding.oracle) is not None]
    others = [finding for finding in findings if finding.sequence is None and finding not in audits]
    results: dict[str, Rechecked] = {}
    if sequences:
        from querious.pipeline.state.replay import replay_sequences  # noqa: PLC0415 - needs the packages of an extra

        results |= replay_sequences(sequences, target, settings)
    if audits:
        again = audit_again(audits, target, settings)
        results |= {finding.fingerprint: one for finding, one in zip(audits, again, strict=True)}
    if others:
        api = find_api(target, settings)
        rechecked = run_to_end(lambda: walk_again(api.protocol, others, api.target, settings, observer or Silent()))
        results |= {finding.fingerprint: one for finding, one in zip(others, rechecked, strict=True)}
    return [results[finding.fingerprint] for finding in findings]
