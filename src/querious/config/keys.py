"""What can be set: one table for files, environment and flags."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from querious.config.quantities import (
    Reader,
    converted,
    duration,
    files,
    one_of,
    proxy,
    rate,
    share,
    size,
    text,
    texts,
    truth,
    unlimited,
    values,
    whole,
)
from querious.model.state import Delete
from querious.model.stream import StreamTransport

if TYPE_CHECKING:
    from collections.abc import Mapping


class Key(NamedTuple):
    """How a key is read, and where its value goes."""

    read: Reader
    field: str
    """Of ``part``."""
    path: bool = False
    """A file: in a configuration file it is meant relative to that file."""
    part: str = ""
    """``output``: of Output. ``state``: of the settings for tests of state. Otherwise of Settings itself."""
    secret: bool = False
    """Whether its value is never shown."""


_delete = converted(one_of(*(one.value for one in Delete)), Delete)
_put_merges = converted(one_of("replaces", "merges"), lambda word: word == "merges")


KEYS: Mapping[str, Key] = {
    "schema": Key(text, "schema", path=True),
    "seed": Key(whole(0), "seed"),
    "requests": Key(unlimited(whole(1, 10**12)), "requests"),
    "time": Key(unlimited(duration), "seconds"),
    "until-coverage": Key(unlimited(share), "coverage"),
    "stop-after": Key(unlimited(whole(1, 10**9)), "stop_after"),
    "mutations": Key(truth, "mutations"),
    "audit": Key(truth, "audit"),
    "resources": Key(truth, "resources"),
    "resources-hosts": Key(texts, "resources_hosts"),
    "allow": Key(texts, "allow"),
    "deny": Key(texts, "deny"),
    "include": Key(texts, "include"),
    "exclude": Key(texts, "exclude"),
    "identity": Key(text, "identity"),
    "connections": Key(whole(1, 1000), "connections"),
    "rate": Key(unlimited(rate), "rate"),
    "timeout": Key(duration, "timeout"),
    "max-response-time": Key(unlimited(duration), "max_response_time"),
    "max-answer": Key(size, "max_answer"),
    "wait": Key(unlimited(duration), "wait"),
    "insecure": Key(truth, "insecure"),
    "ca": Key(text, "ca", path=True),
    "cert": Key(text, "cert", path=True),
    "cert-key": Key(text, "cert_key", path=True),
    "http-proxy": Key(proxy, "proxy"),
    "client": Key(one_of("auto", "pyreqwest", "aiohttp"), "client"),
    "subscriptions": Key(one_of("auto", "none", *(one.value for one in StreamTransport)), "subscriptions"),
    "subscriptions-url": Key(text, "subscriptions_url"),
    "subscriptions-init": Key(values, "subscriptions_init", secret=True),
    "invalid": Key(share, "invalid"),
    "max-depth": Key(unlimited(whole(1, 100)), "max_depth"),
    "max-fields": Key(whole(1, 10_000), "max_fields"),
    "max-nodes": Key(whole(1, 10_000), "max_nodes"),
    "criterion": Key(text, "criterion"),
    "variants": Key(whole(1, 1000), "variants"),
    "leaves": Key(one_of("all", "one", "needed"), "leaves"),
    "recordings": Key(text, "recordings"),
    "learning": Key(truth, "learning"),
    "learned": Key(text, "learned", path=True),
    "skip-oracles": Key(texts, "skip_oracles"),
    "baseline": Key(text, "baseline", path=True),
    "shrink": Key(whole(0, 10**6), "shrink"),
    "development-mode": Key(one_of("fault", "suspicion", "none"), "development_mode"),
    "fail-on": Key(one_of("fault", "new", "suspicion", "none"), "fail_on"),
    "json": Key(text, "json", path=True, part="output"),
    "html": Key(text, "html", path=True, part="output"),
    "junit": Key(text, "junit", path=True, part="output"),
    "reports": Key(files, "reports", path=True, part="output"),
    "github": Key(truth, "github", part="output"),
    "quiet": Key(truth, "quiet", part="output"),
    "save": Key(truth, "save", part="output"),
    "keep": Key(one_of("none", "failing", "all"), "keep", part="output"),
    "state-url": Key(text, "url", part="state"),
    "state-template": Key(text, "template", path=True, part="state"),
    "state-collections": Key(texts, "only", part="state"),
    "state-tests": Key(whole(1, 10**6), "tests", part="state"),
    "state-steps": Key(whole(1, 10_000), "steps", part="state"),
    "state-parallel": Key(whole(0, 10**6), "parallel", part="state"),
    "state-delete": Key(_delete, "delete_means", part="state"),
    "state-put": Key(_put_merges, "put_merges", part="state"),
    "state-shared": Key(truth, "shared", part="state"),
    "state-delay": Key(duration, "delay", part="state"),
    "state-write": Key(truth, "write", part="state"),
}

COMMAND_TABLES = ("learn", "diff", "replay", "coverage", "paths", "export", "proxy")
"""Commands whose own options can be set in a table of their name, and by ``QUERIOUS_<COMMAND>_<OPTION>``."""

APART = (
    "headers",
    "bearer",
    "basic",
    "cookie",
    "login",
    "auth",
    "auth-user",
    "identities",
    "generators",
    "hooks",
    "seed-values",
    "accepted",
)
"""Keys that are merged over the sources or run, not just read."""

FLAGS: Mapping[str, str] = {
    "skip-oracles": "--skip-oracle",
    "save": "--no-save",
    "reports": "--report",
    "headers": "--header",
    "http-proxy": "--proxy",  # in a file, proxy is the table of the command
    **{key: f"--{key.removeprefix('state-')}" for key in KEYS if key.startswith("state-")},
    "state-collections": "--collection",
}
"""Flags that are not called as their key is."""

VARIABLES: Mapping[str, str] = {
    "QUERIOUS_TOKEN": "bearer",
    **{
        f"QUERIOUS_{key.upper().replace('-', '_')}": key
        for key in (*KEYS, *APART)
        if key not in {"bearer", "generators", "identities", "login"}
    },
}
"""Environment variable → key."""
