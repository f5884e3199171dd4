"""Echo: what is looked up by a value has this value.

Several values are asked one right after the other, so that an answer kept for another argument shows; then together
in one operation. Where the field takes a list, they are asked in both directions, and then only two, with something of
another type or unknown between them, so that what comes after it may slip out of its place. At last one that is not
known, which may not bring another: that is less certain, as two texts may stand for one value.

Arguments of an enum type may be repeated too: ``price(currency: SEK) { currency }`` says SEK.
"""

from __future__ import annotations

import json
from collections import Counter
from functools import partial
from itertools import chain, islice
from typing import TYPE_CHECKING, Final, NamedTuple

from graphql import GraphQLEnumType, GraphQLInterfaceType, is_nullable_type, is_required_argument

from querious.model import EnumValue, Field, Severity
from querious.model.shape import path_text
from querious.relations.answer_objects import all_shown, answered_fields, shape_of
from querious.relations.answers.comparison import quoted
from querious.relations.objects.lookup_values import (
    look_up_in_batches,
    shown_values,
    unknown_values,
    value_of_another_type,
    widely_shown_values,
)
from querious.relations.objects.lookups import is_lookup, known_lookups, lookup_results, lookups_of, showing
from querious.relations.relation import Contradiction, Mismatch, Relation, ask_twice_if_broken, severity_of
from querious.relations.routes import query_at
from querious.relations.schema_types import is_leaf, is_list, nullable, once, type_name
from querious.text.words import words

if TYPE_CHECKING:
    from collections.abc import Iterator

    from querious.model import JSON
    from querious.relations.answer_objects import AnsweredField, QueryAnswer
    from querious.relations.objects.lookups import FoundObject, Lookup, LookupResult
    from querious.relations.observations import Observations
    from querious.relations.relation import Conversation, Trace
    from querious.relations.routes import Route
    from querious.relations.schema_types import SchemaTypes

_VALUES: Final = 5
"""Values that one look-up is asked with, one after the other."""
_MANY: Final = 100
"""Values that it is asked with, many in one operation."""
_UNKNOWN: Final = "looked up by an unknown"
_EVIDENCE: Final = 2
"""Values that must come back before a field counts as a look-up whose name does not say so."""
_MEMBERS: Final = 5
"""Members of an enum that are asked for."""
_OTHER_LISTS: Final = 3
"""Lists without nulls beside which one that may hold them is meant to."""
_FALLING_BACK: Final = frozenset(("locale", "language", "lang"))
"""Where another answer than the one asked for is good manners."""


def _propose(observed: Observations) -> Iterator[Conversation]:
    lookups = sorted(known_lookups(observed), key=lambda pair: not pair[1].certain)
    for route, lookup in lookups:
        yield _look_up_many(observed, route, lookup) if lookup.many else _look_up(observed, route, lookup)
    yield from _propose_enum_arguments(observed)
    for route, lookup in lookups:
        if lookup.certain and not lookup.many:
            yield _look_up_widely(observed, route, lookup)


def _look_up(observed: Observations, route: Route, lookup: Lookup) -> Conversation:
    types = observed.types
    values = yield from shown_values(observed, lookup, _VALUES)
    if not values:
        return
    children = lookup.selection(types)
    of_another_type = value_of_another_type(observed, lookup, values) if lookup.scalar == "ID" else []
    for value in (*values, *unknown_values(lookup, values[-1]), *of_another_type):
        yield query_at(types, route, lookup.parent, [lookup.asking(value, children)])
    if len(values) > 1:
        together = [lookup.asking(value, children, f"a{place}") for place, value in enumerate(values)]
        yield query_at(types, route, lookup.parent, together)


def _look_up_widely(observed: Observations, route: Route, lookup: Lookup) -> Conversation:
    """Values from everywhere, many in one operation: what is wrong with one object, or below one parent, shows."""
    values = yield from widely_shown_values(observed, lookup, _MANY)
    if len(values) > _VALUES:
        yield from look_up_in_batches(observed.types, route, lookup, values)


def _look_up_many(observed: Observations, route: Route, lookup: Lookup) -> Conversation:
    types = observed.types
    values = yield from shown_values(observed, lookup, 2 * _VALUES)
    if not values:
        return
    children = lookup.selection(types)
    with_another = [values[0], *value_of_another_type(observed, lookup, values), *values[1:2]]
    with_unknown = [values[0], *unknown_values(lookup, values[-1])[:1], *values[1:2]]
    for order in (values, values[::-1], with_another, with_unknown):
        yield query_at(types, route, lookup.parent, [lookup.asking(order, children)])


