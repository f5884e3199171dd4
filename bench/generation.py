"""Operations generated per second on one core, beside hypothesis-graphql, on every schema in a folder.

    python -m bench.generation FOLDER

Both write whole documents with variables or literals. Ours are generated as in a run (growing to the size limit, no
deliberately invalid ones); theirs come from ``hypothesis_graphql.queries``, driven as its users drive it. The mean
number of selections is printed for both. Of ours 1,000 are checked by graphql-core: validation and variable coercion.
"""

from __future__ import annotations

import sys
import warnings
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING, Any

from graphql import FieldNode, InlineFragmentNode, Visitor, parse, visit
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis_graphql import queries

from bench.table import show
from querious.graphql.cases import Generator, Tables, problems
from querious.graphql.schema import read_files
from querious.graphql.values import Makers
from querious.model.operation import walk
from querious.values import Pool

if TYPE_CHECKING:
    from graphql import GraphQLSchema

_OURS = 5_000
_CHECKED = 1_000
_SECONDS = 8.0
"""For the peer, on each schema, from its first operation on: its set-up does not count."""
_FEWEST = 10
"""Operations of the peer at least."""


class _Enough(Exception):  # noqa: N818 (it ends the peer's run, it is no error)
    """The time for the peer is over."""


def main(folder: str) -> int:
    """Print the table; 1 if an operation is invalid or a ratio is under 100."""
    files = sorted(path for path in Path(folder).iterdir() if path.suffix in {".json", ".graphql"})
    if not files:
        print(f"No schemas (.json, .graphql) in {folder}")
        return 2
    rows = []
    failed = False
    for path in files:
        schema = read_files(str(path)).schema
        rate, size, invalid = ours(schema)
        their_rate, their_size = theirs(schema)
        ratio = rate / their_rate
        failed |= bool(invalid) or ratio < 100
        rows.append(
            [
                path.name[:40],
                f"{rate:,.0f}",
                f"{size:.1f}",
                f"{their_rate:,.1f}",
                f"{their_size:.1f}",
                f"{ratio:,.0f}",
                str(invalid),
            ]
        )
    head = ["schema", "ours/s", "selections", "hypothesis-graphql/s", "selections", "ratio", f"invalid of {_CHECKED:,}"]
    show("Generated operations per second on one core", head, rows)
    return int(failed)


def ours(schema: GraphQLSchema) -> tuple[float, float, int]:
    """Operations per second, their mean size, and how many of a sample are invalid."""
    generator = Generator(schema, Tables(schema, Makers(schema, Pool())), seed=1)
    started = perf_counter()
    selections = 0
    for number in range(_OURS):
        generator.case(number)
    rate = _OURS / (perf_counter() - started)
    cases = [generator.case(number) for number in range(0, _OURS, _OURS // _CHECKED)]
    selections = sum(sum(1 for _ in walk(case.operation.selections)) for case in cases)
    return rate, selections / len(cases), sum(bool(problems(schema, case)) for case in cases)


def theirs(schema: GraphQLSchema) -> tuple[float, float]:
    """The same for the peer."""
    documents: list[str] = []
    times: list[float] = []

    @settings(
        max_examples=_OURS,
        deadline=None,
        database=None,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(queries(schema, custom_scalars=_scalars(schema)))
    def collect(document: str) -> None:
        documents.append(document)
        times.append(perf_counter())
        if len(times) >= _FEWEST and times[-1] - times[0] > _SECONDS:
            raise _Enough

    try:
        collect()
    except BaseException as error:
        if len(times) < _FEWEST:
            raise RuntimeError("hypothesis-graphql could not generate") from error
    sizes = [_size(document) for document in documents]
    return (len(times) - 1) / (times[-1] - times[0]), sum(sizes) / len(sizes)


def _scalars(schema: GraphQLSchema) -> dict[str, Any]:
    """The peer needs a strategy for every custom scalar: plain strings."""
    from graphql import GraphQLScalarType, is_specified_scalar_type  # noqa: PLC0415
    from hypothesis import strategies as st  # noqa: PLC0415
    from hypothesis_graphql import nodes  # noqa: PLC0415

    return {
        name: st.text(alphabet="abc").map(nodes.String)
        for name, kind in schema.type_map.items()
        if isinstance(kind, GraphQLScalarType) and not is_specified_scalar_type(kind)
    }


def _size(document: str) -> int:
    counted = 0

    class Count(Visitor):
        def enter(self, node: Any, *_: object) -> None:
            nonlocal counted
            counted += isinstance(node, FieldNode | InlineFragmentNode)

    visit(parse(document), Count())
    return counted


if __name__ == "__main__":
    warnings.simplefilter("ignore")
    sys.exit(main(sys.argv[1] if len(sys.argv) > 1 else "../shared/schemas"))
