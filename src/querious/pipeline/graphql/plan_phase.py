"""The plan phases: few operations that go down every path, again and again with what was learned on the way.

First every (object, field) tuple, then the paths of a criterion. The first round asks what needs no arguments, since
that shows values for the others; each further round asks for the paths that have not been gone to their end, with other
values, with longer lists and, for tuples, by other ways. It ends when rounds bring nothing new.

Mutations come after the first rounds of queries, with a part of the budget of their own: what they create is there for
all queries after them. Those that create come first, then those that change, then those that delete; dangerous ones are
not asked here.
"""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field, replace
from random import Random
from typing import TYPE_CHECKING

from querious.coverage import Tracks
from querious.criteria import PathBudget, PathListing, criterion_named
from querious.graphql.cases import ArgumentFiller
from querious.graphql.graph import root_type, type_graph
from querious.graphql.plan import Leaves, plan_paths, plan_tuples
from querious.model import Class, Walked
from querious.model.hazards import Grade
from querious.pipeline.graphql.plan_requests import PlanRequests

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from querious.coverage import CoverageRecorder
    from querious.criteria import Criterion
    from querious.graphql.plan import OperationPlan, PlanLimits
    from querious.model import Path, Reach
    from querious.pipeline.budget import RunBudget
    from querious.pipeline.graphql.api import GraphqlApi
    from querious.pipeline.run.batch_sender import BatchSender
    from querious.pipeline.run.health_check import HealthCheck

NO_CRITERION = "none"
_ROUNDS = 24
_BARREN = 4
_MOST_BARREN = 12
"""Rounds in a row that bring nothing new, after which a plan has been walked: the more ways there are, the more."""
_ITEMS = (2, 5, 10, 25)
"""How long lists are asked to be, from round to round; the last for all further ones."""
_COST = 10_000
"""Fields of an answer, about, where lists are asked to be longer than at first."""
_SHARE = 0.6
"""The part of the budget that plans may take, so that some is left for random cases."""
_EARLY_ROUNDS = 3
_EARLY_SHARE = 0.15
"""What queries may take before the first mutation: rounds, and the part of the budget."""
_MUTATION_SHARE = 0.2
"""The part of the budget that mutations may take then."""
_MUTATION_ROUNDS = {Grade.CREATING: 6, Grade.CHANGING: 6, Grade.ACTING: 4, Grade.DELETING: 3}
"""Rounds of mutations of each kind: every round that changes something leaves more behind, or less."""
_MUTATION_BATCH = 8
"""Mutations that are sent at once: when one of them breaks the API for the others, it is one of few. What does
something that its name does not tell is sent alone."""
_PATHS = 50_000
"""Paths of a criterion at most."""
_STEPS = 5_000_000
"""Steps of the search for them at most: some seconds."""
_FIRST_CHUNK = 500
_LARGEST_CHUNK = 8_000
"""Paths that are merged at once. Those that come first are the diverse ones, and are asked first; no more are planned
than the budget lets be asked."""
_PAUSE = 500
"""Paths that are listed between two looks at Ctrl-C and the display."""


@dataclass(slots=True)
class Stage:
    """One plan that is walked, and what has become of its paths so far."""

    name: str
    tuples: dict[str, Path] = field(default_factory=dict)
    """For a plan of tuples: each with a way to it. It is seen if it had a value anywhere in the run."""
    paths: int = 0
    known: str = ""
    operations: int = 0
    """Those that hold the paths planned so far."""
    bound: int = 0
    """How many any plan needs at least; 0 where paths were planned in parts, as no part knows what the others share."""
    tracks: Tracks = field(default_factory=Tracks)

    def reach(self, recorder: CoverageRecorder) -> Reach:
        """How far its paths were gone."""
        for coordinate in self.tuples.keys() - recorder.unwitnessed():
            path = self.tuples[coordinate]
            self.tracks.note(coordinate, Walked(path, len(path.steps), Class.PERFECT))
        return self.tracks.reach(self.name, self.paths, known=self.known, operations=self.operations, bound=self.bound)