def _check(trace: Trace, types: SchemaTypes) -> Iterator[Mismatch]:
    by_lookup: dict[tuple[str, tuple[str, ...]], list[LookupResult]] = {}
    for result in lookup_results(trace, types):
        by_lookup.setdefault((result.lookup.coordinate, result.lookup.inputs), []).append(result)
    known: set[str] = set().union(*map(all_shown, trace)) if by_lookup else set()
    for results in by_lookup.values():
        if results[0].lookup.many:
            yield from _judge_lists(results, types, known)
        else:
            yield from _judge(results, known)
    yield from _check_enum_arguments(trace, types)


def _notice(answer: QueryAnswer, observed: Observations) -> Iterator[Contradiction]:
    """Answers that show another value than the look-up was asked for, if the API itself has shown that one.

    What nobody has shown may be written in a way that only the server understands.
    """
    types = observed.types
    for result in lookup_results([answer], types):
        lookup = result.lookup
        if not lookup.certain:
            continue
        asked = result.value if isinstance(result.value, list) else [result.value]
        shown = [showing(observed, lookup, value) for value in asked]
        for found in _wrong_results(result, types) if None not in shown else ():
            check = partial(_check_shown, coordinate=found.coordinate)
            operations = [*filter(None, shown[:1]), answer.operation]
            again = ask_twice_if_broken(operations, lambda trace, check=check: check(trace, types))  # type: ignore[misc]
            yield Contradiction(found.coordinate, found.message, again, check)


def _check_shown(trace: Trace, types: SchemaTypes, coordinate: str) -> Iterator[Mismatch]:
    """What one field is asked for by a value that is shown; what else it was asked for says nothing."""
    for mismatch in _check(trace, types):
        if mismatch.coordinate == coordinate and _UNKNOWN not in mismatch.message:
            yield mismatch


def _wrong_results(result: LookupResult, types: SchemaTypes) -> Iterator[Mismatch]:
    """What one look-up is wrong about, whatever else there is in its answer."""
    asked = result.value if isinstance(result.value, list) else [result.value]
    known = {f"{typename}.{key} {value}" for typename, key in result.lookup.keys.items() for value in asked}
    yield from _judge_lists([result], types, known) if result.lookup.many else _judge([result], known)


def _judge(results: list[LookupResult], known: set[str]) -> Iterator[Mismatch]:
    """What was asked for and is shown elsewhere tells the most."""
    right: set[str] = set()
    wrong: dict[str, Mismatch] = {}
    for result in results:
        for found in result.found():
            if found.key is None:
                continue
            if _equal(result.lookup, found, result.value):
                right.add(str(result.value))
            else:
                wrong.setdefault(str(result.value), _mismatch(result, found, known))
    if results[0].lookup.certain or (len(right) >= _EVIDENCE and len(right) > len(wrong)):
        yield from sorted(wrong.values(), key=lambda mismatch: _UNKNOWN in mismatch.message)[:1]


def _equal(lookup: Lookup, found: FoundObject, asked: JSON) -> bool:
    """Case may be of no matter to a name or a login, but never to an identifier."""
    if lookup.is_key(found.typename) and lookup.scalar != "String":
        return str(asked) == str(found.key)
    return str(asked).casefold().strip() == str(found.key).casefold().strip()


def _mismatch(result: LookupResult, found: FoundObject, known: set[str]) -> Mismatch:
    lookup = result.lookup
    key = lookup.keys[found.typename]
    was_shown = _was_shown(lookup, result.value, known)
    beginning = "looked up by" if was_shown else _UNKNOWN
    # Where an object shows the very value that was asked for, even a search for the nearest one has to find that. An
    # unknown value may be an old name that leads on, or another spelling; and what a look-up whose name does not say
    # that it is one makes of a value is only inferred. Below an object, the value may be that of another parent's: then
    # the next best may do for a number, such as the width of a picture.
    there_too = not result.field.owner.route or lookup.is_name(found.typename)
    certain = was_shown and lookup.certain and there_too
    return Mismatch(
        lookup.coordinate,
        f"{beginning} {key} {quoted(result.value)}, it answers with {key} {quoted(found.key)}",
        f"{result.field.path}.{key}",
        f"{lookup.name}({lookup.inputs[-1]}: {_json(result.value)}) answers with {key} {_json(found.key)}",
        severity_of(certain=certain),
        result.field.step,
    )


def _was_shown(lookup: Lookup, value: JSON, known: set[str]) -> bool:
    """Whether some object shows the value by which it can be looked up."""
    return any(f"{kind}.{name} {value}" in known for kind, name in lookup.keys.items())


