"""Echo: what is looked up by a value has this value.

Several values are asked one right after the other, so that an answer kept for another argument shows; then together
in one operation. Where the field takes a list, they are asked in both directions, and then only two, with something of
another type between them, so that what comes after it may slip out of its place. At last one that is not known, which
may not bring another: that is less certain, as two texts may stand for one value.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Final

from graphql import GraphQLInterfaceType

from querious.model import Severity
from querious.relations.objects.enum_arguments import check_enum_arguments, propose_enum_arguments
from querious.relations.objects.known_routes import all_shown
from querious.relations.objects.lookup_results import readings
from querious.relations.objects.lookup_values import shown_values, unknown_values, value_of_another_type
from querious.relations.objects.lookups import known_lookups, query_at
from querious.relations.objects.selections import leaf_selection
from querious.relations.relation import Mismatch, Relation

if TYPE_CHECKING:
    from collections.abc import Iterator

    from querious.model import JSON
    from querious.relations.objects.lookup_results import LookupResult
    from querious.relations.objects.lookups import Lookup
    from querious.relations.observations import Observations
    from querious.relations.relation import Conversation, Trace
    from querious.relations.routes import Route
    from querious.relations.schema_types import SchemaTypes

_VALUES: Final = 5
"""Values that one look-up is asked with."""
_UNKNOWN: Final = "looked up by an unknown"
_EVIDENCE: Final = 2
"""Values that must come back before a field counts as a look-up whose name does not say so."""


def _propose(observed: Observations) -> Iterator[Conversation]:
    found = sorted(known_lookups(observed), key=lambda pair: not pair[1].certain)
    for route, lookup in found:
        yield _look_up(observed, route, lookup)
    yield from propose_enum_arguments(observed)


def _look_up(observed: Observations, route: Route, lookup: Lookup) -> Conversation:
    types = observed.types
    values = yield from shown_values(observed, lookup, 2 * _VALUES if lookup.many else _VALUES)
    if not values:
        return
    children = leaf_selection(types, lookup.target, {typename: [key] for typename, key in lookup.keys.items()})
    if lookup.many:
        for order in (
            values,
            values[::-1],
            [values[0], *value_of_another_type(observed, lookup, values), *values[1:2]],
        ):
            yield query_at(types, route, lookup.parent, [lookup.asking(order, children)])
        return
    for value in (*values, *unknown_values(lookup, values[-1])):
        yield query_at(types, route, lookup.parent, [lookup.asking(value, children)])
    if len(values) > 1:
        together = [lookup.asking(value, children, f"a{place}") for place, value in enumerate(values)]
        yield query_at(types, route, lookup.parent, together)


def _check(trace: Trace, types: SchemaTypes) -> Iterator[Mismatch]:
    by_lookup: dict[str, list[LookupResult]] = {}
    for reading in readings(trace, types):
        by_lookup.setdefault(f"{reading.lookup.coordinate} {reading.lookup.inputs}", []).append(reading)
    known = set().union(*map(all_shown, trace)) if by_lookup else set()
    for found in by_lookup.values():
        yield from _judge_many(found, types) if found[0].lookup.many else _judge(found, known)
    yield from check_enum_arguments(trace, types)


def _judge(found: list[LookupResult], known: set[str]) -> Iterator[Mismatch]:
    """What was asked for and is shown elsewhere tells the most."""
    right: set[str] = set()
    wrong: dict[str, Mismatch] = {}
    for reading in found:
        for _, typename, value in reading.found():
            if value is None:
                continue
            if _equal(reading, typename, reading.value, value):
                right.add(str(reading.value))
            else:
                wrong.setdefault(str(reading.value), _other(reading, typename, value, known))
    certain = found[0].lookup.certain
    if certain or (len(right) >= _EVIDENCE and len(right) > len(wrong)):
        yield from sorted(wrong.values(), key=lambda mismatch: _UNKNOWN in mismatch.message)[:1]


def _equal(reading: LookupResult, typename: str, asked: JSON, value: JSON) -> bool:
    """Case may be of no matter to a name or a login, but never to an identifier."""
    if reading.lookup.is_key(typename) and reading.lookup.scalar != "String":
        return str(asked) == str(value)
    return str(asked).casefold().strip() == str(value).casefold().strip()


def _other(reading: LookupResult, typename: str, value: JSON, known: set[str]) -> Mismatch:
    lookup = reading.lookup
    key = lookup.keys[typename]
    was_shown = any(f"{kind}.{name} {reading.value}" in known for kind, name in lookup.keys.items())
    beginning = "looked up by" if was_shown else _UNKNOWN
    sure = was_shown and lookup.certain and lookup.is_key(typename)
    return Mismatch(
        lookup.coordinate,
        f'{beginning} {key} "{_cut(reading.value)}", it answers with {key} "{_cut(value)}"',
        f"{reading.path}.{key}",
        f"{lookup.name}({lookup.inputs[-1]}: {_json(reading.value)}) answers with {key} {_json(value)}",
        Severity.FAULT if sure else Severity.SUSPICION,
        reading.step,
    )


def _judge_many(found: list[LookupResult], types: SchemaTypes) -> Iterator[Mismatch]:
    """Where anything may be found by global identifiers, Relay's specification has each stand in its place."""
    placed = isinstance(types.schema.type_map.get(found[0].lookup.target), GraphQLInterfaceType)
    for reading in found:
        asked = reading.value if isinstance(reading.value, list) else []
        wrong = next(_wrong_in_list(reading, asked, placed), None) if asked else None
        if wrong is not None:
            yield wrong
            return


def _wrong_in_list(reading: LookupResult, asked: list[JSON], placed: bool) -> Iterator[Mismatch]:  # noqa: FBT001
    """What was not asked for, what comes twice; no order is promised, but where null keeps a place all have theirs."""
    answer = reading.instance.value[reading.field.key]
    placed = isinstance(answer, list) and (placed or None in answer) and len(answer) == len(asked)
    seen: set[str] = set()
    for index, typename, value in reading.found():
        if value is None or index is None:
            continue
        key, text, severity = reading.lookup.keys[typename], str(value), Severity.SUSPICION
        if not any(_equal(reading, typename, one, value) for one in asked):
            severity = Severity.FAULT if reading.lookup.is_key(typename) else severity
            message = f'asked for some by {key}, it answers also with {key} "{_cut(value)}"'
        elif placed and not _equal(reading, typename, asked[index], value):
            message = f'it answers with {key} "{_cut(value)}" in the place of {key} "{_cut(asked[index])}"'
        elif text in seen and [str(one) for one in asked].count(text) == 1 and reading.lookup.is_key(typename):
            message = f'asked once for {key} "{_cut(value)}", it answers with it more than once'
        else:
            seen.add(text)
            continue
        path, excerpt = f"{reading.path}[{index}].{key}", f"asked for {_json(asked)}, got {_json(value)}"
        yield Mismatch(reading.lookup.coordinate, message, path, excerpt, severity, reading.step)


def _json(value: JSON) -> str:
    return json.dumps(value, ensure_ascii=False, default=str)[:200]


def _cut(value: JSON) -> str:
    return str(value).replace('"', "'")[:80]


RELATION: Final[Relation] = Relation("echo", "what is looked up by a value has this value", _propose, _check)
