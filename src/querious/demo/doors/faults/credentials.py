"""Tokens that should not be accepted any more, or never should have been."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from querious.demo.doors.faults.fault import ACCESS, GRAPHQL, DoorFault, instead, never
from querious.demo.doors.tokens import signature_of

if TYPE_CHECKING:
    from querious.demo.doors.context import Step

KIND: Final = "token"


def _begins_alike(_: Step, text: str, signature: str) -> bool:
    """Compared up to the length of what was sent, as with strncmp."""
    return signature_of(text).startswith(signature)


FAULTS: Final = (
    DoorFault(
        "expired-token-accepted",
        KIND,
        "The time at which a token ends is not looked at.",
        ACCESS,
        GRAPHQL,
        (never("tokens.expired", value=False),),
    ),
    DoorFault(
        "cut-token-accepted",
        KIND,
        "The signature is compared up to the length of the one that was sent: a token that is cut short is accepted.",
        ACCESS,
        GRAPHQL,
        (instead("tokens.signed", _begins_alike),),
    ),
    DoorFault(
        "made-up-token-accepted",
        KIND,
        "Tokens are decoded, and their signature is not verified: everybody makes one.",
        ACCESS,
        GRAPHQL,
        (never("tokens.signed", value=True),),
    ),
)
