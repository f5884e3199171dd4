"""All rules for one REST answer, in the order in which they are asked."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from querious.oracles import connection, leak
from querious.rest.oracles import accepted_flaw, contract, protocol_rules, unexpected_failure

if TYPE_CHECKING:
    from querious.oracles import Oracle

CATALOGUE: Final[tuple[Oracle[Any], ...]] = (
    connection.ORACLE,
    unexpected_failure.ORACLE,
    contract.STATUS,
    contract.MEDIA,
    contract.HEADERS,
    contract.SCHEMA,
    protocol_rules.NO_BODY,
    protocol_rules.ALLOW,
    accepted_flaw.ORACLE,
    leak.ORACLE,
)
