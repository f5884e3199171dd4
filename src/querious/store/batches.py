"""A stream of recordings, cut into batches in which the same question stands once."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from querious.store.rows import keepable, written

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from querious.model.recording import Recording

MOST_TAKEN: Final = 20_000
"""Recordings in a batch, before the same ones are joined: what a killed process may lose of a stream."""
MOST_CHARACTERS: Final = 16_000_000
"""Of documents and variables in a batch, so that memory is bounded whatever is recorded."""


class Batch(NamedTuple):
    """What is written in one transaction."""

    recordings: dict[str, Recording]
    """By key."""
    variables: dict[str, str]
    """The same as they are kept, made ready before the transaction: a recorder rests between two recordings."""
    taken: int
    """How many they were before they were joined."""


def batches(recordings: Iterable[Recording]) -> Iterator[Batch]:
    """All of them, in order."""
    together: dict[str, Recording] = {}
    variables: dict[str, str] = {}
    taken = characters = 0
    for given in recordings:
        recording = keepable(given)
        key = recording.key
        there = together.get(key)
        if there is None:
            together[key] = recording
            variables[key] = written(recording.variables)
            characters += len(recording.document) + len(variables[key])
        else:
            together[key] = there + recording
        taken += 1
        if taken >= MOST_TAKEN or characters >= MOST_CHARACTERS:
            yield Batch(together, variables, taken)
            together, variables = {}, {}
            taken = characters = 0
    if taken:
        yield Batch(together, variables, taken)
