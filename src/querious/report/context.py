"""What reports say beyond the run itself: where the API is and how to run things again."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from querious.model.identity import is_own, spoilt_credential
from querious.report.curl import curl, request_curl

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from querious.model.exchange import Exchange
    from querious.model.finding import Finding
    from querious.model.request import Request
    from querious.model.run import Run

_LONGEST_SHELL_LINE: Final = 8_000
"""Characters. Nobody reads or copies a longer line."""


@dataclass(frozen=True, slots=True)
class Context:
    """Made by the command that reports."""

    url: str = ""
    """Where the API is; empty for one tested in process, which curl cannot reach."""
    headers: Mapping[str, str] = field(default_factory=dict, repr=False)
    """Those that the user gave; only the names are used."""
    connection: tuple[str, ...] = ()
    """Options of curl: how to connect, where the address alone does not say it."""
    replay: str = "querious replay"
    """What runs findings again."""
    shows: str = ""
    """What shows one finding, but for its id; empty where the run is kept nowhere."""
    shows_all: str = ""
    """What shows the whole report."""
    next_step: str = ""
    """What to do next, in words."""
    target_url: str = ""
    """The target if it is a URL, to be tested there again; empty for Python code or a description."""
    schema: str = ""
    """The file or glob that the schema was read from; empty if the API was asked."""
    earlier: Run | None = None
    """The run before this one on the same target, where it was kept."""
    identities: Mapping[str, Sequence[str]] = field(default_factory=dict)
    """The names of the headers that go with what others than the run itself ask, by identity."""

    def again(self, finding: Finding) -> str:
        """The line that runs one finding again; a scenario needs more than one request, and a judge."""
        shell = ""
        if len(finding.steps) == 1 and finding.sequence is None:
            shell = self.exchange_curl(finding.exchange)
        return shell or f"{self.replay} --finding {finding.fingerprint}"

    def sent_by(self, identity: str) -> Mapping[str, str]:
        """The names of the headers that one who asks sends."""
        whose, _ = spoilt_credential(identity)
        return self.headers if is_own(whose) else dict.fromkeys(self.identities.get(whose, ()), "")

    def others_in(self, findings: Iterable[Finding]) -> dict[str, Sequence[str]]:
        """The names of the headers that others than the run itself send in what shows these findings."""
        asked = {exchange.case.identity for finding in findings for exchange in finding.steps}
        return {name: tuple(self.sent_by(name)) for name in sorted(asked) if not is_own(name)}

    def exchange_curl(self, exchange: Exchange) -> str:
        """The line that sends one case again; empty where curl cannot reach the API, or nobody would copy the line."""
        if not self.url:
            return ""
        shell = curl(exchange.case, self.url, self.sent_by(exchange.case.identity), self.connection)
        return shell if len(shell) <= _LONGEST_SHELL_LINE else ""

    def request_curl(self, request: Request) -> str:
        """The line that sends one request of a sequence again."""
        return request_curl(request, self.url, self.headers, self.connection)
