"""Two routes: two fields that mean the same objects give the same objects.

``userProjects(id:)`` and ``User.projects``, the nodes and the edges of a page, an old name and the new one, a list and
its count. Relations that are merely likely, such as that members and projects are each other's inverse, are none.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from querious.relations.answer_objects import meet, path_text
from querious.relations.objects.lookups import object_types, through
from querious.relations.objects.siblings import compared, pairs_of, selections_for, severity_of
from querious.relations.objects.twins import check_twins, propose_twins
from querious.relations.objects.ways import ways_to
from querious.relations.relation import Mismatch, Relation

if TYPE_CHECKING:
    from collections.abc import Iterator

    from querious.relations.objects.siblings import Odd, Pair
    from querious.relations.relation import Conversation, Trace
    from querious.relations.routes import Route
    from querious.relations.terms import Terms
    from querious.relations.world import World

_WAYS: Final = 2
"""Ways on which siblings are compared."""
_EVIDENCE: Final = 2
"""Objects on which siblings must agree, where names alone do not say that they do."""


def _propose(world: World) -> Iterator[Conversation]:
    yield from propose_twins(world)
    for typename in object_types(world.terms):
        for pair in pairs_of(world.terms, typename):
            if selections_for(world.terms, typename, pair):
                for way in ways_to(world, typename, most=_WAYS):
                    yield _ask_siblings(world.terms, way, typename, pair)


def _ask_siblings(terms: Terms, way: Route, typename: str, pair: Pair) -> Conversation:
    operation = through(terms, way, typename, selections_for(terms, typename, pair))
    asked = yield operation
    if any(True for _ in _check([asked], terms)):
        yield operation


def _check(trace: Trace, terms: Terms) -> Iterator[Mismatch]:
    yield from check_twins(trace, terms)
    yield from _check_siblings(trace, terms)


def _check_siblings(trace: Trace, terms: Terms) -> Iterator[Mismatch]:
    found: dict[tuple[str, Pair], list[tuple[int, Odd]]] = {}
    pairs: dict[str, list[Pair]] = {}
    for step, asked in enumerate(trace):
        if not asked.clean:
            continue
        for met in meet(asked):
            if met.typename not in pairs:
                pairs[met.typename] = list(pairs_of(terms, met.typename))
            for odd in compared(terms, met, pairs[met.typename]):
                found.setdefault((met.typename, odd.pair), []).append((step, odd))
    for (typename, pair), compared_ones in found.items():
        wrong = [(step, odd) for step, odd in compared_ones if not odd.agrees]
        right = {odd.shown for _, odd in compared_ones if odd.agrees and odd.telling}
        if wrong and (pair.sure or (len(right) >= _EVIDENCE and len(right) > len({odd.shown for _, odd in wrong}))):
            yield _odd(typename, *wrong[-1])


def _odd(typename: str, step: int, odd: Odd) -> Mismatch:
    pair = odd.pair
    message = {
        "page": f"{pair.one} and {pair.other} of one page hold different objects",
        "name": f"differs from {pair.other}, which its deprecation names as the same",
        "count": f"is not the number of {pair.other}",
    }[pair.kind]
    path = path_text((*odd.met.path, pair.one))
    return Mismatch(f"{typename}.{pair.one}", message, path, odd.shown, severity_of(pair), step)


RELATION: Final[Relation] = Relation(
    "two-routes", "two fields that mean the same objects give the same objects", _propose, _check
)
