"""A mistake in a template, on its way to the one line that tells of it."""

from __future__ import annotations

from typing import Final

from querious.errors import ConfigError

MANUAL: Final = "docs/crud-templates.md"


class MistakeError(Exception):
    """Why a template is wrong, and where: ``pointer`` is a JSON pointer, empty for the top."""

    def __init__(self, reason: str, pointer: str = "", *, of_key: bool = False) -> None:
        super().__init__(reason)
        self.reason = reason
        self.pointer = pointer
        self.of_key = of_key
        """Whether the key that ``pointer`` ends with is wrong, and not its value."""


class MisuseError(ValueError):
    """A tag is used wrongly. Whoever knows the place makes a ``MistakeError`` of it."""


def below(pointer: str, key: str | int) -> str:
    """The pointer to a member or an item (RFC 6901)."""
    return f"{pointer}/{str(key).replace('~', '~0').replace('/', '~1')}"


def told(mistake: MistakeError, place: str, line: int = 0, column: int = 0) -> ConfigError:
    """The error for the user. ``line`` is 0 where the text is not at hand."""
    where = f", line {line}, column {column}" if line else ""
    return ConfigError(f"{place}{where}, at {mistake.pointer or 'the top'}: {mistake.reason}")
