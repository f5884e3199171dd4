"""Answers that are valid by the schema and free of errors, and wrong.

Everything is woven in at resolvers, so graphql-core sees to it that each answer is valid. What one remembers, it
remembers for the app that it is woven into.
"""

from __future__ import annotations

from typing import Final

from querious.demo.faults.answers import asking, facts, keys, pages, rows, sums
from querious.demo.faults.answers.weaving import KIND

__all__ = ["FAULTS", "KIND"]

FAULTS: Final = (*pages.FAULTS, *rows.FAULTS, *keys.FAULTS, *facts.FAULTS, *sums.FAULTS, *asking.FAULTS)
