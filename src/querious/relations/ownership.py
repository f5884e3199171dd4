"""Belonging: rows below an object that name the object to which they belong name this one.

The books of an author have that author. A join that was forgotten, or made by the wrong column, shows the books of
others. Names have to leave no doubt: ``Author.books`` gives books and ``Book.author`` is their only author, but the
``owner`` of a project says nothing of ``User.projects``. Nor does a category's product have to be directly in it:
things that stand in trees are left out. And where no row at all names the object that it stands below, the two mean
different things.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final, NamedTuple

from querious.model import Field, Severity
from querious.model.shape import path_text
from querious.relations.answer_objects import answered_fields, identity, instances, shape_of
from querious.relations.answers.comparison import quoted
from querious.relations.lists.list_types import given_type, list_type_of
from querious.relations.lists.pages import is_round
from querious.relations.objects.given_objects import chooses_by_default, given_objects
from querious.relations.objects.names import type_words
from querious.relations.objects.selections import identifier_selection
from querious.relations.relation import Mismatch, Relation, notice_alone
from querious.relations.routes import query_at
from querious.relations.schema_types import once, type_name
from querious.text.words import words

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from querious.model import JSON, Operation, Selection
    from querious.relations.answer_objects import Instance, QueryAnswer
    from querious.relations.observations import Observations
    from querious.relations.relation import Arguments, Contradiction, Conversation, Trace
    from querious.relations.schema_types import SchemaTypes

_ROUTES: Final = 2
"""Routes to the objects whose rows are looked at."""
_PAGE: Final = 3
"""Steps from a list to its rows at most: the edges of a page, and the node of an edge."""
_LONG: Final = 10
"""Rows of a list that may have been cut off at a round number."""
_TREE: Final = frozenset(("parent", "child", "ancestor", "descendant", "sub", "super", "nested", "tree"))
"""Words for what stands above or below a thing of the same kind."""
_HISTORY: Final = frozenset(("event", "log", "activity", "history", "audit", "change", "action", "notification"))
"""Words for rows that name who did something, not to whom it was done."""


class _OwnedRows(NamedTuple):
    """A list of a type, and the field of its rows that names the object that has the list."""

    owner: str
    rows: str
    row: str
    """The type of the rows."""
    back: str


def _propose(observed: Observations) -> Iterator[Conversation]:
    for typename in observed.types.object_types:
        for owned in _owned_rows(observed.types, typename):
            selections = _selections(observed.types, owned)
            elsewhere = [
                query_at(observed.types, route, owned.row, _row_selection(observed.types, owned))
                for route in observed.routes_to(owned.row, most=_ROUTES)
            ]
            for route in observed.routes_to(typename, most=_ROUTES) if selections else ():
                yield _ask(observed.types, query_at(observed.types, route, typename, selections), elsewhere)


def _ask(types: SchemaTypes, below: Operation, elsewhere: Sequence[Operation]) -> Conversation:
    """The rows below their owners; where one is in a wrong place, those that stand elsewhere too."""
    answer = yield below
    if any(_check([answer], types)):
        for operation in elsewhere:  # noqa: UP028 - a list takes no answers
            yield operation


@once
def _owned_rows(types: SchemaTypes, owner: str) -> list[_OwnedRows]:
    """The lists of a type whose rows say to whom they belong."""
    if not types.identifier(owner) or owner == types.root or _is_in_tree(types, owner):
        return []
    found = []
    for name, field in types.plain(owner).items():
        row = list_type_of(types, f"{owner}.{name}").row
        tells = _is_named(name, row) and row != owner and _HISTORY.isdisjoint(type_words(row))
        back = _field_back(types, row, owner) if tells else ""
        if back and not chooses_by_default(field):
            found.append(_OwnedRows(owner, name, row, back))
    return found


def _field_back(types: SchemaTypes, row: str, owner: str) -> str:
    """The only field of a row that leads to an object of the owner's type, if its name says so; else empty."""
    singles = [name for name in types.fields(row) if not list_type_of(types, f"{row}.{name}").row]
    backs = [name for name in singles if owner in types.possible(type_name(types.field(f"{row}.{name}")))]
    if len(backs) != 1 or backs[0] not in types.plain(row):
        return ""
    declared = type_name(types.fields(row)[backs[0]])
    says_so = _is_named(backs[0], owner) or words(backs[0]) == type_words(declared)
    return backs[0] if says_so else ""


def _is_named(name: str, typename: str) -> bool:
    """``lines`` for an OrderLine, ``user`` for a User."""
    spoken = words(name)
    return bool(spoken) and type_words(typename)[-len(spoken) :] == spoken


def _is_in_tree(types: SchemaTypes, typename: str) -> bool:
    names = [name for name in types.fields(typename) if not _TREE.isdisjoint(words(name))]
    return any(typename in types.possible(given_type(types, f"{typename}.{name}")) for name in names)


def _row_selection(types: SchemaTypes, owned: _OwnedRows) -> list[Selection]:
    """Which row it is, and whom it names; empty where the one that it names cannot be told apart."""
    named = identifier_selection(types, type_name(types.fields(owned.row)[owned.back]))
    identifier = types.identifier(owned.row)
    inner: list[Selection] = [Field(owned.row, identifier)] if identifier else []
    if len(types.possible(owned.row)) > 1:
        inner.insert(0, Field(owned.row, "__typename"))
    return [*inner, Field(owned.row, owned.back, children=named)] if named else []


