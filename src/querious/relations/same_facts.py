"""Same object, same facts: whichever route leads to an object, it has the same leaves and the same related objects.

Only answers that agree with themselves count: what one operation says twice of an object must be the same both times,
and a list that holds one identifier twice with different facts is no list of objects that can be told apart. Arguments
on the route that may change what is shown (a language, a currency, a moment) must be the same on both.

Two values that cannot both be right are a fault. A suspicion is what a design may explain, see ``doubts``: null, as an
object may come with less than all of it; a rounded number or a text that is cut off; a search index or an earlier
version on the way; an identifier that nothing proves to be the object's own.
"""

from __future__ import annotations

import json
import re
from functools import partial
from typing import TYPE_CHECKING, Final, NamedTuple

from graphql import get_named_type, is_enum_type

from querious.answers.comparison import same
from querious.model import Severity
from querious.model.arguments import canonical, sent
from querious.model.shape import path_text
from querious.relations.answer_objects import facts, instances, shown
from querious.relations.answers.comparison import quoted, wording
from querious.relations.objects.doubts import (
    is_found_by_identifier,
    is_relative_leaf,
    may_differ_by_route,
    may_say_the_same,
)
from querious.relations.objects.lookup_values import spread, taken_values
from querious.relations.objects.lookups import known_lookups
from querious.relations.objects.names import shapes
from querious.relations.objects.selections import full_selection
from querious.relations.relation import Contradiction, Mismatch, Relation, ask_twice_if_broken, severity_of
from querious.relations.routes import FieldStep, query_at, route_text

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
_TELLING: Final = 4
"""Letters of a text from which on two objects seldom share it."""
_ROUTE: Final = 120
"""Letters of a route in a message."""


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
    chosen = spread(values)[:_OBJECTS]
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
    """One mismatch for each field, one that is certain where there is one."""
    told: dict[str, Mismatch] = {}
    for (typename, identifier, _), by_fact in _facts_by_object(trace, types).items():
        steady = {key: _steady(sources) for key, sources in by_fact.items()}
        for one, other in _disagreements(steady):
            certain = _is_certain(types, typename, one, other, steady)
            known = told.get(one.coordinate)
            if known is None or (certain and known.severity is Severity.SUSPICION):
                told[one.coordinate] = _mismatch(typename, identifier, one, other, certain=certain)
    yield from told.values()


def _notice(_: QueryAnswer, observed: Observations) -> Iterator[Contradiction]:
    """Whatever the answer says otherwise of an object than an answer before it, or another place of the same answer."""
    types = observed.types
    for conflict in observed.new_conflicts:
        again = ask_twice_if_broken([conflict.one, conflict.other], lambda trace: _check(trace, types))
        yield Contradiction(f"{conflict.typename}.{conflict.key}", "", again)


def _steady(sources: dict[str, list[StatedFact]]) -> dict[str, StatedFact]:
    """What was said, by source; but for sources that contradict themselves."""
    found = {}
    for source, stated in sources.items():
        if all(agree(stated[0], other) for other in stated[1:]):
            found[source] = stated[0]
    return found


def _disagreements(facts_by_source: dict[str, dict[str, StatedFact]]) -> Iterator[tuple[StatedFact, StatedFact]]:
    for steady in facts_by_source.values():
        one = next(iter(steady.values()), None)
        for other in steady.values():
            if one is not None and not agree(one, other) and not _is_one_question(one, other):
                yield one, other


def _is_one_question(one: StatedFact, other: StatedFact) -> bool:
    """Whether the routes are the same, and a value is there or not by the wording alone: that is for ``selection``."""
    has_null = one.value is None or other.value is None
    return has_null and route_text(one.instance.route) == route_text(other.instance.route)


def _is_certain(
    types: SchemaTypes,
    typename: str,
    one: StatedFact,
    other: StatedFact,
    facts_by_source: dict[str, dict[str, StatedFact]],
) -> bool:
    """Whether no design explains both: it is one object for sure, and neither the values nor the routes leave a doubt.

    Lists below an object that take arguments may be cut or filtered by their defaults, so that these stay a suspicion.
    """
    if may_say_the_same(one.value, other.value) or is_relative_leaf(one.coordinate):
        return False
    if may_differ_by_route(types, one.instance.route, other.instance.route):
        return False
    declared = types.field(one.coordinate)
    if isinstance(one.value, list) and declared is not None and declared.args:
        return False
    return is_found_by_identifier(types, typename) or _is_same_otherwise(types, one, other, facts_by_source)


