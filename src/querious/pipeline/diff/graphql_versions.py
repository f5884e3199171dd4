"""Two versions of a GraphQL API."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, Final

from querious.answers.order import PromisedOrder
from querious.graphql.cases import problems
from querious.graphql.federation import read_subgraph, serves_sdl
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
from querious.text.display import listing, plural
from querious.versions import common_changes, left_to_others, schema_changes

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Generator, Sequence

    from graphql import GraphQLSchema

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
_NAMED = 5
_REMOVED: Final = re.compile(r" was removed$|^Cannot query field|^Unknown (?:type|argument)|does not exist in")
"""Why an operation of a supergraph cannot be asked of a subgraph that has only a part of it."""


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
        a, b = self._schemas
        foreign = read_subgraph(loaded[1].sdl, b).external if loaded[1].sdl else frozenset()
        self._of_others = left_to_others(a, b, foreign) if _is_part(a, b) else ()
        """What A has of other subgraphs, where B is one of several that A is put together of."""
        self.changes = common_changes(a, b) if self._of_others else schema_changes(a, b)
        breaking = bool(self._of_others) or any(change.weight is Weight.BREAKING for change in self.changes)
        self.order: OrderPromises = PromisedOrder(self._schemas[0])
        self._counted = Patterns((), settings.exclude).match
        self._fitting = Fitting(self._schemas[1], breaking=breaking, without=foreign)
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
        if self._of_others:
            sender.note(
                f"{self._names[1]} is a subgraph: {plural(len(self._of_others), 'field')} of {self._names[0]} that it "
                f"does not have are left to others: {listing(self._of_others, _NAMED)}."
            )
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
        planned = [one for one in self._fitting.broken() if not (self._of_others and _REMOVED.search(one.cause))]
        return [*_by_number(self._recorded), *_by_number(planned)]

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


def _is_part(a: GraphQLSchema, b: GraphQLSchema) -> bool:
    """Whether B is a subgraph of Apollo Federation, and A is none: then A may be the supergraph."""
    return serves_sdl(b) and not serves_sdl(a)


def _by_number(broken: list[Broken]) -> list[Broken]:
    return sorted(broken, key=lambda one: (-one.operations, one.cause))
