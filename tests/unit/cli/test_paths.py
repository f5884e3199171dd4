from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from collections.abc import Callable

SCHEMA = """
type Query { a(id: ID!): A b: B }
type A { b: B other: B name: String }
type B { a: A size: Int }
type Mutation { make: A }
"""


@pytest.fixture(autouse=True)
def files() -> None:
    Path("schema.graphql").write_text(SCHEMA)


def told(querious: Callable[..., int], capsys: pytest.CaptureFixture[str], *arguments: str) -> list[str]:
    assert querious("paths", "schema.graphql", *arguments) == 0
    return capsys.readouterr().out.splitlines()


def test_paths_are_listed_with_their_graph(querious: Callable[..., int], capsys: pytest.CaptureFixture[str]):
    *paths, last = told(querious, capsys)
    assert sorted(paths) == ["Query.a.b", "Query.a.other", "Query.b.a"]
    assert last.startswith("3 paths by rooted-prime-path; 3 nodes and 5 edges")


def test_parallel_fields_can_be_collapsed(querious: Callable[..., int], capsys: pytest.CaptureFixture[str]):
    *paths, last = told(querious, capsys, "--model", "types")
    assert len(paths) == 2
    assert "4 edges" in last


def test_they_are_counted_only(querious: Callable[..., int], capsys: pytest.CaptureFixture[str]):
    (line,) = told(querious, capsys, "--count", "--criterion", "edge")
    assert line.startswith("5 paths by edge; ")


def test_a_limit_leaves_the_total_unknown(querious: Callable[..., int], capsys: pytest.CaptureFixture[str]):
    *paths, last = told(querious, capsys, "--limit", "1", "--diverse", "1")
    assert len(paths) == 1
    assert last.startswith("at least 1 path")


def test_they_become_operations(querious: Callable[..., int], capsys: pytest.CaptureFixture[str]):
    operation, described, _ = told(querious, capsys, "--operations")
    assert operation.startswith("{ a(id: ")
    assert described.startswith("1 operation for 3 paths")


def test_another_root(querious: Callable[..., int], capsys: pytest.CaptureFixture[str]):
    assert "Mutation.make.b" in told(querious, capsys, "--root", "mutation")


@pytest.mark.parametrize("arguments", [("--criterion", "nonsense"), ("--root", "subscription"), ("--model", "odd")])
def test_mistakes_are_one_line(
    querious: Callable[..., int], capsys: pytest.CaptureFixture[str], arguments: tuple[str, ...]
):
    assert querious("paths", "schema.graphql", *arguments) == 2
    assert len(capsys.readouterr().err.strip().splitlines()) == 1
