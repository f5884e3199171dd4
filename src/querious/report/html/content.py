"""A run → what its page shows, as JSON. Every text is safe to show, and bounded."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING, Any, Final

from querious.model.coverage import Level
from querious.model.run_comparison import compare_runs
from querious.model.traffic import TimeSlice
from querious.report import phrases, state_phrases
from querious.report.curl import remark, shown_target
from querious.report.finding_order import ordered
from querious.report.html.finding_content import brief_finding, whole_finding
from querious.report.json_report import coverage_to_json
from querious.report.reach_json import GRAPH
from querious.report.reach_text import path_text
from querious.report.state_text import sequence_remarks
from querious.report.traffic_json import QUANTILES
from querious.text.display import shorten, visible

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable

    from querious.model.coverage import Coverage
    from querious.model.reach import Reach
    from querious.model.run import Run
    from querious.model.state import CollectionResult
    from querious.model.traffic import OperationTimes, Traffic
    from querious.model.values import JSON
    from querious.report.context import Context

_IN_FULL: Final = 200
"""Findings with all that shows them; of further ones, what they are."""
_MOST_BRIEF: Final = 2_000
_MOST_STEPS: Final = 30_000
"""Of the graph: the page stays small, and no screen shows more."""
_MOST_MISSED: Final = 40
"""Paths of a plan that were not gone to their end."""
_MOST_LINES: Final = 300
"""Of notes, and of advice."""
_LONGEST: Final = 600
"""Characters of one such line, and of the name of a path."""
_MOST_OPERATIONS: Final = 2_000
"""Of which the page tells how long their answers took."""
_MOST_USED: Final = 5_000
"""Of what users ask for."""
_MOST_NAMED: Final = 200
"""Coordinates that are otherwise than in the run before, of each kind."""
_UNSEEN: Final = "unseen"
_UNDESCRIBED: Final = "the description does not have it"
_LEFT_OUT: Final = "left out of this run by its settings"
_SLOW: Final = QUANTILES["p95"]
"""What an operation is called slow by: the longest time alone is often that of a first request."""
_DIGITS: Final = 6
_WHY: Final = {
    _UNSEEN: "never requested",
    Level.REQUESTED.value: "no object that has it came back",
    Level.REACHED.value: "always null or empty",
}
"""Why a field has no value, by the level it came to, where nobody knows more."""
_NO_ARGUMENT: Final = "no argument that was tried brought data"


def page_content(run: Run, context: Context) -> JSON:
    """Everything that the page shows."""
    return _shown(
        {
            "head": _head(run, context),
            "findings": _findings(run, context),
            "earlier": _earlier(run, context.earlier),
            "coverage": _coverage(run),
            "paths": [_plan(reach) for reach in run.reach if reach.paths],
            "graph": _graph(run),
            "collections": [_collection(one) for one in run.state.collections] if run.state else [],
            "production": _production(run),
            "traffic": _traffic(run.traffic),
            "outcomes": run.outcomes,
            "oracles": run.oracles,
            "advice": _lines(one.advice for one in run.missing_values),
            "notes": _lines([*run.notes, *run.coverage.notes]),
            "errors": _lines(error.title for error in run.errors),
        }
    )


def _shown(value: Any) -> Any:
    """The same with every text, and every name of a member, as it may be shown."""
    if isinstance(value, str):
        return visible(value)
    if isinstance(value, dict):
        return {visible(name): _shown(item) for name, item in value.items()}
    if isinstance(value, list | tuple):
        return [_shown(item) for item in value]
    return value


def _head(run: Run, context: Context) -> dict[str, JSON]:
    """What the run was, and what came of it."""
    faults = len(run.faults)
    others = context.others_in(run.findings)
    remarks = [remark(context.url, context.headers, others, context.connection)] if context.url else []
    return {
        "verdict": phrases.verdict(run),
        "failed": run.failed,
        "open": bool(run.unjudged) or run.interrupted or phrases.is_untested(run),
        "faults": faults,
        "suspicions": len(run.findings) - faults,
        "target": shown_target(context.target_url or run.target),
        "protocol": run.protocol,
        "seed": run.seed,
        "version": run.version,
        "requests": run.requests,
        "elapsed": round(run.elapsed, 1),
        "begun": run.begun.isoformat(timespec="seconds") if run.begun else "",
        "ended": run.ended or ("interrupted" if run.interrupted else ""),
        "baseline": run.baseline,
        "failOn": run.fail_on,
        "next": context.next_step,
        "remarks": [*filter(None, remarks), *sequence_remarks(run, context, run.findings)],
        "left": state_phrases.left(run.state) if run.state else "",
    }


def _findings(run: Run, context: Context) -> list[JSON]:
    """Faults first. What is known of the first ones is enough for a page; the others can be shown by their ids."""
    findings = ordered(run.findings)
    whole = [whole_finding(finding, run, context) for finding in findings[:_IN_FULL]]
    return [*whole, *map(brief_finding, findings[_IN_FULL:_MOST_BRIEF])]


def _earlier(run: Run, earlier: Run | None) -> JSON:
    """What is otherwise than in the run before; None where there was none."""
    if earlier is None:
        return None
    difference = compare_runs(earlier, run)
    return {
        "seed": earlier.seed,
        "requests": earlier.requests,
        "new": [finding.fingerprint for finding in difference.new],
        "still": len(difference.still),
        "begun": earlier.begun.isoformat(timespec="seconds") if earlier.begun else "",
        "gone": [brief_finding(finding) for finding in difference.gone[:_IN_FULL]],
        "witnessed": round(earlier.coverage.share(Level.WITNESSED), 4) if earlier.coverage.tuples else None,
        "gained": _differing(run.coverage, earlier.coverage),
        "lost": _differing(earlier.coverage, run.coverage),
        "described": _first_of(run.coverage.tuples - earlier.coverage.tuples),
        "undescribed": _first_of(earlier.coverage.tuples - run.coverage.tuples),
    }


def _differing(one: Coverage, other: Coverage) -> dict[str, JSON]:
    """What had a value in the one and not in the other, though both have it."""
    return _first_of((one.witnessed - other.witnessed) & other.tuples)


def _first_of(names: Collection[str]) -> dict[str, JSON]:
    """How many, and the first of them."""
    return {"all": len(names), "names": sorted(names)[:_MOST_NAMED]}


def _coverage(run: Run) -> dict[str, JSON]:
    """As in the JSON of the run, with why fields have no value."""
    written = coverage_to_json(run.coverage)
    written.pop("notes")
    missing = {**_without_argument(run), **written["missing"]}
    return written | {"why": dict(_WHY), "missing": missing}


def _without_argument(run: Run) -> dict[str, JSON]:
    """Fields that have no value, for which no argument was found."""
    fields = {one.coordinate.rpartition(".")[0] for one in run.missing_values}
    return dict.fromkeys(sorted(fields & (run.coverage.requested - run.coverage.witnessed)), _NO_ARGUMENT)


def _plan(reach: Reach) -> dict[str, JSON]:
    """One plan and how far its paths were gone."""
    return {
        "plan": reach.plan,
        "known": reach.known,
        "paths": reach.paths,
        "asked": reach.asked,
        "operations": reach.operations,
        "classes": {str(kind): count for kind, count in reach.classes.items()},
        "expected": reach.expected,
        "actual": reach.actual,
        "unauthorised": reach.unauthorised,
        "missed": [
            [
                walked.actual,
                walked.expected,
                "no access" if walked.unauthorised else str(walked.result),
                shorten(path_text(walked.path), _LONGEST),
            ]
            for walked in reach.missed[:_MOST_MISSED]
        ],
    }


def _graph(run: Run) -> dict[str, JSON]:
    steps = run.graph[:_MOST_STEPS]
    return {"steps": GRAPH.write(steps), "leftOut": len(run.graph) - len(steps)}


def _collection(tested: CollectionResult) -> dict[str, JSON]:
    """A collection and how it was tested."""
    return {
        "name": state_phrases.name(tested.name),
        "leftOut": tested.left_out,
        "deleting": state_phrases.deleting(tested),
        "offered": state_phrases.offered(tested),
        "tests": tested.tests,
        "steps": tested.steps,
        "covered": state_phrases.covered(tested),
        "missed": state_phrases.missed(tested),
    }


def _production(run: Run) -> list[JSON]:
    """What users ask for, how often, and how far this run came there; what it never saw a value of first."""
    levels = run.coverage
    told: list[tuple[int, int, str, list[JSON]]] = []
    for name, calls in run.production.items():
        seen = [level for level in Level if name in levels.at(level)]
        why = levels.missing.get(name, "")
        if name not in levels.tuples and not why:
            why = _UNDESCRIBED if run.protocol == "REST" else _LEFT_OUT
        level = seen[-1].value if seen else _UNSEEN if name in levels.tuples else ""
        told.append((len(seen), -calls, name, [name, calls, level, why]))
    return [row for *_, row in sorted(told)[:_MOST_USED]]


def _traffic(traffic: Traffic) -> dict[str, JSON]:
    """How long answers took, the slowest operations first, and what came when."""
    operations = sorted(traffic.operations.items(), key=lambda one: (-one[1].quantile(_SLOW), -one[1].longest, one[0]))
    return {
        "operations": [_times(name, times) for name, times in operations[:_MOST_OPERATIONS]],
        "leftOut": max(len(operations) - _MOST_OPERATIONS, 0),
        "width": traffic.width,
        "kinds": list(TimeSlice._fields),
        "slices": [list(counts) for counts in traffic.slices],
    }


def _times(name: str, times: OperationTimes) -> dict[str, JSON]:
    return {
        "name": shorten(name, _LONGEST),
        "count": times.count,
        **{quantile: round(times.quantile(share), _DIGITS) for quantile, share in QUANTILES.items()},
        "longest": round(times.longest, _DIGITS),
        "bins": [[number, count] for number, count in sorted(times.bins.items())],
    }


def _lines(texts: Iterable[str]) -> list[JSON]:
    return [shorten(visible(text), _LONGEST) for text in islice(texts, _MOST_LINES)]
