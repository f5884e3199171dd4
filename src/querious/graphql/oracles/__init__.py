"""Judging a GraphQL answer: one rule per file, one ordered catalogue; an exchange and what is expected → findings."""

from querious.graphql.oracles.catalogue import CATALOGUE, judge
from querious.graphql.oracles.expectation import Expectation, Memory
from querious.graphql.oracles.outcome import outcome
from querious.graphql.oracles.refusal_wordings import RefusalWordings, Remark, remarks_of
from querious.graphql.oracles.scalar_trials import ScalarTrial, scalar_trials

__all__ = [
    "CATALOGUE",
    "Expectation",
    "Memory",
    "RefusalWordings",
    "Remark",
    "ScalarTrial",
    "judge",
    "outcome",
    "remarks_of",
    "scalar_trials",
]
