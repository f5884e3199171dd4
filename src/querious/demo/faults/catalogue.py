"""The catalogue of faults.

Ordered as the table in the documentation is read: the study's fifteen first, then what the schema forbids, then what
is seen in the wild, from the arguments down to the wire, then what only a sequence of operations shows, then answers
that are wrong though nothing in them looks so. Where several are woven in at one coordinate, the later one is the
outer one.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from querious.demo.faults import answers, changes, contract, inputs, lookups, protocol, state, study

if TYPE_CHECKING:
    from querious.demo.faults.fault import Fault

FAULTS: Final[tuple[Fault, ...]] = (
    *study.FAULTS,
    *contract.FAULTS,
    *inputs.FAULTS,
    *lookups.FAULTS,
    *changes.FAULTS,
    *protocol.FAULTS,
    *state.FAULTS,
    *answers.FAULTS,
)

SHOWCASE: Final[tuple[str, ...]] = (
    "project-id-not-a-number",
    "owner-wrong-type",
    "members-logic",
    "null-in-non-null",
    "string-for-int",
    "int-overflow",
    "foreign-enum-value",
    "impossible-typename",
    "missing-field",
    "extra-field",
    "nul-crash",
    "non-ascii-crash",
    "negative-first-crash",
    "enum-value-crash",
    "empty-list-crash",
    "leap-day-crash",
    "cursor-crash",
    "top-category-crash",
    "masked-crash",
    "stack-trace-leak",
    "sql-leak",
    "password-leak",
    "stars-crash",
    "unique-name-crash",
    "unknown-id-500",
)
"""Faults that can be switched on together without one hiding another, and that leave most of the API in reach."""
