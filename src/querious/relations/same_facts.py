"""Same object, same facts: whichever route leads to an object, it has the same leaves and the same related objects.

Only answers that agree with themselves count: what one operation says twice of an object must be the same both times,
and a list that holds one identifier twice with different facts is no list of objects that can be told apart. Arguments
on the route that may change what is shown (a language, a currency, a moment) must be the same on both.
"""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Final, NamedTuple

from querious.answers.comparison import same
from querious.model.arguments import canonical, sent
from querious.model.document_text import write
from querious.model.shape import path_text
from querious.relations.answer_objects import facts, identity, instances, shown
from querious.relations.objects.lookups import known_lookups
from querious.relations.objects.names import shapes
from querious.relations.objects.selections import full_selection
from querious.relations.relation import Mismatch, Relation
from querious.relations.routes import FieldStep, query_at

if TYPE_CHECKING:
    from collections.abc import Iterator

    from querious.model import JSON, Operation
    from querious.relations.answer_objects import Instance
    from querious.relations.objects.lookups import Lookup
    from querious.relations.observations import Observations
    from querious.relations.query_answer import QueryAnswer
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
    asked: set[frozenset[str]] = set()
    for conflict in list(observed.conflicts.values()):
        pair = frozenset((_text(conflict.one), _text(conflict.other)))
        if pair not in asked:
            asked.add(pair)
            yield _ask_again(observed.types, conflict.one, conflict.other)
    lookups = [(route, lookup) for route, lookup in known_lookups(observed) if lookup.certain]
    for typename in list(observed.objects):
        if typename != observed.types.root:
            finding = [(route, lookup) for route, lookup in lookups if typename in lookup.keys]
            yield from _propose_for(observed, typename, finding)


def _propose_for(observed: Observations, typename: str, lookups: list[tuple[Route, Lookup]]) -> Iterator[Conversation]:
    """Every route to the objects of a type, and every look-up of them, held against another."""
    types = observed.types
    routes: dict[str, Route] = {}
    for known in list(observed.objects[typename].values()):
        for coordinate, route in list(known.items()):
            routes.setdefault(coordinate, route)
    by_identifier = []
    for route, lookup in lookups:
        if not lookup.many and lookup.keys[typename] == types.identifier(typename):
            by_identifier.append((route, lookup))
    usual = by_identifier[:1]
    for route, lookup in [*usual, *(pair for pair in lookups if pair not in usual)]:
        others = [other for coordinate, other in routes.items() if coordinate != lookup.coordinate]
        for other in others if usual and lookup is usual[0][1] else others[:1]:
            yield _look_up(types, typename, other, route, lookup)
    if not usual:
        for one, other in _routes_to_one_object(observed, typename):
            yield _compare(types, typename, one, other)


def _routes_to_one_object(observed: Observations, typename: str) -> Iterator[tuple[Route, Route]]:
    """Routes to one object, by other last fields; each pair of these fields once."""
    done: set[tuple[str, str]] = set()
    for known in list(observed.objects[typename].values()):
        (first, one), *others = list(known.items())
        for coordinate, other in others:
            if (first, coordinate) not in done:
                done.add((first, coordinate))
                yield one, other


def _ask_again(types: SchemaTypes, one: Operation, other: Operation) -> Conversation:
    """One, other, and both again if they still disagree."""
    trace = [(yield one), (yield other)]
    if any(_check(trace, types)):
        yield one
        yield other


def _look_up(types: SchemaTypes, typename: str, way: Route, route: Route, lookup: Lookup) -> Conversation:
    """A route, then some of what it shows looked up, and all again if they disagree; leaves only if more is refused."""
    for related in (True, False):
        chosen = full_selection(types, typename, related=related)
        trace = [(yield query_at(types, way, typename, chosen))]
        values = [lookup.takes(value) for value in shown(trace[0], typename, lookup.keys[typename])]
        values = [value for value in values if value is not None]
        values = values[: _OBJECTS - 1] + values[_OBJECTS - 1 :][-1:]
        if lookup.many and values:
            values = [values]
        for value in values:
            step = FieldStep(lookup.parent, lookup.name, tuple(lookup.asking(value, ()).arguments))
            trace.append((yield query_at(types, (*route, step), typename, chosen)))
        yield from _again_where_they_disagree(types, trace)
        if all(answer.data is not None for answer in trace):
            return


def _compare(types: SchemaTypes, typename: str, one: Route, other: Route) -> Conversation:
    """Two routes, and both again if they disagree; leaves only if more is refused."""
    for related in (True, False):
        chosen = full_selection(types, typename, related=related)
        trace = [(yield query_at(types, one, typename, chosen)), (yield query_at(types, other, typename, chosen))]
        yield from _again_where_they_disagree(types, trace)
        if all(answer.data is not None for answer in trace):
            return


def _again_where_they_disagree(types: SchemaTypes, trace: list[QueryAnswer]) -> Conversation:
    if any(_check(trace, types)):
        for answer in trace:
            yield answer.operation


def _check(trace: Trace, types: SchemaTypes) -> Iterator[Mismatch]:
    told: set[str] = set()
    for (typename, identifier, _), sources in _facts_by_object(trace, types).items():
        steady = [stated[0] for stated in sources.values() if all(agree(stated[0], other) for other in stated[1:])]
        for place, one in enumerate(steady):
            for other in steady[place + 1 :]:
                if one.coordinate not in told and not agree(one, other) and _shaping(one) == _shaping(other):
                    told.add(one.coordinate)
                    first, second = sorted((one, other), key=lambda stated: stated.step)
                    yield _mismatch(typename, identifier, first, second)


def _facts_by_object(trace: Trace, types: SchemaTypes) -> dict[tuple[str, str, str], dict[str, list[StatedFact]]]:
    """What is said, by type, identifier and fact, and then by operation and the list in its answer."""
    found: dict[tuple[str, str, str], dict[str, list[StatedFact]]] = {}
    for step, answer in enumerate(trace):
        text = _text(answer.operation)
        for instance in instances(answer):
            identifier = identity(types, instance.shape, instance.value)
            if identifier is None or not instance.route:
                continue
            source = f"{text} {path_text(instance.list_path or instance.path)}"
            for key, stated in _stated_facts(step, instance, answer, types).items():
                place = (instance.typename, str(identifier), key)
                found.setdefault(place, {}).setdefault(source, []).append(stated)
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


def _shaping(stated: StatedFact) -> str:
    """The arguments on the route that may change what is shown."""
    found = []
    for step in stated.instance.route:
        for name, value in sent(step.arguments).items():
            given = {name: value, **value} if isinstance(value, dict) else {name: value}
            found += [(key, item) for key, item in given.items() if shapes(key)]
    return canonical(sorted(found, key=repr))


def _mismatch(typename: str, identifier: str, one: StatedFact, other: StatedFact) -> Mismatch:
    first, second = (f'"{stated.instance.route[-1].coordinate}"' for stated in (one, other))
    if one.value is None:
        message = f"null through {first}, but a value through {second}, for the same object"
    elif other.value is None:
        message = f"null through {second}, but a value through {first}, for the same object"
    elif one.leaf:
        message = f"another value through {first} than through {second}, for the same object"
    else:
        message = f"other objects through {first} than through {second}, for the same object"
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


def _text(operation: Operation) -> str:
    document, variables = write(operation)
    return f"{document} {canonical(list(variables.items()))}"


RELATION: Final[Relation] = Relation(
    "same-facts", "an object has the same fields and the same relations, whichever way leads to it", _propose, _check
)
