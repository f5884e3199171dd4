"""Recordings, findings and planned paths → examples, which ``querious.export`` makes tests of."""

from __future__ import annotations

import re
from collections import Counter
from typing import TYPE_CHECKING, Any, Final

from querious.baseline import BASELINE, INVARIANT
from querious.criteria import PathBudget, PathListing, criterion_named
from querious.export import Example, ExampleOrigin, LeftOut, Wants
from querious.graphql.cases import ArgumentFiller, Tables
from querious.graphql.graph import root_type, type_graph
from querious.graphql.plan import PlanLimits, plan_paths, plan_tuples
from querious.graphql.values import Makers
from querious.model import Severity
from querious.model.document_text import write
from querious.model.operation import fields
from querious.pipeline.redacted_results import has_placeholders
from querious.relations import RELATIONS
from querious.text.redaction import Redaction
from querious.values import Pool

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from graphql import GraphQLSchema

    from querious.graphql.plan import OperationPlan
    from querious.model import Finding
    from querious.model.recording import Recording

TUPLES: Final = "tuples"
"""The plan that asks for every field once."""
ALWAYS_FAILED: Final = "every recorded call failed"
"""The reason for leaving out what ``failing`` lets in."""
_PATHS: Final = 20_000
_STEPS: Final = 3_000_000
_SUCCESS: Final = "2"
"""How a status begins that is no failure."""
_SEEN_BY_EVERY_TEST: Final = frozenset({"connection", "server_error", "not_json", "data", "accepted_invalid"})
_SEEN_BY_WORDS: Final = frozenset({"refused_valid", "server_fault", "leak"})
_ENVELOPE: Final = ("neither data nor errors", "expected a response map", "no error says why")
"""Flaws of the response map that a test notices."""
_UNSEEN: Final = {
    **dict.fromkeys(_SEEN_BY_WORDS, "the errors hold no words that would tell it again"),
    "envelope": "a test does not look at what is wrong with the response map",
    **dict.fromkeys((BASELINE, INVARIANT), "it differs from a baseline: check it with querious run --baseline"),
}
"""Why no test sees what these found."""
_VARYING: Final = re.compile(r"""MASKED-[a-z0-9-]+|(["'`])(?:\\.|(?!\1).)*\1|[\d"'`<>…]+|\s*\n\s*|\s{2,}""")
_AROUND: Final = " .,:;!?()[]{}-"
_LONGEST: Final = 80
_SHORTEST: Final = 4
_TOLD: Final = 400


def from_recordings(recordings: Iterable[Recording], *, failing: bool = False) -> tuple[list[Example], list[LeftOut]]:
    """What users asked. What always failed is left out, for a test of it would never be green; unless ``failing``."""
    examples: list[Example] = []
    left_out: list[LeftOut] = []
    alike: Counter[str] = Counter()
    for recording in recordings:
        alike[recording.key] += 1
        fails = bool(recording.statuses) and not any(status.startswith(_SUCCESS) for status in recording.statuses)
        if not recording.document:
            left_out.append(LeftOut(recording.operation_name or recording.document_hash, "only its hash is known"))
        elif fails and not failing:
            left_out.append(LeftOut(recording.operation_name or "an operation", ALWAYS_FAILED))
        else:
            examples.append(_recorded(recording, alike[recording.key], fails=fails))
    return examples, left_out


def _recorded(recording: Recording, number: int, *, fails: bool) -> Example:
    """``number`` counts those of one key: a store has each once, in a file redaction may have made some alike."""
    notes = []
    if fails:
        notes.append("Every recorded call failed.")
    if number > 1:
        notes.append("Recorded apart from another: they differed in what redaction left out.")
    return Example(
        recording.document,
        recording.variables,
        operation_name=recording.operation_name,
        kind=recording.kind,
        wants=Wants.SOUND if fails else Wants.ANSWER,
        note=" ".join(notes),
        mark=f"again {number}" if number > 1 else "",
        calls=recording.times_called,
        last_asked=recording.updated_at,
    )


def from_findings(findings: Iterable[Finding]) -> tuple[list[Example], list[LeftOut]]:
    """What was wrong: each test is red as long as it is. Findings that no test could see are left out."""
    examples: list[Example] = []
    left_out: list[LeftOut] = []
    for finding in findings:
        try:
            examples.append(_example(finding))
        except ValueError as error:
            left_out.append(LeftOut(f"finding {finding.fingerprint}", str(error)))
    return examples, left_out


