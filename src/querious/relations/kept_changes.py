"""What a mutation shows of an object is what the object shows when it is looked up right after.

A mutation that changes a copy and stores nothing answers as if all was well. So each that was seen to change an object
by its identifier is asked once more, with the same arguments but for other related objects and other members of an
enum, and the object is looked up before and after it: by its identifier, and by whatever else it can be looked up by,
since only one of these ways may go through a cache.

What the mutation was given by the name of a leaf of the object, as a member of its enum, is what the object then shows:
``changeStatus(status: LOST)`` makes it lost. That is a suspicion: a member may be a state that is only asked for.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from graphql import GraphQLEnumType

from querious.model import EnumValue, Field, Operation
from querious.model.arguments import plain
from querious.model.json_text import integer_of
from querious.relations.answer_objects import instances
from querious.relations.answers.comparison import quoted
from querious.relations.objects.doubts import (
    is_found_by_identifier,
    is_relative_leaf,
    may_differ_by_route,
    may_say_the_same,
)
from querious.relations.objects.lookups import known_lookups
from querious.relations.objects.selections import full_selection
from querious.relations.relation import Mismatch, Relation, severity_of
from querious.relations.routes import FieldStep, query_at
from querious.relations.same_facts import agree, stated_facts
from querious.relations.schema_types import is_list, nullable, type_name
from querious.text.words import words

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from querious.model import JSON, Selection, Value
    from querious.relations.answer_objects import Instance, QueryAnswer
    from querious.relations.observations import KnownChange, Observations
    from querious.relations.relation import Conversation, Trace
    from querious.relations.same_facts import StatedFact
    from querious.relations.schema_types import SchemaTypes

_WAYS: Final = 3
"""Look-ups by which an object is asked."""
_MEMBERS: Final = 6
"""Members of an enum that a mutation is given one after the other."""
_ONLY_SHOWING: Final = frozenset(
    (
        *(
            "preview",
            "dry",
            "simulate",
            "validate",
            "check",
            "estimate",
            "calculate",
            "compute",
            "quote",
            "draft",
            "try",
        ),
        *("propose", "request", "schedule", "enqueue", "queue", "plan", "translate", "stage", "suggest"),
    )
)
"""A mutation with such a word, in its name or that of an argument, may show what is not so, or not yet."""


def _propose(observed: Observations) -> Iterator[Conversation]:
    """Every mutation as it was asked, then with the other members of an enum that it takes."""
    known = [one for one in observed.changes.values() if _stores(one.mutation)]
    for change in known:
        yield _ask(observed, change, change.mutation.arguments)
    for change in known:
        for arguments in _with_other_members(observed.types, change):
            yield _ask(observed, change, arguments)


def _stores(mutation: FieldStep) -> bool:
    spoken = {word for name in (mutation.name, *dict(mutation.arguments)) for word in words(name)}
    return _ONLY_SHOWING.isdisjoint(spoken)


def _ask(observed: Observations, change: KnownChange, arguments: Sequence[tuple[str, Value]]) -> Conversation:
    """Look the object up, change it, and look it up again in the same ways."""
    types = observed.types
    chosen = full_selection(types, change.typename)
    first = next(_by_identifier(observed, change), None)
    found = _instance((yield first), types, change.typename, change.identifier) if first is not None else None
    if first is None or found is None:
        return
    others = _other_ways(observed, change, found)
    for other in others:  # noqa: UP028 - answers are sent in, and a list takes none
        yield other
    changed = yield _mutation(change, _with_others(observed, change, found, arguments), chosen)
    if changed.data is not None and changed.clean:
        for again in (first, *others):  # noqa: UP028 - likewise
            yield again


def _with_others(
    observed: Observations, change: KnownChange, found: Instance, arguments: Sequence[tuple[str, Value]]
) -> list[tuple[str, Value]]:
    """The arguments with other related objects than those that the object has now: else nothing would change."""
    return [(name, _other_identifier(observed, change, found, name, value)) for name, value in arguments]


def _other_identifier(observed: Observations, change: KnownChange, found: Instance, name: str, value: Value) -> Value:
    """``driverId: 4`` with another driver; inside of input objects too. Any other value stays."""
    if isinstance(value, dict):
        return {inner: _other_identifier(observed, change, found, inner, one) for inner, one in value.items()}
    spoken, types = words(name), observed.types
    related = types.plain_by_words(change.typename).get(spoken[:-1], ()) if spoken[-1:] == ("id",) else ()
    for field in related:
        kind = type_name(types.plain(change.typename)[field])
        now = found.value.get(field)
        taken = {str(value), str(now.get(types.identifier(kind)))} if isinstance(now, dict) else {str(value)}
        others = [
            one
            for text, one in observed.identifiers.get(kind, {}).items()
            if text not in taken and (isinstance(value, str) or text.isdecimal())
        ]
        if others and isinstance(value, str | int):
            return integer_of(str(others[0])) if isinstance(value, int) else str(others[0])
    return value


def _by_identifier(observed: Observations, change: KnownChange) -> Iterator[Operation]:
    """Look-ups by the identifier."""
    types = observed.types
    chosen = full_selection(types, change.typename)
    for route, lookup in known_lookups(observed):
        is_by_identifier = lookup.keys.get(change.typename) == types.identifier(change.typename)
        if is_by_identifier and lookup.certain and not lookup.many and lookup.target == change.typename:
            yield query_at(types, route, lookup.parent, [lookup.asking(lookup.takes(change.identifier), chosen)])


def _other_ways(observed: Observations, change: KnownChange, found: Instance) -> list[Operation]:
    """Look-ups by other leaves, with what the object shows of these."""
    types = observed.types
    chosen = full_selection(types, change.typename)
    others: list[Operation] = []
    for route, lookup in known_lookups(observed):
        key = lookup.keys.get(change.typename, "")
        is_other = key != types.identifier(change.typename) and lookup.target == change.typename
        value = lookup.takes(found.value.get(key)) if is_other and lookup.certain and not lookup.many else None
        if value is not None and len(others) < _WAYS - 1:
            others.append(query_at(types, route, lookup.parent, [lookup.asking(value, chosen)]))
    return others


def _mutation(change: KnownChange, arguments: Sequence[tuple[str, Value]], chosen: Sequence[Selection]) -> Operation:
    below = list(chosen)
    for step in reversed(change.below):
        below = [Field(step.parent, step.name, arguments=step.arguments, children=below)]
    parent, name = change.mutation.parent, change.mutation.name
    return Operation("mutation", "", parent, [Field(parent, name, arguments=arguments, children=below)])


def _with_other_members(types: SchemaTypes, change: KnownChange) -> Iterator[list[tuple[str, Value]]]:
    """The arguments with each member of an enum in the place of the one that was given."""
    declared = types.field(change.mutation.coordinate)
    given = dict(change.mutation.arguments)
    for name, leaf in _enum_arguments(types, change).items():
        kind = nullable(declared.args[name].type) if declared is not None and leaf else None
        for member in list(kind.values)[:_MEMBERS] if isinstance(kind, GraphQLEnumType) else ():
            yield list({**given, name: EnumValue(member)}.items())


def _enum_arguments(types: SchemaTypes, change: KnownChange) -> dict[str, str]:
    """Arguments that take a member of an enum, with the leaf of the object that has their name and this enum."""
    declared = types.field(change.mutation.coordinate)
    found = {}
    for name, argument in declared.args.items() if declared is not None else ():
        kind = nullable(argument.type)
        for leaf in types.plain_by_words(change.typename).get(words(name), ()):
            if isinstance(kind, GraphQLEnumType) and nullable(types.plain(change.typename)[leaf].type) is kind:
                found[name] = leaf
    return found


def _check(trace: Trace, types: SchemaTypes) -> Iterator[Mismatch]:
    """Every mutation against what was looked up after it, up to the next one; one mismatch for each field."""
    told: set[str] = set()
    changed: Instance | None = None
    for step, answer in enumerate(trace):
        if answer.operation.kind == "mutation":
            changed = _changed_object(answer, types)
            found = _otherwise_than_asked(changed, step, types) if changed is not None else ()
        else:
            found = _shown_otherwise(changed, answer, step, types) if changed is not None else ()
        for mismatch in found:
            if mismatch.coordinate not in told:
                told.add(mismatch.coordinate)
                yield mismatch


def _changed_object(answer: QueryAnswer, types: SchemaTypes) -> Instance | None:
    """The first object with an identifier in what a mutation answers without an error."""
    if not answer.clean:
        return None
    return next((one for one in instances(answer) if one.route and one.identifier(types) is not None), None)


def _instance(answer: QueryAnswer, types: SchemaTypes, typename: str, identifier: JSON) -> Instance | None:
    for one in instances(answer):
        if one.typename == typename and one.route and str(one.identifier(types)) == str(identifier):
            return one
    return None


def _shown_otherwise(changed: Instance, answer: QueryAnswer, step: int, types: SchemaTypes) -> Iterator[Mismatch]:
    identifier = changed.identifier(types)
    found = _instance(answer, types, changed.typename, identifier)
    if found is None or not answer.clean:
        return
    mine, theirs = stated_facts(step, changed, types, clean=True), stated_facts(step, found, types, clean=True)
    mutation, query = changed.route[0].name, ".".join(one.name for one in found.route)
    for key, stated in mine.items():
        other = theirs.get(key)
        if other is None or agree(stated, other):
            continue
        message = (
            f'after "{mutation}" has answered with {quoted(stated.value)}, '
            f'"{query}" shows {quoted(other.value)} of the same object'
        )
        certain = _is_certain(types, changed, found, stated, other)
        excerpt = f'{changed.typename} "{identifier}" {key}: {quoted(stated.value)}, then {quoted(other.value)}'
        yield Mismatch(stated.coordinate, message, "", excerpt, severity_of(certain=certain), step)


def _is_certain(types: SchemaTypes, changed: Instance, found: Instance, stated: StatedFact, other: StatedFact) -> bool:
    """Whether no design explains both; where the object stands in the payload, and by what the query finds it."""
    if may_say_the_same(stated.value, other.value) or is_relative_leaf(stated.coordinate):
        return False
    below = tuple(FieldStep(step.parent, step.name) for step in changed.route[1:])
    declared = types.field(stated.coordinate)
    takes_more = isinstance(stated.value, list) and declared is not None and bool(declared.args)
    has_doubt = takes_more or may_differ_by_route(types, below, found.route)
    return not has_doubt and is_found_by_identifier(types, changed.typename)


def _otherwise_than_asked(changed: Instance, step: int, types: SchemaTypes) -> Iterator[Mismatch]:
    mutation = changed.route[0]
    given: Mapping[str, JSON] = {name: plain(value) for name, value in mutation.arguments}
    declared = types.field(mutation.coordinate)
    shown = {field.name: changed.value.get(field.key) for field in changed.shape.fields.values()}
    for name, value in given.items():
        kind = nullable(declared.args[name].type) if declared is not None and name in declared.args else None
        for leaf in types.plain_by_words(changed.typename).get(words(name), ()):
            field = types.plain(changed.typename)[leaf]
            is_same_enum = isinstance(kind, GraphQLEnumType) and nullable(field.type) is kind and not is_list(kind)
            if is_same_enum and shown.get(leaf) not in {None, value}:
                message = f"asked for {name} {quoted(value)}, it answers with {leaf} {quoted(shown[leaf])}"
                excerpt = f"{type_name(field)}: {quoted(value)}, then {quoted(shown[leaf])}"
                yield Mismatch(mutation.coordinate, message, "", excerpt, step=step)


RELATION: Final[Relation] = Relation(
    "kept-changes",
    "What a mutation shows of an object is what a look-up shows of it right after",
    _propose,
    _check,
    changes=True,
)
