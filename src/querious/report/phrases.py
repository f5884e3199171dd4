"""The words in which all reports speak of findings and numbers. All text that is returned is safe to show."""

from __future__ import annotations

from itertools import chain, repeat
from typing import TYPE_CHECKING

from querious.model.coverage import Level
from querious.model.severity import Severity
from querious.report.certainty import what_would_settle
from querious.report.operation_text import MOST_LINES, shown_operation
from querious.report.state_phrases import collections_tested, why_untested
from querious.report.state_sequence import curl_lines, key_line, last_answer_line, sequence_lines
from querious.text.display import counted, listing, plural, shorten, shorten_lines, visible, visible_lines

if TYPE_CHECKING:
    from querious.model.coverage import Coverage
    from querious.model.exchange import Exchange
    from querious.model.finding import Finding
    from querious.model.run import Run
    from querious.report.context import Context

_LONGEST_MESSAGE = 500
_LONGEST_VALUE = 100
_LONGEST_EXCERPT = 1200
_MOST_LINES = 16
_FEW_PLACES = 4
"""Of those with the same cause, named in one line."""
_FEW_MISSING = 6
"""Operations that are named for one reason."""
_STEP = 3
"""Columns for the number of a step."""
_WIDTH = 100
"""Of lines in files, where there is no screen."""


def place(finding: Finding) -> str:
    """The coordinate at fault, or words for the request as a whole."""
    return visible(finding.coordinate) or "the whole request"


def message(finding: Finding) -> str:
    """The finding's message in one line."""
    return shorten(visible(finding.message), _LONGEST_MESSAGE)


def others(finding: Finding, most: int = _FEW_PLACES) -> str:
    """Where else its cause shows, in one line; empty if nowhere."""
    if not finding.others:
        return ""
    places = dict.fromkeys(visible(one.coordinate) for one in finding.others if one.coordinate != finding.coordinate)
    named = ", ".join(place for place in places if place)
    told = f"Also at {plural(len(finding.others), 'other')}"
    if not places or not named:
        return f"{told} of the same cause"
    if len(places) > most:
        named = ", ".join(list(filter(None, places))[:most]) + ", …"
    return f"{told}: {named}"


def accepted(finding: Finding, run: Run) -> str:
    """Until when a finding is accepted, and why; empty where it is not."""
    entry = run.acceptance(finding)
    if entry is None:
        return ""
    reason = f": {shorten(visible(entry.reason), _LONGEST_VALUE)}" if entry.reason else ""
    return f"accepted until {entry.until}{reason}"


def not_shown(run: Run) -> str:
    """Which accepted findings did not show, in a sentence; empty where all did."""
    unseen = [entry for entry in run.accepted if not any(map(entry.covers, run.findings))]
    if not unseen:
        return ""
    named = listing(
        [f"{visible(entry.identifiers[0])} ({shorten(visible(entry.title), _LONGEST_VALUE)})" for entry in unseen],
        _FEW_PLACES,
    )
    told = plural(len(unseen), "accepted finding")
    return f"{told} did not show in this run: {named}. Once mended, remove with: querious accept ID --remove"


def other_lines(finding: Finding) -> list[str]:
    """Everything that is folded beneath it, a line each."""
    return [
        f"{one.fingerprint}  {one.count:>5,}x  {one.severity}  {visible(one.oracle)}  "
        f"{visible(one.coordinate) or 'the whole request'}  {shorten(visible(one.message), _LONGEST_MESSAGE)}"
        for one in finding.others
    ]


def often(finding: Finding) -> str:
    """How often it was seen."""
    return "once" if finding.count == 1 else f"{finding.count:,} times"


def title(finding: Finding) -> str:
    """Severity, oracle, place and message in one line."""
    return f"{finding.severity}  {visible(finding.oracle)}  {place(finding)}  {message(finding)}"


def question_lines(finding: Finding, width: int) -> list[str]:
    """What has to be asked to see it: the operation with its variables, or each step of a scenario with its own."""
    steps = [exchange.case for exchange in finding.steps]
    if len(steps) == 1:
        return shown_operation(steps[0], width)
    lines: list[str] = []
    first: dict[str, int] = {}
    for number, case in enumerate(steps, 1):
        before = first.setdefault(repr(case.request), number)
        same = "same as" if case.identity == steps[before - 1].identity else f"as {visible(case.identity)}: same as"
        asked = shown_operation(case, width - _STEP) if before == number else [f"{same} {before}."]
        heads = chain([f"{number}."], repeat(""))
        lines += [f"{head:<{_STEP}}{line}" for head, line in zip(heads, asked, strict=False)]
    return shorten_lines(lines, MOST_LINES)


def answer_line(finding: Finding) -> str:
    """What came back, without its content: status or failure, and where in it the fault is."""
    exchange = finding.exchange
    told = exchange.failure.value if exchange.failure else f"status {exchange.status}"
    if finding.oracle == "server_fault" and finding.severity is Severity.FAULT and exchange.status:
        told = f"HTTP {exchange.status} with an internal server error inside"
    return f"Response: {told}, at {visible(finding.path)}" if finding.path else f"Response: {told}"


