"""Belonging: rows below an object that name the object to which they belong name this one.

The books of an author have that author. A join that was forgotten, or made by the wrong column, shows the books of
others. Names have to leave no doubt: ``Author.books`` gives books and ``Book.author`` is their only author, but the
``owner`` of a project says nothing of ``User.projects``. Nor does a category's product have to be directly in it:
things that stand in trees are left out. And where no row at all names the object that it stands below, the two mean
different things.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from graphql import Undefined, get_named_type, is_composite_type

from querious.answers.pages import sorts
from querious.model.defaults import default_of
from querious.model.shape import path_text
from querious.relations.answer_objects import identity, instances
from querious.relations.objects.connections import element_of, is_many, wrapped
from querious.relations.objects.known_routes import routes_to
from querious.relations.objects.lookups import object_types, possible_types, query_at
from querious.relations.objects.names import limits, type_words
from querious.relations.objects.selections import identifier_selection, plain_field
from querious.relations.relation import Mismatch, Relation
from querious.text.words import words

if TYPE_CHECKING:
    from collections.abc import Iterator

    from graphql import GraphQLField

    from querious.model import Selection
    from querious.relations.answer_objects import Instance
    from querious.relations.observations import Observations
    from querious.relations.relation import Conversation, Trace
    from querious.relations.routes import Route
    from querious.relations.schema_types import SchemaTypes

_WAYS: Final = 2
"""Ways to the objects whose rows are looked at."""
_PAGE: Final = 3
"""Steps from a list to its rows at most: the edges of a page, and the node of an edge."""
_TREE: Final = frozenset(("parent", "child", "ancestor", "descendant", "sub", "super", "nested", "tree"))
"""Words for what stands above or below a thing of the same kind."""


_HISTORY: Final = frozenset(("event", "log", "activity", "history", "audit", "change", "action", "notification"))
"""Words for rows that name who did something, not to whom it was done."""


class _Pair(NamedTuple):
    """A list of a type, and the field of its rows that names the object that has the list."""

    owner: str
    rows: str
    row: str
    """The type of the rows."""
    back: str


def _propose(observed: Observations) -> Iterator[Conversation]:
    for typename in object_types(observed.types):
        for pair in _pairs(observed.types, typename):
            selections = _selections(observed.types, pair)
            for way in routes_to(observed, typename, most=_WAYS) if selections else ():
                yield _ask(observed.types, way, typename, selections)


def _ask(types: SchemaTypes, way: Route, typename: str, selections: list[Selection]) -> Conversation:
    yield query_at(types, way, typename, selections)


def _pairs(types: SchemaTypes, owner: str) -> Iterator[_Pair]:
    """The lists of a type whose rows say to whom they belong."""
    if not types.identifier(owner) or owner == types.root or _in_tree(types, owner):
        return
    for name, field in types.plain(owner).items():
        if is_many(types, field) and not _chooses(field):
            row = element_of(types, field)
            backs = [
                key
                for key, other in types.fields(row).items()
                if owner in possible_types(types, get_named_type(other.type).name) and not is_many(types, other)
            ]
            if len(backs) == 1 and row != owner and _is_named(name, row) and _HISTORY.isdisjoint(type_words(row)):
                back = types.fields(row)[backs[0]]
                declared = type_words(get_named_type(back.type).name)
                if backs[0] in types.plain(row) and (_is_named(backs[0], owner) or words(backs[0]) == declared):
                    yield _Pair(owner, name, row, backs[0])


def _is_named(name: str, typename: str) -> bool:
    """``lines`` for an OrderLine, ``user`` for a User."""
    spoken, kind = words(name), type_words(typename)
    return bool(spoken) and kind[-len(spoken) :] == spoken


def _chooses(field: GraphQLField) -> bool:
    """Whether an argument that is left out decides by its default which rows there are."""
    return any(
        default_of(argument) not in (Undefined, None) and not limits(name) and not sorts(name)
        for name, argument in field.args.items()
    )


def _in_tree(types: SchemaTypes, typename: str) -> bool:
    return any(
        typename in possible_types(types, element_of(types, field)) and not _TREE.isdisjoint(words(name))
        for name, field in types.fields(typename).items()
        if is_composite_type(get_named_type(field.type))
    )


def _selections(types: SchemaTypes, pair: _Pair) -> list[Selection]:
    back = types.fields(pair.row)[pair.back]
    named = identifier_selection(types, get_named_type(back.type).name)
    if not named:
        return []
    inner: list[Selection] = [plain_field(pair.row, pair.back, named)]
    if len(possible_types(types, pair.row)) > 1:
        inner.insert(0, plain_field(pair.row, "__typename"))
    rows = wrapped(types, types.fields(pair.owner)[pair.rows], inner)
    own = plain_field(pair.owner, types.identifier(pair.owner))
    return [own, plain_field(pair.owner, pair.rows, rows)]


def _check(trace: Trace, types: SchemaTypes) -> Iterator[Mismatch]:
    known: dict[str, list[_Pair]] = {}
    right: set[_Pair] = set()
    wrong: dict[_Pair, Mismatch] = {}
    for step, asked in enumerate(trace):
        met_at: dict[tuple[str | int, ...], Instance] = {}
        for instance in instances(asked):
            met_at[instance.path] = instance
            if instance.typename not in known:
                known[instance.typename] = list(_pairs(types, instance.typename))
            for pair in known[instance.typename]:
                owner = met_at.get(_owner_path(instance, pair))
                own, other = (_named(types, pair, one) for one in (owner, instance))
                if own is None or other is None:
                    continue
                if own == other:
                    right.add(pair)
                else:
                    wrong.setdefault(pair, _mismatch(pair, own, other, instance, step))
    yield from (found for pair, found in wrong.items() if pair in right and not _moves(types, pair))


def _owner_path(instance: Instance, pair: _Pair) -> tuple[str | int, ...]:
    """Where the object stands whose list led here; a place where nothing stands if none did."""
    route = instance.route
    if len(route) > 1 and route[-1].name == pair.back:
        for place in range(len(route) - 2, max(-1, len(route) - 2 - _PAGE), -1):
            if route[place].coordinate == f"{pair.owner}.{pair.rows}":
                keys = [index for index, key in enumerate(instance.path) if isinstance(key, str)]
                return instance.path[: keys[place]]
    return (-1,)


def _moves(types: SchemaTypes, pair: _Pair) -> bool:
    """Whether any of it changes from one answer to the next."""
    coordinates = {
        f"{pair.owner}.{types.identifier(pair.owner)}",
        f"{pair.owner}.{pair.rows}",
        *(f"{typename}.{pair.back}" for typename in (pair.row, *possible_types(types, pair.row))),
    }
    return not coordinates.isdisjoint(types.volatile)


def _named(types: SchemaTypes, pair: _Pair, instance: Instance | None) -> str | None:
    found = (
        identity(types, instance.typename, instance.shape, instance.value)
        if instance and instance.typename == pair.owner
        else None
    )
    return None if found is None else str(found)


def _mismatch(pair: _Pair, own: str, other: str, named: Instance, step: int) -> Mismatch:
    message = f'gives a {pair.row} whose {pair.back} is another {pair.owner}: "{other}", not "{own}"'
    return Mismatch(f"{pair.owner}.{pair.rows}", message, path_text(named.path), step=step)


RELATION: Final[Relation] = Relation(
    "belonging", "rows below an object that name the object they belong to name this one", _propose, _check
)
