"""All rules, in the one order in which they are asked.

From the outside in: whether an answer came (``connection``), whether the server stood (``server_error``), whether it is
JSON (``not_json``), whether it is GraphQL (``envelope``), whether the operation was let in (``refused_valid``), whether
executing it went wrong (``server_fault``, and after it ``leak``, which leaves alone what is already told), whether the
result is right (``data``), and last whether there should have been a result at all (``accepted_invalid``).

Each rule is "not applicable" where one before it has explained the answer, so one cause gives one finding. They see
that in the exchange itself, not in each other's verdicts: any of them can be left out without changing the others.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from querious.graphql.oracles import (
    accepted_invalid,
    connection,
    data,
    envelope,
    not_json,
    refused_valid,
    server_fault,
)
from querious.oracles import leak, server_error

if TYPE_CHECKING:
    from collections.abc import Iterable

    from querious.graphql.oracles.expectation import Expectation
    from querious.model import Exchange
    from querious.oracles import Oracle, Verdict

CATALOGUE: Final[tuple[Oracle[Expectation], ...]] = (
    connection.ORACLE,
    server_error.ORACLE,
    not_json.ORACLE,
    envelope.ORACLE,
    refused_valid.ORACLE,
    server_fault.ORACLE,
    leak.ORACLE,
    data.ORACLE,
    accepted_invalid.ORACLE,
)


def judge(
    exchange: Exchange, expectation: Expectation, oracles: Iterable[Oracle[Expectation]] = CATALOGUE
) -> list[tuple[str, Verdict]]:
    """The name and the verdict of each oracle, in their order."""
    return [(oracle.name, oracle.judge(exchange, expectation)) for oracle in oracles]
