"""What an oracle is given beside the exchange, and what it may say."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, TypeAlias

from querious.answers.fault.triage import Triage
from querious.model import Finding
from querious.oracles.checks import Checks

if TYPE_CHECKING:
    from collections.abc import Callable

    from graphql import GraphQLSchema

    from querious.model import Exchange, SelectionShape

Verdict: TypeAlias = Sequence[Finding] | None
"""None: the rule says nothing about this exchange. Empty: it holds. Otherwise: it is broken."""


@dataclass(frozen=True, slots=True)
class Memory:
    """What is the same for all exchanges of a run, and what judging keeps between them to be fast."""

    checks: Checks = field(default_factory=Checks)
    triage: Triage = field(default_factory=Triage)
    left_out: Collection[str] = ()
    """Arguments and input fields of which nothing can be made, so that every operation lacks them."""


@dataclass(frozen=True, slots=True)
class Expectation:
    """What is known about a case beside the exchange."""

    schema: GraphQLSchema
    shape: SelectionShape | None
    """What ``data`` must look like; None for a deliberately invalid case."""
    memory: Memory = field(default_factory=Memory)
    """Hand over the same one for the whole run: without it every exchange compiles its checks anew."""


@dataclass(frozen=True, slots=True)
class Oracle:
    """One rule."""

    name: str
    about: str
    """One line for people who read a list of rules."""
    judge: Callable[[Exchange, Expectation], Verdict]