def _example(finding: Finding) -> Example:
    if finding.severity is not Severity.FAULT:
        raise ValueError("a suspicion is no fault")
    words = _telling_words(finding) if finding.oracle in _SEEN_BY_WORDS else ""
    reason = _why_no_test_sees(finding, words)
    if reason:
        raise ValueError(reason)
    case = finding.exchange.case
    redaction = Redaction()
    if has_placeholders(case) or redaction.both(case.document, case.variables) != (case.document, case.variables):
        raise ValueError("its arguments hold what may be a secret or personal data")
    place = f" at {finding.path}" if finding.path else ""
    about = redaction.text(f"{finding.coordinate or 'The whole request'}{place}: {finding.message}")
    return Example(
        case.document,
        case.variables,
        origin=ExampleOrigin.FINDING,
        kind=case.operation.kind,
        wants=Wants.SOUND if case.valid else Wants.REFUSAL,
        note=f"{about[:_TOLD]} (found by {finding.oracle}, {finding.fingerprint})",
        mark=f"{finding.coordinate} {finding.fingerprint[:8]}",
        unwelcome=words,
    )


def _why_no_test_sees(finding: Finding, words: str) -> str:
    """Why a test that looks at one answer alone would not notice a fault, and what would; empty if it would."""
    oracle = finding.oracle
    is_flaw_seen = oracle == "envelope" and any(flaw in finding.message for flaw in _ENVELOPE)
    if words or is_flaw_seen or oracle in _SEEN_BY_EVERY_TEST:
        return ""
    if any(relation.name == oracle for relation in RELATIONS):
        return f"{oracle} compares several answers and a test looks at one: check it with querious replay"
    return _UNSEEN.get(oracle, f"only your own oracle {oracle} can judge it")


def _telling_words(finding: Finding) -> str:
    """Words of the error that are there whenever it happens: neither values nor numbers."""
    said = finding.excerpt if finding.oracle == "leak" else finding.message.partition(": ")[2]
    pieces = {piece.strip(_AROUND)[:_LONGEST].strip(_AROUND) for piece in _VARYING.sub("\n", said).split("\n")}
    payload = finding.exchange.payload
    answered = "\n".join(_texts(payload.get("errors"))) if isinstance(payload, dict) else said
    redaction = Redaction()
    for piece in sorted(pieces, key=lambda piece: (len(piece), piece), reverse=True):
        if len(piece) >= _SHORTEST and piece in answered and redaction.text(piece) == piece:
            return piece
    return ""


def _texts(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict | list):
        for item in value.values() if isinstance(value, dict) else value:
            yield from _texts(item)


def check_plan(name: str) -> None:
    """A ConfigError where there is no such plan."""
    if name != TUPLES:
        criterion_named(name)


def from_plan(schema: GraphQLSchema, criterion: str, most_fields: int) -> list[Example]:
    """Operations along the paths of a criterion, or for every field by ``tuples``; queries alone.

    Where an argument is required its value is made up, so the API may answer with errors: then only what data there is
    must be right.
    """
    plan = _plan(schema, criterion, PlanLimits(most_fields))
    examples = []
    for operation, held in zip(plan.operations, plan.held, strict=True):
        document, variables = write(operation)
        made_up = any(field.arguments for field in fields(operation.selections))
        first = plan.path(held[0]) if held else ""
        rest = f" and {len(held) - 1:,} more" if len(held) > 1 else ""
        examples.append(
            Example(
                document,
                variables,
                origin=ExampleOrigin.PLAN,
                wants=Wants.SOUND if made_up else Wants.ANSWER,
                note=f"By {criterion}: {first}{rest}." if held else "",
            )
        )
    return examples


def _plan(schema: GraphQLSchema, criterion: str, limits: PlanLimits) -> OperationPlan:
    filling = ArgumentFiller(Tables(schema, Makers(schema, Pool())), 0)
    if criterion == TUPLES:
        return plan_tuples(schema, "query", limits, filling.arguments, allowed=filling.can_ask)
    graph = type_graph(schema, root_type(schema, "query"), allowed=filling.can_ask)
    listing = PathListing(criterion_named(criterion), graph, PathBudget(_PATHS, _STEPS))
    paths = (graph.path(edges) for edges in listing if edges)
    return plan_paths(schema, "query", paths, limits, filling.arguments, allowed=filling.can_ask)
