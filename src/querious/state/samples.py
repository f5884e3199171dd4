"""A few values of a strategy, outside of a test: the same for the same seed."""

from __future__ import annotations

import contextlib
import random
from itertools import cycle, zip_longest
from typing import TYPE_CHECKING, Any, Final, TypeVar

from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis import strategies as st
from hypothesis.errors import Unsatisfiable
from hypothesis.internal.conjecture import providers
from hypothesis.internal.conjecture.providers import AVAILABLE_PROVIDERS, HypothesisProvider
from hypothesis.internal.constants_ast import Constants

from querious.model.state import Command
from querious.state.room import roomiest_first

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from hypothesis.strategies import SearchStrategy

    from querious.model.state import Key
    from querious.model.values import JSON
    from querious.state.facade import Collection

Value = TypeVar("Value")
_SEVERAL: Final = 3
_NONE: Final = object()
_DRAWN: Final = 16
"""Bodies of a kind that a sequence takes in turns."""
_KEYS: Final = 4
_TWO: Final = 2
WITH_BODY: Final = frozenset({Command.POST, Command.PUT, Command.PATCH})


class _SeededProvider(HypothesisProvider):
    """Hypothesis's own, but for constants, which it takes from the source files that happen to be loaded."""

    def _maybe_draw_constant(self, *_: Any, **__: Any) -> None:
        return None


