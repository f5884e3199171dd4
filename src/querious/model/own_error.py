"""An error of ours: a part of querious, or a hook of the user's, that raised instead of doing its work."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class OwnError:
    """What raised. It costs no finding: that part is switched off, everything else goes on, the exit status is 3."""

    part: str
    """What it is: ``oracle``, ``relation``, ``phase``, ``hook``, ``shrinking``, ``report`` …"""
    name: str
    message: str
    """The exception in one line."""
    traceback: str

    @property
    def title(self) -> str:
        """``oracle data: KeyError: 'id'``."""
        return f"{self.part} {self.name}: {self.message}"
