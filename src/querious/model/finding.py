"""Something the API did wrong, told once per cause."""

from __future__ import annotations

import hashlib
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from querious.model.severity import Severity

if TYPE_CHECKING:
    from querious.model.exchange import Exchange
    from querious.model.state import CommandSequence


MOST_WHOLE: Final = 20
"""Findings beneath one that is told that are kept with what shows them."""


@dataclass(frozen=True, slots=True)
class FoldedFinding:
    """A finding with the same cause as one that is told: where and what, and of the first ones all of it."""

    fingerprint: str
    severity: Severity
    oracle: str
    coordinate: str
    message: str
    """Without its particulars, see ``without_particulars``."""
    count: int = 1
    finding: Finding | None = None
    """With what was asked and answered; None of those beyond the first ``MOST_WHOLE``."""


@dataclass(frozen=True, slots=True)
class Finding:
    """What an oracle holds against one exchange, a relation against several, or a state rule against a sequence."""

    oracle: str
    """The name of the rule."""
    coordinate: str
    """``Type.field`` at fault, or the name of a collection; empty where the whole request is."""
    message: str
    """One line in plain words, naming what was expected and what came."""
    exchange: Exchange
    severity: Severity = Severity.FAULT
    path: str = ""
    """Where in the answer, such as ``data.project.members[0].name``."""
    excerpt: str = ""
    """The telling part of the response."""
    count: int = 1
    """How many exchanges of the run showed it."""
    shrunk: bool = False
    """Whether ``exchange`` holds the smallest case that shrinking came to."""
    reproduced: bool | None = None
    """Whether sending its case again showed it again; None if it was not tried."""
    trace: tuple[Exchange, ...] = ()
    """All exchanges of a scenario, in the order in which they were asked; empty where ``exchange`` says it all."""

    sequence: CommandSequence | None = None
    """The commands on a collection that show it; None where no sequence is needed."""

    deployment: bool = False
    """Whether it is about how the API is deployed, and not about what it answers: it does not end a run."""
    others: tuple[FoldedFinding, ...] = ()
    """Those with the same cause, which are not told by themselves."""

    @property
    def steps(self) -> tuple[Exchange, ...]:
        """What has to be asked, in order, to see it again."""
        return self.trace or (self.exchange,)

    @property
    def fingerprint(self) -> str:
        """The same for the same cause: oracle, coordinate and the message without its particulars."""
        text = "\0".join((self.oracle, self.coordinate, normalise(self.message)))
        return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:12]


QUOTED = re.compile(r"""(["'`])(?:\\.|(?!\1)[^\\])*\1""", re.DOTALL)
"""A quoted value, as messages hold it."""
_QUOTED_WITH_A_BACKSLASH = re.compile(r"""(?<!\w)(["'`])(?:(?!\1).)*\\\1(?!\w)""", re.DOTALL)
"""A quoted value that ends with a backslash which the server has not escaped: ``"\\"`` looks as if it went on."""
_QUOTED_TO_THE_CUT = re.compile(r"""(?<!\w)(["'`])(?:(?!\1).)*…$""", re.DOTALL)
"""A quoted value so long that the message was cut inside it."""
_HEXADECIMAL = re.compile(
    r"\b0x[0-9a-f]+\b|\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b|\b[0-9a-f]{16,}\b", re.IGNORECASE
)
_STATEMENT = re.compile(
    r"(?:^|(?<=: ))(?:select\b(?:(?! - ).)+?(?:\bfrom\b|…)|insert into\b|update\b(?:(?! - ).)+?\bset\b|delete from\b)"
    r"(?:(?! - ).)*",
    re.IGNORECASE,
)
"""A statement of SQL, where the server's words begin, up to what the database says of it: drivers put that last."""
_INSTANCE = re.compile(r"<[A-Za-z_][\w.]* (?:instance|object(?: at 0x[0-9a-f]+)?)>")
"""An object as Python and its GraphQL library write it."""
_INSTANCES = re.compile(r"\[<>(?:, (?:<>|\.\.\.))*\]")
"""A list of them, which holds as many as there are at that time."""
_ADDRESS = re.compile(r"\b(https?://[^\s/]+)/(?:.*/$|\S*)")
"""The path of a URL holds what was asked for; spaces too where nobody encoded them, up to the message's last slash."""
_NUMBER = re.compile(r"[-+]?\d+(?:\.\d+)?(?:[eE][-+]?\d+)?")
_COUNTED = re.compile(r"(?<=<#> )(\w{3})\w*")
"""What a number counts: ``1 entry`` and ``2 entries`` begin alike, and are the same but for the number."""
_SPACE = re.compile(r"\s+")
_LONGEST = 300


def normalise(message: str) -> str:
    """A message without its particulars, with the words that numbers count cut to what singular and plural share."""
    return _COUNTED.sub(r"\1", without_particulars(message))[:_LONGEST]


def without_particulars(message: str) -> str:
    """Take out of a message what differs from request to request: quoted values, numbers, addresses, statements."""
    text = _QUOTED_WITH_A_BACKSLASH.sub("<>", QUOTED.sub("<>", message[: 10 * _LONGEST]))
    text = _QUOTED_TO_THE_CUT.sub("<>", text)
    text = _INSTANCES.sub("<>", _INSTANCE.sub("<>", text))
    text = _ADDRESS.sub(r"\1/<>", text)
    text = _HEXADECIMAL.sub("<#>", text)
    text = _STATEMENT.sub("<sql>", _SPACE.sub(" ", text))
    return _SPACE.sub(" ", _NUMBER.sub("<#>", text)).strip()[: 2 * _LONGEST]
