"""Two routes: two fields that mean the same objects give the same objects.

``userProjects(id:)`` and ``User.projects``, the nodes and the edges of a page, an old name and the new one, a list and
its count. Relations that are merely likely, such as that members and projects are each other's inverse, are left out.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from querious.model import Severity
from querious.model.shape import path_text
from querious.relations.answer_objects import instances
from querious.relations.objects.equivalent_fields import check_equivalents, propose_equivalents
from querious.relations.objects.field_pairs import compare_pairs, pairs_of, selections_for
from querious.relations.relation import Mismatch, Relation
from querious.relations.routes import query_at

if TYPE_CHECKING:
    from collections.abc import Iterator

    from querious.model import Operation
    from querious.relations.objects.field_pairs import FieldPair, PairComparison
    from querious.relations.observations import Observations
    from querious.relations.relation import Conversation, Trace
    from querious.relations.schema_types import SchemaTypes

_ROUTES: Final = 2
"""Routes on which the fields of a pair are compared."""
_EVIDENCE: Final = 2
"""Objects on which a pair must agree, where names alone do not say that they do."""


def _propose(observed: Observations) -> Iterator[Conversation]:
    yield from propose_equivalents(observed)
    types = observed.types
    for typename in types.object_types():
        for pair in pairs_of(types, typename):
            selections = selections_for(types, typename, pair)
            if selections:
                for route in observed.routes_to(typename, most=_ROUTES):
                    yield _ask_pair(types, query_at(types, route, typename, selections))


def _ask_pair(types: SchemaTypes, operation: Operation) -> Conversation:
    answer = yield operation
    if any(_check([answer], types)):
        yield operation


def _check(trace: Trace, types: SchemaTypes) -> Iterator[Mismatch]:
    yield from check_equivalents(trace, types)
    yield from _check_pairs(trace, types)


def _check_pairs(trace: Trace, types: SchemaTypes) -> Iterator[Mismatch]:
    found: dict[tuple[str, FieldPair], list[tuple[int, PairComparison]]] = {}
    pairs: dict[str, list[FieldPair]] = {}
    for step, answer in enumerate(trace):
        if not answer.clean:
            continue
        for instance in instances(answer):
            if instance.typename not in pairs:
                pairs[instance.typename] = list(pairs_of(types, instance.typename))
            for comparison in compare_pairs(types, instance, pairs[instance.typename]):
                found.setdefault((instance.typename, comparison.pair), []).append((step, comparison))
    for (typename, pair), comparisons in found.items():
        wrong = [(step, comparison) for step, comparison in comparisons if not comparison.agrees]
        if wrong and (pair.sure or _usually_agrees([comparison for _, comparison in comparisons])):
            yield _mismatch(typename, *wrong[-1])


def _usually_agrees(comparisons: list[PairComparison]) -> bool:
    right = {comparison.shown for comparison in comparisons if comparison.agrees and comparison.telling}
    wrong = {comparison.shown for comparison in comparisons if not comparison.agrees}
    return len(right) >= _EVIDENCE and len(right) > len(wrong)


def _mismatch(typename: str, step: int, comparison: PairComparison) -> Mismatch:
    """Nodes and edges are two forms of one page; the others may mean something else than their names say."""
    pair = comparison.pair
    messages = {
        "page": f"{pair.one} and {pair.other} of one page hold different objects",
        "name": f"differs from {pair.other}, which its deprecation names as the same",
        "count": f"is not the number of {pair.other}",
    }
    severity = Severity.FAULT if pair.kind == "page" else Severity.SUSPICION
    path = path_text((*comparison.instance.path, pair.one))
    return Mismatch(f"{typename}.{pair.one}", messages[pair.kind], path, comparison.shown, severity, step)


RELATION: Final[Relation] = Relation(
    "two-routes", "two fields that mean the same objects give the same objects", _propose, _check
)
