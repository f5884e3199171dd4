"""The graph of operations: what the answers of one show, another takes.

An edge leads from a producer to a consumer and says which parameter, or member of a body, it fills. Edges come from the
names of what answers show and from types, from paths (``/books/{id}`` below ``/books``), from links and a documented
``Location``; and, once answers have come, from values that one operation showed and another accepted.
"""

from __future__ import annotations

from collections import defaultdict, deque
from typing import TYPE_CHECKING, Final, NamedTuple

from querious.rest.cases.calls import BODY
from querious.rest.cases.shown_values import shown_coordinates
from querious.rest.openapi.json_schema import body_fields, key_type

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from querious.rest.cases.callable_operation import CallableOperation
    from querious.rest.cases.calls import OperationCalls
    from querious.rest.openapi.json_schema import JsonSchema

ROOT: Final = "API"
"""Where every path begins: what needs nothing of others is asked from here."""
_LIKELY: Final = 0.5
"""How likely a source must be to make an edge."""
_PRODUCERS: Final = frozenset({"GET", "POST"})
_LOCATION: Final = "location"


class OperationEdge(NamedTuple):
    """A value that one operation shows and another takes."""

    producer: str
    """A coordinate, or the root."""
    consumer: str
    parameter: str
    """What is filled; empty for an edge from the root."""
    sources: frozenset[str] = frozenset()
    """Coordinates of the values in the answers of the producer; any of them if none is known."""


class OperationGraph(NamedTuple):
    """Nodes in breadth-first order from the root, and the edges in the order of their producers."""

    names: tuple[str, ...]
    edges: tuple[OperationEdge, ...]


def operation_graph(
    plans: Mapping[str, CallableOperation], calls: OperationCalls, observed: Iterable[OperationEdge] = ()
) -> OperationGraph:
    """The graph of the operations that may be asked; ``observed`` are edges that answers have shown."""
    found: dict[tuple[str, str, str], OperationEdge] = {}
    for edge in (*_described(plans, calls), *observed):
        if edge.producer in plans and edge.consumer in plans and edge.producer != edge.consumer:
            found.setdefault(edge[:3], edge)
    return _ordered(plans, found.values())


def _ordered(plans: Mapping[str, CallableOperation], edges: Iterable[OperationEdge]) -> OperationGraph:
    """Breadth first from the root. What nothing leads to begins there, and so does the first of every circle."""
    out: dict[str, list[OperationEdge]] = defaultdict(list)
    filled: set[str] = set()
    for edge in edges:
        out[edge.producer].append(edge)
        filled.add(edge.consumer)
    begins = [name for name in plans if name not in filled or not _needed(plans[name])]
    met = {ROOT: None}
    waiting = deque([ROOT])
    ordered: list[str] = []
    while waiting or len(met) <= len(plans):
        if not waiting:
            begins.append(next(name for name in plans if name not in met))
            met[begins[-1]] = None
            waiting.append(begins[-1])
        name = waiting.popleft()
        ordered.append(name)
        for target in begins if name == ROOT else [edge.consumer for edge in out[name]]:
            if target not in met:
                met[target] = None
                waiting.append(target)
    from_root = [OperationEdge(ROOT, name, "") for name in begins]
    return OperationGraph(tuple(met), (*from_root, *(edge for name in ordered for edge in out[name])))


def _needed(plan: CallableOperation) -> list[tuple[str, JsonSchema]]:
    """The parameters, and members of the body, without which an operation cannot be called."""
    found = [(kind.parameter.name, kind.schema) for kind in plan.parameters if kind.parameter.required]
    for field in body_fields(plan.body) if plan.body is not None else ():
        if field.required and len(field.path) == 1:
            found.append((field.path[0], field.schema))
    return found


def _described(plans: Mapping[str, CallableOperation], calls: OperationCalls) -> Iterator[OperationEdge]:
    shown: dict[str, dict[str, str]] = defaultdict(dict)
    """By coordinate: the operations that show it, with the type of the value."""
    for name, plan in plans.items():
        for coordinate, schema in shown_coordinates(plan.operation, calls.schemas):
            if plan.method in _PRODUCERS:
                shown[coordinate].setdefault(name, key_type(schema.merged))
    for name, plan in plans.items():
        for parameter, schema in _needed(plan):
            yield from _by_names(plans, name, parameter, schema, shown, calls)
        yield from _by_paths(plans, plan)
        yield from _by_links(plans, plan)


def _by_names(
    plans: Mapping[str, CallableOperation],
    consumer: str,
    parameter: str,
    schema: JsonSchema,
    shown: Mapping[str, Mapping[str, str]],
    calls: OperationCalls,
) -> Iterator[OperationEdge]:
    """From those that show what the parameter is named after: of all groups of sources the likeliest that is shown."""
    wanted = key_type(schema.merged)
    for group in calls.sources_of(consumer, parameter):
        if group.likely < _LIKELY:
            return
        producers: dict[str, set[str]] = defaultdict(set)
        for coordinate in group.coordinates:
            for producer, kind in shown.get(coordinate, {}).items():
                if _fits(kind, wanted) and _comes_before(plans[producer], plans[consumer], parameter):
                    producers[producer].add(coordinate)
        for producer, sources in producers.items():
            yield OperationEdge(producer, consumer, parameter, frozenset(sources))
        if producers:
            return


def _fits(shown: str, wanted: str) -> bool:
    """Whether a value of one type may stand for another; text may hold any key."""
    return shown == wanted or not shown or not wanted or "string" in {shown, wanted}


def _comes_before(producer: CallableOperation, consumer: CallableOperation, parameter: str) -> bool:
    """Whether a producer can be asked without what it is to give, or lies on the way to the consumer."""
    needs = {kind.parameter.name for kind in producer.parameters if kind.parameter.required}
    return parameter not in needs or consumer.operation.path.startswith(producer.operation.path)


def _by_paths(plans: Mapping[str, CallableOperation], consumer: CallableOperation) -> Iterator[OperationEdge]:
    """From the list, or what creates, one step above the last key of the path."""
    above, found, rest = consumer.operation.path.rpartition("/{")
    name, _, below = rest.partition("}")
    if not found or below:
        return
    producer = plans.get(f"GET {above}") or plans.get(f"GET {above}/")
    if producer is not None:
        yield OperationEdge(producer.coordinate, consumer.coordinate, name)
    creates = plans.get(f"POST {above}") or plans.get(f"POST {above}/")
    if creates is not None and any(_LOCATION in each.headers for each in creates.operation.responses.values()):
        yield OperationEdge(creates.coordinate, consumer.coordinate, name)


def _by_links(plans: Mapping[str, CallableOperation], producer: CallableOperation) -> Iterator[OperationEdge]:
    by_id = {plan.operation.name: plan.coordinate for plan in plans.values() if plan.operation.name}
    for response in producer.operation.responses.values():
        for link in response.links:
            *path, last = link.operation or ("",)
            consumer = f"{last.upper()} {path[0]}" if path else by_id.get(last, "")
            for parameter in link.values if consumer in plans else ():
                yield OperationEdge(producer.coordinate, consumer, parameter or BODY)
