"""Existence: what one answer shows is found by the fields that look such things up.

The query that showed it is asked again after the look-ups, and only what was there before and after counts: else it may
have been deleted meanwhile. Errors are silent here, whoever may not see a thing has reason to say so.
"""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING, Final

from querious.model import Field
from querious.relations.answer_objects import all_shown, shown
from querious.relations.objects.lookup_values import taken_values
from querious.relations.objects.lookups import known_lookups, lookup_results
from querious.relations.relation import Mismatch, Relation
from querious.relations.routes import query_at

if TYPE_CHECKING:
    from collections.abc import Generator, Iterator

    from querious.model import JSON, Operation, Selection
    from querious.relations.answer_objects import QueryAnswer
    from querious.relations.objects.lookups import Lookup, LookupResult
    from querious.relations.observations import Observations
    from querious.relations.relation import Conversation, Trace
    from querious.relations.routes import Route
    from querious.relations.schema_types import SchemaTypes

_VALUES: Final = 5
"""Values that one look-up is asked with."""
_ENOUGH: Final = 2
"""Values of which none is found before a look-up counts as one that finds nothing; also values that must be found
before a field counts as a look-up whose name does not say so."""


def _propose(observed: Observations) -> Iterator[Conversation]:
    for route, lookup in sorted(known_lookups(observed), key=lambda pair: not pair[1].certain):
        if _searches_everything(observed.types, route, lookup):
            for typename in lookup.keys:
                yield _search(observed, route, lookup, typename)


def _searches_everything(types: SchemaTypes, route: Route, lookup: Lookup) -> bool:
    """Whether things are looked up among all: what a viewer finds may be the viewer's own only."""
    parents = {lookup.parent, *(step.parent for step in route)} - {types.root}
    return not any(map(types.identifier, parents))


def _search(observed: Observations, route: Route, lookup: Lookup, typename: str) -> Conversation:
    """Show some, look them up together, or alone if that is refused; where one is missing, show them again."""
    types = observed.types
    values, showing = yield from _show(observed, lookup, typename)
    chosen = values[: _VALUES - 1] + values[_VALUES - 1 :][-1:]
    missing = False
    for selections in _attempts(lookup, chosen, lookup.selection(types)):
        answer = yield query_at(types, route, lookup.parent, selections)
        missing = missing or any(result.missing() for result in lookup_results([answer], types))
        if answer.clean and len(selections) == len(chosen):
            break
    for operation in showing if missing else ():
        _ = yield operation


def _show(
    observed: Observations, lookup: Lookup, typename: str
) -> Generator[Operation, QueryAnswer, tuple[list[JSON], list[Operation]]]:
    """Values that other fields show, and the queries that showed them."""
    key = lookup.keys[typename]
    values: dict[str, JSON] = {}
    showing: list[Operation] = []
    for route in observed.routes_to(typename, but=lookup.coordinate):
        operation = query_at(observed.types, route, typename, [Field(typename, key)])
        answer = yield operation
        found = taken_values(lookup, shown(answer, typename, key))
        if found.keys() - values.keys():
            showing.append(operation)
        values |= found
        if len(values) >= _VALUES:
            break
    return list(values.values()), showing


def _attempts(lookup: Lookup, values: list[JSON], children: list[Selection]) -> list[list[Selection]]:
    """All at once, then one after the other."""
    if lookup.many and values:
        return [[lookup.asking(values, children)]]
    together: list[Selection] = [lookup.asking(one, children, f"a{place}") for place, one in enumerate(values)]
    alone: list[list[Selection]] = [[lookup.asking(value, children)] for value in values]
    return [together, *alone] if len(values) > 1 else alone


def _check(trace: Trace, types: SchemaTypes) -> Iterator[Mismatch]:
    seen = [all_shown(answer) for answer in trace]
    absent: dict[tuple[str, str], dict[str, LookupResult]] = {}
    present: dict[tuple[str, str], set[str]] = {}
    for result in lookup_results(trace, types):
        lookup, step = result.lookup, result.field.step
        for value, (typename, key) in product(result.missing(), lookup.keys.items()):
            shown_as = f"{typename}.{key} {value}"
            before, after = seen[: step + 1], seen[step:]
            if any(shown_as in leaves for leaves in before) and any(shown_as in leaves for leaves in after):
                absent.setdefault((lookup.coordinate, typename), {}).setdefault(value, result)
        for found in result.found():
            if found.key is not None:
                present.setdefault((lookup.coordinate, found.typename), set()).add(str(found.key))
    for place, missing in absent.items():
        yield from _judge(place[1], missing, present.get(place, set()) - missing.keys())


def _judge(typename: str, missing: dict[str, LookupResult], found: set[str]) -> Iterator[Mismatch]:
    value, result = next(iter(missing.items()))
    lookup = result.lookup
    key = lookup.keys[typename]
    kind = typename if typename == lookup.target else f'"{typename}"'  # one cause, whatever types it finds
    if found and (lookup.certain or len(found) >= _ENOUGH):
        message = f'finds some objects of {kind} but not the one with {key} "{value[:80]}", which other answers show'
    elif not found and lookup.certain and len(missing) >= _ENOUGH:
        message = f"finds nothing for any of {len(missing)} objects of {kind} that other answers show, by {key}"
    else:
        return
    excerpt = f'{lookup.name}({lookup.inputs[-1]}: "{value[:80]}") is null'
    yield Mismatch(lookup.coordinate, message, result.field.path, excerpt, step=result.field.step)


RELATION: Final[Relation] = Relation(
    "existence", "what one answer shows is found by the fields that look such things up", _propose, _check
)
