"""Same object, same facts: whichever route leads to an object, it has the same leaves and the same related objects.

Only answers that agree with themselves count: what one operation says twice of an object must be the same both times,
and a list that holds one identifier twice with different facts is no list of objects that can be told apart. Arguments
on the route that may change what is shown (a language, a currency, a moment) must be the same on both.
"""

from __future__ import annotations

import json
import re
from functools import partial
from typing import TYPE_CHECKING, Final, NamedTuple

from querious.answers.comparison import same
from querious.model.arguments import canonical, sent
from querious.model.shape import path_text
from querious.relations.answer_objects import facts, instances, shown
from querious.relations.answers.comparison import wording
from querious.relations.objects.lookup_values import taken_values
from querious.relations.objects.lookups import known_lookups
from querious.relations.objects.names import shapes
from querious.relations.objects.selections import full_selection
from querious.relations.relation import Mismatch, Relation, ask_twice_if_broken
from querious.relations.routes import FieldStep, query_at

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from querious.model import JSON
    from querious.relations.answer_objects import Instance, QueryAnswer
    from querious.relations.objects.lookups import Lookup
    from querious.relations.observations import Observations
    from querious.relations.relation import Conversation, Trace
    from querious.relations.routes import Route
    from querious.relations.schema_types import SchemaTypes

_OBJECTS: Final = 3
"""Objects that are compared for one route."""


class StatedFact(NamedTuple):
    """What one answer says, at one place of its operation, of one fact of one object."""

    step: int
    instance: Instance
    coordinate: str
    value: JSON
    leaf: bool


def _propose(observed: Observations) -> Iterator[Conversation]:
    types = observed.types
    conflicts = [(conflict.one, conflict.other) for conflict in observed.conflicts.values()]
    for operations in {frozenset(map(wording, pair)): pair for pair in conflicts}.values():
        yield ask_twice_if_broken(operations, lambda trace: _check(trace, types))
    lookups = [(route, lookup) for route, lookup in known_lookups(observed) if lookup.certain]
    for typename in list(observed.objects):
        finding = [(route, lookup) for route, lookup in lookups if typename in lookup.keys]
        yield from _propose_for(observed, typename, finding)


def _propose_for(observed: Observations, typename: str, lookups: list[tuple[Route, Lookup]]) -> Iterator[Conversation]:
    """Every route to the objects of a type, and every look-up of them, held against another.

    Where objects are looked up by their identifiers, all routes are held against that look-up; others, against one.
    """
    types = observed.types
    routes: dict[str, Route] = {}
    for known in list(observed.objects[typename].values()):
        routes = known | routes
    by_identifier = [pair for pair in lookups if pair[1].finds_one_by(types.identifier(typename), typename)]
    usual = by_identifier[:1]
    for pair in [*usual, *(pair for pair in lookups if pair not in usual)]:
        others = [route for coordinate, route in routes.items() if coordinate != pair[1].coordinate]
        for route in others if pair in usual else others[:1]:
            yield _compare(types, typename, route, partial(_looked_up, *pair, typename))
    for one, other in [] if usual else _routes_to_one_object(observed, typename):
        yield _compare(types, typename, one, lambda _, other=other: [other])  # type: ignore[misc]  # bound now


def _routes_to_one_object(observed: Observations, typename: str) -> Iterable[tuple[Route, Route]]:
    """Routes to one object, by other last fields; each pair of these fields once."""
    found: dict[tuple[str, str], tuple[Route, Route]] = {}
    for known in list(observed.objects[typename].values()):
        (first, one), *others = known.items()
        for coordinate, other in others:
            found.setdefault((first, coordinate), (one, other))
    return found.values()


def _looked_up(route: Route, lookup: Lookup, typename: str, answer: QueryAnswer) -> list[Route]:
    """Routes that look up some of what an answer shows."""
    values = list(taken_values(lookup, shown(answer, typename, lookup.keys[typename])).values())
    chosen = values[: _OBJECTS - 1] + values[_OBJECTS - 1 :][-1:]
    if lookup.many and chosen:
        chosen = [chosen]
    steps = [FieldStep(lookup.parent, lookup.name, tuple(lookup.asking(one, ()).arguments)) for one in chosen]
    return [(*route, step) for step in steps]


