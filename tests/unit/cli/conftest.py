from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

import pytest

from querious import cli
from querious.model import Coverage, Exchange, Field, Finding, Operation, Run, Severity
from querious.model.document_text import write_case

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

URL = "http://127.0.0.1:1/graphql"


def a_finding(severity: Severity = Severity.FAULT, message: str = "expected Int") -> Finding:
    operation = Operation("query", "", "Query", (Field("Query", "age", "", (), (), ()),))
    exchange = Exchange(
        write_case(3, operation), 200, body=b'{"data": {"age": "x"}}', payload={"data": {"age": "x"}}, is_json=True
    )
    return Finding("data", "Query.age", message, exchange, severity)


def a_run(*findings: Finding, **more: Any) -> Run:
    fields = frozenset({"Query.age", "Query.name"})
    coverage = Coverage(tuples=fields, requested=fields, reached=fields, witnessed=fields)
    return Run(**{"target": URL, "seed": 7, "findings": findings, "coverage": coverage, "requests": 9, **more})


@pytest.fixture(autouse=True)
def alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An empty folder, and nothing in the environment that changes what is printed."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("sys.path", [*sys.path])
    for name in ("CI", "NO_COLOR", "GITHUB_ACTIONS", "GITHUB_STEP_SUMMARY", "COLUMNS", "QUERIOUS_TOKEN"):
        monkeypatch.delenv(name, raising=False)


@pytest.fixture
def querious() -> Callable[..., int]:
    """Calls the command line and gives its exit status."""

    def call(*arguments: str) -> int:
        with pytest.raises(SystemExit) as ended:
            cli.main(arguments)
        assert isinstance(ended.value.code, int)
        return ended.value.code

    return call


class Pipeline:
    """Stands for ``querious.pipeline``: gives what the test put in, remembers how it was called."""

    def __init__(self) -> None:
        self.gives: Any = None
        self.calls: list[tuple[Any, ...]] = []

    def __call__(self, *arguments: Any, **_named: Any) -> Any:
        self.calls.append(arguments)
        if isinstance(self.gives, BaseException):
            raise self.gives
        return self.gives(*arguments) if callable(self.gives) else self.gives


def _faked(monkeypatch: pytest.MonkeyPatch, name: str) -> Pipeline:
    fake = Pipeline()
    monkeypatch.setattr(f"querious.pipeline.run.use_case.{name}", fake)
    return fake


@pytest.fixture
def pipeline_run(monkeypatch: pytest.MonkeyPatch) -> Pipeline:
    fake = _faked(monkeypatch, "run")
    fake.gives = a_run()
    return fake


@pytest.fixture
def pipeline_replay(monkeypatch: pytest.MonkeyPatch) -> Pipeline:
    return _faked(monkeypatch, "replay")


@pytest.fixture
def finding() -> Callable[..., Finding]:
    return a_finding


@pytest.fixture
def make_run() -> Callable[..., Run]:
    return a_run
