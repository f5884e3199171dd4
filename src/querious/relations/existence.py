"""Existence: what one answer shows is found by the fields that look such things up.

The query that showed it is asked again after the look-ups, and only what was there before and after counts: else it may
have been deleted meanwhile. Errors are silent here, whoever may not see a thing has reason to say so.

It is a fault where a look-up finds most objects, and nothing that they show tells those that it does not find from the
others. Else it may be that whoever asks may not look these up: drafts, what was deleted, what belongs to others; or,
where nothing at all is found, that it takes another kind of key.
"""

from __future__ import annotations

from itertools import islice, product
from typing import TYPE_CHECKING, Final

from graphql import get_named_type, is_enum_type

from querious.model import Field
from querious.relations.answer_objects import all_shown, fields_of, identity, instances, shape_of, shown
from querious.relations.answers.comparison import quoted
from querious.relations.objects.lookup_values import spread, taken_values
from querious.relations.objects.lookups import is_lookup, known_lookups, lookup_results, routes_that_show
from querious.relations.objects.selections import full_selection
from querious.relations.relation import Contradiction, Mismatch, Relation, severity_of
from querious.relations.routes import query_at

if TYPE_CHECKING:
    from collections.abc import Collection, Generator, Iterator

    from querious.model import JSON, Operation, Selection
    from querious.relations.answer_objects import AnsweredField, QueryAnswer
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
_LINK: Final = "→ "
"""Begins what is told of an object that another one leads to."""
_MOST: Final = 3
"""Objects that must be found for each that is not."""


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
    values, shown_by = yield from _show(observed, lookup, typename)
    chosen = spread(values)[:_VALUES]
    yield from _look_up(observed.types, route, lookup, chosen, shown_by)


def _look_up(
    types: SchemaTypes, route: Route, lookup: Lookup, chosen: list[JSON], shown_by: list[Operation]
) -> Conversation:
    """Look values up that were shown just now; where one is missing, show them again."""
    missing = False
    for selections in _attempts(lookup, chosen, lookup.selection(types)):
        answer = yield query_at(types, route, lookup.parent, selections)
        missing = missing or any(result.missing() for result in lookup_results([answer], types))
        if answer.clean and len(selections) == len(chosen):
            break
    for operation in shown_by if missing else ():
        _ = yield operation


def _show(
    observed: Observations, lookup: Lookup, typename: str
) -> Generator[Operation, QueryAnswer, tuple[list[JSON], list[Operation]]]:
    """Values that other fields show, and the queries that showed them."""
    key = lookup.keys[typename]
    values: dict[str, JSON] = {}
    shown_by: list[Operation] = []
    for route in observed.routes_to(typename, but=lookup.coordinate):
        answer, operation = yield from _show_on(observed.types, route, typename, key)
        found = taken_values(lookup, shown(answer, typename, key))
        if found.keys() - values.keys():
            shown_by.append(operation)
        values |= found
        if len(values) >= _VALUES:
            break
    return list(values.values()), shown_by


def _show_on(
    types: SchemaTypes, route: Route, typename: str, key: str
) -> Generator[Operation, QueryAnswer, tuple[QueryAnswer, Operation]]:
    """All that a route shows of objects, or their key alone if that is refused; with the query that showed it."""
    operation = query_at(types, route, typename, _shown_selection(types, typename, key))
    answer = yield operation
    if not answer.clean or answer.data is None:
        operation = query_at(types, route, typename, [Field(typename, key)])
        answer = yield operation
    return answer, operation


def _shown_selection(types: SchemaTypes, typename: str, key: str) -> list[Selection]:
    """The key, and all by which objects may be told that not everybody may look up."""
    others = [one for one in full_selection(types, typename) if not isinstance(one, Field) or one.name != key]
    return [Field(typename, key), *others]


def _attempts(lookup: Lookup, values: list[JSON], children: list[Selection]) -> list[list[Selection]]:
    """All at once, then one after the other."""
    if lookup.many and values:
        return [[lookup.asking(values, children)]]
    together: list[Selection] = [lookup.asking(one, children, f"a{place}") for place, one in enumerate(values)]
    alone: list[list[Selection]] = [[lookup.asking(value, children)] for value in values]
    return [together, *alone] if len(values) > 1 else alone