class PlanPhase:
    """All stages of a run, one after the other; can be cancelled, and still tells how far it came."""

    def __init__(self, api: GraphqlApi, sender: BatchSender, health: HealthCheck | None = None) -> None:
        self._api = api
        self._sender = sender
        self._health = health
        self._asking = PlanRequests(api, sender, self._spent)
        name = api.settings.criterion
        self._criterion = None if name == NO_CRITERION else criterion_named(name)
        self._stages: list[Stage] = []
        self._latest: ArgumentFiller | None = None
        self._budget = self._part(_SHARE)
        """That of the stage at hand."""

    async def walk(self) -> None:
        """Ask for all tuples, then for the paths of the criterion; for what only mutations give soon after the start.

        Paths and mutations show values that may lead to tuples which had none.
        """
        if not self._api.settings.mutations:
            tuples = await self._walk_tuples("query", _ROUNDS)
        else:
            self._budget = self._part(_EARLY_SHARE)
            tuples = await self._walk_tuples("query", _EARLY_ROUNDS)
            self._budget = self._part((self._sender.budget.effort.share() or 0.0) + _MUTATION_SHARE)
            changes = await self._walk_mutations()
            self._budget = self._part(_SHARE)
            if tuples is not None:
                await self._return_to(tuples, "query", _EARLY_ROUNDS)
        await self._walk_paths()
        if tuples is not None:
            await self._return_to(tuples, "query", _ROUNDS)
        if self._api.settings.mutations and changes is not None:
            await self._ask_mutations(changes, _ROUNDS)
        self._asking.hand_over()

    async def _walk_mutations(self) -> Stage | None:
        """What only mutations give."""
        stage = await self._walk_tuples("mutation", 0)
        if stage is not None:
            if self._health is not None:
                await self._health.prepare()
            await self._ask_mutations(stage, 1)
        return stage

    async def _ask_mutations(self, stage: Stage, first: int) -> None:
        """Round after round, first those that create; a few rounds of each kind."""
        self._enter(stage)
        for grade, rounds in _MUTATION_ROUNDS.items():
            for turn in range(first, first + rounds):
                if not await self._round(stage, grade, turn):
                    break

    async def _round(self, stage: Stage, grade: Grade, turn: int) -> bool:
        """One round of mutations of a kind; says whether it is worth another one."""
        wanted = self._api.recorder.unwitnessed() & stage.tuples.keys()
        if not wanted or self._spent():
            return False
        own = grade is Grade.DELETING
        plan = self._plan_tuples("mutation", turn, only=self._api.order.planned(grade), own=own)
        batch = 1 if grade is Grade.ACTING else _MUTATION_BATCH
        before = self._sender.cases
        await self._asking.ask(plan, _last, wanted.__contains__, stage.tracks, batch)
        return self._sender.cases > before

    async def _return_to(self, stage: Stage, kind: str, first: int) -> None:
        """Go on with a stage, as there are new values."""
        self._enter(stage)
        await self._rounds(stage, kind, first, _ROUNDS)

    def reach(self) -> tuple[Reach, ...]:
        """How far the paths of each stage were gone."""
        return tuple(stage.reach(self._api.recorder) for stage in self._stages)

    def _begin(self, name: str) -> Stage:
        self._stages.append(Stage(name))
        self._enter(self._stages[-1])
        return self._stages[-1]

    def _enter(self, stage: Stage) -> None:
        self._sender.enter(stage.name, lambda: (stage.paths, stage.tracks.perfect))

    async def _walk_tuples(self, kind: str, rounds: int) -> Stage | None:
        """All tuples, but for those that other stages are about."""
        if kind not in self._api.tables.roots or self._spent():
            return None
        elsewhere = {coordinate for stage in self._stages for coordinate in stage.tuples}
        stage = self._begin("tuples" if kind == "query" else f"{kind} tuples")
        plan = self._outline(kind)
        ways = ((path.steps[-1].coordinate, path) for path in map(plan.path, range(plan.paths)))
        stage.tuples = {coordinate: path for coordinate, path in ways if coordinate not in elsewhere}
        stage.paths, stage.known = len(stage.tuples), "all of them"
        stage.operations, stage.bound = plan.size, plan.bound
        await self._rounds(stage, kind, 0, rounds)
        return stage

    async def _rounds(self, stage: Stage, kind: str, first: int, rounds: int) -> None:
        """Round after round the tuples that have had no value yet."""
        api = self._api
        barren = 0
        for turn in range(first, first + rounds):
            wanted = api.recorder.unwitnessed() & stage.tuples.keys()
            if not wanted or barren >= self._patience() or self._spent():
                return
            plan = self._plan_tuples(kind, turn, only=None if turn else self._without_arguments())
            limits = self._asking.limits
            await self._asking.ask(plan, _last, wanted.__contains__, stage.tracks)
            nothing_new = api.recorder.unwitnessed() & stage.tuples.keys() == wanted
            more = self._asking.raise_limits() or self._asking.limits != limits
            barren = barren + 1 if turn and nothing_new and not more else 0

    def _outline(self, kind: str) -> OperationPlan:
        """The plan for all tuples, to be counted and not to be sent: values that are drawn for it would be lost."""
        filling, _ = self._filling(0)
        return plan_tuples(self._api.schema, kind, self._limits(0), _no_arguments, allowed=filling.can_ask)

    def _plan_tuples(
        self, kind: str, turn: int, *, only: Callable[[str], bool] | None = None, own: bool = False
    ) -> OperationPlan:
        """A plan for tuples; ``own``: where possible with values that this run created."""
        filling, seed = self._filling(turn)
        return plan_tuples(
            self._api.schema,
            kind,
            self._limits(turn),
            self._api.created.filled(filling.arguments) if own else filling.arguments,
            allowed=filling.can_ask if only is None else lambda name: filling.can_ask(name) and only(name),
            spread=False,
            items=_items(turn),
            detour=Random(seed) if turn > 1 else None,
            sized=self._sends_size,
            brought=self._api.recorder.brought,
        )

    async def _walk_paths(self) -> None:
        """Every path of the criterion as often as asked for, then those that have not been gone to their end."""
        settings = self._api.settings
        if self._criterion is None or "query" not in self._api.tables.roots or self._spent():
            return
        stage = self._begin(self._criterion.name)
        paths, stage.known = await self._listed(self._criterion)
        stage.paths = len(paths)
        barren = 0
        for turn in range(settings.variants + _ROUNDS):
            longer = max(0, turn + 1 - settings.variants)
            wanted = [path for path in paths if not longer or not stage.tracks.is_perfect(path)]
            if not wanted or barren >= self._patience() or self._spent():
                return
            before = stage.tracks.perfect
            for chunk in _chunks(wanted):
                if self._spent():
                    return
                plan = self._plan_paths(chunk, turn, longer)
                if turn == 0:
                    stage.operations += plan.size
                    stage.bound = plan.bound if len(chunk) == len(paths) else 0
                await self._asking.ask(plan, lambda path: path, lambda _: True, stage.tracks)
            more = self._asking.raise_limits()
            barren = barren + 1 if longer and stage.tracks.perfect == before and not more else 0

    def _plan_paths(self, paths: Sequence[Path], turn: int, longer: int) -> OperationPlan:
        filling, _ = self._filling(_ROUNDS + turn)
        return plan_paths(
            self._api.schema,
            "query",
            paths,
            self._limits(longer),
            filling.arguments,
            allowed=filling.can_ask,
            leaves=Leaves(self._api.settings.leaves),
            items=_items(longer),
            sized=self._sends_size,
        )

    async def _listed(self, criterion: Criterion) -> tuple[Sequence[Path], str]:
        """The paths of the criterion, diverse ones first, and what is known of their number."""
        api = self._api
        filling, _ = self._filling(0)
        graph = type_graph(api.schema, root_type(api.schema), allowed=filling.can_ask)
        listing = PathListing(criterion, graph, PathBudget(_PATHS, _STEPS), api.settings.seed)
        paths: list[Path] = []
        for number, edges in enumerate(listing):
            if edges:
                paths.append(graph.path(edges))
            if number % _PAUSE == 0:
                await asyncio.sleep(0)
        return paths, str(listing.tally)

    def _filling(self, turn: int) -> tuple[ArgumentFiller, int]:
        """Values for one round, and the seed of the round."""
        seed = (self._api.settings.seed << 40) + (turn + 1 << 32)
        self._latest = ArgumentFiller(self._api.tables, seed)
        return self._latest, seed

    def _sends_size(self, coordinate: str, argument: str) -> bool:
        """Whether to ask a field for a short list by this argument."""
        api = self._api
        return f"{coordinate}.{argument}" not in api.moved and api.pool.optional.sends_size(coordinate, argument)

    def _patience(self) -> int:
        """Rounds without anything new, after which a plan has been walked: until values that work were all drawn."""
        if self._latest is None:
            return _BARREN
        return _MOST_BARREN if self._latest.has_more else max(_BARREN, min(_MOST_BARREN, self._latest.variety))

    def _limits(self, turn: int) -> PlanLimits:
        """What is known of the server's limits; where lists are longer, some mercy beside."""
        limits = self._asking.limits
        return replace(limits, cost=min(limits.cost or _COST, _COST)) if turn else limits

    def _without_arguments(self) -> Callable[[str], bool]:
        """Whether a field may be asked and needs no arguments."""
        free = {
            f"{entry.name}.{one.name}"
            for entry in self._api.tables.types
            for one in entry.fields
            if not any(argument.required for argument in one.arguments)
        }
        return free.__contains__

    def _spent(self) -> bool:
        """Whether the stage at hand has had its part of the budget."""
        return bool(self._sender.ended or self._budget.spent())

    def _part(self, share: float) -> RunBudget:
        return self._sender.budget.effort.part(share)


def _chunks(paths: Sequence[Path]) -> Iterator[Sequence[Path]]:
    done, size = 0, _FIRST_CHUNK
    while done < len(paths):
        yield paths[done : done + size]
        done, size = done + size, min(2 * size, _LARGEST_CHUNK)


def _items(turn: int) -> int:
    return _ITEMS[min(turn, len(_ITEMS) - 1)]


def _no_arguments(_parent: str, _field: str, _target: str) -> tuple[()]:
    return ()


def _last(path: Path) -> str:
    return path.steps[-1].coordinate
