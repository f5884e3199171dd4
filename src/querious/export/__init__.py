"""Recordings, planned paths and findings → tests that a team keeps: pytest, PHPUnit, Vitest."""

from querious.export.choice import ExampleFilter, by_worth, choose, elements, prioritised
from querious.export.cover import Cover, cover
from querious.export.example import Example, ExampleOrigin, LeftOut, Wants
from querious.export.folder import FolderChanges, changes, files_of
from querious.export.formats import FORMATS, Format, Ordered
from querious.export.prepared_examples import MUTATION, PreparedExample, prepare
from querious.export.repair import Repaired, repair
from querious.export.suite import GeneratedTest, Script, suite
from querious.export.tuples import Tuples, study_universe

__all__ = [
    "FORMATS",
    "MUTATION",
    "Cover",
    "Example",
    "ExampleFilter",
    "ExampleOrigin",
    "FolderChanges",
    "Format",
    "GeneratedTest",
    "LeftOut",
    "Ordered",
    "PreparedExample",
    "Repaired",
    "Script",
    "Tuples",
    "Wants",
    "by_worth",
    "changes",
    "choose",
    "cover",
    "elements",
    "files_of",
    "prepare",
    "prioritised",
    "repair",
    "study_universe",
    "suite",
]
