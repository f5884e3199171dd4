"""What the proxy saw → the recorder, which reads, normalises and redacts in a thread of its own."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from querious.harvest.compression import unpacked
from querious.harvest.notes import ANSWER, ReceivedRequest
from querious.harvest.request_operations import LARGEST

if TYPE_CHECKING:
    from collections.abc import Callable

    from querious.harvest.proxy_exchange import ProxiedRequest
    from querious.harvest.recorder import Recorder

LOST: Final = "lost"
"""The status of what was not answered, or not to the end."""


def telling(recorder: Recorder) -> Callable[[ProxiedRequest], None]:
    """Hand over what was seen. Of an upload the beginning is enough, for the operations stand there."""

    def tell(seen: ProxiedRequest) -> None:
        if not seen.whole and not seen.content_type.lower().startswith("multipart/"):
            recorder.count("skipped")
            return
        body = unpacked(seen.body, seen.content_encoding, LARGEST + 1) if seen.content_encoding else seen.body
        answer = unpacked(seen.answer, seen.answer_encoding, ANSWER) if seen.answer_encoding else seen.answer
        recorder.record(
            ReceivedRequest(
                seen.method,
                seen.query,
                seen.content_type,
                body,
                seen.path if recorder.rest else "",
                seen.headers,
            ),
            seen.status if seen.answered else LOST,
            seen.seconds,
            seen.moment,
            answer,
            seen.answer_type,
        )

    return tell
