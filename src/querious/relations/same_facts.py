"""Same object, same facts: whichever way leads to an object, it has the same leaves and the same related objects.

Only answers that agree with themselves count: what one operation says twice of an object must be the same both times,
and a list that holds one identifier twice with different facts is no list of objects that can be told apart. Arguments
on the way that may change what is shown (a language, a currency, a moment) must be the same on both.
"""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Final, NamedTuple

from querious.answers.comparison import same
from querious.model.arguments import canonical, sent
from querious.model.document_text import write
from querious.model.shape import path_text
from querious.relations.answer_objects import facts, identity, instances
from querious.relations.objects.known_routes import shown
from querious.relations.objects.lookups import known_lookups, query_at
from querious.relations.objects.names import shapes
from querious.relations.objects.selections import full_selection
from querious.relations.relation import Mismatch, Relation
from querious.relations.routes import FieldStep

if TYPE_CHECKING:
    from collections.abc import Iterator

    from querious.model import JSON, Operation
    from querious.relations.answer_objects import Instance
    from querious.relations.objects.lookups import Lookup
    from querious.relations.observations import Observations
    from querious.relations.relation import Conversation, QueryAnswer, Trace
    from querious.relations.routes import Route
    from querious.relations.schema_types import SchemaTypes

_OBJECTS: Final = 3
"""Objects that are compared for one way."""
_PLACE: Final = re.compile(r"\[\d+\]")


class Said(NamedTuple):
    """What one answer says, at one place of its operation, of one fact of one object."""

    step: int
    instance: Instance
    coordinate: str
    value: JSON
    leaf: bool


def _propose(observed: Observations) -> Iterator[Conversation]:
    asked: set[str] = set()
    for conflict in list(observed.conflicts.values()):
        pair = " ".join(sorted((_text(conflict.one), _text(conflict.other))))
        if pair not in asked:
            asked.add(pair)
            yield _ask_again(observed.types, conflict.one, conflict.other)
    lookups = [(route, lookup) for route, lookup in known_lookups(observed) if lookup.certain]
    for typename in [name for name in observed.objects if name != observed.types.root]:
        found = [(route, lookup) for route, lookup in lookups if typename in lookup.keys]
        yield from _propose_for(observed, typename, found)


def _propose_for(observed: Observations, typename: str, lookups: list[tuple[Route, Lookup]]) -> Iterator[Conversation]:
    """Every way to the objects of a type, and every look-up of them, held against another."""
    ways: dict[str, Route] = {}
    for known in list(observed.objects[typename].values()):
        for coordinate, route in list(known.items()):
            ways.setdefault(coordinate, route)
    identifier = observed.types.identifier(typename)
    usual = next((one for one in lookups if not one[1].many and one[1].keys[typename] == identifier), None)
    for coordinate, way in ways.items():
        if usual is not None and usual[1].coordinate != coordinate:
            yield _look_up(observed.types, typename, way, *usual)
    for route, lookup in lookups:
        other = next((way for coordinate, way in ways.items() if coordinate != lookup.coordinate), None)
        if other is not None and lookup is not (usual and usual[1]):
            yield _look_up(observed.types, typename, other, route, lookup)
    if usual is None:
        for one, other in _meeting(observed, typename):
            yield _compare(observed.types, typename, one, other)


def _meeting(observed: Observations, typename: str) -> Iterator[tuple[Route, Route]]:
    """Ways to one object, by other last fields; each pair of these fields once."""
    done: set[tuple[str, str]] = set()
    for known in list(observed.objects[typename].values()):
        (first, one), *others = list(known.items())
        for coordinate, other in others:
            if (first, coordinate) not in done:
                done.add((first, coordinate))
                yield one, other


def _ask_again(types: SchemaTypes, one: Operation, other: Operation) -> Conversation:
    """One, other, and both again if they still disagree."""
    trace = [(yield one)]
    trace.append((yield other))
    if any(True for _ in _check(trace, types)):
        yield one
        yield other


def _again(operations: list[Operation]) -> Conversation:
    for operation in operations:
        _ = yield operation


def _look_up(types: SchemaTypes, typename: str, way: Route, route: Route, lookup: Lookup) -> Conversation:
    """A way, then some of what it shows looked up, and all again if they disagree; leaves only if more is refused."""
    for related in (True, False):
        chosen = full_selection(types, typename, related=related)
        operations = [query_at(types, way, typename, chosen)]
        trace = [(yield operations[0])]
        values = [lookup.takes(value) for value in shown(trace[0], typename, lookup.keys[typename])]
        values = [value for value in values if value is not None]
        values = values[: _OBJECTS - 1] + values[_OBJECTS - 1 :][-1:]
        for value in [values] * bool(values) if lookup.many else values:
            step = FieldStep(lookup.parent, lookup.name, tuple(lookup.asking(value, ()).arguments))
            operations.append(query_at(types, (*route, step), typename, chosen))
            trace.append((yield operations[-1]))
        if any(True for _ in _check(trace, types)):
            yield from _again(operations)
        if all(asked.data is not None for asked in trace):
            return