def _notice(answer: QueryAnswer, observed: Observations) -> Iterator[Contradiction]:
    """Look-ups that find nothing by a value that some answer has shown."""
    for result in lookup_results([answer], observed.types) if answer.clean else ():
        lookup, route = result.lookup, result.field.owner.route
        if not lookup.certain or not _searches_everything(observed.types, route, lookup):
            continue
        for value in result.missing():
            for typename, shown_on in islice(routes_that_show(observed, lookup, value), 1):
                again = _search_again(observed.types, route, lookup, value, typename, shown_on)
                yield Contradiction(lookup.coordinate, f"finds nothing of {typename}", again)


def _search_again(
    types: SchemaTypes, route: Route, lookup: Lookup, value: str, typename: str, shown_on: Route
) -> Conversation:
    """Show it and some others beside it, look them up, and show them again if one is missing."""
    answer, shown_by = yield from _show_on(types, shown_on, typename, lookup.keys[typename])
    found = taken_values(lookup, shown(answer, typename, lookup.keys[typename]))
    if value in found:
        chosen = [found.pop(value), *spread(list(found.values()))[: _VALUES - 1]]
        yield from _look_up(types, route, lookup, chosen, [shown_by])


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
        present_too = present.get(place, set()) - missing.keys()
        traits = _traits_by_key(trace, types, place[1], next(iter(missing.values())).lookup)
        told_apart = _are_told_apart(traits, missing.keys(), present_too)
        yield from _judge(place[1], missing, present_too, told_apart=told_apart)


def _traits_by_key(trace: Trace, types: SchemaTypes, typename: str, lookup: Lookup) -> dict[str, set[str]]:
    """What objects show of the kind by which a look-up may choose: members of enums, flags, links, and what is null."""
    found: dict[str, set[str]] = {}
    for answer in trace:
        for instance in instances(answer):
            if instance.typename != typename:
                continue
            by_name = {field.shape.name: field for field in fields_of(instance, 0, clean=answer.clean)}
            key = by_name.get(lookup.keys[typename])
            if key is not None and key.value is not None:
                traits = {f"{name}: {_trait(types, field)}" for name, field in by_name.items()}
                found.setdefault(str(key.value), set()).update(traits)
    return found


def _trait(types: SchemaTypes, field: AnsweredField) -> JSON:
    value, declared = field.value, types.field(field.coordinate)
    if field.shape.child is not None and isinstance(value, dict):
        return f"{_LINK}{identity(types, shape_of(field.shape, value), value)}"
    is_enum = declared is not None and is_enum_type(get_named_type(declared.type))
    return str(value) if is_enum or isinstance(value, bool) else bool(value)


def _are_told_apart(traits: dict[str, set[str]], missing: Collection[str], found: Collection[str]) -> bool:
    """Whether all on one side have something in common that none on the other side has.

    Where but one is missing, that it is linked to something of its own tells nothing.
    """
    absent, present = ([traits.get(value, set()) for value in side] for side in (missing, found))
    of_absent = set.intersection(*absent).difference(*present)
    if len(absent) == 1:
        of_absent = {trait for trait in of_absent if _LINK not in trait}
    of_present = set.intersection(*present).difference(*absent) if present else set()
    return bool(of_absent or of_present)


def _judge(typename: str, missing: dict[str, LookupResult], found: set[str], *, told_apart: bool) -> Iterator[Mismatch]:
    value, result = next(iter(missing.items()))
    lookup = result.lookup
    key = lookup.keys[typename]
    kind = typename if typename == lookup.target else f'"{typename}"'  # one cause, whatever types it finds
    certain = lookup.certain and lookup.is_key(typename) and len(found) >= _MOST * len(missing) and not told_apart
    if found and (lookup.certain or len(found) >= _ENOUGH):
        message = f"finds some objects of {kind} but not the one with {key} {quoted(value)}, which other answers show"
    elif not found and lookup.certain and len(missing) >= _ENOUGH:
        message = f"finds nothing for any of {len(missing)} objects of {kind} that other answers show, by {key}"
    else:
        return
    excerpt = f"{lookup.name}({lookup.inputs[-1]}: {quoted(value)}) is null"
    severity = severity_of(certain=certain)
    yield Mismatch(lookup.coordinate, message, result.field.path, excerpt, severity, result.field.step)


RELATION: Final[Relation] = Relation(
    "existence",
    "what one answer shows is found by the fields that look such things up",
    _propose,
    _check,
    notice=_notice,
    concerns=is_lookup,
)
