"""How long it takes to write tests of real recordings in each format, and how few of them cover the same.

    python -m bench.export FOLDER_OF_RECORDINGS FOLDER_OF_SCHEMAS

The recordings are those of the harvesting study (AutoGraphQL's JSON lines, 334 queries) with its schema. Timed is what
happens between the recordings in memory and the files on disk: reading, validating, working out answers, writing. All
recorded questions are exported as they were asked, secrets included, to a folder that is removed again: redaction would
make some of them the same. The schema is loaded before the clock starts. The fastest of several runs is shown.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import TYPE_CHECKING

from bench.table import show
from querious.export import FORMATS, Example, files_of
from querious.graphql.schema import read_files
from querious.pipeline.export.use_case import Exported, Wish, export

if TYPE_CHECKING:
    from collections.abc import Iterator

    from graphql import GraphQLSchema

_RUNS = 3
_SECONDS = 2.0
"""For each format at most."""
_QUERIES = 334
_STUDIED = (506, 1_884)


def main(recordings: str, schemas: str) -> int:
    """Print the tables; 1 if a target is missed."""
    logs, files = sorted(Path(recordings).glob("saleor*.jsonl")), sorted(Path(schemas).glob("saleor*.graphql"))
    if not logs or not files:
        print(f"No recordings of Saleor in {recordings}, or no schema of it in {schemas}")
        return 2
    started = perf_counter()
    schema = read_files(str(files[0])).schema
    loading = perf_counter() - started
    examples = list(_examples(logs[0]))
    rows = []
    failed = False
    for form in FORMATS.values():
        seconds = 1e9
        for _ in range(_RUNS):
            with TemporaryDirectory() as folder:
                started = perf_counter()
                done = export(schema, examples, Wish())
                written = files_of(done.scripts, form, "querious export")
                for name, text in written.items():
                    Path(folder, name).write_text(text, encoding="utf-8")
                seconds = min(seconds, perf_counter() - started)
        size = sum(map(len, written.values())) // 1000
        failed |= seconds >= _SECONDS or len(done.cases) != _QUERIES
        rows.append(
            [form.name, str(len(done.cases)), str(len(written)), f"{size:,}", f"{seconds:.2f}", f"{_SECONDS:g}"]
        )
    show(
        f"Tests written (the schema took {loading:.2f} s to load)",
        ["format", "tests", "files", "kB", "s", "target s"],
        rows,
    )
    failed |= (done.studied.covered, done.studied.tuples) != _STUDIED
    show("Fewer tests", ["kept", "tests", "bound", "covered", "of", "s"], list(_fewer(schema, examples)))
    return int(failed)


def _examples(path: Path) -> list[Example]:
    records = (json.loads(line) for line in path.read_text(encoding="utf-8").splitlines())
    return [
        Example(
            record["query"],
            record["variables"],
            operation_name=record["operationName"],
            kind="mutation" if "mutation " in record["query"] else "",
            calls=record["timesCalled"],
        )
        for record in records
    ]


def _fewer(schema: GraphQLSchema, examples: list[Example]) -> Iterator[list[str]]:
    for name, wish in (
        ("queries", Wish()),
        ("as few as cover the fields", Wish(minimise=True)),
        ("and the arguments", Wish(minimise=True, arguments=True)),
        ("the first 20", Wish(most=20)),
        ("with mutations", Wish(mutations=True)),
        ("with mutations, as few", Wish(mutations=True, minimise=True)),
    ):
        started = perf_counter()
        done = export(schema, examples, wish)
        yield [name, *_row(done), f"{perf_counter() - started:.2f}"]


def _row(done: Exported) -> list[str]:
    bound = str(done.cover.bound) if done.cover else "-"
    return [str(len(done.cases)), bound, f"{done.studied.covered:,}", f"{done.studied.tuples:,}"]


if __name__ == "__main__":
    given = sys.argv[1:]
    sys.exit(main(*given) if len(given) == 2 else main("../shared/harvest", "../shared/schemas"))
