"""Arithmetic: a total is the sum of its lines, an amount is quantity times price, and what the description works out.

What descriptions of members state ("net plus tax") is a fault where several objects show otherwise. What names alone
say is a fault for those objects that break it where most others bear it out; it is a suspicion where none does.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from querious.answers.numbers.documented_rules import DocumentedRule, documented_rules
from querious.answers.numbers.evidence import (
    BORNE_OUT,
    accounted_for,
    evidence_for,
    is_borne_out,
    is_broken_by_most,
    is_explained,
    is_modified,
    is_settled,
    lacks_one_row,
    may_be_rounded,
    may_hold_more,
)
from querious.answers.numbers.rules import Precision, dotted, named_rules
from querious.model import Severity
from querious.rest.relations.object_numbers import numbered_objects
from querious.rest.relations.relation import RestMismatch, RestRelation

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from querious.answers.numbers.amounts import TermPath
    from querious.answers.numbers.evidence import ComparedNumber, RuleEvidence
    from querious.answers.numbers.rules import NumberRule
    from querious.model.rest_call import RestCall
    from querious.rest.relations.object_numbers import NumberedObject
    from querious.rest.relations.readable_lists import ReadableList
    from querious.rest.relations.relation import RestAnswer, RestConversation, WorkedRead

_OTHERS: Final = 3
"""Calls below other parents that are asked beside the first."""


def _propose(readable: ReadableList) -> Iterator[RestConversation]:
    yield _ask([readable.call, *readable.elsewhere[:_OTHERS]])


def _probe(worked: WorkedRead) -> Iterator[RestConversation]:
    yield _ask([worked.call, *worked.elsewhere[:_OTHERS]])


def _ask(calls: Sequence[RestCall]) -> RestConversation:
    for call in calls:
        _ = yield call


def _check(trace: Sequence[RestAnswer]) -> Iterator[RestMismatch]:
    for objects in numbered_objects(trace).values():
        yield from _judge(objects, trace, set())


def _judge(
    objects: Sequence[NumberedObject], trace: Sequence[RestAnswer], told: set[TermPath]
) -> Iterator[RestMismatch]:
    """Every number is held against one rule at most: what is stated first, then what is borne out best."""
    numbers = [one.numbers for one in objects]
    precision = Precision(numbers)
    texts = _texts_of(objects, trace)
    stated = [evidence_for(rule, numbers, precision, len(numbers)) for rule in documented_rules(numbers, texts)]
    for evidence in stated:
        told.add(evidence.rule.result)
        wrong = [one for one in evidence.wrong if not is_explained(_without_own(one, evidence.rule))]
        if wrong:
            severity = _severity(certain=len({one.amount.number for one in wrong}) >= BORNE_OUT)
            yield _mismatch(evidence._replace(wrong=wrong), objects, trace, "the description says", severity)
    named = [evidence_for(rule, numbers, precision) for rule in named_rules(numbers)]
    for evidence in sorted(named, key=lambda one: (len(one.right) < BORNE_OUT, len(one.wrong))):
        if is_settled(evidence) and evidence.rule.result not in told:
            told.add(evidence.rule.result)
            accounted = accounted_for(evidence.rule, named)
            known = evidence._replace(wrong=[one for one in evidence.wrong if not is_explained(one, accounted)])
            if is_borne_out(known):
                certain = not _is_modified(evidence, objects, accounted) and not all(map(may_be_rounded, known.wrong))
                yield _mismatch(known, objects, trace, "for most objects it is", _severity(certain=certain))
    for evidence in named:
        is_told = evidence.rule.result in told or not is_broken_by_most(evidence) or may_hold_more(evidence)
        if not is_told and not _is_modified(evidence, objects, accounted_for(evidence.rule, named)):
            told.add(evidence.rule.result)
            severity = _severity(certain=lacks_one_row(evidence))
            yield _mismatch(evidence, objects, trace, "by its name it should be", severity)


def _without_own(one: ComparedNumber, rule: NumberRule) -> ComparedNumber:
    """Without the numbers that the rule adds and takes off itself."""
    used = rule.used if isinstance(rule, DocumentedRule) else frozenset()
    terms = {path: amount for path, amount in one.numbers.terms.items() if path not in used}
    return one._replace(numbers=one.numbers._replace(terms=terms))


def _texts_of(objects: Sequence[NumberedObject], trace: Sequence[RestAnswer]) -> Mapping[str, str]:
    """What the description says of the members of these objects: by the smallest kind that has all of them."""
    answer = trace[objects[0].step]
    status = answer.operation.documented_status(answer.status) if answer.operation is not None else ""
    if answer.operation is None or not status:
        return {}
    members = set().union(*(one.members for one in objects))
    fitting = [texts for texts in answer.operation.responses[status].described() if members <= texts.keys()]
    return min(fitting, key=len, default={})


def _is_modified(evidence: RuleEvidence, objects: Sequence[NumberedObject], accounted: frozenset[str]) -> bool:
    names = dict.fromkeys(name for one in objects for name in one.members)
    return is_modified(names, evidence.rule, accounted)


def _severity(*, certain: bool) -> Severity:
    """Certain is what neither rounding nor anything that the objects show can be the reason for."""
    return Severity.FAULT if certain else Severity.SUSPICION


def _mismatch(
    evidence: RuleEvidence,
    objects: Sequence[NumberedObject],
    trace: Sequence[RestAnswer],
    why: str,
    severity: Severity,
) -> RestMismatch:
    rule, worst = evidence.rule, evidence.worst
    step = objects[worst.place].step
    meaning = rule.meaning.strip('"') if isinstance(rule, DocumentedRule) else rule.meaning
    message = f'{dotted(rule.result)} is "{worst.amount}", but {why} "{meaning}": "{worst.expected.working}"'
    return RestMismatch(trace[step].call.coordinate, message, step, severity)


ARITHMETIC: Final = RestRelation(
    "arithmetic", "totals, products and sums are those of the numbers beside them", _propose, _check, _probe
)
