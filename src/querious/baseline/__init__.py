"""What a trusted version answered and what always held in its answers, learned once and held against others."""

from querious.baseline.answer_terms import AnswerTerms, graphql_terms, read_answer, rest_terms
from querious.baseline.baseline import GRAPHQL, REST, Asked, Baseline, BaselineAnswer
from querious.baseline.chosen_calls import ObservedRestCalls, choose_calls
from querious.baseline.chosen_operations import AnsweredOperation, Conversation, choose
from querious.baseline.comparison import BASELINE, BaselineCheck, BaselineQuestion
from querious.baseline.file import dump, load
from querious.baseline.identity import TypeIdentifiers
from querious.baseline.invariants import INVARIANT, BrokenInvariant, Invariants
from querious.baseline.miner import Miner
from querious.baseline.observed_calls import ObservedCalls
from querious.baseline.operation_writer import OperationWriter
from querious.baseline.stored_answer import VOLATILE, stored_answer
from querious.baseline.update import (
    BaselineChange,
    BaselineChanges,
    BaselineUpdate,
    RenewedAnswer,
    by_coordinate,
    volatile_changes,
)
from querious.baseline.volatile import changing, near_now

__all__ = [
    "BASELINE",
    "GRAPHQL",
    "INVARIANT",
    "REST",
    "VOLATILE",
    "AnswerTerms",
    "AnsweredOperation",
    "Asked",
    "Baseline",
    "BaselineAnswer",
    "BaselineChange",
    "BaselineChanges",
    "BaselineCheck",
    "BaselineQuestion",
    "BaselineUpdate",
    "BrokenInvariant",
    "Conversation",
    "Invariants",
    "Miner",
    "ObservedCalls",
    "ObservedRestCalls",
    "OperationWriter",
    "RenewedAnswer",
    "TypeIdentifiers",
    "by_coordinate",
    "changing",
    "choose",
    "choose_calls",
    "dump",
    "graphql_terms",
    "load",
    "near_now",
    "read_answer",
    "rest_terms",
    "stored_answer",
    "volatile_changes",
]
