from __future__ import annotations

import json
import signal
import subprocess
import sys
import time
from functools import cache
from pathlib import Path
from types import SimpleNamespace
from typing import TYPE_CHECKING
from xml.etree import ElementTree as ET

import pytest
from graphql import build_schema

from unit.pipeline.rest.library import DESCRIPTION

if TYPE_CHECKING:
    from collections.abc import Callable

    from graphql import GraphQLSchema

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


def test_no_limit_lists_all_of_them(querious: Callable[..., int], capsys: pytest.CaptureFixture[str]):
    Path("schema.graphql").write_text(complete(5))
    *paths, last = told(querious, capsys, "--limit", "none")
    assert len(paths) == 24
    assert last.startswith("24 paths")


def test_operations_keep_to_every_limit(querious: Callable[..., int], capsys: pytest.CaptureFixture[str]):
    *_, described, _ = told(querious, capsys, "--operations", "--depth", "2", "--cost", "7", "--fields", "9")
    assert "within 9 fields and 2 levels and a cost of 7 each" in described
    assert "3 paths went beyond the limits" in described


@pytest.mark.parametrize(("leaves", "names"), [("needed", 0), ("one", 2), ("all", 3)])
def test_leaves_are_as_asked_for(
    querious: Callable[..., int], capsys: pytest.CaptureFixture[str], leaves: str, names: int
):
    Path("schema.graphql").write_text("type Query { a: A } type A { b: B id: ID name: String } type B { size: Int }")
    operation, *_ = told(querious, capsys, "--operations", "--leaves", leaves)
    assert [operation.count(name) for name in ("id", "size", "name")] == [int(names > 0), 1, int(names > 2)]


