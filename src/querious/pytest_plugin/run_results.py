"""What a run has to say of each operation, as plain texts that workers can share."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Final, NamedTuple

from querious.report.assertion_text import assertion_text, headline, remark_line
from querious.report.finding_order import ordered
from querious.report.phrases import effort
from querious.text.display import plural

if TYPE_CHECKING:
    from querious.model import Finding, Run
    from querious.pipeline.check.use_case import CheckedApi
    from querious.report.context import Context

WHOLE: Final = "the whole API"
"""The test of what belongs to no operation."""


class OperationResult(NamedTuple):
    """What there is to say of one operation."""

    failure: str = ""
    """All that fails it, in one text; empty where nothing does."""
    headline: str = ""
    """The same in one line."""
    remarks: tuple[str, ...] = ()
    """What fails nothing: accepted findings, suspicions."""
    unjudged: str = ""
    """Why the run tells nothing of it; empty where it does."""


class RunResults(NamedTuple):
    """What there is to say of a run."""

    operations: dict[str, OperationResult]
    """By name; that of the whole API is among them."""
    stopped: str = ""
    """Why nothing could be judged at all; empty where it could."""

    def dump(self) -> str:
        """As a text."""
        return json.dumps([self.operations, self.stopped])

    @classmethod
    def load(cls, text: str) -> RunResults:
        """The inverse of ``dump``."""
        operations, stopped = json.loads(text)
        results = {}
        for name, (failure, line, remarks, unjudged) in operations.items():
            results[name] = OperationResult(failure, line, tuple(remarks), unjudged)
        return cls(results, stopped)


def results_of(run: Run, api: CheckedApi, context: Context) -> RunResults:
    """Every finding at the one operation that it belongs to, or at the whole API: none is lost."""
    found: dict[str, list[Finding]] = {name: [] for name in (*api.names, WHOLE)}
    for finding in ordered(run.findings):
        found[api.operation_of(finding) or WHOLE].append(finding)
    results = {}
    for name, findings in found.items():
        failing = [finding for finding in findings if run.fails(finding)]
        failure = assertion_text(name, failing, run, context) if failing else ""
        remarks = tuple(remark_line(finding, run) for finding in findings if finding not in failing)
        unjudged = api.why_unjudged(run, name) if name != WHOLE else ""
        line = headline(failing) if failing else ""
        results[name] = OperationResult(failure, line, remarks, unjudged)
    results[WHOLE] = _with_the_run(results[WHOLE], run, results)
    return RunResults(results)


def _with_the_run(whole: OperationResult, run: Run, results: dict[str, OperationResult]) -> OperationResult:
    """What there is to say of the run itself: what kept it from judging is no success."""
    errors = [f"{error.part} {error.name} of querious failed: {error.message}" for error in run.errors]
    unjudged = f"Not all could be judged: {run.unjudged}" if run.unjudged else ""
    texts = list(filter(None, (whole.failure, unjudged, *errors)))
    reached = sum(not result.unjudged for name, result in results.items() if name != WHOLE)
    told = f"{effort(run)}; {reached} of {plural(len(results) - 1, 'operation')} reached"
    line = whole.headline or next(iter(texts), "")
    return OperationResult("\n\n".join(texts), line, (told, *whole.remarks))