def _compare(types: SchemaTypes, typename: str, one: Route, other: Route) -> Conversation:
    """Two ways, and both again if they disagree; leaves only if more is refused."""
    for related in (True, False):
        chosen = full_selection(types, typename, related=related)
        operations = [query_at(types, way, typename, chosen) for way in (one, other)]
        trace = [(yield operations[0])]
        trace.append((yield operations[1]))
        if any(True for _ in _check(trace, types)):
            yield from _again(operations)
        if all(asked.data is not None for asked in trace):
            return


def _check(trace: Trace, types: SchemaTypes) -> Iterator[Mismatch]:
    told: set[str] = set()
    for (typename, identifier, _), sources in _gathered(trace, types).items():
        steady = [told_by[0] for told_by in sources.values() if all(agree(told_by[0], one) for one in told_by[1:])]
        for place, one in enumerate(steady):
            other = next(
                (other for other in steady[place + 1 :] if not agree(one, other) and _comparable(one, other)), None
            )
            if other is not None and one.coordinate not in told:
                told.add(one.coordinate)
                yield _mismatch(typename, identifier, *sorted((one, other), key=lambda said: said.step))


def _gathered(trace: Trace, types: SchemaTypes) -> dict[tuple[str, str, str], dict[str, list[Said]]]:
    """What is said, by type, identifier and fact, and then by operation and the place in its answer."""
    found: dict[tuple[str, str, str], dict[str, list[Said]]] = {}
    for step, asked in enumerate(trace):
        text = _text(asked.operation)
        for instance in instances(asked):
            identifier = identity(types, instance.typename, instance.shape, instance.value)
            if identifier is None or not instance.route:
                continue
            for key, said in _facts(step, instance, asked, types).items():
                place = (instance.typename, str(identifier), key)
                found.setdefault(place, {}).setdefault(f"{text} {_list_of(instance)}", []).append(said)
    return found


def _list_of(instance: Instance) -> str:
    """Where an object stands; the same for all that stand in one list, or on one page as the nodes of its edges."""
    path = instance.path[:-1] if instance.route[-1].name == "node" else instance.path
    return path_text(path[:-1] if path and isinstance(path[-1], int) else instance.path)


def _facts(step: int, instance: Instance, asked: QueryAnswer, types: SchemaTypes) -> dict[str, Said]:
    """By key; values of objects without identity in a list are taken together, as no order is promised."""
    found: dict[str, Said] = {}
    for fact in facts(types, instance.shape, instance.value, clean=asked.clean):
        key = _PLACE.sub("[]", fact.key)
        if key == fact.key:
            found[key] = Said(step, instance, fact.coordinate, fact.value, fact.leaf)
        else:
            known = found.setdefault(key, Said(step, instance, fact.coordinate, [], fact.leaf))
            known.value.append(fact.value)
    return found


def agree(one: Said, other: Said) -> bool:
    """Whether two answers say the same; a difference in the last digits of a float is none."""
    return same(one.value, other.value, ordered=False)


def _comparable(one: Said, other: Said) -> bool:
    """Whether nothing on the two ways may change what is shown."""
    return _shaping(one.instance.route) == _shaping(other.instance.route)


def _shaping(route: Route) -> str:
    found = []
    for step in route:
        for name, value in sent(step.arguments).items():
            inner = value.items() if isinstance(value, dict) else ()
            found += [(key, item) for key, item in ((name, value), *inner) if shapes(key)]
    return canonical(sorted(found, key=repr))


def _mismatch(typename: str, identifier: str, one: Said, other: Said) -> Mismatch:
    ways = [f'"{said.instance.route[-1].coordinate}"' for said in (one, other)]
    if None in (one.value, other.value):
        less, more = (0, 1) if one.value is None else (1, 0)
        message = f"null by way of {ways[less]}, but by way of {ways[more]} it has a value, for the same object"
    elif one.leaf:
        message = f"another value by way of {ways[0]} than by way of {ways[1]}, for the same object"
    else:
        message = f"other objects by way of {ways[0]} than by way of {ways[1]}, for the same object"
    lines = []
    for said in (one, other):
        value = json.dumps(said.value, ensure_ascii=False)[:200]
        lines.append(f'{typename} "{identifier}" by {_spoken(said.instance.route)}: {value}')
    excerpt = "\n".join(lines)
    return Mismatch(one.coordinate, message, path_text(other.instance.path), excerpt, step=other.step)


def _spoken(route: Route) -> str:
    return ".".join(step.name + (f"({canonical(step.arguments)[:80]})" if step.arguments else "") for step in route)


def _text(operation: Operation) -> str:
    document, variables = write(operation)
    return f"{document} {canonical(list(variables.items()))}"


RELATION: Final[Relation] = Relation(
    "same-facts", "an object has the same fields and the same relations, whichever way leads to it", _propose, _check
)
