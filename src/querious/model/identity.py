"""Somebody who asks: what goes with their requests, and whether they may see everything."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Mapping

    from querious.model.login import Login

MAIN: Final = "main"
"""What the run's own credentials are called; a case may say it, or say nothing."""
ANONYMOUS: Final = "anonymous"
"""Whoever brings no credentials. There is always one."""


@dataclass(frozen=True, slots=True)
class Identity:
    """Made by ``querious.config`` from a table ``[identities.NAME]``. What it sends is never written to any report."""

    name: str
    headers: Mapping[str, str] = field(default_factory=dict, repr=False)
    """Sent with each of its requests; cookies are the ``Cookie`` header."""
    login: Login | None = field(default=None, repr=False)
    privileged: bool = False
    """Whether it may see and change what belongs to others: what it is shown says nothing of whose it is."""
    place: str = ""
    """Where it was described, such as ``querious.toml: identities.alice``; for messages."""
    needed: bool = True
    """Whether a run ends where it cannot log in; else it is left out."""

    @property
    def is_anonymous(self) -> bool:
        """Whether it brings no credentials."""
        return self.name == ANONYMOUS


def is_own(name: str) -> bool:
    """Whether a case that names this identity asks with the credentials of the run itself."""
    return name in ("", MAIN)


_SPOILT: Final = re.compile(r"(?P<whose>.+) \((?P<how>cut short|made up|changed|unsigned|expired)\)")


def spoilt(name: str, how: str) -> str:
    """What one is called who asks with a credential of this identity that is ``cut short``, ``made up`` and so on."""
    return f"{name} ({how})"


def spoilt_credential(name: str) -> tuple[str, str]:
    """Whose credential it is, and how it was spoilt; the name itself and nothing where it is whole."""
    found = _SPOILT.fullmatch(name)
    return (found["whose"], found["how"]) if found else (name, "")
