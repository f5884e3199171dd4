"""Two versions of a GraphQL API."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from querious.answers.order import PromisedOrder
from querious.graphql.cases import problems
from querious.graphql.oracles import CATALOGUE, outcome
from querious.graphql.schema import names_of
from querious.graphql.shape import Shapes
from querious.graphql.shrink import shrink_cases
from querious.model.diff import Broken, Weight
from querious.model.patterns import Patterns
from querious.pipeline.diff.atoms import SeenAtoms
from querious.pipeline.diff.broken_recordings import broken_recordings
from querious.pipeline.diff.questions import Fitting
from querious.pipeline.diff.sweep import Sweep
from querious.pipeline.graphql.api import GraphqlApi
from querious.pipeline.graphql.plan_phase import PlanPhase
from querious.pipeline.graphql.recorded_phase import deviate
from querious.pipeline.graphql.unmatched_patterns import check_schema_patterns
from querious.pipeline.recorded import read_recordings
from querious.pipeline.run.random_phase import RandomPhase
from querious.relations import Observations, QueryAnswer
from querious.versions import schema_changes

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Generator, Sequence

    from querious.answers.order import OrderPromises
    from querious.execute import Target
    from querious.graphql.schema import Loaded
    from querious.model import Case, Exchange, SelectionShape, Settings
    from querious.pipeline.run.api_under_test import ApiUnderTest, Scenario
    from querious.pipeline.run.batch_sender import BatchSender
    from querious.pipeline.run.context import RunContext

_BEFORE_RANDOM = 0.75
"""The part of the budget after which arguments are no longer varied field by field."""
_NOTED = 64 * 1024
"""Bytes of an answer that is learned from."""


class GraphqlVersions:
    """See ``BothVersions``."""

    protocol = "GraphQL"
    oracles = tuple(oracle.name for oracle in CATALOGUE)

    def __init__(self, targets: Sequence[Target], loaded: Sequence[Loaded], settings: Settings) -> None:
        self._settings = settings
        self._loaded = loaded[0]
        self._schemas = [one.schema for one in loaded]
        self._names = [target.name for target in targets]
        check_schema_patterns(self._schemas[0], settings)
        self.changes = schema_changes(*self._schemas)
        breaking = any(change.weight is Weight.BREAKING for change in self.changes)
        self.order: OrderPromises = PromisedOrder(self._schemas[0])
        self._counted = Patterns((), settings.exclude).match
        self._fitting = Fitting(self._schemas[1], breaking=breaking)
        self._shapes = Shapes(self._schemas[0])
        self._observed = Observations(self._schemas[0], settings.permits)
        self._seen = SeenAtoms()
        self._recorded: list[Broken] = []
        targets[1].mask.spare(names_of(self._schemas[1]))

    def is_left_out(self, coordinate: str) -> bool:
        """See ``BothVersions``."""
        return not self._counted(coordinate)

    def bind(self, context: RunContext) -> ApiUnderTest:
        """See ``BothVersions``."""
        self._api = GraphqlApi(context, self._loaded)
        return self._api.bound()

    def phases(self, sender: BatchSender) -> Sequence[tuple[str, Callable[[], Awaitable[Any]]]]:
        """What users asked, the walk of a run, arguments varied one by one, and random operations."""
        api = self._api
        phases: list[tuple[str, Callable[[], Awaitable[Any]]]] = [
            ("paths", PlanPhase(api, sender).walk),
            (
                "arguments",
                lambda: Sweep(api, sender, self._observed, self._seen).sweep(sender.budget.part(_BEFORE_RANDOM)),
            ),
            ("random", RandomPhase(sender).explore),
        ]
        if self._settings.recordings:
            self._read_recordings(self._settings.recordings, sender)
            recorded = read_recordings(self._settings.recordings)
            phases.insert(0, ("recordings", lambda: deviate(api, sender, recorded)))
        return phases

    def _read_recordings(self, place: str, sender: BatchSender) -> None:
        old, new = self._schemas
        self._recorded, fitting = broken_recordings(read_recordings(place), old, new)
        if not fitting:
            sender.note(f"No recording of {place} fits the schema of {self._names[0]}.")

    def fitted(self, case: Case) -> Case | None:
        """See ``BothVersions``."""
        return self._fitting.fitted(case) if case.operation.kind == "query" else None

    def for_b(self, case: Case) -> Case:
        """See ``BothVersions``."""
        return case

    def broken(self) -> list[Broken]:
        """See ``BothVersions``: those that users asked first."""
        return [*_by_number(self._recorded), *_by_number(self._fitting.broken())]

    def shape_of(self, case: Case) -> SelectionShape:
        """See ``BothVersions``."""
        return self._shapes.of(case.operation)

    def note(self, exchange: Exchange) -> None:
        """Learn by which ways fields have a value, and which."""
        payload = exchange.payload if isinstance(exchange.payload, dict) else {}
        if exchange.case.valid and isinstance(payload.get("data"), dict) and len(exchange.body) <= _NOTED:
            shape = self.shape_of(exchange.case)
            clean = not payload.get("errors")
            asked = QueryAnswer(exchange.case.operation, shape, payload["data"], clean=clean)
            self._observed.note(asked)
            self._seen.note(asked)

    def outcome(self, exchange: Exchange) -> str:
        """See ``BothVersions``."""
        return outcome(exchange)

    def smaller(self, case: Case, is_over: Callable[[], bool]) -> Generator[Scenario, bool, Any]:
        """See ``BothVersions``."""

        def fits_both(smaller: Case) -> bool:
            return not is_over() and not any(problems(schema, smaller) for schema in self._schemas)

        return shrink_cases((case,), fits_both)


def _by_number(broken: list[Broken]) -> list[Broken]:
    return sorted(broken, key=lambda one: (-one.operations, one.cause))