def excerpt_lines(finding: Finding) -> list[str]:
    """The telling part of the answer; where the oracle gave none, the beginning of what there is."""
    text = finding.excerpt or _content(finding.exchange)
    lines = visible_lines(shorten(text.strip("\n"), _LONGEST_EXCERPT))
    return shorten_lines(lines, _MOST_LINES) if any(lines) else []


def _content(exchange: Exchange) -> str:
    return exchange.detail or exchange.body[: 4 * _LONGEST_EXCERPT].decode("utf-8", "backslashreplace")


def origin(finding: Finding, seed: int) -> str:
    """Where the case came from and what is known of it."""
    parts = [f"seed {seed}", f"id {finding.fingerprint}"]
    if finding.sequence is None:
        parts.insert(1, f"case {finding.exchange.case.number}")
    if finding.exchange.case.flaw:
        parts.append(f"deliberately invalid: {shorten(visible(finding.exchange.case.flaw), _LONGEST_VALUE)}")
    if finding.shrunk:
        parts.append("shrunk")
    if finding.reproduced is not None:
        parts.append("reproduced" if finding.reproduced else "did not show again")
    return ", ".join(parts)


def details(finding: Finding, run: Run, context: Context) -> list[str]:
    """What a developer needs to act on the finding, in plain lines."""
    if finding.sequence is not None:
        shown = [*sequence_lines(finding, _WIDTH), key_line(finding), last_answer_line(finding, _WIDTH)]
        shown += curl_lines(finding, context)
        evidence = list(filter(None, shown))
    else:
        evidence = [*question_lines(finding, _WIDTH), answer_line(finding), *excerpt_lines(finding)]
    settled = what_would_settle(finding)
    also = filter(None, [others(finding), f"Certain with {settled}" if settled else ""])
    return [message(finding), *also, *evidence, context.again(finding), origin(finding, run.seed)]


def coverage_rows(
    coverage: Coverage, levels: tuple[Level, ...] = tuple(Level), protocol: str = "GraphQL"
) -> list[tuple[str, int, int]]:
    """What is counted, how much of it was seen, and how much there is; kinds that the API lacks are left out."""
    asked = "operations" if protocol == "REST" else "fields"
    rows = [(f"{asked} {level.value}", len(coverage.at(level)), len(coverage.tuples)) for level in levels]
    rows.append(("arguments", len(coverage.arguments_used), len(coverage.arguments)))
    rows.append(("input fields", len(coverage.inputs_used), len(coverage.inputs)))
    rows.append(("enum values", len(coverage.enums_used), len(coverage.enums)))
    for kind, places in coverage.places.items():
        rows += [(f"{kind} {level.value}", len(places.at(level)), len(places.every)) for level in levels]
    return [row for row in rows if row[2]]


def missing_lines(coverage: Coverage, most: int = _FEW_MISSING) -> list[str]:
    """Operations that were not reached, a line for each reason; the reason of most of them first."""
    by_reason: dict[str, list[str]] = {}
    for name, reason in sorted(coverage.missing.items()):
        is_operation = name in coverage.tuples or name not in _places(coverage)
        if is_operation and name not in coverage.reached:
            by_reason.setdefault(reason, []).append(visible(name))
    told = sorted(by_reason.items(), key=lambda entry: (-len(entry[1]), entry[0]))
    return [f"{visible(reason)}: {listing(names, most)}" for reason, names in told]


def _places(coverage: Coverage) -> frozenset[str]:
    return frozenset().union(*(places.every for places in coverage.places.values()))


def percent(part: int, whole: int) -> str:
    """A share that says 100% only when nothing is missing and 0% only when nothing is there."""
    if not whole:
        return "-"
    if part in {0, whole}:
        return f"{100 * part // whole}%"
    return f"{min(max(100 * part / whole, 0.1), 99.9):.1f}%"


def effort(run: Run) -> str:
    """What the run took and why it ended."""
    ended = visible(run.ended) or ("interrupted" if run.interrupted else "")
    told = f"{plural(run.requests, 'request')} in {run.elapsed:.1f} s, seed {run.seed}"
    return f"{told}, ended: {ended}" if ended else told


def is_untested(run: Run) -> bool:
    """Whether collections were to be tested, and nothing was."""
    return run.state is not None and not run.state.tested and not run.cases


def verdict(run: Run) -> str:
    """What was found, in one sentence; not to have looked is not to have found nothing."""
    if is_untested(run) and not run.findings and run.state is not None:
        return f"Nothing was tested.{why_untested(run.state)}"
    findings = [finding for finding in run.findings if run.acceptance(finding) is None]
    faults = sum(finding.severity is Severity.FAULT for finding in findings)
    told = f"{counted((faults, 'fault'), (len(findings) - faults, 'suspicion')) or 'Nothing'} found"
    folded = sum(len(finding.others) for finding in findings)
    if folded:
        told += f", {folded:,} more of the same {'cause' if len(findings) == 1 else 'causes'} folded beneath"
    if len(findings) < len(run.findings):
        told += f", besides {len(run.findings) - len(findings):,} accepted"
    if run.state is not None:
        told += collections_tested(run.state)
    return f"{told}, but {visible(run.unjudged)}." if run.unjudged else f"{told}."
