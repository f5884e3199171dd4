"""All rules over streams, in the order in which they are asked: the transport first, then what it carries."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from querious.streams import arguments, ends, messages, misuses
from querious.streams.changes import DOUBLED, MISSING, UNTRUE

if TYPE_CHECKING:
    from querious.streams.rule import ChangeRule, StreamRule

STREAM_RULES: Final[tuple[StreamRule, ...]] = (messages.RULE, ends.RULE, arguments.RULE)
CHANGE_RULES: Final[tuple[ChangeRule, ...]] = (MISSING, DOUBLED, UNTRUE)
ABOUT: Final = {
    **{rule.name: rule.about for rule in STREAM_RULES},
    misuses.NAME: misuses.ABOUT,
    **{rule.name: rule.about for rule in CHANGE_RULES},
}
"""What each holds, by its name."""