def _selections(types: SchemaTypes, owned: _OwnedRows) -> list[Selection]:
    inner = _row_selection(types, owned)
    if not inner:
        return []
    rows = list_type_of(types, f"{owned.owner}.{owned.rows}").select(types, inner)
    return [Field(owned.owner, types.identifier(owned.owner)), Field(owned.owner, owned.rows, children=rows)]


class _ForeignRow(NamedTuple):
    """A row below an object, naming another."""

    own: JSON
    named: JSON
    row: str
    found: Mismatch


def _check(trace: Trace, types: SchemaTypes) -> Iterator[Mismatch]:
    right: dict[_OwnedRows, set[str]] = {}
    wrong: dict[_OwnedRows, list[_ForeignRow]] = {}
    for step, answer in enumerate(trace):
        by_path: dict[tuple[str | int, ...], Instance] = {}
        for instance in instances(answer):
            by_path[instance.path] = instance
            for owned in _owned_rows(types, instance.typename):
                owner = by_path.get(_owner_path(instance, owned), instance)
                own, named = owner.identifier(types), instance.identifier(types)
                if owner is instance or owner.typename != owned.owner or None in (own, named):
                    continue
                if str(own) == str(named):
                    right.setdefault(owned, set()).add(str(own))
                else:
                    row = _row_key(types, by_path.get(instance.path[:-1]))
                    found = _mismatch(owned, own, named, instance, step)
                    wrong.setdefault(owned, []).append(_ForeignRow(own, named, row, found))
    for owned, several in wrong.items():
        if owned in right and not _is_volatile(types, owned):
            places = _places(trace, types, owned)
            stray = [one.found for one in several if _has_no_place(one, places, right[owned])]
            yield replace(stray[0], severity=Severity.FAULT) if stray else several[0].found


def _row_key(types: SchemaTypes, row: Instance | None) -> str:
    identifier = row.identifier(types) if row is not None else None
    return f"{row.typename} {identifier}" if row is not None and identifier is not None else ""


class _Places(NamedTuple):
    """Which rows stand below which objects, and which name them; by the identifiers of the objects."""

    below: dict[str, set[str]]
    naming: dict[str, set[str]]


def _places(trace: Trace, types: SchemaTypes, owned: _OwnedRows) -> _Places:
    below: dict[str, set[str]] = {}
    naming: dict[str, set[str]] = {}
    for field in answered_fields(trace):
        if field.coordinate == f"{owned.owner}.{owned.rows}" and field.clean and not field.shape.arguments:
            objects = given_objects(types, field)
            if objects is not None:
                below.setdefault(str(field.owner.identifier(types)), set()).update(objects)
        if field.owner.typename == owned.row and field.shape.name == owned.back and isinstance(field.value, dict):
            named = identity(types, shape_of(field.shape, field.value), field.value)
            row = _row_key(types, field.owner)
            if named is not None and row:
                naming.setdefault(str(named), set()).add(row)
    return _Places(below, naming)


def _has_no_place(one: _ForeignRow, places: _Places, right: set[str]) -> bool:
    """Whether a row is below an object that it does not name, where nothing explains it by being shared.

    A shared row is below the object that it names, too, unless its list is cut off. And who shows shared rows shows its
    own: not none at all, where rows that stand elsewhere name it.
    """
    if not one.row:
        return False
    names, own = str(one.named), str(one.own)
    theirs, mine = places.below.get(names), places.below.get(own)
    may_be_cut = theirs is not None and len(theirs) >= _LONG and is_round(len(theirs))
    is_missed = theirs is not None and not may_be_cut and one.row not in theirs
    shows_none = mine is not None and own not in right and not places.naming.get(own, set()) <= mine
    return is_missed or shows_none


def _notice(answer: QueryAnswer, observed: Observations) -> Iterator[Contradiction]:
    return notice_alone(_check, answer, observed.types)


def _has_owned_rows(types: SchemaTypes, coordinate: str, _: Arguments) -> bool:
    """Whether a field is a list whose rows say to whom they belong."""
    parent, name = coordinate.split(".")
    return any(name == owned.rows for typename in types.possible(parent) for owned in _owned_rows(types, typename))


def _owner_path(instance: Instance, owned: _OwnedRows) -> tuple[str | int, ...]:
    """Where the object stands whose list led here; a place where nothing stands if none did."""
    route = instance.route
    if route and route[-1].name == owned.back:
        for place in range(len(route) - 2, max(-1, len(route) - 2 - _PAGE), -1):
            if route[place].coordinate == f"{owned.owner}.{owned.rows}":
                keys = [index for index, key in enumerate(instance.path) if isinstance(key, str)]
                return instance.path[: keys[place]]
    return (-1,)


def _is_volatile(types: SchemaTypes, owned: _OwnedRows) -> bool:
    """Whether any of it changes from one answer to the next."""
    coordinates = [f"{owned.owner}.{types.identifier(owned.owner)}", f"{owned.owner}.{owned.rows}"]
    coordinates += [f"{typename}.{owned.back}" for typename in (owned.row, *types.possible(owned.row))]
    return not types.volatile.isdisjoint(coordinates)


def _mismatch(owned: _OwnedRows, own: JSON, other: JSON, named: Instance, step: int) -> Mismatch:
    """A suspicion at first: a row may be shared, as a book with a second author, and name the first of its owners."""
    message = f"gives a {owned.row} whose {owned.back} is another {owned.owner}: {quoted(other)}, not {quoted(own)}"
    return Mismatch(f"{owned.owner}.{owned.rows}", message, path_text(named.path), step=step)


RELATION: Final[Relation] = Relation(
    "belonging",
    "rows below an object that name the object they belong to name this one",
    _propose,
    _check,
    notice=_notice,
    concerns=_has_owned_rows,
)
