"""Two routes: two fields that mean the same objects give the same objects.

``userProjects(id:)`` and ``User.projects``, the nodes and the edges of a page, an old name and the new one, a list and
its count. Relations that are merely likely, such as that members and projects are each other's inverse, are left out.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from querious.model import Severity
from querious.relations.answer_objects import fields_of, instances
from querious.relations.objects.equivalent_fields import check_equivalents, propose_equivalents
from querious.relations.objects.field_pairs import compare_pairs, pairs_of, selections_for
from querious.relations.relation import Mismatch, Relation, ask_twice_if_broken
from querious.relations.routes import query_at

if TYPE_CHECKING:
    from collections.abc import Iterator

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
    for typename in types.object_types:
        for pair in pairs_of(types, typename):
            selections = selections_for(types, typename, pair)
            for route in observed.routes_to(typename, most=_ROUTES) if selections else ():
                operation = query_at(types, route, typename, selections)
                yield ask_twice_if_broken([operation], lambda trace: _check(trace, types))


def _check(trace: Trace, types: SchemaTypes) -> Iterator[Mismatch]:
    yield from check_equivalents(trace, types)
    yield from _check_pairs(trace, types)


def _check_pairs(trace: Trace, types: SchemaTypes) -> Iterator[Mismatch]:
    found: dict[tuple[str, FieldPair], list[PairComparison]] = {}
    for step, answer in enumerate(trace):
        for instance in instances(answer) if answer.clean else ():
            for comparison in compare_pairs(types, fields_of(instance, step, clean=True)):
                found.setdefault((instance.typename, comparison.pair), []).append(comparison)
    for (_, pair), comparisons in found.items():
        wrong = [comparison for comparison in comparisons if not comparison.agrees]
        if wrong and (pair.sure or _usually_agrees(comparisons)):
            yield _mismatch(wrong[-1])


def _usually_agrees(comparisons: list[PairComparison]) -> bool:
    right = {comparison.shown for comparison in comparisons if comparison.agrees and comparison.telling}
    wrong = {comparison.shown for comparison in comparisons if not comparison.agrees}
    return len(right) >= _EVIDENCE and len(right) > len(wrong)


def _mismatch(comparison: PairComparison) -> Mismatch:
    """Nodes and edges are two forms of one page; the others may mean something else than their names say."""
    pair, field = comparison.pair, comparison.field
    messages = {
        "page": f"{pair.one} and {pair.other} of one page hold different objects",
        "name": f"differs from {pair.other}, which its deprecation names as the same",
        "count": f"is not the number of {pair.other}",
    }
    severity = Severity.FAULT if pair.kind == "page" else Severity.SUSPICION
    return Mismatch(field.coordinate, messages[pair.kind], field.path, comparison.shown, severity, field.step)


RELATION: Final[Relation] = Relation(
    "two-routes", "two fields that mean the same objects give the same objects", _propose, _check
)
