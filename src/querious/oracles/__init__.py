"""Judging: one rule per file, one ordered catalogue; an Exchange and what is expected of it → Findings."""

from querious.oracles.catalogue import CATALOGUE, judge, own
from querious.oracles.outcome import outcome
from querious.oracles.refusal_wordings import RefusalWordings, Remark, remarks_of
from querious.oracles.scalar_trials import ScalarTrial, scalar_trials
from querious.oracles.verdict import Expectation, Memory, Oracle, Verdict

__all__ = [
    "CATALOGUE",
    "Expectation",
    "Memory",
    "Oracle",
    "RefusalWordings",
    "Remark",
    "ScalarTrial",
    "Verdict",
    "judge",
    "outcome",
    "own",
    "remarks_of",
    "scalar_trials",
]
