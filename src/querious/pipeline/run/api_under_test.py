"""One API, bound to one run: the record of plain functions through which the walk knows it, whatever its protocol."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Generator, Iterable, Mapping, Sequence

    from querious.model import Case, Coverage, Exchange, Finding, Reach, Step
    from querious.model.audit import AuditSection
    from querious.oracles import Oracle
    from querious.pipeline.obstacles import Obstacle
    from querious.pipeline.run.mutation_order import MutationOrder
    from querious.values import Pool

Scenario: TypeAlias = "tuple[Case, ...]"
"""Cases that are sent one after the other."""


class CoverageSource(Protocol):
    """What there is to cover, and what of it was covered."""

    def counts(self) -> tuple[int, int, int, int]:
        """How many tuples there are, and how many were requested, reached and witnessed."""

    def coverage(self) -> Coverage:
        """What was covered, as a value."""


class RefusalKnowledge(Protocol):
    """What a run has learned of the API's own way of refusing."""

    def refuses(self, fingerprint: str) -> bool:
        """Whether the words of a finding are those of a refusal."""

    def demotes(self, fingerprint: str) -> bool:
        """Whether even an error that calls itself internal may be a refusal."""

    def hands_through(self, fingerprint: str) -> bool:
        """Whether it is what the database says of a constraint, as of several others in several places."""


class Canary(NamedTuple):
    """A request that worked, to be sent again when it is doubtful whether the API still works."""

    coordinate: str
    case: Case
    arguments: int
    """The fewer it has, the less can be wrong with it."""


def _nothing(_: Exchange) -> None:
    pass


def _no_audit() -> None:
    pass


def _nothing_used() -> dict[str, int]:
    return {}


@dataclass(frozen=True, slots=True)
class ApiUnderTest:
    """One API, bound to one run. ``expect`` gives what ``oracles`` and ``read`` are handed beside an exchange."""

    # what there is to cover, and how far it was
    coverage: CoverageSource
    reach: Callable[[], tuple[Reach, ...]]
    graph: Callable[[], tuple[Step, ...]]
    """What can be walked, as far as it may be asked."""

    # what is asked
    random_case: Callable[[int, int], Case | None]
    """The random case of a number, and how many cases were sent before the first; None if nothing may be asked."""
    mutations: MutationOrder
    mutation_case: Callable[[str, int], Case | None]
    """The smallest case that asks for one change, under a number."""
    sending: Callable[[Case], None]
    """Told of every case before it goes out."""
    smaller: Callable[[Scenario, Callable[[], bool], str], Generator[Scenario, bool, Any]]
    """Smaller scenarios, each sent back with whether it still shows the finding; a function tells when to stop, and
    the last argument the coordinate that the finding is about."""

    # what is expected of an answer
    oracles: Sequence[Oracle[Any]]
    expect: Callable[[Case], Any]
    judge_trace: Callable[[Sequence[Exchange], str], list[Finding] | None]
    """What a rule over several exchanges has to say; None if there is no such rule under this name."""
    outcome: Callable[[Exchange], str]
    """One word for an answer, for the statistics."""
    obstacle: Callable[[Exchange], Obstacle | None]
    """What hides the API from an answer: credentials, a gateway …"""
    has_data: Callable[[Exchange], bool]

    # what an answer teaches
    read: Callable[[Exchange, Any, list[Finding]], tuple[list[Finding], Any]]
    """The findings that stand, and a lesson that ``learn`` takes in when its batch is done; must not change anything
    that later cases depend on."""
    learn: Callable[[Any], None]
    settle: Callable[[Sequence[Any]], Awaitable[list[Finding]]]
    """After a batch, all its lessons: findings that only they together show."""
    canaries: Callable[[Exchange], Iterable[Canary]]
    alive: Case | None
    """A request that every API of the protocol answers, whatever has become of its data."""
    refusals: RefusalKnowledge
    pool: Pool

    # how to show it
    told_at: Callable[[Any], Sequence[str]]
    """The coordinates at which the API or the user has told a value: what redaction may have to take out."""
    operation_of: Callable[[Case], str]
    """The operation that a case asks, by which times of answers are told; empty where it asks none. Asked of every
    request."""

    answered: Callable[[Exchange], None] = _nothing
    """Told of every answer as it comes, whoever asked."""
    audit: Callable[[], AuditSection | None] = _no_audit
    """How the server keeps to GraphQL over HTTP; None where that was not looked at."""
    production: Callable[[], Mapping[str, int]] = _nothing_used
    """How often users ask for what is counted in the coverage, as recordings tell."""
