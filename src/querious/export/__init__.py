"""Recordings, planned paths and findings → tests that a team keeps: pytest, PHPUnit, Vitest."""

from querious.export.choice import Choice, by_worth, choose, elements, prioritised
from querious.export.cover import Cover, cover
from querious.export.example import Example, LeftOut, Origin, Wants
from querious.export.folder import Changes, changes, files_of
from querious.export.formats import FORMATS, Format, Ordered
from querious.export.ready import MUTATION, Ready, prepare
from querious.export.repair import Repaired, repair
from querious.export.suite import Script, Trial, suite
from querious.export.tuples import Tuples, study_universe

__all__ = [
    "FORMATS",
    "MUTATION",
    "Changes",
    "Choice",
    "Cover",
    "Example",
    "Format",
    "LeftOut",
    "Ordered",
    "Origin",
    "Ready",
    "Repaired",
    "Script",
    "Trial",
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
