"""Two routes: two fields that mean the same objects give the same objects.

``userProjects(id:)`` and ``User.projects``, the nodes and the edges of a page, an old name and the new one, a list and
its count. Relations that are merely likely, such as that members and projects are each other's inverse, are none.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from querious.model.shape import path_text
from querious.relations.answer_objects import instances
from querious.relations.objects.equivalent_fields import check_equivalents, propose_equivalents
from querious.relations.objects.field_pairs import compared, pairs_of, selections_for, severity_of
from querious.relations.objects.known_routes import routes_to
from querious.relations.objects.lookups import object_types, query_at
from querious.relations.relation import Mismatch, Relation

if TYPE_CHECKING:
    from collections.abc import Iterator

    from querious.relations.objects.field_pairs import FieldPair, PairComparison
    from querious.relations.observations import Observations
    from querious.relations.relation import Conversation, Trace
    from querious.relations.routes import Route
    from querious.relations.schema_types import SchemaTypes

_WAYS: Final = 2
"""Ways on which siblings are compared."""
_EVIDENCE: Final = 2
"""Objects on which siblings must agree, where names alone do not say that they do."""


def _propose(observed: Observations) -> Iterator[Conversation]:
    yield from propose_equivalents(observed)
    for typename in object_types(observed.types):
        for pair in pairs_of(observed.types, typename):
            if selections_for(observed.types, typename, pair):
                for way in routes_to(observed, typename, most=_WAYS):
                    yield _ask_siblings(observed.types, way, typename, pair)


def _ask_siblings(types: SchemaTypes, way: Route, typename: str, pair: FieldPair) -> Conversation:
    operation = query_at(types, way, typename, selections_for(types, typename, pair))
    asked = yield operation
    if any(True for _ in _check([asked], types)):
        yield operation


def _check(trace: Trace, types: SchemaTypes) -> Iterator[Mismatch]:
    yield from check_equivalents(trace, types)
    yield from _check_siblings(trace, types)


def _check_siblings(trace: Trace, types: SchemaTypes) -> Iterator[Mismatch]:
    found: dict[tuple[str, FieldPair], list[tuple[int, PairComparison]]] = {}
    pairs: dict[str, list[FieldPair]] = {}
    for step, asked in enumerate(trace):
        if not asked.clean:
            continue
        for instance in instances(asked):
            if instance.typename not in pairs:
                pairs[instance.typename] = list(pairs_of(types, instance.typename))
            for odd in compared(types, instance, pairs[instance.typename]):
                found.setdefault((instance.typename, odd.pair), []).append((step, odd))
    for (typename, pair), compared_ones in found.items():
        wrong = [(step, odd) for step, odd in compared_ones if not odd.agrees]
        right = {odd.shown for _, odd in compared_ones if odd.agrees and odd.telling}
        if wrong and (pair.sure or (len(right) >= _EVIDENCE and len(right) > len({odd.shown for _, odd in wrong}))):
            yield _odd(typename, *wrong[-1])


def _odd(typename: str, step: int, odd: PairComparison) -> Mismatch:
    pair = odd.pair
    message = {
        "page": f"{pair.one} and {pair.other} of one page hold different objects",
        "name": f"differs from {pair.other}, which its deprecation names as the same",
        "count": f"is not the number of {pair.other}",
    }[pair.kind]
    path = path_text((*odd.instance.path, pair.one))
    return Mismatch(f"{typename}.{pair.one}", message, path, odd.shown, severity_of(pair), step)


RELATION: Final[Relation] = Relation(
    "two-routes", "two fields that mean the same objects give the same objects", _propose, _check
)
