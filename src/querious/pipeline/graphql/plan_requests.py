"""Sending the operations of a plan: what fails is split off, what is too large is cut, and every path is followed."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from querious.answers.fault.triage import ErrorKind
from querious.graphql.plan import PlanLimits, follow, read_refusal, recut
from querious.model.document_text import write_case
from querious.pipeline.graphql.attempts import Attempts, Knowledge
from querious.pipeline.graphql.operation_size import OperationSize
from querious.pipeline.graphql.path_reach import Followed, follow_answer
from querious.pipeline.graphql.server_limits import Limiting
from querious.pipeline.graphql.splits import halves, without
from querious.pipeline.graphql.spoilers import Spoilers

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Sequence

    from querious.coverage import Tracks
    from querious.graphql.plan import OperationPlan
    from querious.model import Exchange, Operation, Path
    from querious.pipeline.graphql.api import GraphqlApi
    from querious.pipeline.graphql.blames import Blame
    from querious.pipeline.graphql.path_reach import Held
    from querious.pipeline.run.batch_sender import BatchSender
    from querious.pipeline.run.session import Judged

_FIRST_BATCH = 4
_LARGEST_BATCH = 256
_SPLITS = 4
"""Requests for splitting, for each operation of a plan that is asked, beside a few for the plan as a whole."""
_FEW = 40
_RECUTS = 12
"""How often a plan is cut anew at most: each time to at least one less, mostly to half."""
_TOO_LARGE = frozenset({413, 414, 431})
_TOLD_BY_STATUS = "the request is too large in size"


class _Task(NamedTuple):
    operation: Operation
    held: Held
    whole: _Failed | None = None
    """What failed, where this only asks for the way that all its paths share, to see whether that is at fault."""


class _Answered(NamedTuple):
    followed: Followed
    blames: Sequence[Blame]
    refusals: Sequence[str]
    """Messages about the whole request, where there is no data."""
    refused: bool = False
    """Whether one of them speaks of its size."""
    has_data: bool = True
    """Whether anything came back beside errors."""


class _Failed(NamedTuple):
    task: _Task
    answered: _Answered


class PlanRequests:
    """Asks plans until ``over`` says so, within limits that are learned from refusals and kept from plan to plan."""

    def __init__(self, api: GraphqlApi, sender: BatchSender, over: Callable[[], bool]) -> None:
        self._api = api
        self._sender = sender
        self._over = over
        self._told = False
        settings = api.settings
        # A level more than for random operations, because here the leaf counts.
        depth = settings.max_depth + 1 if settings.max_depth else None
        self._limiting = Limiting(api.schema, PlanLimits(settings.max_nodes, depth))
        self._size = OperationSize(settings.max_nodes)
        self._spoilers = Spoilers()
        pool = api.pool
        knowledge = Knowledge(pool.known_values, pool.ways, pool.has_more)
        self._attempts = Attempts(knowledge, self._spoilers.has_never_answered)

    @property
    def limits(self) -> PlanLimits:
        """What one operation may ask for, as far as it is known."""
        return self._limiting.limits

    def raise_limits(self) -> bool:
        """Try next whether the server takes more than it is known to; says whether there is room."""
        return self._limiting.raise_limits()

    async def ask(
        self,
        plan: OperationPlan,
        key: Callable[[Path], Hashable],
        wanted: Callable[[Hashable], bool],
        tracks: Tracks,
        largest: int = _LARGEST_BATCH,
    ) -> None:
        """Send what holds a path with a wanted key and is worth another attempt, and note how far each was gone.

        ``largest`` is how many are sent at once.
        """
        self._attempts.begin()
        asked: set[Hashable] = set()

        def is_due(name: Hashable, path: Path) -> bool:
            return name not in asked and wanted(name) and not self._attempts.are_over(path)

        whole = plan
        for _ in range(_RECUTS):
            bounds = self._bounds()
            plan = recut(whole, tightest(whole.limits, bounds))
            tasks = self._tasks(plan, key, is_due)
            done, size = 0, min(_FIRST_BATCH, largest)
            splits = _FEW + _SPLITS * len(tasks)
            while done < len(tasks) and self._bounds() == bounds and not self._over():
                batch = tasks[done : done + size]
                answers = await self._send(batch)
                again: list[_Task] = []
                for task, answered in zip(batch, answers, strict=True):
                    if answered is not None and not answered.refused:
                        asked.update(name for name, _ in task.held)
                        self._note(answered, tracks)
                        again += self._parts(task, answered)
                self._learn_size(batch, answers)
                splits = await self._split(again, tracks, splits)
                done, size = done + len(batch), min(2 * size, largest)
            if self._bounds() == bounds or self._over():
                return

    def _tasks(
        self, plan: OperationPlan, key: Callable[[Path], Hashable], is_due: Callable[[Hashable, Path], bool]
    ) -> list[_Task]:
        """The operations of a plan that hold something that is due, without what would spoil them."""
        tasks: list[_Task] = []
        for operation, numbers in zip(plan.operations, plan.held, strict=True):
            held = [(key(path), path) for path in map(plan.path, numbers)]
            task = self._known(_Task(operation, [(name, path) for name, path in held if is_due(name, path)]))
            if task is not None and task.held:
                tasks += [_Task(part, some) for part, some in self._spoilers.apart(task.operation, task.held)]
        return sorted(tasks, key=lambda task: self._spoilers.on_trunk(task.operation) != "")

    def _known(self, task: _Task) -> _Task | None:
        """The task without what the API says it does not have; None if nothing is left."""
        moved = self._api.moved
        left = moved.strip(task.operation)
        if left is None or left is task.operation:
            return task if left else None
        held = [(key, path) for key, path in task.held if all(step.coordinate not in moved for step in path.steps)]
        return _Task(left, held) if held else None

    def _bounds(self) -> PlanLimits:
        """What operations may ask for now: the server's limits, and no more than has been going well."""
        return tightest(self.limits, PlanLimits(self._size.fields))

    def _learn_size(self, batch: Sequence[_Task], answers: Sequence[_Answered | None]) -> None:
        """Take in how a batch went, but for what was expected to fail."""
        telling = [
            answer.has_data
            for task, answer in zip(batch, answers, strict=True)
            if answer is not None
            and not answer.refused
            and not self._spoilers.on_trunk(task.operation)
            and self._known(task) is task
        ]
        self._size.learn(len(telling), telling.count(False))

    def hand_over(self) -> None:
        """Let random operations keep to what was learned about the server's limits, and to what went well."""
        bounds = self._bounds() if self._size.has_shrunk else self.limits
        self._api.limit(min(bounds.fields, bounds.cost or bounds.fields), bounds.depth)

    async def _split(self, tasks: list[_Task], tracks: Tracks, most: int) -> int:
        """Ask parts of what failed, and parts of these, until each fault stands alone; gives what is left of most."""
        while tasks and most > 0 and not self._over():
            tasks = tasks[:most]
            most -= len(tasks)
            answers = await self._send(tasks)
            parts: list[_Task] = []
            for task, answered in zip(tasks, answers, strict=True):
                if answered is not None:
                    self._note(answered, tracks)
                    parts += self._parts(task, answered)
            tasks = parts
        return most

    async def _send(self, tasks: Sequence[_Task]) -> list[_Answered | None]:
        """What came of each; None where the budget ended before it."""
        first = self._sender.cases
        answers: list[_Answered | None] = [None] * len(tasks)

        def look(exchange: Exchange, _: Judged) -> Followed:
            place = exchange.case.number - first
            answered = answers[place] = self._answered(exchange, tasks[place])
            return answered.followed

        cases = (write_case(first + place, task.operation) for place, task in enumerate(tasks))
        await self._sender.send(cases, look)
        return [answered and self._weighed(task, answered) for task, answered in zip(tasks, answers, strict=True)]

    def _weighed(self, task: _Task, answered: _Answered) -> _Answered:
        """Learn from an answer what the server takes."""
        if answered.has_data:
            self._spoilers.acquit(task.operation)
        if not answered.refusals:
            self._limiting.accept(task.operation)
            return answered
        before = self.limits
        message = self._limiting.refuse(task.operation, answered.refusals)
        if self.limits != before:
            self._sender.note(f"The API has a limit ({message:.160}): planned operations keep to {self.limits}.")
        elif not self._limiting.is_too_large(task.operation):
            self._tell_of_parts(answered.refusals)
            return answered
        return answered._replace(refused=True)

    def _tell_of_parts(self, refusals: Sequence[str]) -> None:
        """Say once that a server's limit is not one that we can count."""
        message = next((message for message in refusals if read_refusal(message)), "")
        if message and not self._told:
            self._told = True
            self._sender.note(f"The API has a limit ({message:.160}): what it refuses is asked in parts.")

    def _answered(self, exchange: Exchange, task: _Task) -> _Answered:
        api = self._api
        data = exchange.payload.get("data") if isinstance(exchange.payload, dict) else None
        blames = api.blames(exchange)
        shape = api.shape_of(task.operation)
        followed = follow_answer(task.operation, task.held, shape, data, blames)
        refusals: list[str] = []
        if not isinstance(data, dict):
            refusals = [blame.message for blame in blames if not blame.keys]
            if exchange.status in _TOO_LARGE:
                refusals.append(_TOLD_BY_STATUS)
        return _Answered(followed, blames, refusals, has_data=isinstance(data, dict))

    def _note(self, answered: _Answered, tracks: Tracks) -> None:
        hidden = {key for key, _ in answered.followed.hidden}
        for key, walked in answered.followed.walked:
            tracks.note(key, walked)
        seen = [(walked.path, walked.actual) for key, walked in answered.followed.walked if key not in hidden]
        self._attempts.note(seen)

    def _parts(self, task: _Task, answered: _Answered) -> list[_Task]:
        """What to ask of a task whose answer hides paths; what spoilt it is remembered."""
        if _is_pace(answered.blames):
            return []  # a limit on the pace is not met by asking more
        if not answered.has_data:
            known = self._known(task)
            if known is not task:
                return [known] if known else []
            located = [blame.keys for blame in answered.blames if blame.keys]
            if not located:
                return self._parts_of_nothing(task, answered)
            self._spoilers.convict(task.operation, located[0])
        return self._parts(*task.whole) if task.whole else _split(task, answered)

    def _parts_of_nothing(self, task: _Task, answered: _Answered) -> list[_Task]:
        """What to ask where nothing came back and nobody says why: first whether the way to all of it is at fault."""
        if task.whole:
            self._spoilers.convict(task.operation)
            self._is_blocked(task.whole.task)
            return []
        if self._is_blocked(task) or self._spoilers.are_all:
            return []
        probe = self._spoilers.probe(task.operation)
        if probe is not None:
            return [_Task(probe, [], _Failed(task, answered))]
        parts = _split(task, answered)
        if not parts:
            self._spoilers.convict(task.operation)
            self._is_blocked(task)
        return parts

    def _is_blocked(self, task: _Task) -> bool:
        """Whether all paths of an operation lead over a field that spoils it; they ended there."""
        spoiler = self._spoilers.on_trunk(task.operation)
        if spoiler:
            ways = [[step.coordinate for step in path.steps] for _, path in task.held]
            ended = [way.index(spoiler) if spoiler in way else 0 for way in ways]
            self._attempts.note(zip((path for _, path in task.held), ended, strict=True))
        return bool(spoiler)


def tightest(one: PlanLimits, other: PlanLimits) -> PlanLimits:
    """What both allow."""
    return PlanLimits(min(one.fields, other.fields), _least(one.depth, other.depth), _least(one.cost, other.cost))


def _least(one: int | None, other: int | None) -> int | None:
    return min((limit for limit in (one, other) if limit is not None), default=None)


def _is_pace(blames: Sequence[Blame]) -> bool:
    return any(blame.kind is ErrorKind.LIMIT and not read_refusal(blame.message) for blame in blames)


def _split(task: _Task, answered: _Answered) -> list[_Task]:
    """Operations for the paths that an error hides: without what erred, or, where nobody knows what, in halves."""
    hidden = answered.followed.hidden
    if not hidden:
        return []
    left: Operation | None = task.operation
    for keys in {blame.keys: None for blame in answered.blames if blame.keys}:
        left = without(left, keys) if left else None
    parts = halves(task.operation) if left is None or left == task.operation else [left]
    tasks = [_Task(part, [(key, path) for key, path in hidden if follow(part, path) is not None]) for part in parts]
    return [part for part in tasks if part.held]