def _judge_lists(results: list[LookupResult], types: SchemaTypes, known: set[str]) -> list[Mismatch]:
    """The first that is wrong. By global identifiers, Relay's specification has each object stand in its place.

    So may it be meant where this list alone may hold nulls: a suspicion.
    """
    lookup = results[0].lookup
    may_hold_nulls = _may_hold_nulls(types, lookup.coordinate)
    in_place = isinstance(types.schema.type_map.get(lookup.target), GraphQLInterfaceType)
    in_place = in_place or (lookup.certain and may_hold_nulls and _other_lists_hold_no_nulls(types, lookup.coordinate))
    wrong = chain.from_iterable(_wrong_in_list(result, known, in_place=in_place) for result in results)
    found = list(islice(wrong, 1))
    if not found and in_place and may_hold_nulls:
        found = list(islice(chain.from_iterable(map(_places_lost, results)), 1))
    return found


def _may_hold_nulls(types: SchemaTypes, coordinate: str) -> bool:
    field = types.field(coordinate)
    return field is not None and is_nullable_type(nullable(field.type).of_type)


@once
def _other_lists_hold_no_nulls(types: SchemaTypes, coordinate: str) -> bool:
    """Whether a list of objects that may hold nulls is the exception: then a null keeps the place of what is not there.

    Many servers let all lists hold nulls, since that is what their framework writes where nobody thinks of it.
    """
    others = []
    for typename in types.object_types:
        for name, field in types.fields(typename).items():
            if is_list(field.type) and not is_leaf(field) and f"{typename}.{name}" != coordinate:
                by_keys = any(lookup.many for lookup in lookups_of(types, f"{typename}.{name}"))
                others += [] if by_keys else [_may_hold_nulls(types, f"{typename}.{name}")]
    return len(others) >= _OTHER_LISTS and not any(others)


def _places_lost(result: LookupResult) -> Iterator[Mismatch]:
    """A list that may hold nulls, and leaves out what it did not find instead: who reads it by place reads it wrong.

    A suspicion: the schema does not say what a null in it would mean.
    """
    field, asked, answer = result.field, result.value, result.field.value
    if isinstance(asked, list) and isinstance(answer, list) and field.clean and 0 < len(answer) < len(asked):
        message = (
            f"asked for {len(asked)} objects by identifier, it answers with {len(answer)}: "
            "no null stands in the place of what was not found"
        )
        shown = f"asked for {_json(asked)}"
        yield Mismatch(result.lookup.coordinate, message, field.path, shown, step=field.step)


def _wrong_in_list(result: LookupResult, known: set[str], *, in_place: bool) -> Iterator[Mismatch]:
    """What was not asked for, what comes twice; no order is promised, but where null keeps a place all have theirs.

    Objects out of their places are a fault where Relay's specification gives them places: a null by itself may stand
    for anything that is left out. What comes twice may have been joined with its translations. Texts that are no keys
    may be found by a part, and an unknown key may be another spelling of a known one.
    """
    lookup, asked, answer = result.lookup, result.value, result.field.value
    if not isinstance(asked, list) or not isinstance(answer, list):
        return
    all_shown_before = all(_was_shown(lookup, value, known) for value in asked)
    by_specification = in_place and lookup.target == "Node"
    in_place = (in_place or None in answer) and len(answer) == len(asked)
    once_asked = {text for text, count in Counter(map(str, asked)).items() if count == 1}
    seen: set[str] = set()
    for found in (one for one in result.found() if one.key is not None):
        key, value, severity = lookup.keys[found.typename], found.key, Severity.SUSPICION
        is_key = lookup.is_key(found.typename)
        if not any(_equal(lookup, found, one) for one in asked):
            severity = severity_of(certain=is_key and all_shown_before)
            message = f"asked for some by {key}, it answers also with {key} {quoted(value)}"
        elif in_place and not _equal(lookup, found, asked[found.place]):
            severity = severity_of(certain=by_specification)
            message = f"it answers with {key} {quoted(value)} in the place of {key} {quoted(asked[found.place])}"
        elif is_key and str(value) in seen & once_asked:
            message = f"asked once for {key} {quoted(value)}, it answers with it more than once"
        else:
            seen.add(str(value))
            continue
        path = f"{result.field.path}[{found.place}].{key}"
        excerpt = f"asked for {_json(asked)}, got {_json(value)}"
        yield Mismatch(lookup.coordinate, message, path, excerpt, severity, result.field.step)


def _json(value: JSON) -> str:
    return json.dumps(value, ensure_ascii=False, default=str)[:200]


