"""How few operations hold all paths and all tuples, how long planning takes, and whether what is written is valid.

    python -m bench.plans FOLDER

GitLab's rooted prime paths are those of the study: composite types, enums and Time are nodes, parallel fields are one
edge. They are enumerated before the clock starts; merging, cutting, building and writing the documents are timed, and
the fastest of several runs is shown, since other work on the machine only ever adds to one. On every schema random
paths and all tuples are planned too, and a sample of the operations is checked by graphql-core.
"""

from __future__ import annotations

import sys
from itertools import islice
from math import ceil
from pathlib import Path as File
from random import Random
from time import perf_counter
from typing import TYPE_CHECKING, NamedTuple

from graphql import (
    GraphQLInterfaceType,
    GraphQLObjectType,
    GraphQLUnionType,
    get_named_type,
    is_composite_type,
    is_enum_type,
    is_required_argument,
)

from bench.table import show
from querious.graphql.cases import problems
from querious.graphql.plan import PlanLimits, measure, plan_paths, plan_tuples
from querious.graphql.schema import read_files
from querious.graphql.values import Makers
from querious.model import Path, Step
from querious.model.document_text import write, write_case
from querious.values import Chance, Pool

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from graphql import GraphQLSchema

    from querious.graphql.plan import OperationPlan
    from querious.model import Value

    Make = Callable[[Chance], Value]

_RUNS = 5
_WALKS = 2_000
"""Random paths planned on every schema, and their length at most."""
_LONGEST = 10
_CHECKED = 25
"""Operations of each plan that are validated, at most."""
_STUDIED = 41_744


class _Target(NamedTuple):
    """What a plan must hold to; 0 for what is not demanded."""

    operations: int = 0
    seconds: float = 0


_TUPLES = {"gitlab": _Target(12), "github": _Target(140)}
_PATHS = {"gitlab": _Target(500, 1.0)}
_SMALL, _LARGE = PlanLimits(fields=50), PlanLimits(fields=200)


def main(folder: str) -> int:
    """Print the table; 1 if a target is missed or an operation is invalid."""
    files = sorted(path for path in File(folder).iterdir() if path.suffix in {".json", ".graphql"})
    if not files:
        print(f"No schemas (.json, .graphql) in {folder}")
        return 2
    rows: list[list[str]] = []
    failed = False
    for file in files:
        schema = read_files(str(file)).schema
        name = file.name.partition("-")[0]
        values = Values(schema)
        if name in _PATHS:
            paths = list(studied(schema))
            failed |= len(paths) != _STUDIED
            failed |= _row(rows, [name, "rooted prime paths"], values, _PATHS[name], paths)
        failed |= _row(rows, [name, "random paths"], values, _Target(), list(islice(walked(values), _WALKS)))
        failed |= _row(rows, [name, "tuples"], values, _TUPLES.get(name, _Target()))
    head = [
        "schema",
        "what",
        "paths",
        "fields each",
        "operations",
        "bound",
        "gap",
        "target",
        "s",
        "target s",
        "invalid",
    ]
    show("Plans", head, rows)
    return int(failed)


def _row(
    rows: list[list[str]], names: list[str], values: Values, target: _Target, paths: list[Path] | None = None
) -> bool:
    """Plan these paths or all tuples and add a row; whether a target is missed."""
    seconds = 1e9
    for _ in range(_RUNS if target.seconds else 1):
        started = perf_counter()
        plan = values.tuples(_SMALL) if paths is None else values.paths(paths, _LARGE)
        for operation in plan.operations:
            write(operation)
        seconds = min(seconds, perf_counter() - started)
    invalid, checked = _invalid(values.schema, plan)
    rows.append(
        [
            *names,
            f"{plan.paths:,}",
            str(plan.limits.fields),
            str(plan.size),
            str(plan.bound),
            f"{plan.gap:.1%}",
            str(target.operations or "-"),
            f"{seconds:.2f}",
            str(target.seconds or "-"),
            f"{invalid} of {checked}",
        ]
    )
    slow = bool(target.seconds) and seconds >= target.seconds
    large = bool(target.operations) and plan.size > target.operations
    return bool(invalid) or slow or large or bool(plan.left_out)


def _invalid(schema: GraphQLSchema, plan: OperationPlan) -> tuple[int, int]:
    """How many of a sample are invalid or too large, and how many were looked at."""
    sample = plan.operations[:: max(1, ceil(plan.size / _CHECKED))]
    wrong = sum(
        bool(problems(schema, write_case(number, operation))) or not plan.limits.allow(measure(schema, operation))
        for number, operation in enumerate(sample)
    )
    return wrong, len(sample)


