"""Files, environment and flags → Settings and where the output goes.

Flags win over the environment (``QUERIOUS_*``), that over the file (``querious.toml`` or ``[tool.querious]``), that
over the defaults. Values of headers never appear in a message.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import date
from time import monotonic
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from querious.config.accepted import NAME, in_force, read_accepted
from querious.config.hooks import Hooks, Renewal, check_generators, load_hooks
from querious.config.identities import as_identity, read_identities, sent_by_others
from querious.config.keys import KEYS
from querious.config.login import chosen_login, sent_by
from querious.config.seed_values import seed_values
from querious.config.sources import (
    PROFILES,
    ChosenTables,
    Source,
    command_values,
    find_file,
    from_environment,
    from_file,
    from_flags,
    names_in,
    target_in,
    unknown_variables,
)
from querious.config.wfc_auth import read_user
from querious.errors import ConfigError
from querious.model.settings import Settings
from querious.model.state_settings import StateSettings

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from pathlib import Path

    from querious.model.accepted import AcceptedFinding

__all__ = ["Configuration", "Output", "Renewal", "command_table", "load"]


@dataclass(frozen=True, slots=True)
class Output:
    """Where results go beside the screen."""

    json: str = ""
    html: str = ""
    junit: str = ""
    reports: Mapping[str, str] = field(default_factory=dict)
    """Further files, by the name of their format."""
    github: bool | None = None
    """None: when GitHub runs it."""
    quiet: bool = False
    save: bool = True
    """Whether the run is kept for ``querious replay``."""
    keep: str = "none"
    """Which operations are kept with their answers for ``querious look``: ``none``, ``failing`` or ``all``."""

    @property
    def files(self) -> dict[str, str]:
        """Where each report is written, by the name of its format."""
        named = {"json": self.json, "html": self.html, "junit": self.junit, **self.reports}
        return {name: file for name, file in named.items() if file}


@dataclass(frozen=True, slots=True)
class Configuration:
    """Everything that a command was told."""

    settings: Settings = field(default_factory=Settings)
    output: Output = field(default_factory=Output)
    source: str = ""
    """The configuration file that was read; empty if there is none."""
    notes: tuple[str, ...] = ()
    started: float = field(default_factory=monotonic, compare=False)
    """When the command began, by ``time.monotonic``: its time counts from there."""
    target: str = ""
    """What is tested: what the user named, or what the file says under that name."""
    origins: Mapping[str, str] = field(default_factory=dict, compare=False)
    """By key: where its value was said."""

    @property
    def header_names(self) -> dict[str, str]:
        """The names of all headers that are sent, without their values."""
        renewed = self.settings.renew.names if isinstance(self.settings.renew, Renewal) else ()
        return dict.fromkeys((*self.settings.headers, *renewed, *sent_by(self.settings.login)), "")

    @property
    def identity_headers(self) -> dict[str, tuple[str, ...]]:
        """The names of the headers that go with what other identities ask, without their values."""
        return sent_by_others(self.settings)


def load(
    flags: Mapping[str, Any],
    *,
    directory: Path,
    environ: Mapping[str, str],
    file: str | None = None,
    fresh_seed: Callable[[], int] = int,
    defaults: Mapping[str, Any] = MappingProxyType({}),
    target: str = "",
    profile: str | None = None,
) -> Configuration:
    """What flags, environment and file say together.

    ``flags`` has the keys of the file; None and an empty tuple mean not given. ``file`` names the configuration file,
    the empty string says to use none, None to search from ``directory`` upwards. ``fresh_seed`` is asked if nobody
    gave a seed. ``defaults`` are those of the command at hand, where they are not the product's. ``target`` may be the
    name of one in the file, ``profile`` has to be there.
    """
    sources = [from_flags(flags, directory), from_environment(environ, directory)]
    path = _file(directory, file)
    profile = profile or environ.get("QUERIOUS_PROFILE") or ""
    if path:
        _check_profile(path, profile)
        sources += from_file(path, environ, ChosenTables(profile, target))
    elif profile:
        raise ConfigError(f"there is no configuration file that could have a profile {profile!r:.40}")
    identities = read_identities(sources)
    sources, of_auth, declared_user = with_declared_user(sources)
    found = {key: source.read(key) for source in reversed(sources) for key in source.values if key in KEYS}
    if ("requests" in found) != ("time" in found):
        # The user named one limit: the default of the other would cut the run short for no reason they can see.
        found = {"requests": None, "time": None, **found}
    found = {**{key: KEYS[key].read(value) for key, value in defaults.items()}, **found}
    if "seed" not in found:
        found["seed"] = fresh_seed()
    hooks = _hooks(sources)
    accepted = _accepted(sources, path.parent if path else directory, searched=file != "")
    today = date.today()  # noqa: DTZ011 - the day of the user
    valid = in_force(accepted, today)
    login, of_login = chosen_login(sources)
    if login is not None and hooks.renew is not None:
        raise ConfigError(f"{login.place} and headers() of the hooks file both log in; leave out one of them")
    settings = Settings(
        **_part(found, ""),
        state=StateSettings(**_part(found, "state")),
        headers=_headers(sources),
        generators={**_generators(sources), **hooks.generators},
        seed_values=seed_values(sources),
        oracles=hooks.oracles,
        renew=hooks.renew,
        login=login,
        identities=identities,
        accepted=valid,
    )
    settings, of_identities = as_identity(settings, declared_user)
    output = Output(**_part(found, "output"))
    expired = [
        f"{entry.identifiers[0]} was accepted until {entry.until} and fails again: {entry.title}"
        for entry in accepted
        if entry not in valid
    ]
    return Configuration(
        settings,
        output,
        str(path or ""),
        (*unknown_variables(environ), *of_auth, *of_login, *of_identities, *expired),
        target=target_in(path, target, environ) if path else target,
        origins={key: source.label(key) for source in reversed(sources) for key in source.values},
    )


def with_declared_user(sources: Sequence[Source]) -> tuple[list[Source], tuple[str, ...], str]:
    """The nearest file of declared users, as one more source right behind the one that names it.

    Also what to tell, and who of them it is.
    """
    name = next((source.values["auth-user"] for source in sources if "auth-user" in source.values), "")
    for number, source in enumerate(sources):
        file = source.values.get("auth")
        if file is None:
            continue
        if not isinstance(file, str) or not file or not isinstance(name, str):
            raise source.wrong("auth", "the name of a file")
        user = read_user(source.folder / file, name)
        values = {"headers": user.headers, "login": user.login or False}
        declared = Source(values, lambda _, place=user.place: place, source.folder)  # type: ignore[misc]
        return [*sources[: number + 1], declared, *sources[number + 1 :]], user.notes, user.name
    return list(sources), (), ""


def _check_profile(path: Path, profile: str) -> None:
    profiles = names_in(path, PROFILES)
    if profile and profile not in profiles:
        there = f"it has {', '.join(profiles)}" if profiles else "it has none"
        raise ConfigError(f"{path} has no profile {profile!r:.40}; {there}")


def command_table(name: str, known: Sequence[str], *, directory: Path, file: str | None = None) -> dict[str, Any]:
    """What the table of a command in the file says of the options that are its own."""
    path = _file(directory, file)
    return command_values(path, name, known) if path else {}


def _file(directory: Path, name: str | None) -> Path | None:
    """The configuration file that was named, or the one that is found; None where none is wanted or there."""
    if name is None:
        return find_file(directory)
    return directory / name if name else None


def _part(found: Mapping[str, Any], part: str) -> dict[str, Any]:
    """What was found for one part of the settings, by field."""
    return {KEYS[key].field: value for key, value in found.items() if KEYS[key].part == part}


def _headers(sources: Sequence[Source]) -> dict[str, str]:
    """Merged by name, in which case does not count."""
    merged: dict[str, tuple[str, str]] = {}
    for source in reversed(sources):
        for name, value in source.headers():
            merged[name.lower()] = (name, value)
    return dict(merged.values())


def _generators(sources: Sequence[Source]) -> dict[str, Any]:
    for source in sources:
        if "generators" in source.values:
            return check_generators(source.values["generators"], source.label("generators"))
    return {}


def _accepted(sources: Sequence[Source], folder: Path, *, searched: bool) -> tuple[AcceptedFinding, ...]:
    """What the file of accepted findings holds, if one is named, or lies beside the configuration."""
    for source in sources:
        name = source.values.get("accepted", "")
        if not isinstance(name, str):
            raise source.wrong("accepted", "the name of a file")
        if name:
            return read_accepted(source.folder / name)
    file = folder / NAME
    return read_accepted(file) if searched and file.is_file() else ()


def _hooks(sources: Sequence[Source]) -> Hooks:
    for source in sources:
        name = source.values.get("hooks", "")
        if not isinstance(name, str):
            raise source.wrong("hooks", "the name of a Python file")
        if name:
            return load_hooks(source.folder / name)
    return Hooks()
