"""What can be set: one table for files, environment and flags."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from querious.config.quantities import duration, one_of, rate, share, size, text, texts, truth, unlimited, whole

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping


class Key(NamedTuple):
    """How a key is read, and where its value goes."""

    read: Callable[[Any], Any]
    field: str
    """Of Settings or Output."""
    path: bool = False
    """A file: in a configuration file it is meant relative to that file."""
    output: bool = False
    """Whether it belongs to Output."""


KEYS: Mapping[str, Key] = {
    "schema": Key(text, "schema", path=True),
    "seed": Key(whole(0), "seed"),
    "requests": Key(unlimited(whole(1, 10**12)), "requests"),
    "time": Key(unlimited(duration), "seconds"),
    "until-coverage": Key(unlimited(share), "coverage"),
    "stop-after": Key(unlimited(whole(1, 10**9)), "stop_after"),
    "mutations": Key(truth, "mutations"),
    "allow": Key(texts, "allow"),
    "deny": Key(texts, "deny"),
    "include": Key(texts, "include"),
    "exclude": Key(texts, "exclude"),
    "connections": Key(whole(1, 1000), "connections"),
    "rate": Key(unlimited(rate), "rate"),
    "timeout": Key(duration, "timeout"),
    "max-answer": Key(size, "max_answer"),
    "insecure": Key(truth, "insecure"),
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
    "fail-on": Key(one_of("fault", "suspicion", "none"), "fail_on"),
    "json": Key(text, "json", path=True, output=True),
    "junit": Key(text, "junit", path=True, output=True),
    "github": Key(truth, "github", output=True),
    "quiet": Key(truth, "quiet", output=True),
    "save": Key(truth, "save", output=True),
    "keep": Key(one_of("none", "failing", "all"), "keep", output=True),
}

APART = ("headers", "bearer", "cookie", "generators", "hooks", "seed-values")
"""Keys that are merged over the sources or run, not just read."""

FLAGS: Mapping[str, str] = {"skip-oracles": "--skip-oracle", "save": "--no-save", "headers": "--header"}
"""Flags that are not called as their key is."""

VARIABLES: Mapping[str, str] = {
    "QUERIOUS_TOKEN": "bearer",
    **{
        f"QUERIOUS_{key.upper().replace('-', '_')}": key
        for key in (*KEYS, *APART)
        if key not in {"bearer", "generators"}
    },
}
"""Environment variable → key."""