class Values:
    """Values for required arguments, as a run would make them before it has learned any."""

    def __init__(self, schema: GraphQLSchema) -> None:
        self.schema = schema
        self._makers = Makers(schema, Pool())
        self._chance = Chance(Random(1))
        self._made: dict[tuple[str, str], list[tuple[str, Make | None]]] = {}

    def paths(self, paths: list[Path], limits: PlanLimits) -> OperationPlan:
        """Plan paths."""
        return plan_paths(self.schema, "query", paths, limits, self.of, allowed=self.allowed)

    def tuples(self, limits: PlanLimits) -> OperationPlan:
        """Plan all tuples."""
        return plan_tuples(self.schema, "query", limits, self.of, allowed=self.allowed)

    def of(self, parent: str, name: str, _target: str) -> list[tuple[str, Value]]:
        """A value for each required argument of a field."""
        return [(key, make(self._chance)) for key, make in self._makers_of(parent, name) if make is not None]

    def allowed(self, coordinate: str) -> bool:
        """Whether values for all required arguments can be made."""
        parent, _, name = coordinate.partition(".")
        return all(make is not None for _, make in self._makers_of(parent, name))

    def _makers_of(self, parent: str, name: str) -> list[tuple[str, Make | None]]:
        made = self._made.get((parent, name))
        if made is None:
            kind = self.schema.type_map[parent]
            assert isinstance(kind, GraphQLObjectType)  # noqa: S101 (only objects are on paths)
            field = kind.fields[name]
            made = self._made[parent, name] = [
                (key, self._makers.maker(f"{parent}.{name}.{key}", argument.type, get_named_type(field.type)))
                for key, argument in field.args.items()
                if is_required_argument(argument)
            ]
        return made


def studied(schema: GraphQLSchema) -> Iterator[Path]:
    """The rooted prime paths in the study's graph: from a source, every leaf of a search over simple paths is one."""
    edges: dict[str, list[Step]] = {}
    for name, kind in schema.type_map.items():
        collapsed: dict[str, Step] = {}
        for field, definition in kind.fields.items() if isinstance(kind, GraphQLObjectType) else ():
            target = get_named_type(definition.type)
            if is_composite_type(target) or is_enum_type(target) or target.name == "Time":
                collapsed.setdefault(target.name, Step(name, field, target.name))
        edges[name] = list(collapsed.values())
    assert schema.query_type is not None  # noqa: S101 (GitLab's)
    root = schema.query_type.name
    steps: list[Step] = []
    seen = {root}
    waiting = [iter(edges[root])]
    grown = False
    while waiting:
        step = next((step for step in waiting[-1] if step.target not in seen), None)
        if step is not None:
            steps.append(step)
            seen.add(step.target)
            waiting.append(iter(edges[step.target]))
            grown = True
            continue
        if grown:
            yield Path(tuple(steps))
            grown = False
        waiting.pop()
        if steps:
            seen.discard(steps.pop().target)


def walked(values: Values) -> Iterator[Path]:
    """Random paths over composite types, interfaces and unions narrowed to their members, without end."""
    random = Random(1)
    assert values.schema.query_type is not None  # noqa: S101 (every schema has one)
    onward: dict[str, list[Step]] = {}
    while True:
        steps: list[Step] = []
        kind = values.schema.query_type.name
        for _ in range(random.randint(1, _LONGEST)):
            if kind not in onward:
                onward[kind] = list(_onward(values, kind))
            if not onward[kind]:
                break
            steps.append(random.choice(onward[kind]))
            kind = steps[-1].target
        if steps:
            yield Path(tuple(steps))


def _onward(values: Values, parent: str) -> Iterator[Step]:
    kind = values.schema.type_map[parent]
    for name, definition in kind.fields.items() if isinstance(kind, GraphQLObjectType) else ():
        target = get_named_type(definition.type)
        if isinstance(target, GraphQLObjectType):
            members = [target]
        elif isinstance(target, GraphQLInterfaceType | GraphQLUnionType):
            members = list(values.schema.get_possible_types(target))
        else:
            continue
        if values.allowed(f"{parent}.{name}"):
            yield from (Step(parent, name, member.name) for member in members)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1] if len(sys.argv) > 1 else "../shared/schemas"))
