"""Kinds: rows of several types are of the types that were asked for.

Some lists hold objects of several types and take an enum whose members are named as these: ``search(kinds: [BOOK])``.
What is asked for by one member is of that type and no other, and all that the list holds of it comes; a limit is for
all kinds together.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from graphql import GraphQLEnumType, get_named_type, is_abstract_type

from querious.model import Severity
from querious.relations.lists.list_types import list_type_of
from querious.relations.lists.pages import given as given_at
from querious.relations.lists.pages import without
from querious.relations.lists.rows import lists
from querious.relations.lists.sources import ask, ask_for_all_rows, sources
from querious.relations.objects.names import type_words
from querious.relations.relation import Mismatch, Relation, notice_alone
from querious.relations.schema_types import is_list, once
from querious.text.words import words

if TYPE_CHECKING:
    from collections.abc import Iterator

    from querious.model import JSON
    from querious.relations.answer_objects import QueryAnswer
    from querious.relations.lists.rows import ListAnswer
    from querious.relations.lists.sources import ListSource
    from querious.relations.observations import Observations
    from querious.relations.relation import Arguments, Contradiction, Conversation, Trace
    from querious.relations.schema_types import SchemaTypes

_ROUTES: Final = 2
"""To one list."""
_MEMBERS: Final = 3
"""Kinds that are asked for."""


class KindArgument(NamedTuple):
    """An argument that takes names of types of the rows."""

    name: str
    many: bool
    types: dict[str, str]
    """By member of the enum, the type that it names."""

    def asking(self, member: str) -> JSON:
        """The value that asks for one member."""
        return [member] if self.many else member


@once
def kind_arguments_of(types: SchemaTypes, coordinate: str) -> list[KindArgument]:
    """The arguments of a list of several types whose enum names these types: each member one, and every type.

    Where a type has no member of its own, that of another may stand for both: ``ISSUE`` for issues and pull requests.
    """
    field, row = types.field(coordinate), list_type_of(types, coordinate).row
    if field is None or not row or not is_abstract_type(types.schema.type_map.get(row)):
        return []
    by_words = {type_words(typename): typename for typename in types.possible(row)}
    found = []
    for name, argument in field.args.items():
        kind = get_named_type(argument.type)
        members = list(kind.values) if isinstance(kind, GraphQLEnumType) else []
        named = {member: by_words[words(member)] for member in members if words(member) in by_words}
        if len(named) > 1 and len(named) == len(members) and set(named.values()) == set(by_words.values()):
            found.append(KindArgument(name, is_list(argument.type), named))
    return found


def _propose(observed: Observations) -> Iterator[Conversation]:
    for source in sources(observed, _ROUTES):
        for argument in kind_arguments_of(observed.types, source.field.coordinate):
            yield _ask(observed.types, source, argument)


def _ask(types: SchemaTypes, source: ListSource, argument: KindArgument) -> Conversation:
    """All rows, then those of some kinds: first of those that are there, with one that is not last; then all again."""
    size, found = yield from ask_for_all_rows(types, source)
    there = {row.shape.typename for listed in found for row in listed.rows}
    if not there:
        return
    members = sorted(argument.types, key=lambda member: argument.types[member] not in there)
    for member in (*members[: _MEMBERS - 1], members[-1]):
        changes = {**source.paging.of_size(size), (argument.name,): argument.asking(member)}
        yield ask(types, source, changes)
    if source.paging.size and len(there) > 1:
        yield ask(types, source, source.paging.of_size(1))
    yield ask(types, source, source.paging.of_size(size))


def _check(trace: Trace, types: SchemaTypes) -> Iterator[Mismatch]:
    """Lists that were asked for one kind, each by itself and against the same list with all kinds."""
    plain: dict[str, ListAnswer] = {}
    asked: list[tuple[str, str, ListAnswer]] = []
    for listed in lists(trace, types):
        for argument in kind_arguments_of(types, listed.field.coordinate):
            rest = without(listed.arguments, [(argument.name,), *listed.field.paging.paths])
            group = f"{listed.owner} {rest}"
            given = listed.arguments.get(argument.name)
            members = given if isinstance(given, list) else [given]
            if given is None:
                plain.setdefault(group, listed)
                yield from _judge_limit(listed)
            elif len(members) == 1 and str(members[0]) in argument.types:
                asked.append((group, argument.types[str(members[0])], listed))
    for group, typename, listed in asked:
        yield from _judge(typename, listed, plain.get(group))


def _judge_limit(listed: ListAnswer) -> Iterator[Mismatch]:
    """One limit is for all kinds together. A suspicion: some services mean one for each."""
    size = given_at(listed.arguments, listed.field.paging.size)
    kinds = {row.shape.typename for row in listed.rows}
    if size == 1 and len(listed.rows) == len(kinds) > 1:
        message = f"returns {len(listed.rows)} rows of {len(kinds)} types where at most 1 was asked for"
        shown = ", ".join(key[:40] for key in listed.keys[:8])
        yield Mismatch(listed.field.coordinate, message, listed.path, shown, step=listed.step)


def _judge(typename: str, listed: ListAnswer, whole: ListAnswer | None) -> Iterator[Mismatch]:
    """Another type than was asked for is wrong; one that is left out may have been cut off by a limit in between."""
    others = [row for row in listed.rows if row.shape.typename != typename]
    missing: list[str] = []
    if whole is not None and whole.holds_all_rows() and listed.holds_all_rows():
        of_type = [row.key for row in whole.rows if row.shape.typename == typename]
        missing = [key for key in of_type if key not in listed.keys]
    shown = ", ".join(key[:40] for key in listed.keys[:8])
    if others:
        message = f'asked for "{typename}" only, it answers also with "{others[0].shape.typename}"'
        yield Mismatch(listed.field.coordinate, message, listed.path, shown, Severity.FAULT, listed.step)
    elif missing:
        message = f'asked for "{typename}" only, it leaves out some that it shows when asked for all'
        yield Mismatch(listed.field.coordinate, message, listed.path, shown, step=listed.step)


def _notice(answer: QueryAnswer, observed: Observations) -> Iterator[Contradiction]:
    return notice_alone(_check, answer, observed.types)


def _asks_for_kinds(types: SchemaTypes, coordinate: str, arguments: Arguments) -> bool:
    return any(argument.name in arguments for argument in kind_arguments_of(types, coordinate))


RELATION: Final[Relation] = Relation(
    "kinds",
    "rows of several types are of the types that were asked for",
    _propose,
    _check,
    notice=_notice,
    concerns=_asks_for_kinds,
)
