"""A run as on one of the largest public schemas, and a hostile one, for tests and measurements of reports."""

from __future__ import annotations

import json
from datetime import UTC, datetime

from querious.model import (
    Class,
    Coverage,
    Exchange,
    Field,
    Finding,
    Operation,
    Path,
    Reach,
    Run,
    Severity,
    Step,
    Walked,
)
from querious.model.document_text import write_case
from querious.model.finding import FoldedFinding
from querious.model.missing_value import MissingValue
from querious.model.traffic import OperationTimes, TimeSlice, Traffic

TYPES = 1_500
TUPLES = 5_283
FINDINGS = 200
_ORACLES = ("data", "server_fault", "pagination", "filter", "echo")

SCRIPTS = (
    "<script>window.broken=1</script>",
    "</script><script>window.broken=2</script>",
    "<img src=x onerror=window.broken=3>",
    "<!--<script>",
    "javascript:window.broken=4",
    "\x1b[31mred\x1b[0m \x00 \u2028 \u2029 \u202eevil\u202c &lt;b&gt; {{broken}} ${broken}",
)
"""What takes effect where a page takes it for markup, script or control."""


def large_run() -> Run:
    """5,283 tuples over 1,500 types, 200 findings with long scenarios, and three hundred missed paths."""
    names = [f"{'RepositoryIssuePullRequest'[: 6 + number % 20]}Type{number}" for number in range(TYPES)]
    names[0] = "Query"
    fields: list[str] = []
    steps: list[Step] = []
    for number in range(TUPLES):
        owner = names[number % TYPES]
        fields.append(f"{owner}.aFieldWithAName{number // TYPES}")
        if number < 3 * TYPES:
            steps.append(Step(owner, f"aFieldWithAName{number // TYPES}", names[(number * 7 + 1) % TYPES]))
    steps += [Step("Query", f"entry{number}", names[1 + number]) for number in range(300)]
    coverage = Coverage(
        tuples=frozenset(fields),
        requested=frozenset(fields[:5_000]),
        reached=frozenset(fields[:4_000]),
        witnessed=frozenset(fields[:3_200]),
        arguments=frozenset(f"{field}(first:)" for field in fields),
        arguments_used=frozenset(f"{field}(first:)" for field in fields[:2_000]),
        enums=frozenset(f"Order{number}.ASC" for number in range(900)),
    )
    walked = Walked(Path(tuple(steps[:8])), 3, Class.GOOD)
    return Run(
        target="https://api.example.test/graphql",
        seed=1,
        findings=tuple(_finding(number, fields[number * 13]) for number in range(FINDINGS)),
        coverage=coverage,
        reach=(
            Reach(
                "edge-pair", 50_000, "at least 50,000", 900, 700, 40_000, expected=9, actual=7, missed=(walked,) * 300
            ),
        ),
        graph=tuple(steps),
        requests=120_000,
        elapsed=900.0,
        ended="15 min",
        version="0.1.0",
        begun=datetime(2026, 5, 1, 12, 30, tzinfo=UTC),
        traffic=_traffic(),
    )


def _traffic() -> Traffic:
    operations = {}
    for number in range(1_800):
        bins = {place: 1 + (number * place) % 90 for place in range(20 + number % 12, 40 + number % 12)}
        operations[f"Query.entryWithAName{number}"] = OperationTimes(0.4, bins)
    return Traffic(operations, 7.5, tuple(TimeSlice(900 + place, place % 3, 0, place % 7) for place in range(120)))


def _finding(number: int, coordinate: str) -> Finding:
    leaves = tuple(Field("User", f"field{leaf}", "", (), (), ()) for leaf in range(60))
    operation = Operation("query", "", "Query", (Field("Query", "entry", "", (("id", f"{number}"),), (), leaves),))
    payload = {"data": {"entry": {f"field{leaf}": "x" * 900 for leaf in range(60)}}}
    body = json.dumps(payload).encode()
    exchange = Exchange(write_case(number, operation), 200, body=body, payload=payload, is_json=True)
    return Finding(
        _ORACLES[number % len(_ORACLES)],
        coordinate,
        f"expected what the other way shows, got something else of the kind {chr(97 + number % 26)}{'y' * number}",
        exchange,
        Severity.FAULT if number % 3 else Severity.SUSPICION,
        excerpt=body.decode()[:3_000],
        count=number + 1,
        trace=(exchange,) * (1 + number % 30),
        others=tuple(
            FoldedFinding(f"{number:06d}{other:06d}", Severity.FAULT, "data", coordinate, "alike " * 30)
            for other in range(60)
        ),
    )


def hostile_run() -> Run:
    """Everything that an API can choose is hostile."""
    findings = []
    for number, text in enumerate(SCRIPTS):
        operation = Operation("query", "", "Query", (Field("Query", "entry", "", (("id", text),), (), ()),))
        exchange = Exchange(
            write_case(number, operation), 500, body=text.encode(), headers={"content-type": "text/html"}, detail=text
        )
        findings.append(
            Finding(
                "data",
                f"Query.{text}",
                f"got {text}",
                exchange,
                excerpt=text,
                path=text,
                trace=(exchange,) * (number % 3),
            )
        )
    fields = frozenset(f"{text}.field{text}" for text in SCRIPTS)
    return Run(
        target=f"http://127.0.0.1/{SCRIPTS[1]}",
        seed=1,
        findings=tuple(findings),
        coverage=Coverage(tuples=fields, requested=fields, missing=dict.fromkeys(fields, SCRIPTS[2]), notes=SCRIPTS),
        graph=tuple(Step("Query", text, f"Type{text}") for text in SCRIPTS),
        outcomes=dict.fromkeys(SCRIPTS, 1),
        oracles={text: {"passed": 1} for text in SCRIPTS},
        missing_values=tuple(MissingValue(text, text) for text in SCRIPTS),
        notes=SCRIPTS,
        production=dict.fromkeys(SCRIPTS, 3),
        traffic=Traffic({text: OperationTimes(1.0, {3: 1}) for text in SCRIPTS}, 0.25, (TimeSlice(6, 1),)),
        ended=SCRIPTS[0],
        version="0.1.0",
    )
