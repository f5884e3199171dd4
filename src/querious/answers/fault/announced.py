"""Fields that fail on purpose, to show what an error looks like: their names say so."""

from __future__ import annotations

from typing import Final

from querious.text.words import written_words

_FAILURES: Final = frozenset(("crash", "error", "exception", "fail", "failure", "panic"))
_ON_PURPOSE: Final = frozenset(("always", "deliberate", "force", "intentional", "raise", "simulate", "throw"))


def announces_failure(coordinate: str) -> bool:
    """Whether the last name of a coordinate says that it fails on purpose, as ``alwaysException`` or ``throwError``."""
    said = written_words(coordinate.rpartition(".")[2])
    known = {*said, *(word.removesuffix("s") for word in said)}
    return not known.isdisjoint(_FAILURES) and not known.isdisjoint(_ON_PURPOSE)
