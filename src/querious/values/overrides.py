"""Own generators: by coordinate (``Query.project.id``, ``*.email``) or by type (``DateTime``, ``Money*``)."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from querious.errors import ConfigError
from querious.model.json_text import why_not_json
from querious.model.patterns import compile_pattern

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from random import Random

    from querious.model import JSON

Generate: TypeAlias = "Callable[[Random], JSON]"
Failed: TypeAlias = "Callable[[str, BaseException], None]"
"""Told the name of a generator and its first error."""


class GeneratorFailedError(Exception):
    """A generator of the user's has raised: what querious makes by itself has to do."""


class Overrides:
    """Finds the generator for a place; an exact name comes before a pattern, the first pattern before later ones.

    ``failed`` is told of the first error of a generator, which is not called again.
    """

    def __init__(
        self,
        generators: Mapping[str, Generate | Sequence[JSON]],
        failed: Failed = lambda _name, _error: None,
    ) -> None:
        self._generators = {name: _drawing(name, generator, failed) for name, generator in generators.items()}
        self._patterns = {name: compile_pattern(name) for name in generators if "*" in name}
        self._used: set[str] = set()

    def at(self, coordinate: str) -> Generate | None:
        """The generator for ``Type.field.argument`` or ``Input.field``."""
        return self._find(coordinate, dotted=True)

    def of_type(self, name: str) -> Generate | None:
        """The generator for a scalar, enum or input type."""
        return self._find(name, dotted=False)

    def unused(self) -> list[str]:
        """The names that nothing asked for."""
        return [name for name in self._generators if name not in self._used]

    def _find(self, place: str, *, dotted: bool) -> Generate | None:
        name = place if place in self._generators else self._pattern_for(place, dotted=dotted)
        self._used.add(name)
        return self._generators.get(name)

    def _pattern_for(self, place: str, *, dotted: bool) -> str:
        """The first pattern that fits; the place itself if none does."""
        of_kind = (name for name in self._patterns if ("." in name) is dotted)
        return next((name for name in of_kind if self._patterns[name].fullmatch(place)), place)


def _drawing(name: str, generator: Generate | Sequence[JSON], failed: Failed) -> Generate:
    """A function that draws; it raises GeneratorFailedError from the generator's first error on."""
    if callable(generator):
        return _guarded(name, generator, failed)
    if isinstance(generator, str) or not generator:
        raise ConfigError(f"The generator for {name} must be a function or a list of at least one value.")
    values = [_checked(name, value) for value in generator]
    return lambda random: values[int(random.random() * len(values))]


def _guarded(name: str, generate: Generate, failed: Failed) -> Generate:
    broken = False

    def guarded(random: Random) -> JSON:
        nonlocal broken
        if broken:
            raise GeneratorFailedError
        try:
            return _checked(name, generate(random))
        except (Exception, SystemExit) as error:
            broken = True
            failed(name, error)
            raise GeneratorFailedError from error

    return guarded


def _checked(name: str, value: JSON) -> JSON:
    """The value, if it can be sent at all."""
    reason = why_not_json(value)
    if reason:
        raise ConfigError(
            f"The generator for {name} gave {reason}, which is not JSON; "
            "give texts, numbers, True, False, None, and lists and dictionaries of these."
        )
    return value
