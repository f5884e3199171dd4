"""What a trusted version answered and what always held in its answers, learned once and held against others."""

from querious.baseline.baseline import Answer, Baseline
from querious.baseline.chosen_operations import Asked, choose
from querious.baseline.comparison import BASELINE, Holding, Question
from querious.baseline.file import dump, load
from querious.baseline.identity import Identity
from querious.baseline.invariants import INVARIANT, Invariants
from querious.baseline.miner import Miner
from querious.baseline.rebuilt_operations import Selecting
from querious.baseline.sights import Sights
from querious.baseline.stored_answer import settled
from querious.baseline.update import Change, Changes, Renewed, Updating, by_coordinate, volatile_changes
from querious.baseline.volatile import changing, near_now

__all__ = [
    "BASELINE",
    "INVARIANT",
    "Answer",
    "Asked",
    "Baseline",
    "Change",
    "Changes",
    "Holding",
    "Identity",
    "Invariants",
    "Miner",
    "Question",
    "Renewed",
    "Selecting",
    "Sights",
    "Updating",
    "by_coordinate",
    "changing",
    "choose",
    "dump",
    "load",
    "near_now",
    "settled",
    "volatile_changes",
]
