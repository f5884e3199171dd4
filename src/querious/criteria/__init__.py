"""Graph → walks that have to be covered; one criterion per file, one ordered catalogue."""

from querious.criteria.budgeted_paths import PathBudget, PathListing, PathTally, count
from querious.criteria.catalogue import CRITERIA, Criterion, complete_to, criterion_named
from querious.criteria.complete_path import complete_path
from querious.criteria.edge import edge
from querious.criteria.edge_pair import edge_pair
from querious.criteria.node import node
from querious.criteria.prime_path import prime_path
from querious.criteria.rooted_prime_path import rooted_prime_path
from querious.criteria.simple_path import simple_path

__all__ = [
    "CRITERIA",
    "Criterion",
    "PathBudget",
    "PathListing",
    "PathTally",
    "complete_path",
    "complete_to",
    "count",
    "criterion_named",
    "edge",
    "edge_pair",
    "node",
    "prime_path",
    "rooted_prime_path",
    "simple_path",
]