def samples(strategy: SearchStrategy[Value], count: int, number: int) -> list[Value]:
    """``count`` of them or fewer, the simplest first, drawn with the seed ``number``."""
    found: list[Value] = []

    @seed(number)
    @settings(
        max_examples=count,
        database=None,
        deadline=None,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(strategy)
    def draw(value: Value) -> None:
        found.append(value)

    with _without_constants(), contextlib.suppress(Unsatisfiable):  # no value fits: there are none to give
        draw()
    return found


@contextlib.contextmanager
def _without_constants() -> Iterator[None]:
    """Hypothesis also draws with providers of its own making: those must not read all source files either.

    That takes seconds, in which nothing is sent.
    """
    usual, local_constants = AVAILABLE_PROVIDERS["hypothesis"], providers._get_local_constants  # noqa: SLF001
    AVAILABLE_PROVIDERS["hypothesis"] = _SeededProvider
    providers._get_local_constants = Constants  # noqa: SLF001
    try:
        yield
    finally:
        AVAILABLE_PROVIDERS["hypothesis"] = usual
        providers._get_local_constants = local_constants  # noqa: SLF001


class BodySamples:
    """What one sequence sends: a few are drawn of each kind, and taken one after the other, from the first again."""

    def __init__(self, number: int) -> None:
        self._seed = number
        self._more_seeds = random.Random(number)
        self._drawn: dict[tuple[str, Command], list[JSON]] = {}
        self._turns: dict[tuple[str, Command], Iterator[JSON]] = {}

    def next(self, collection: Collection, command: Command) -> JSON:
        """The body of the next such command; None for those that have none."""
        if command not in WITH_BODY:
            return None
        place = collection.name, command
        if place not in self._turns:
            self._turns[place] = cycle(full_and_sparse(self._samples(collection, command)))
        return next(self._turns[place])

    def entry(self, collection: Collection) -> JSON:
        """The next that can be posted."""
        return self.next(collection, Command.POST)

    def needed(self, collection: Collection) -> JSON:
        """The next that can be posted as what another collection needs: such as have room for many entries first."""
        place = f"{collection.name}, needed", Command.POST
        if place not in self._turns:
            in_turns = full_and_sparse(self._samples(collection, Command.POST))
            self._turns[place] = cycle(roomiest_first(in_turns))
        return next(self._turns[place])

    def sparse_entries(self, collection: Collection) -> list[JSON]:
        """Two that can be posted, with the fewest members."""
        return sorted(self._samples(collection, Command.POST), key=_many)[:_TWO]

    def fullest(self, collection: Collection, command: Command, unlike: JSON = None) -> JSON:
        """The body of a command that sets most members to something, and to something else than they are."""
        return max(self._samples(collection, command), key=lambda body: filled_members(body, unlike), default={})

    def barest(self, collection: Collection, command: Command) -> JSON:
        """The body of a command with fewest members."""
        return min(self._samples(collection, command), key=_many, default={})

    def emptiest(self, collection: Collection) -> JSON:
        """The change that sets most members to nothing: 0, false, an empty text or list."""
        return max(self._samples(collection, Command.PATCH), key=empty_members, default={})

    def like(self, collection: Collection, command: Command, sent: JSON, *, varied: bool = False) -> JSON:
        """Other values of the same members: the simplest, or ``varied`` ones, which hardly anything has yet."""
        if command not in WITH_BODY or not isinstance(sent, dict):
            return sent
        drawn = samples(_strategy(collection, command), _DRAWN, self._more_seeds.getrandbits(32))
        bodies = [body for body in drawn if isinstance(body, dict)]
        other = dict(sent)
        for name, value in sent.items():
            others = [body[name] for body in bodies if body.get(name) and body[name] != value]
            if others:
                other[name] = self._more_seeds.choice(others) if varied else others[0]
        return other

    def unknown_key(self, collection: Collection, seen: Sequence[Key]) -> Key:
        """One that the service could have given and never did; empty if there is none."""
        keys = samples(collection.unknown_keys(seen), _KEYS, self._more_seeds.getrandbits(32))
        return keys[-1] if keys else ""

    def _samples(self, collection: Collection, command: Command) -> list[JSON]:
        """Drawn once: drawing takes longer than sending."""
        place = collection.name, command
        if place not in self._drawn:
            self._drawn[place] = samples(_strategy(collection, command), _DRAWN, self._seed)
        return self._drawn[place]


def _strategy(collection: Collection, command: Command) -> SearchStrategy[JSON]:
    kinds = {Command.POST: collection.entries, Command.PUT: collection.replacements, Command.PATCH: collection.changes}
    return kinds[command]()


def full_and_sparse(values: Sequence[Value]) -> list[Value]:
    """In turns one with many members and one with few, from both ends: Hypothesis draws the simplest first."""
    ordered = sorted(values, key=lambda value: (_many(value), -empty_members(value)), reverse=True)
    half = (len(ordered) + 1) // 2
    turns = zip_longest(ordered[:half], reversed(ordered[half:]), fillvalue=_NONE)
    return [value for pair in turns for value in pair if value is not _NONE]  # type: ignore[misc]


def varied(strategy: SearchStrategy[Value]) -> SearchStrategy[Value]:
    """The same values, but often with many members, often with few, and often with empty ones.

    What a service forgets shows in members that were there and then were left out, or set to 0, false or nothing: even
    draws seldom have these.
    """
    several = st.lists(strategy, min_size=_SEVERAL, max_size=_SEVERAL)
    return st.one_of(strategy, st.tuples(several, st.sampled_from(_TASTES)).map(_best))


def _best(drawn: tuple[list[Value], Callable[[object], int]]) -> Value:
    values, taste = drawn
    return max(values, key=taste)


def _many(value: object) -> int:
    return len(value) if isinstance(value, dict) else 0


def _few(value: object) -> int:
    return -_many(value)


def filled_members(value: object, unlike: object = None) -> int:
    """How many members of it, and of the objects in it, are something, and something else than there."""
    if not isinstance(value, dict):
        return 0
    there = unlike if isinstance(unlike, dict) else {}
    filled = [(member, there.get(name)) for name, member in value.items() if member and member != there.get(name)]
    return sum(1 + filled_members(member, other) for member, other in filled)


def empty_members(value: object) -> int:
    """How many members of it are nothing."""
    return sum(not member for member in value.values()) if isinstance(value, dict) else 0


_TASTES: Final = (_many, _few, empty_members)
