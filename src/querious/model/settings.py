"""Everything a run can be told, as one plain value."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final

from querious.model.accepted import excused
from querious.model.identity import ANONYMOUS, MAIN, Identity
from querious.model.patterns import Patterns, Permissions
from querious.model.state_settings import StateSettings

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from random import Random

    from querious.model.accepted import AcceptedFinding
    from querious.model.login import Login

NO_PROXY: Final = "none"
"""Said instead of the URL of a proxy: none, not even that of the environment."""


@dataclass(frozen=True, slots=True)
class Settings:
    """Made by ``querious.config`` from files, flags and the environment; the defaults are the product's."""

    # what to ask
    seed: int = 0
    schema: str = ""
    """A file or glob to read the schema from; empty: ask the API."""
    mutations: bool = False
    resources: bool = False
    """Whether it is measured what answers cost as questions grow."""
    resources_hosts: tuple[str, ...] = ()
    """Hosts other than this machine that may be loaded so."""
    allow: tuple[str, ...] = ()
    """Patterns of coordinates that may be asked; empty: all. ``Mutation.create*``, ``User.*`` …"""
    deny: tuple[str, ...] = ()
    """Patterns of coordinates that are never asked."""
    invalid: float = 0.1
    """The share of deliberately invalid operations, from 0 to 1."""
    max_depth: int | None = None
    """Levels of objects in an operation; None: 6 in random ones, as deep as the path in planned ones."""
    max_fields: int = 12
    """Fields per object."""
    max_nodes: int = 60
    """Selections per operation: a hard limit."""
    generators: Mapping[str, Callable[[Random], Any] | Sequence[Any]] = field(default_factory=dict)
    """By scalar, input type or coordinate (wildcards allowed): a function of a Random, or values to choose from."""
    criterion: str = "edge-pair"
    """Which paths are walked once every tuple was asked; ``none``: no others."""
    variants: int = 1
    """How often every path is asked, each time with other values; one that brought no data is asked more often."""
    leaves: str = "all"
    """The leaf fields that objects on a path are asked for: ``all``, ``one``, or only where ``needed``."""
    recordings: str = ""
    """A store of recordings: they are asked first, and changed a little."""
    learning: bool = True
    """Whether arguments draw from what answers have shown."""
    learned: str = ""
    """A file that what was learned is read from, if it is there, and written to."""
    seed_values: Mapping[str, Sequence[Any]] = field(default_factory=dict)
    """Values that are there, by argument (``Query.user.id``), or by field that shows such (``User.id``)."""

    # how to send
    headers: Mapping[str, str] = field(default_factory=dict, repr=False)
    """Sent with every request; cookies are the ``Cookie`` header. Never written to any report."""
    renew: Callable[[], Mapping[str, str]] | None = None
    """Asked for fresh headers when the API answers 401, and before the first request."""
    login: Login | None = field(default=None, repr=False)
    """How to log in: before the first request, before the login expires, and when the API answers 401."""
    identities: tuple[Identity, ...] = ()
    """Others who ask, beside the run itself and whoever brings no credentials."""
    identity: str = ""
    """The one of them whose credentials the run's own are; empty: these are nobody else's."""
    connections: int = 16
    rate: float | None = None
    """Requests per second at most."""
    timeout: float = 10.0
    """Seconds for one whole answer."""
    max_response_time: float | None = None
    """Seconds above which an answer is a fault; None: none is."""
    max_answer: int = 16 * 1024 * 1024
    """Bytes of one answer at most."""
    wait: float | None = None
    """Seconds to wait at most until the API answers; None: it has to answer at once."""
    insecure: bool = False
    """Accept any TLS certificate."""
    ca: str = ""
    """A PEM file of authorities that are trusted beside those of the system."""
    cert: str = ""
    """A PEM file with the certificate that we show to the server, and its key unless that has a file of its own."""
    cert_key: str = ""
    proxy: str = field(default="", repr=False)
    """The URL of the proxy that requests go through; empty: that of the environment; or ``NO_PROXY``."""
    client: str = "auto"
    """The library that sends: ``pyreqwest``, ``aiohttp``, or the first of them that can be loaded."""
    subscriptions: str = "auto"
    """The transport of subscriptions; ``auto``: the first that the API speaks; ``none``: they are not asked."""
    subscriptions_url: str = ""
    """Their address, or a path of the same host; empty: that of the API, and the usual ones beside it."""
    subscriptions_init: Mapping[str, Any] = field(default_factory=dict, repr=False)
    """What goes with ``connection_init`` over a WebSocket. ``{authorization}`` stands for that header. Never shown."""

    # when to stop
    requests: int | None = 10_000
    seconds: float | None = 60.0
    coverage: float | None = None
    """Stop when this share of the tuples, from 0 to 1, is witnessed."""
    stop_after: int | None = None
    """Stop after this many faults, counted by cause; where suspicions fail a run too, after this many findings."""

    # how to judge
    audit: bool = False
    """Whether a run also holds the server to the specification of GraphQL over HTTP."""
    oracles: tuple[Callable[..., Any], ...] = ()
    """Own oracles: a function of an Exchange that returns None if all is well, or says in words what is wrong."""
    skip_oracles: tuple[str, ...] = ()
    baseline: str = ""
    """A file that ``querious learn`` wrote: what it holds of a trusted version must still hold."""
    include: tuple[str, ...] = ()
    """Patterns of coordinates that count in the coverage; empty: all that is reachable."""
    exclude: tuple[str, ...] = ()
    shrink: int = 100
    """Smaller cases or scenarios that shrinking one finding may try; 0: do not shrink."""
    development_mode: str = "suspicion"
    """What a server is reported as that shows stack traces beside its errors: ``fault``, ``suspicion`` or ``none``."""
    fail_on: str = "fault"
    """What makes a run fail: ``fault``, ``new`` (a fault that is not ``known``), ``suspicion`` (which faults do too) or
    ``none``."""
    accepted: tuple[AcceptedFinding, ...] = ()
    """Findings that fail nothing for now."""
    known: tuple[str, ...] = ()
    """Fingerprints of the findings of the run before."""

    vanishes: bool = False
    """Whether the API and its data are gone when the run is over, as the demo's are: then nobody has to be told what of
    the run's own entries is left."""

    state: StateSettings = field(default_factory=StateSettings)
    """For tests of state, beside what is said above."""

    @property
    def with_credentials(self) -> bool:
        """Whether anything is sent that says who asks."""
        return bool(self.headers) or self.renew is not None or self.login is not None

    @property
    def asking(self) -> tuple[Identity, ...]:
        """Everybody who can ask, each once: the run itself, the others, and last whoever brings no credentials."""
        named = {one.name: one for one in self.identities}
        main = named.pop(MAIN, Identity(MAIN))
        own = (main,) if self.with_credentials and self.identity not in named else ()
        return (*own, *(one for name, one in named.items() if name != ANONYMOUS), Identity(ANONYMOUS))

    @property
    def subscriptions_named(self) -> str:
        """The transport of subscriptions that was named; empty where it is to be found, or none is wanted."""
        return "" if self.subscriptions in {"auto", "none"} else self.subscriptions

    @property
    def permits(self) -> Callable[[str], bool]:
        """Whether a field of GraphQL may be asked. One that logs in may not: hostile passwords lock accounts."""
        return self._without_login(Permissions(self.allow, self.deny).match)

    @property
    def permits_calls(self) -> Callable[[str], bool]:
        """The same of an operation of REST, which is of no type."""
        return self._without_login(Patterns(self.allow, self.deny).match)

    def _without_login(self, match: Callable[[str], bool]) -> Callable[[str], bool]:
        login = self.login
        if login is None or login.tested:
            return match
        return lambda coordinate: not login.logs_in(coordinate) and match(coordinate)

    @property
    def excused(self) -> frozenset[str]:
        """The fingerprints of all that does not make a run fail."""
        return excused(self.accepted, self.known if self.fail_on == "new" else ())