def _compare(
    types: SchemaTypes, typename: str, route: Route, others: Callable[[QueryAnswer], Sequence[Route]]
) -> Conversation:
    """A route, then others, and all again if they disagree; leaves only if more is refused."""
    for related in (True, False):
        chosen = full_selection(types, typename, related=related)
        trace = [(yield query_at(types, route, typename, chosen))]
        for other in others(trace[0]):
            trace.append((yield query_at(types, other, typename, chosen)))
        for answer in trace if any(_check(trace, types)) else ():
            yield answer.operation
        if all(answer.data is not None for answer in trace):
            return


def _check(trace: Trace, types: SchemaTypes) -> Iterator[Mismatch]:
    told: set[str] = set()
    for (typename, identifier, *_), sources in _facts_by_object(trace, types).items():
        steady = [stated[0] for stated in sources.values() if all(agree(stated[0], other) for other in stated[1:])]
        for other in steady:
            one = steady[0]
            if one.coordinate not in told and not agree(one, other):
                told.add(one.coordinate)
                yield _mismatch(typename, identifier, one, other)


def _facts_by_object(trace: Trace, types: SchemaTypes) -> dict[tuple[str, ...], dict[str, list[StatedFact]]]:
    """What is said, by type, identifier, what shapes it, and fact; and then by operation and the list in its answer."""
    found: dict[tuple[str, ...], dict[str, list[StatedFact]]] = {}
    for step, answer in enumerate(trace):
        said = wording(answer.operation)
        for instance in instances(answer):
            identifier = instance.identifier(types)
            if identifier is None or not instance.route:
                continue
            source = f"{said} {path_text(instance.list_path or instance.path)}"
            about = (instance.typename, str(identifier), _shaping(instance.route))
            for key, stated in _stated_facts(step, instance, answer, types).items():
                found.setdefault((*about, key), {}).setdefault(source, []).append(stated)
    return found


def _stated_facts(step: int, instance: Instance, answer: QueryAnswer, types: SchemaTypes) -> dict[str, StatedFact]:
    """By key; values of objects without identity in a list are taken together, as no order is promised."""
    found: dict[str, StatedFact] = {}
    for fact in facts(types, instance.shape, instance.value, clean=answer.clean):
        key = re.sub(r"\[\d+\]", "[]", fact.key)
        if key == fact.key:
            found[key] = StatedFact(step, instance, fact.coordinate, fact.value, fact.leaf)
        else:
            known = found.setdefault(key, StatedFact(step, instance, fact.coordinate, [], fact.leaf))
            known.value.append(fact.value)
    return found


def agree(one: StatedFact, other: StatedFact) -> bool:
    """Whether two answers say the same; a difference in the last digits of a float is none."""
    return same(one.value, other.value, ordered=False)


def _shaping(route: Route) -> str:
    """The arguments on a route that may change what is shown."""
    found: list[tuple[str, JSON]] = []
    for step in route:
        for name, value in sent(step.arguments).items():
            inside = value if isinstance(value, dict) else {}
            found += [pair for pair in ({name: value} | inside).items() if shapes(pair[0])]
    return canonical(sorted(found, key=repr))


def _mismatch(typename: str, identifier: str, one: StatedFact, other: StatedFact) -> Mismatch:
    first, second = (f'"{stated.instance.route[-1].coordinate}"' for stated in (one, other))
    what = "another value" if one.leaf else "other objects"
    message = f"{what} through {first} than through {second}, for the same object"
    if one.value is None:
        message = f"null through {first}, but a value through {second}, for the same object"
    elif other.value is None:
        message = f"null through {second}, but a value through {first}, for the same object"
    lines = []
    for stated in (one, other):
        value = json.dumps(stated.value, ensure_ascii=False)[:200]
        lines.append(f'{typename} "{identifier}" by {_route_for_a_reader(stated.instance.route)}: {value}')
    return Mismatch(one.coordinate, message, path_text(other.instance.path), "\n".join(lines), step=other.step)


def _route_for_a_reader(route: Route) -> str:
    steps = []
    for step in route:
        arguments = f"({canonical(step.arguments)[:80]})" if step.arguments else ""
        steps.append(step.name + arguments)
    return ".".join(steps)


RELATION: Final[Relation] = Relation(
    "same-facts", "an object has the same fields and the same relations, whichever way leads to it", _propose, _check
)
