"""The test session around a schema, as the plugin tells of it."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from random import SystemRandom

_SEEDS = 2**31


def fresh_seed() -> int:
    """A seed that a person can copy."""
    return SystemRandom().randrange(_SEEDS)


@dataclass(slots=True)
class Surroundings:
    """Without pytest, as under ``python -m unittest``, each schema has one of its own."""

    seed: int = field(default_factory=fresh_seed)
    given: bool = False
    """Whether the seed stands on the command line, so that no setting changes it."""
    directory: Path = field(default_factory=Path.cwd)
    """Where the configuration file and the accepted findings are searched, upwards."""
    folder: Path | None = None
    """Where workers share their runs; None where there is one process alone."""
    kept: list[str] = field(default_factory=list)
    """The runs of this process and what its checks have found, as texts, see ``KeptRun``."""
    shown: set[str] = field(default_factory=set)
    """The findings of checks that are kept already."""
    is_session: bool = False
    """Whether somebody saves them at the end; without pytest nobody does."""
    remarks: list[str] = field(default_factory=list)
    """What the test that runs now has to tell although it does not fail."""
