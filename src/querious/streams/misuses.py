"""What a client must not do over graphql-transport-ws, and the code with which the server has to close the socket.

Each is said over a socket of its own. That the server carries out a subscription before anybody has introduced
themselves is certain: what checks credentials there was passed by. Everything else is a suspicion, another code than
the specified one too: no client that keeps to the protocol comes to see it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from querious.model.severity import Severity
from querious.model.stream import Message
from querious.streams.rule import StreamFlaw

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from querious.model.stream import Stream
    from querious.model.values import JSON

NAME: Final = "stream_misuse"
ABOUT: Final = "a client that breaks the protocol is shown the door with the code that the protocol gives for it"
_CREDENTIALS: Final = frozenset({4401, 4403})
_INIT: Final[Mapping[str, JSON]] = {"type": "connection_init"}


class Misuse(NamedTuple):
    """One of them."""

    name: str
    messages: Sequence[Mapping[str, JSON] | str]
    """What is said. A subscription without a payload gets that of a real operation."""
    code: int
    carried_out: Severity | None = None
    """What it is if the server carries it out; None: whatever comes may be of what was said before."""


MISUSES: Final = (
    Misuse("a subscription before connection_init", ({"id": "1", "type": "subscribe"},), 4401, Severity.FAULT),
    Misuse("a second connection_init", (_INIT, _INIT), 4429),
    Misuse("a message that is not JSON", (_INIT, "{not json"), 4400),
    Misuse("a message of an unknown type", (_INIT, {"type": "querious"}), 4400),
    Misuse("a subscription without an id", (_INIT, {"type": "subscribe"}), 4400, Severity.SUSPICION),
    Misuse(
        "an id that is taken",
        (_INIT, {"id": "1", "type": "subscribe"}, {"id": "1", "type": "subscribe"}),
        4409,
    ),
)


def misuse_flaws(misuse: Misuse, stream: Stream) -> Sequence[StreamFlaw] | None:
    """What a server did wrong when it was misused; None where nothing can be told."""
    if not stream.sent():
        return None
    introduced = misuse.messages[0] == _INIT
    if introduced and not stream.received(Message.ACK):
        return None
    if misuse.carried_out is not None and stream.received(Message.NEXT):
        message = f"the server carried out {misuse.name}, and must close the socket with {misuse.code}"
        return [StreamFlaw(message, misuse.carried_out)]
    if stream.code == misuse.code:
        return ()
    if misuse.code == _TAKEN and stream.received(Message.COMPLETE, Message.ERROR):
        return None  # the first of the two had ended by itself: its id was free again
    if not stream.code:
        done = "said" if introduced else "did"
        message = f"the server {done} nothing of {misuse.name}, and must close the socket with {misuse.code}"
        return [StreamFlaw(message, Severity.SUSPICION)]
    if not introduced and stream.code in _CREDENTIALS:
        return ()
    message = (
        f"the server closed the socket with `{stream.code}` after {misuse.name}, and must do so with {misuse.code}"
    )
    return [StreamFlaw(message, Severity.SUSPICION, stream.reason)]


_TAKEN: Final = 4409
