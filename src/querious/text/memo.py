"""What was worked out before, so that it need not be worked out again: servers see the same texts all day."""

from __future__ import annotations

import threading
from collections import OrderedDict
from typing import Generic, TypeVar

Answer = TypeVar("Answer")


class Remembered(Generic[Answer]):
    """Answers by text, the least recently used forgotten first.

    Bounded by characters, not by entries: it lives in somebody else's process, and documents differ in size by a
    factor of a thousand. A text that would take more than an eighth of the room is not remembered at all.
    """

    def __init__(self, room: int) -> None:
        self._room = room
        self._taken = 0
        self._known: OrderedDict[str, tuple[Answer, int]] = OrderedDict()
        self._lock = threading.Lock()

    def get(self, text: str) -> Answer | None:
        """None if it is not, or no longer, remembered."""
        with self._lock:
            found = self._known.get(text)
            if found is None:
                return None
            self._known.move_to_end(text)
            return found[0]

    def put(self, text: str, answer: Answer, weight: int) -> None:
        """``weight``: characters that the answer holds, beside those of the text."""
        weight += len(text)
        if weight > self._room // 8:
            return
        with self._lock:
            replaced = self._known.pop(text, None)
            self._taken += weight - (replaced[1] if replaced else 0)
            self._known[text] = (answer, weight)
            while self._taken > self._room:
                _, (_, freed) = self._known.popitem(last=False)
                self._taken -= freed

    def __len__(self) -> int:
        return len(self._known)
