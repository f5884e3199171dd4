"""A finding → what a page shows of it. No text is longer than people read."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Final

from querious.report import phrases
from querious.report.certainty import what_would_settle
from querious.report.operation_text import shown_operation
from querious.report.state_sequence import curl_lines, key_line, last_answer_line, sequence_lines
from querious.text.display import shorten, shorten_lines, visible, visible_lines

if TYPE_CHECKING:
    from querious.model.exchange import Exchange
    from querious.model.finding import Finding, FoldedFinding
    from querious.model.run import Run
    from querious.model.values import JSON
    from querious.report.context import Context

_WIDTH: Final = 100
"""Columns of operations and sequences; narrow screens fold them."""
_MOST_EXCHANGES: Final = 12
"""Of one scenario; of more, the first ones and the last."""
_LAST: Final = 4
_LINES_OF_A_STEP: Final = 30
_LONGEST_ANSWER: Final = 800
"""Characters of one answer of a scenario; the telling part of the one at fault stands by itself."""
_LINES_OF_AN_ANSWER: Final = 24
_LONGEST_SHELL: Final = 2_000
"""Characters of the line that sends one step of a scenario again; the whole scenario has a command of its own."""
_LARGEST_LAID_OUT: Final = 16 * 1024
"""Bytes of an answer that is written with a line for each member."""
_MOST_FOLDED: Final = 30
_LONGEST_FOLDED: Final = 160
"""Characters of the message of one that is folded."""


def brief_finding(finding: Finding) -> dict[str, JSON]:
    """What it is, and where."""
    return {
        "id": finding.fingerprint,
        "severity": finding.severity.value,
        "oracle": finding.oracle,
        "coordinate": finding.coordinate,
        "place": phrases.place(finding),
        "message": phrases.message(finding),
        "count": finding.count,
    }


def whole_finding(finding: Finding, run: Run, context: Context) -> dict[str, JSON]:
    """The same with what shows it, what would make it certain, and what is folded beneath it."""
    shown: dict[str, JSON] = {
        **brief_finding(finding),
        "settle": what_would_settle(finding),
        "origin": ", ".join(filter(None, (phrases.accepted(finding, run), phrases.origin(finding, run.seed)))),
        "again": context.again(finding),
        "others": [_folded(one) for one in finding.others[:_MOST_FOLDED]],
        "moreOthers": max(len(finding.others) - _MOST_FOLDED, 0),
    }
    if finding.sequence is not None:
        shown["sequence"] = list(sequence_lines(finding, _WIDTH))
        shown["keys"] = list(filter(None, (key_line(finding), last_answer_line(finding, _WIDTH))))
        shown["shell"] = list(curl_lines(finding, context))
    else:
        shown["steps"] = _steps(finding, context)
        shown["answer"] = phrases.answer_line(finding)
        shown["excerpt"] = list(phrases.excerpt_lines(finding))
    return shown


def _folded(one: FoldedFinding) -> JSON:
    return {
        "id": one.fingerprint,
        "severity": one.severity.value,
        "oracle": one.oracle,
        "coordinate": one.coordinate,
        "message": shorten(visible(one.message), _LONGEST_FOLDED),
        "count": one.count,
    }


def _steps(finding: Finding, context: Context) -> list[JSON]:
    """What has to be asked, in order. Of a single exchange the answer stands beside it already."""
    exchanges = finding.steps
    if len(exchanges) == 1:
        only = exchanges[0]
        return [{"number": 1, "asked": list(shown_operation(only.case, _WIDTH)), "took": _took(only)}]
    first: dict[str, int] = {}
    steps: list[JSON] = []
    for number, exchange in enumerate(exchanges, 1):
        before = first.setdefault(repr((exchange.case.identity, exchange.case.request)), number)
        if _MOST_EXCHANGES - _LAST < number <= len(exchanges) - _LAST and len(exchanges) > _MOST_EXCHANGES:
            continue
        asked = shown_operation(exchange.case, _WIDTH) if before == number else []
        shell = context.exchange_curl(exchange) if before == number else ""
        step: dict[str, JSON] = {
            "number": number,
            "sameAs": before if before != number else 0,
            "asked": list(shorten_lines(asked, _LINES_OF_A_STEP)),
            "answer": exchange.failure.value if exchange.failure else f"status {exchange.status}",
            "took": _took(exchange),
            "body": list(_body_lines(exchange)),
            "curl": shell if len(shell) <= _LONGEST_SHELL else "",
        }
        steps.append(step)
    return steps


def _took(exchange: Exchange) -> str:
    """How long the whole answer took; empty where nothing came, or the run was read from an old file."""
    if not exchange.status or not exchange.elapsed:
        return ""
    return f"{exchange.elapsed:.1f} s" if exchange.elapsed >= 1 else f"{max(1000 * exchange.elapsed, 1):.0f} ms"


def _body_lines(exchange: Exchange) -> list[str]:
    """The beginning of an answer, JSON with a line for each member."""
    text = exchange.detail or exchange.body[: 4 * _LONGEST_ANSWER].decode("utf-8", "backslashreplace")
    if exchange.payload is not None and len(exchange.body) <= _LARGEST_LAID_OUT:
        text = json.dumps(exchange.payload, ensure_ascii=False, indent=2)
    lines = visible_lines(shorten(text.strip("\n"), _LONGEST_ANSWER))
    return shorten_lines(lines, _LINES_OF_AN_ANSWER) if any(lines) else []
