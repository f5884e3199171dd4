"""Own generators: by coordinate (``Query.project.id``, ``*.email``) or by type (``DateTime``, ``Money*``)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from querious.errors import ConfigError
from querious.model.json_text import why_not_json
from querious.model.patterns import compile_pattern

if TYPE_CHECKING:
    import re
    from collections.abc import Callable, Mapping, Sequence
    from random import Random

    from querious.model import JSON


class GeneratorFailedError(Exception):
    """A generator of the user's has raised: what querious makes by itself has to do."""


class Overrides:
    """Finds the generator for a place; an exact name comes before a pattern, the first pattern before later ones.

    ``failed`` is told of the first error of a generator, which is not called again.
    """

    def __init__(
        self,
        generators: Mapping[str, Callable[[Random], JSON] | Sequence[JSON]],
        failed: Callable[[str, BaseException], None] = lambda _name, _error: None,
    ) -> None:
        self._exact = {name: _drawing(name, generator, failed) for name, generator in generators.items()}
        self._patterns: list[tuple[re.Pattern[str], str]] = [
            (compile_pattern(name), name) for name in generators if "*" in name
        ]
        self._used: set[str] = set()

    def at(self, coordinate: str) -> Callable[[Random], JSON] | None:
        """The generator for ``Type.field.argument`` or ``Input.field``."""
        return self._find(coordinate, dotted=True)

    def of_type(self, name: str) -> Callable[[Random], JSON] | None:
        """The generator for a scalar, enum or input type."""
        return self._find(name, dotted=False)

    def unused(self) -> list[str]:
        """The names that nothing asked for."""
        return [name for name in self._exact if name not in self._used]

    def _find(self, place: str, *, dotted: bool) -> Callable[[Random], JSON] | None:
        name = place if place in self._exact else self._pattern_for(place, dotted=dotted)
        if name is None:
            return None
        self._used.add(name)
        return self._exact[name]

    def _pattern_for(self, place: str, *, dotted: bool) -> str | None:
        for pattern, name in self._patterns:
            if ("." in name) is dotted and pattern.fullmatch(place):
                return name
        return None


def _drawing(
    name: str,
    generator: Callable[[Random], JSON] | Sequence[JSON],
    failed: Callable[[str, BaseException], None],
) -> Callable[[Random], JSON]:
    """A function that draws; it raises GeneratorFailedError from the generator's first error on."""
    if callable(generator):
        broken = False

        def guarded(random: Random) -> JSON:
            nonlocal broken
            if broken:
                raise GeneratorFailedError
            try:
                return _checked(name, generator(random))
            except (Exception, SystemExit) as error:
                broken = True
                failed(name, error)
                raise GeneratorFailedError from error

        return guarded
    if isinstance(generator, str) or not generator:
        raise ConfigError(f"The generator for {name} must be a function or a list of at least one value.")
    values = [_checked(name, value) for value in generator]
    return lambda random: values[int(random.random() * len(values))]


def _checked(name: str, value: JSON) -> JSON:
    """The value, if it can be sent at all."""
    reason = why_not_json(value)
    if reason:
        raise ConfigError(
            f"The generator for {name} gave {reason}, which is not JSON; "
            "give texts, numbers, True, False, None, and lists and dictionaries of these."
        )
    return value
