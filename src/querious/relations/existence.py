"""Existence: what one answer shows is found by the fields that look such things up.

The way that showed it is gone again after the look-ups, and counts only what was there before and after: else it may
have been deleted meanwhile. Errors are silent here, whoever may not see a thing has reason to say so.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from querious.relations.objects.known_routes import all_shown, routes_to, shown
from querious.relations.objects.lookup_results import readings
from querious.relations.objects.lookups import known_lookups, query_at
from querious.relations.objects.selections import leaf_selection, plain_field
from querious.relations.relation import Mismatch, Relation

if TYPE_CHECKING:
    from collections.abc import Iterator

    from querious.model import JSON, Operation
    from querious.relations.objects.lookup_results import LookupResult
    from querious.relations.objects.lookups import Lookup
    from querious.relations.observations import Observations
    from querious.relations.relation import Conversation, QueryAnswer, Trace
    from querious.relations.routes import Route
    from querious.relations.schema_types import SchemaTypes

_VALUES: Final = 5
"""Values that one look-up is asked with."""
_ENOUGH: Final = 2
"""Values of which none is found before a look-up counts as one that finds nothing."""
_GUESSED: Final = 2
"""Values that must be found before a field counts as a look-up whose name does not say so."""


def _propose(observed: Observations) -> Iterator[Conversation]:
    for route, lookup in sorted(known_lookups(observed), key=lambda pair: not pair[1].certain):
        if _among_all(observed, route, lookup):
            for typename in lookup.keys:
                yield _search(observed, route, lookup, typename)


def _among_all(observed: Observations, route: Route, lookup: Lookup) -> bool:
    """Whether what is looked up there is looked up among all: what a viewer finds may be the viewer's own only."""
    passed = {lookup.parent, *(step.parent for step in route)} - {observed.types.root}
    return not any(observed.types.identifier(parent) for parent in passed)


def _search(observed: Observations, route: Route, lookup: Lookup, typename: str) -> Conversation:
    """Show some, look them up together, or alone if that is refused; where one is missing, show them again."""
    types, key = observed.types, lookup.keys[typename]
    values: dict[str, JSON] = {}
    showing: list[Operation] = []
    for way in routes_to(observed, typename, but=lookup.coordinate):
        operation = query_at(types, way, typename, [plain_field(typename, key)])
        asked = yield operation
        taken = {str(value): lookup.takes(value) for value in shown(asked, typename, key)}
        if any(text not in values and value is not None for text, value in taken.items()):
            showing.append(operation)
            values.update({text: value for text, value in taken.items() if value is not None})
        if len(values) >= _VALUES:
            break
    chosen = list(values.values())[: _VALUES - 1] + list(values.values())[_VALUES - 1 :][-1:]
    if not chosen:
        return
    children = leaf_selection(types, lookup.target, {kind: [name] for kind, name in lookup.keys.items()})
    missing = False
    for selections in _attempts(lookup, chosen, children):
        asked = yield query_at(types, route, lookup.parent, selections)
        missing = missing or any(_missing(reading, asked) for reading in readings([asked], types))
        if asked.clean and len(selections) == len(chosen):
            break
    if missing:
        for operation in showing:
            yield operation


def _attempts(lookup: Lookup, values: list[JSON], children: list[JSON]) -> Iterator[list[JSON]]:
    if lookup.many:
        yield [lookup.asking(values, children)]
        return
    if len(values) > 1:
        yield [lookup.asking(value, children, f"a{place}") for place, value in enumerate(values)]
    for value in values:
        yield [lookup.asking(value, children)]


def _missing(reading: LookupResult, asked: QueryAnswer) -> list[str]:
    """The values that were asked for and not found, and no error says why."""
    answer = reading.instance.value.get(reading.field.key)
    if not asked.clean:
        return []
    if not reading.lookup.many:
        return [str(reading.value)] if answer is None else []
    if not isinstance(answer, list) or not isinstance(reading.value, list):
        return []
    found = {str(value) for _, _, value in reading.found()}
    return [str(value) for value in reading.value if str(value) not in found]


def _check(trace: Trace, types: SchemaTypes) -> Iterator[Mismatch]:
    seen = [all_shown(asked) for asked in trace]
    absent: dict[tuple[str, str], dict[str, LookupResult]] = {}
    present: dict[tuple[str, str], set[str]] = {}
    for reading in readings(trace, types):
        lost = _missing(reading, trace[reading.step])
        for typename, key in reading.lookup.keys.items():
            place = (reading.lookup.coordinate, typename)
            for value in lost:
                known, step = f"{typename}.{key} {value}", reading.step
                if any(known in one for one in seen[: step + 1]) and any(known in one for one in seen[step:]):
                    absent.setdefault(place, {}).setdefault(value, reading)
        for _, typename, value in reading.found():
            if value is not None:
                present.setdefault((reading.lookup.coordinate, typename), set()).add(str(value))
    for place, missing in absent.items():
        yield from _judge(place[1], missing, present.get(place, set()) - set(missing))


def _judge(typename: str, missing: dict[str, LookupResult], found: set[str]) -> Iterator[Mismatch]:
    value, reading = next(iter(missing.items()))
    lookup, key = reading.lookup, reading.lookup.keys[typename]
    kind = typename if typename == lookup.target else f'"{typename}"'  # one cause, whatever types it finds
    if found and (lookup.certain or len(found) >= _GUESSED):
        message = f'finds some objects of {kind} but not the one with {key} "{value[:80]}", which other answers show'
    elif not found and lookup.certain and len(missing) >= _ENOUGH:
        message = f"finds nothing for any of {len(missing)} objects of {kind} that other answers show, by {key}"
    else:
        return
    excerpt = f'{lookup.name}({lookup.inputs[-1]}: "{value[:80]}") is null'
    yield Mismatch(lookup.coordinate, message, reading.path, excerpt, step=reading.step)


RELATION: Final[Relation] = Relation(
    "existence", "what one answer shows is found by the fields that look such things up", _propose, _check
)
