"""Belonging: rows below an object that name the object to which they belong name this one.

The books of an author have that author. A join that was forgotten, or made by the wrong column, shows the books of
others. Names have to leave no doubt: ``Author.books`` gives books and ``Book.author`` is their only author, but the
``owner`` of a project says nothing of ``User.projects``. Nor does a category's product have to be directly in it:
things that stand in trees are left out. And where no row at all names the object that it stands below, the two mean
different things.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from graphql import Undefined

from querious.answers.pages import sorts
from querious.model import Field
from querious.model.defaults import default_of
from querious.model.shape import path_text
from querious.relations.answer_objects import identity, instances
from querious.relations.objects.connections import element_of, is_many, of_each
from querious.relations.objects.names import limits, type_words
from querious.relations.objects.selections import identifier_selection
from querious.relations.relation import Mismatch, Relation
from querious.relations.routes import query_at
from querious.relations.schema_types import is_leaf, type_name
from querious.text.words import words

if TYPE_CHECKING:
    from collections.abc import Iterator

    from graphql import GraphQLField

    from querious.model import Operation, Selection
    from querious.relations.answer_objects import Instance
    from querious.relations.observations import Observations
    from querious.relations.relation import Conversation, Trace
    from querious.relations.schema_types import SchemaTypes

_ROUTES: Final = 2
"""Routes to the objects whose rows are looked at."""
_PAGE: Final = 3
"""Steps from a list to its rows at most: the edges of a page, and the node of an edge."""
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
    for typename in observed.types.object_types():
        for owned in _owned_rows(observed.types, typename):
            selections = _selections(observed.types, owned)
            if selections:
                for route in observed.routes_to(typename, most=_ROUTES):
                    yield _ask(query_at(observed.types, route, typename, selections))


def _ask(operation: Operation) -> Conversation:
    yield operation


def _owned_rows(types: SchemaTypes, owner: str) -> Iterator[_OwnedRows]:
    """The lists of a type whose rows say to whom they belong."""
    if not types.identifier(owner) or owner == types.root or _is_in_tree(types, owner):
        return
    for name, field in types.plain(owner).items():
        if not is_many(types, field) or _chooses_by_default(field):
            continue
        row = element_of(types, field)
        if row == owner or not _is_named(name, row) or not _HISTORY.isdisjoint(type_words(row)):
            continue
        back = _field_back(types, row, owner)
        if back:
            yield _OwnedRows(owner, name, row, back)


def _field_back(types: SchemaTypes, row: str, owner: str) -> str:
    """The only field of a row that leads to an object of the owner's type, if its name says so; else empty."""
    backs = []
    for name, field in types.fields(row).items():
        if owner in types.possible(type_name(field)) and not is_many(types, field):
            backs.append(name)
    if len(backs) != 1 or backs[0] not in types.plain(row):
        return ""
    declared = type_name(types.fields(row)[backs[0]])
    if _is_named(backs[0], owner) or words(backs[0]) == type_words(declared):
        return backs[0]
    return ""


def _is_named(name: str, typename: str) -> bool:
    """``lines`` for an OrderLine, ``user`` for a User."""
    spoken = words(name)
    return bool(spoken) and type_words(typename)[-len(spoken) :] == spoken


def _chooses_by_default(field: GraphQLField) -> bool:
    """Whether an argument that is left out decides by its default which rows there are."""
    for name, argument in field.args.items():
        if default_of(argument) not in (Undefined, None) and not limits(name) and not sorts(name):
            return True
    return False


def _is_in_tree(types: SchemaTypes, typename: str) -> bool:
    for name, field in types.fields(typename).items():
        if is_leaf(field) or _TREE.isdisjoint(words(name)):
            continue
        if typename in types.possible(element_of(types, field)):
            return True
    return False


def _selections(types: SchemaTypes, owned: _OwnedRows) -> list[Selection]:
    named = identifier_selection(types, type_name(types.fields(owned.row)[owned.back]))
    if not named:
        return []
    inner: list[Selection] = [Field(owned.row, owned.back, children=named)]
    if len(types.possible(owned.row)) > 1:
        inner.insert(0, Field(owned.row, "__typename"))
    rows = of_each(types, types.fields(owned.owner)[owned.rows], inner)
    return [Field(owned.owner, types.identifier(owned.owner)), Field(owned.owner, owned.rows, children=rows)]


def _check(trace: Trace, types: SchemaTypes) -> Iterator[Mismatch]:
    known: dict[str, list[_OwnedRows]] = {}
    right: set[_OwnedRows] = set()
    wrong: dict[_OwnedRows, Mismatch] = {}
    for step, answer in enumerate(trace):
        by_path: dict[tuple[str | int, ...], Instance] = {}
        for instance in instances(answer):
            by_path[instance.path] = instance
            if instance.typename not in known:
                known[instance.typename] = list(_owned_rows(types, instance.typename))
            for owned in known[instance.typename]:
                own = _identifier(types, owned, by_path.get(_owner_path(instance, owned)))
                named = _identifier(types, owned, instance)
                if own is None or named is None:
                    continue
                if own == named:
                    right.add(owned)
                elif owned not in wrong:
                    wrong[owned] = _mismatch(owned, own, named, instance, step)
    for owned, found in wrong.items():
        if owned in right and not _is_volatile(types, owned):
            yield found


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


def _identifier(types: SchemaTypes, owned: _OwnedRows, instance: Instance | None) -> str | None:
    if instance is None or instance.typename != owned.owner:
        return None
    found = identity(types, instance.shape, instance.value)
    return None if found is None else str(found)


def _mismatch(owned: _OwnedRows, own: str, other: str, named: Instance, step: int) -> Mismatch:
    message = f'gives a {owned.row} whose {owned.back} is another {owned.owner}: "{other}", not "{own}"'
    return Mismatch(f"{owned.owner}.{owned.rows}", message, path_text(named.path), step=step)


RELATION: Final[Relation] = Relation(
    "belonging", "rows below an object that name the object they belong to name this one", _propose, _check
)