def _is_same_otherwise(
    types: SchemaTypes, one: StatedFact, other: StatedFact, facts_by_source: dict[str, dict[str, StatedFact]]
) -> bool:
    """Whether most of what both places say of the object is the same, a text among it: then it is one object."""
    agreed: list[StatedFact] = []
    differing = 0
    for steady in facts_by_source.values():
        here = [stated for stated in steady.values() if stated.instance is one.instance]
        there = [stated for stated in steady.values() if stated.instance is other.instance]
        if here and there and agree(here[0], there[0]):
            agreed += here[:1]
        elif here and there:
            differing += 1
    return any(_tells_apart(types, stated) for stated in agreed) and len(agreed) > differing


def _tells_apart(types: SchemaTypes, stated: StatedFact) -> bool:
    """Whether it is a text that two objects seldom share: not the identifier itself, and none of an enum."""
    typename, _, name = stated.coordinate.partition(".")
    declared = types.field(stated.coordinate)
    if declared is None or name == types.identifier(typename) or is_enum_type(get_named_type(declared.type)):
        return False
    return isinstance(stated.value, str) and len(stated.value) >= _TELLING


def _facts_by_object(
    trace: Trace, types: SchemaTypes
) -> dict[tuple[str, str, str], dict[str, dict[str, list[StatedFact]]]]:
    """What is said, by object (its type, its identifier, what shapes it) and fact; and then by source.

    A source is an operation with the list in its answer that holds the object.
    """
    found: dict[tuple[str, str, str], dict[str, dict[str, list[StatedFact]]]] = {}
    for step, answer in enumerate(trace):
        said = wording(answer.operation)
        for instance in instances(answer):
            identifier = instance.identifier(types)
            if identifier is None or not instance.route:
                continue
            source = f"{said} {path_text(instance.list_path or instance.path)}"
            about = (instance.typename, str(identifier), _shaping(instance.route))
            for key, stated in stated_facts(step, instance, types, clean=answer.clean).items():
                found.setdefault(about, {}).setdefault(key, {}).setdefault(source, []).append(stated)
    return found


def stated_facts(step: int, instance: Instance, types: SchemaTypes, *, clean: bool) -> dict[str, StatedFact]:
    """By key; values of objects without identity in a list are taken together, as no order is promised."""
    found: dict[str, StatedFact] = {}
    for fact in facts(types, instance.shape, instance.value, clean=clean):
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


def _mismatch(typename: str, identifier: str, one: StatedFact, other: StatedFact, *, certain: bool) -> Mismatch:
    first, second = _names_of_routes(one.instance.route, other.instance.route)
    message = f"{_disagreement(one, other, first, second)}, for the same object"
    if not one.leaf and one.value is not None and other.value is not None:
        message += f": {quoted(one.value)} and {quoted(other.value)}"
    lines = []
    for stated in (one, other):
        value = json.dumps(stated.value, ensure_ascii=False)[:200]
        lines.append(f'{typename} "{identifier}" by {_route_for_a_reader(stated.instance.route)}: {value}')
    severity = severity_of(certain=certain)
    return Mismatch(one.coordinate, message, path_text(other.instance.path), "\n".join(lines), severity, other.step)


def _disagreement(one: StatedFact, other: StatedFact, first: str, second: str) -> str:
    """What was said where; one way may lead to an object twice."""
    only_way = first == second
    if one.value is None or other.value is None:
        if only_way:
            return f"null in one place and a value in another through {first}"
        empty, full = (first, second) if one.value is None else (second, first)
        return f"null through {empty}, but a value through {full}"
    said, also_said = quoted(one.value), quoted(other.value)
    if one.leaf and only_way:
        return f"{said} in one place and {also_said} in another through {first}"
    if one.leaf:
        return f"{said} through {first}, but {also_said} through {second}"
    if only_way:
        return f"other objects in two places through {first}"
    return f"other objects through {first} than through {second}"


def _names_of_routes(*routes: Route) -> list[str]:
    """The whole ways, in quotes; with their arguments only where nothing else tells them apart."""
    names = [".".join(step.name for step in route) for route in routes]
    if len(set(names)) == 1:
        names = [_route_for_a_reader(route) for route in routes]
    return [quoted(name, _ROUTE) for name in names]


def _route_for_a_reader(route: Route) -> str:
    steps = []
    for step in route:
        arguments = f"({canonical(step.arguments)[:80]})" if step.arguments else ""
        steps.append(step.name + arguments)
    return ".".join(steps)


RELATION: Final[Relation] = Relation(
    "same-facts",
    "an object has the same fields and the same relations, whichever way leads to it",
    _propose,
    _check,
    notice=_notice,
)
