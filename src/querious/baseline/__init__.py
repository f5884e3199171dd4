"""What a trusted version answered and what always held in its answers, learned once and held against others."""

from querious.baseline.baseline import Baseline, BaselineAnswer
from querious.baseline.chosen_operations import AnsweredOperation, choose
from querious.baseline.comparison import BASELINE, BaselineCheck, BaselineQuestion
from querious.baseline.file import dump, load
from querious.baseline.identity import Identity
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
    "INVARIANT",
    "VOLATILE",
    "AnsweredOperation",
    "Baseline",
    "BaselineAnswer",
    "BaselineChange",
    "BaselineChanges",
    "BaselineCheck",
    "BaselineQuestion",
    "BaselineUpdate",
    "BrokenInvariant",
    "Identity",
    "Invariants",
    "Miner",
    "ObservedCalls",
    "OperationWriter",
    "RenewedAnswer",
    "by_coordinate",
    "changing",
    "choose",
    "dump",
    "load",
    "near_now",
    "stored_answer",
    "volatile_changes",
]
