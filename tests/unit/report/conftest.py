from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from querious.model import (
    Class,
    Coverage,
    EnumValue,
    Exchange,
    Failure,
    Field,
    Finding,
    Operation,
    Path,
    Reach,
    Run,
    Severity,
    Step,
    Variable,
    Walked,
)
from querious.model.document_text import write_case
from querious.model.missing_value import MissingValue

HOSTILE = (
    "\x1b[31mred\x1b[0m \x00 \u202eevil\u202c [bold]markup[/bold] :smile: ]]> <b> %0A ::error::x ##[error]y \x7f \ud800"
)


def case(
    name: str = "project",
    arguments: Any = (("id", "0"),),
    children: Any = (),
    number: int = 231,
    flaw: str = "",
):
    child = children or (Field("Project", "name", "", (), (), ()),)
    field = Field("Query", name, "", arguments, (), child)
    return write_case(number, Operation("query", "", "Query", (field,)), flaw)


def finding(message: str = "expected Int, got a string", the_case: Any = None, **more: Any):
    exchange = Exchange(the_case or case(), status=200, body=b'{"data": {}}', payload={"data": {}}, is_json=True)
    return Finding("data", "Project.name", message, exchange, **more)


def big_case():
    leaves = tuple(Field("User", f"field{number}", "", (), (), ()) for number in range(8))
    owner = Field("Project", "owner", "theOwner", (("first", 10), ("state", EnumValue("OPEN"))), (), leaves)
    search = ("filter", {"text": "a" * 1000, "tags": ["x", HOSTILE.replace("\ud800", "")], "deep": {"more": None}})
    name = ("name", Variable("name", "String!", "x\x00" + "é" * 600))
    return case("projects", (search, name), (owner, Field("Project", "id", "", (), (), ())), number=4012)


def walked(actual: int, result: Class, *names: str):
    return Walked(Path(tuple(Step("Query", name, "Thing") for name in names)), actual, result)


@pytest.fixture
def run() -> Run:
    crash = Exchange(case("user", (("id", HOSTILE),), number=7), failure=Failure.TIMEOUT, elapsed=10.0)
    html = Exchange(
        case("nodes", (), flaw="a field that the type does not have"), status=500, body=b"<html>\n<b>Oops</b>\x1b[2J\n"
    )
    excerpt = '{"message": "Cannot read properties of undefined",\n "path": ["projects", 0, "theOwner"]}'
    findings = (
        finding(
            "expected Int, got a string: " + HOSTILE, count=1, severity=Severity.SUSPICION, path="data.project.name"
        ),
        replace(
            finding(
                "a server fault in a 200: Cannot read properties of undefined", big_case(), count=1204, shrunk=True
            ),
            oracle="errors",
            coordinate="Query.projects",
            path="errors[0]",
            excerpt=excerpt,
            reproduced=True,
        ),
        Finding("lost-connection", "", "no complete answer within 10 s", crash, count=3, reproduced=False),
        Finding("status", "", "status 500", html, count=12),
    )
    names = [f"Type{number}.field" for number in range(40)]
    coverage = Coverage(
        tuples=frozenset(names),
        requested=frozenset(names),
        reached=frozenset(names[:31]),
        witnessed=frozenset(names[:22]),
        arguments=frozenset({"Query.a(b:)", "Query.a(c:)", "Query.a(d:)"}),
        arguments_used=frozenset({"Query.a(b:)"}),
        enums=frozenset({"Colour.RED"}),
        notes=("3 types cannot be reached",),
    )
    return Run(
        target="http://127.0.0.1:8000/graphql",
        seed=4711,
        findings=findings,
        coverage=coverage,
        reach=(
            Reach("tuples", 40, "all there are", 3, 2, 40, {**dict.fromkeys(Class, 0), Class.PERFECT: 40}, 96, 96),
            Reach(
                "edge-pair",
                *(1_204, "at least 1,204 paths, total unknown", 61, 57, 1_004),
                {Class.PERFECT: 990, Class.GOOD: 12, Class.MALFORMED: 1, Class.FAILED: 1},
                *(3_050, 2_980),
                (
                    walked(0, Class.MALFORMED, "a"),
                    walked(1, Class.FAILED, "node", "theOwner"),
                    walked(2, Class.GOOD, *("aLongNameOfAField" for _ in range(8))),
                    walked(1, Class.GOOD, HOSTILE.replace("\ud800", ""), "b"),
                ),
            ),
        ),
        graph=(
            Step("Query", "project", "Project"),
            Step("Query", "node", "Project"),
            Step("Query", "node", "User"),
            Step("Project", "owner", "User"),
        ),
        requests=10_412,
        cases=10_000,
        elapsed=12.34,
        outcomes={"data": 9120, "user error": 600, "server fault": 1204, "none": 3},
        oracles={
            "errors": {"passed": 3, "failed": 1204, "not applicable": 1},
            "envelope": {"passed": 10_000, "failed": 0, "not applicable": 0},
            "own": {"passed": 0, "failed": 0, "not applicable": 9},
        },
        missing_values=tuple(
            MissingValue(line.partition(" ")[0], line)
            for line in (
                'Query.project.id never brought data: 12 values were tried, such as "\x1b". Give --seed-values …',
                *(f"Query.thing{number}.id never brought data" for number in range(11)),
            )
        ),
        notes=("the scalar Money has no generator: add one in a hooks file, under generators",),
        ended="10,000 requests",
        version="0.1.0",
    )
