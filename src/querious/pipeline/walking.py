"""The plan phase: every (object, field) tuple that queries can reach, in few operations, again with what was learned.

Round after round the tuples that have not yet had a value are asked again: with what the answers before have taught,
with longer lists, and by other ways. It ends when all were seen, or when rounds bring nothing new. Operations that
bring no data at all are split, so that one bad argument or one non-null error does not hide what stands beside it.
"""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

from querious.cases import Filling
from querious.model.editing import replaced, selected_at
from querious.model.writing import write_case
from querious.plan import Limits, plan_tuples

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from querious.model import Case, Exchange, Operation, Selection
    from querious.model.editing import Place
    from querious.pipeline.session import Session
    from querious.pipeline.volley import Volley
    from querious.plan import Plan

_ROUNDS = 16
_BARREN = 4
"""Rounds in a row that bring nothing new, after which the walk is over."""
_ITEMS = (2, 5, 10, 25)
"""How long lists are asked to be, from round to round; the last for all further ones."""


async def walk(session: Session, volley: Volley) -> None:
    """Ask the tuple plan of the query root."""
    volley.phase = "plan"
    settings = session.settings
    limits = Limits(fields=settings.max_nodes, depth=settings.max_depth + 1)  # this depth counts the leaf
    barren = 0
    for turn in range(_ROUNDS):
        wanted = session.recorder.unwitnessed()
        if volley.ended or barren >= _BARREN or not wanted or not session.generator.askable:
            return
        seed = (settings.seed << 40) + (turn + 1 << 32)
        filling = Filling(session.tables, seed)
        plan = plan_tuples(
            session.schema,
            "query",
            limits,
            filling.arguments,
            allowed=filling.can_ask,
            spread=False,
            items=_ITEMS[min(turn, len(_ITEMS) - 1)],
            detour=Random(seed) if turn else None,
        )
        await _ask(
            volley, [plan.operations[place] for place, held in enumerate(plan.held) if _holds(plan, held, wanted)]
        )
        barren = barren + 1 if session.recorder.unwitnessed() == wanted else 0


def _holds(plan: Plan, held: Sequence[int], wanted: set[str]) -> bool:
    """Whether one of these paths of the plan ends at a tuple that is wanted."""
    return any(plan.path(number).steps[-1].coordinate in wanted for number in held)


async def _ask(volley: Volley, operations: Sequence[Operation]) -> None:
    """Send operations; those that bring no data are split in two and sent again, down to a single branch."""
    while operations and not volley.ended:
        empty: dict[int, Operation] = {}

        def look(exchange: Exchange, empty: dict[int, Operation] = empty) -> None:
            data = exchange.payload.get("data") if isinstance(exchange.payload, dict) else None
            if not isinstance(data, dict):
                empty[exchange.case.number] = exchange.case.operation

        await volley.send(_numbered(volley, operations), look)
        operations = [half for number in sorted(empty) for half in halves(empty[number])]


def _numbered(volley: Volley, operations: Sequence[Operation]) -> Iterator[Case]:
    first = volley.cases
    return (write_case(first + place, operation) for place, operation in enumerate(operations))


def halves(operation: Operation) -> list[Operation]:
    """The operation in two, at the first place where it branches; empty if it is a single branch."""
    place: Place = ()
    children: Sequence[Selection] = operation.selections
    while True:
        branches = [child for child in children if getattr(child, "name", "") != "__typename"]
        if len(branches) > 1:
            middle = len(branches) // 2
            return [_with(operation, place, part) for part in (branches[:middle], branches[middle:])]
        if not branches or not branches[0].children:
            return []
        place = (*place, list(children).index(branches[0]))
        children = branches[0].children


def _with(operation: Operation, place: Place, branches: Sequence[Selection]) -> Operation:
    """The operation with only these branches at this place; type names stay, as they tell what the branches are on."""
    if not place:
        return operation._replace(selections=branches)
    node = selected_at(operation.selections, place)
    names = [child for child in node.children if getattr(child, "name", "") == "__typename"]
    changed = node._replace(children=[*names, *branches])
    return operation._replace(selections=replaced(operation.selections, place, [changed]))