def test_without_a_limit_only_so_many_paths_are_merged(
    querious: Callable[..., int], capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr("querious.pipeline.paths.use_case._MOST_PLANNED", 50)
    Path("schema.graphql").write_text(complete(12))
    *_, described, last = told(querious, capsys, "--operations", "--limit", "none")
    assert "for 50 paths" in described
    assert last.startswith("at least 50 paths, total unknown")


def drawn(text: str) -> ET.Element:
    return ET.fromstring(text)  # noqa: S314 (we wrote it)


def highlighted(text: str) -> int:
    return sum(element.get("class") == "edge highlighted" for element in drawn(text).iter())


def test_a_drawing_shows_the_paths_that_are_listed(querious: Callable[..., int], capsys: pytest.CaptureFixture[str]):
    assert querious("paths", "schema.graphql", "--draw", "svg", "--limit", "1") == 0
    out, err = capsys.readouterr()
    assert highlighted(out) == 2
    assert err.startswith("at least 1 path")


def test_a_drawing_with_a_count_shows_the_graph_alone(querious: Callable[..., int], capsys: pytest.CaptureFixture[str]):
    assert querious("paths", "schema.graphql", "--draw", "svg", "--count") == 0
    out, err = capsys.readouterr()
    assert highlighted(out) == 0
    assert err.startswith("3 paths by rooted-prime-path")


def test_a_drawing_of_operations_shows_their_trees(querious: Callable[..., int], capsys: pytest.CaptureFixture[str]):
    assert querious("paths", "schema.graphql", "--draw", "dot", "--operations") == 0
    out, err = capsys.readouterr()
    assert 'label="query 1"' in out
    assert 'label="other"' in out
    assert err.startswith("1 operation for 3 paths")


def test_a_drawing_goes_to_a_file(querious: Callable[..., int], capsys: pytest.CaptureFixture[str]):
    (line,) = told(querious, capsys, "--draw", "mermaid", "--output", "deep/graph.mmd")
    assert line.startswith("3 paths")
    assert "flowchart LR" in Path("deep/graph.mmd").read_text()


def complete(size: int) -> str:
    """Every type leads to every other."""
    types = (
        f"type T{one} {{ id: ID {' '.join(f't{other}: T{other}' for other in range(size) if other != one)} }}"
        for one in range(size)
    )
    return "type Query { start: T0 } " + " ".join(types)


def ring(size: int) -> str:
    types = (f"type T{node} {{ id: ID next: T{(node + 1) % size} }}" for node in range(size))
    return "type Query { start: T0 } " + " ".join(types)


def star(size: int) -> str:
    fields = " ".join(f"t{node}: T{node}" for node in range(size))
    return f"type Query {{ {fields} }} " + " ".join(f"type T{node} {{ own: T{node} }}" for node in range(size))


@cache
def shape(name: str) -> GraphQLSchema:
    """Schemas at the edge of what there can be, read once for all tests."""
    texts = {
        "one type": "type Query { id: ID }",
        "one type with itself": "type Query { self: Query again: Query }",
        "a ring of 3,000": ring(3_000),
        "a star of 3,000 with self-loops": star(3_000),
        "all with all": complete(25),
    }
    return build_schema(texts[name], assume_valid=True)


@pytest.mark.unmeasured
@pytest.mark.parametrize(
    "name",
    ["one type", "one type with itself", "a ring of 3,000", "a star of 3,000 with self-loops", "all with all"],
)
@pytest.mark.parametrize("arguments", ["", "--operations", "--draw svg", "--operations --draw svg", "--draw mermaid"])
def test_no_shape_of_a_schema_is_too_much(
    querious: Callable[..., int],
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    name: str,
    arguments: str,
):
    monkeypatch.setattr("querious.pipeline.paths.search.load_schema", lambda *_: SimpleNamespace(schema=shape(name)))
    before = time.process_time()
    assert querious("paths", "schema.graphql", *arguments.split()) == 0
    assert time.process_time() - before < 20
    assert len(capsys.readouterr().out) < 2_000_000


@pytest.mark.unmeasured
@pytest.mark.parametrize("criterion", ["node", "rooted-prime-path"])
@pytest.mark.parametrize("name", ["one type", "one type with itself", "a ring of 3,000"])
def test_all_shapes_can_be_counted(
    querious: Callable[..., int],
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    name: str,
    criterion: str,
):
    monkeypatch.setattr("querious.pipeline.paths.search.load_schema", lambda *_: SimpleNamespace(schema=shape(name)))
    assert querious("paths", "schema.graphql", "--count", "--criterion", criterion) == 0
    assert f" by {criterion}; " in capsys.readouterr().out


@pytest.mark.parametrize("arguments", [("--count",), ("--limit", "none"), ("--operations", "--limit", "none")])
def test_ctrl_c_ends_a_search_at_once(arguments: tuple[str, ...]):
    """A real process. It says when the search has begun, so that the signal does not meet the imports."""
    Path("schema.graphql").write_text(complete(25))
    code = (
        "import sys\nfrom querious.cli import main\nfrom querious.pipeline.paths import use_case\n"
        "make = use_case.PathListing\n"
        "def begin(*given):\n    print('begun', file=sys.stderr, flush=True)\n    return make(*given)\n"
        "use_case.PathListing = begin\nmain(sys.argv[1:])"
    )
    command = [sys.executable, "-c", code, "paths", "schema.graphql", *arguments]
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE) as process:
        assert process.stderr
        assert process.stderr.readline() == b"begun\n"
        time.sleep(0.3)
        before = time.monotonic()
        process.send_signal(signal.SIGINT)
        try:
            _, rest = process.communicate(timeout=10)
        finally:
            process.kill()
        assert process.returncode == 130
        assert time.monotonic() - before < 5
    assert b"Traceback" not in rest


@pytest.mark.parametrize(
    "arguments",
    [
        ("--criterion", "nonsense"),
        ("--root", "subscription"),
        ("--model", "odd"),
        ("--limit", "0"),
        ("--limit", "some"),
        ("--leaves", "most"),
        ("--draw", "png"),
        ("--output", "graph.svg"),
        ("--draw", "svg", "--output", "."),
    ],
)
def test_mistakes_are_one_line(
    querious: Callable[..., int], capsys: pytest.CaptureFixture[str], arguments: tuple[str, ...]
):
    assert querious("paths", "schema.graphql", *arguments) == 2
    assert len(capsys.readouterr().err.strip().splitlines()) == 1


def test_paths_through_the_operations_of_a_description(
    querious: Callable[..., int], capsys: pytest.CaptureFixture[str]
):
    Path("openapi.json").write_text(json.dumps(DESCRIPTION))
    assert querious("paths", "openapi.json", "--criterion", "edge") == 0
    *paths, last = capsys.readouterr().out.splitlines()
    assert "GET /authors → GET /authors/{id} → GET /authors/{id}/books" in paths
    assert "operations as nodes" in last
    assert querious("paths", "openapi.json", "--count", "--draw", "mermaid") == 0
    assert '-->|"id"|' in capsys.readouterr().out
    assert querious("paths", "openapi.json", "--operations") == 2
