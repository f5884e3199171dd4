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

from querious.model.defaults import default_of
from querious.relations.answer_objects import identity, meet, path_text
from querious.relations.objects.holdings import element_of, is_many, wrapped
from querious.relations.objects.lookups import object_types, possible, through
from querious.relations.objects.names import limits, orders, type_words
from querious.relations.objects.portrait import identified, plain_field
from querious.relations.objects.ways import ways_to
from querious.relations.relation import Mismatch, Relation
from querious.text.words import words

if TYPE_CHECKING:
    from collections.abc import Iterator

    from graphql import GraphQLField

    from querious.model import Selection
    from querious.relations.answer_objects import Met
    from querious.relations.relation import Conversation, Trace
    from querious.relations.routes import Route
    from querious.relations.terms import Terms
    from querious.relations.world import World

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


def _propose(world: World) -> Iterator[Conversation]:
    for typename in object_types(world.terms):
        for pair in _pairs(world.terms, typename):
            selections = _selections(world.terms, pair)
            for way in ways_to(world, typename, most=_WAYS) if selections else ():
                yield _ask(world.terms, way, typename, selections)


def _ask(terms: Terms, way: Route, typename: str, selections: list[Selection]) -> Conversation:
    yield through(terms, way, typename, selections)


def _pairs(terms: Terms, owner: str) -> Iterator[_Pair]:
    """The lists of a type whose rows say to whom they belong."""
    if not terms.identifier(owner) or owner == terms.root or _in_tree(terms, owner):
        return
    for name, field in terms.plain(owner).items():
        if is_many(terms, field) and not _chooses(field):
            row = element_of(terms, field)
            backs = [
                key
                for key, other in terms.fields(row).items()
                if owner in possible(terms, get_named_type(other.type).name) and not is_many(terms, other)
            ]
            if len(backs) == 1 and row != owner and _is_named(name, row) and _HISTORY.isdisjoint(type_words(row)):
                back = terms.fields(row)[backs[0]]
                declared = type_words(get_named_type(back.type).name)
                if backs[0] in terms.plain(row) and (_is_named(backs[0], owner) or words(backs[0]) == declared):
                    yield _Pair(owner, name, row, backs[0])


def _is_named(name: str, typename: str) -> bool:
    """``lines`` for an OrderLine, ``user`` for a User."""
    spoken, kind = words(name), type_words(typename)
    return bool(spoken) and kind[-len(spoken) :] == spoken


def _chooses(field: GraphQLField) -> bool:
    """Whether an argument that is left out decides by its default which rows there are."""
    return any(
        default_of(argument) not in (Undefined, None) and not limits(name) and not orders(name)
        for name, argument in field.args.items()
    )


def _in_tree(terms: Terms, typename: str) -> bool:
    return any(
        typename in possible(terms, element_of(terms, field)) and not _TREE.isdisjoint(words(name))
        for name, field in terms.fields(typename).items()
        if is_composite_type(get_named_type(field.type))
    )


def _selections(terms: Terms, pair: _Pair) -> list[Selection]:
    back = terms.fields(pair.row)[pair.back]
    named = identified(terms, get_named_type(back.type).name)
    if not named:
        return []
    inner: list[Selection] = [plain_field(pair.row, pair.back, named)]
    if len(possible(terms, pair.row)) > 1:
        inner.insert(0, plain_field(pair.row, "__typename"))
    rows = wrapped(terms, terms.fields(pair.owner)[pair.rows], inner)
    own = plain_field(pair.owner, terms.identifier(pair.owner))
    return [own, plain_field(pair.owner, pair.rows, rows)]


def _check(trace: Trace, terms: Terms) -> Iterator[Mismatch]:
    known: dict[str, list[_Pair]] = {}
    right: set[_Pair] = set()
    wrong: dict[_Pair, Mismatch] = {}
    for step, asked in enumerate(trace):
        met_at: dict[tuple[str | int, ...], Met] = {}
        for met in meet(asked):
            met_at[met.path] = met
            if met.typename not in known:
                known[met.typename] = list(_pairs(terms, met.typename))
            for pair in known[met.typename]:
                owner = met_at.get(_owner_path(met, pair))
                own, other = (_named(terms, pair, one) for one in (owner, met))
                if own is None or other is None:
                    continue
                if own == other:
                    right.add(pair)
                else:
                    wrong.setdefault(pair, _mismatch(pair, own, other, met, step))
    yield from (found for pair, found in wrong.items() if pair in right and not _moves(terms, pair))


def _owner_path(met: Met, pair: _Pair) -> tuple[str | int, ...]:
    """Where the object stands whose list led here; a place where nothing stands if none did."""
    route = met.route
    if len(route) > 1 and route[-1].name == pair.back:
        for place in range(len(route) - 2, max(-1, len(route) - 2 - _PAGE), -1):
            if route[place].coordinate == f"{pair.owner}.{pair.rows}":
                keys = [index for index, key in enumerate(met.path) if isinstance(key, str)]
                return met.path[: keys[place]]
    return (-1,)


def _moves(terms: Terms, pair: _Pair) -> bool:
    """Whether any of it changes from one answer to the next."""
    coordinates = {
        f"{pair.owner}.{terms.identifier(pair.owner)}",
        f"{pair.owner}.{pair.rows}",
        *(f"{typename}.{pair.back}" for typename in (pair.row, *possible(terms, pair.row))),
    }
    return not coordinates.isdisjoint(terms.volatile)


def _named(terms: Terms, pair: _Pair, met: Met | None) -> str | None:
    found = identity(terms, met.typename, met.shape, met.value) if met and met.typename == pair.owner else None
    return None if found is None else str(found)


def _mismatch(pair: _Pair, own: str, other: str, named: Met, step: int) -> Mismatch:
    message = f'gives a {pair.row} whose {pair.back} is another {pair.owner}: "{other}", not "{own}"'
    return Mismatch(f"{pair.owner}.{pair.rows}", message, path_text(named.path), step=step)


RELATION: Final[Relation] = Relation(
    "belonging", "rows below an object that name the object they belong to name this one", _propose, _check
)
