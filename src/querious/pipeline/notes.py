"""What the user should know, told as it comes up and again in the report."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from querious.model import Settings


def left_out_login(operations: Iterable[str], settings: Settings) -> list[str]:
    """A note of the operations that are left out because they log in, where they would be asked otherwise."""
    names = list(operations)
    if not names or not settings.mutations or settings.login is None:
        return []
    told = f"{', '.join(names)} logs in and is not tested, as wrong passwords could lock the account"
    return [f"{told}: tested = true there tests it ({settings.login.place})."]


class Notes:
    """The notes of a run, in their order."""

    def __init__(self, tell: Callable[[str], None] = lambda _: None) -> None:
        self._tell = tell
        self._texts: list[str] = []

    @property
    def texts(self) -> tuple[str, ...]:
        """For the report."""
        return tuple(self._texts)

    def add(self, text: str) -> None:
        """Tell the user now, and in the report."""
        self._texts.append(text)
        self._tell(text)

    def extend(self, texts: Iterable[str]) -> None:
        """Several at once."""
        for text in texts:
            self.add(text)

    def revise(self, before: str, after: str) -> None:
        """Put a note in the place of one that it makes obsolete; only a new one is told at once."""
        if before in self._texts:
            self._texts[self._texts.index(before)] = after
        else:
            self.add(after)