class EnumArgument(NamedTuple):
    """A field, its argument, and the field of its answer that has the same name and the same enum type."""

    parent: str
    name: str
    argument: str
    echoed: str
    members: tuple[str, ...]
    target: str


@once
def enum_arguments_of(types: SchemaTypes, coordinate: str) -> list[EnumArgument]:
    """The arguments of a field that its answer repeats."""
    parent, _, name = coordinate.partition(".")
    field = types.field(coordinate)
    target = type_name(field)
    arguments = field.args if field and not is_list(field.type) else {}
    required = {key for key, argument in arguments.items() if is_required_argument(argument)}
    found = []
    for key, argument in arguments.items():
        kind = nullable(argument.type)
        is_alone = required <= {key}
        if not is_alone or not isinstance(kind, GraphQLEnumType) or not _FALLING_BACK.isdisjoint(words(key)):
            continue
        for echoed in types.plain_by_words(target).get(words(key), ()):
            if nullable(types.plain(target)[echoed].type) is kind:
                found.append(EnumArgument(parent, name, key, echoed, tuple(kind.values), target))
    return found


def _propose_enum_arguments(observed: Observations) -> Iterator[Conversation]:
    """Ask each such field for the members of its enum."""
    for typename in observed.types.object_types:
        for name in observed.types.fields(typename):
            for argument in enum_arguments_of(observed.types, f"{typename}.{name}"):
                for route in observed.routes_to(typename, most=1):
                    yield _ask_members(observed.types, route, argument)


def _ask_members(types: SchemaTypes, route: Route, argument: EnumArgument) -> Conversation:
    """Every member in one operation, then some of them alone, one right after the other."""
    children = [Field(argument.target, argument.echoed)]
    fields = []
    for place, member in enumerate(argument.members[:_MEMBERS]):
        given = ((argument.argument, EnumValue(member)),)
        fields.append(Field(argument.parent, argument.name, f"a{place}", given, children=children))
    yield query_at(types, route, argument.parent, fields)
    for field in fields[-2:]:
        yield query_at(types, route, argument.parent, [field._replace(alias="")])


def _check_enum_arguments(trace: Trace, types: SchemaTypes) -> Iterator[Mismatch]:
    """One mismatch for each field that does not repeat what it was asked for."""
    repeated: dict[tuple[str, str], set[str]] = {}
    wrong: dict[str, list[EnumEcho]] = {}
    for echo in _enum_echoes(trace, types):
        if echo.value == echo.wanted:
            repeated.setdefault(echo.place, set()).add(echo.wanted)
        else:
            wrong.setdefault(echo.field.coordinate, []).append(echo)
    for echoes in wrong.values():
        contradicted = [echo for echo in echoes if echo.wanted in repeated.get(echo.place, ())]
        echo = next(iter(contradicted), echoes[0])
        message = (
            f"asked with {echo.argument.argument} {quoted(echo.wanted)}, "
            f"it answers with {echo.argument.echoed} {quoted(echo.value)}"
        )
        excerpt = f'"{echo.key}": "{echo.value}"'
        # By itself it may be what the API falls back to. Not where it gave the same object what was asked for.
        severity = severity_of(certain=bool(contradicted))
        path = f"{echo.field.path}.{echo.key}"
        yield Mismatch(echo.field.coordinate, message, path, excerpt, severity, echo.field.step)


class EnumEcho(NamedTuple):
    """A field that was asked with a member of an enum, and the member that its answer names."""

    field: AnsweredField
    argument: EnumArgument
    key: str
    wanted: str
    value: str
    owner: str
    """The object that has the field."""

    @property
    def place(self) -> tuple[str, str]:
        """The field of one object."""
        return (self.field.coordinate, self.owner)


def _enum_echoes(trace: Trace, types: SchemaTypes) -> Iterator[EnumEcho]:
    for field in answered_fields(trace):
        for argument in enum_arguments_of(types, field.coordinate) if field.shape.arguments else ():
            wanted = field.arguments.get(argument.argument)
            shape = shape_of(field.shape, field.value)
            echoed = next((one for one in shape.fields.values() if one.name == argument.echoed), None)
            value = field.value.get(echoed.key) if echoed else None
            if echoed and isinstance(wanted, str) and isinstance(value, str):
                own = field.owner.identifier(types)
                owner = path_text(field.owner.path) if own is None else f"{field.owner.typename} {own}"
                yield EnumEcho(field, argument, echoed.key, str(wanted), value, owner)


RELATION: Final[Relation] = Relation(
    "echo", "what is looked up by a value has this value", _propose, _check, notice=_notice, concerns=is_lookup
)
