"""The tables ``[identities.NAME]`` → those who ask beside the run itself, each with any way of logging in.

A table has the keys with which the file itself says who asks. The nearest table of a name counts, whole.
"""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final

from querious.config.login import chosen_login, sent_by
from querious.config.quantities import truth
from querious.config.sources import Source
from querious.config.wfc_auth import read_user, read_users
from querious.errors import ConfigError
from querious.model.identity import ANONYMOUS, MAIN, Identity
from querious.text.sent_secrets import of_headers, of_nobody

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from querious.model.login import Login
    from querious.model.settings import Settings

IDENTITIES: Final = "identities"
PRIVILEGED: Final = "privileged"
IDENTITY_KEYS: Final = ("headers", "bearer", "basic", "cookie", "login", "auth", "auth-user", PRIVILEGED)
_NAME: Final = re.compile(r"[A-Za-z][A-Za-z0-9_-]{0,39}")


def read_identities(sources: Sequence[Source]) -> tuple[Identity, ...]:
    """Everybody whom the sources name, in their order, and the users that a file of declared ones has beside them."""
    found: dict[str, Identity] = {}
    for source in sources:
        tables = source.values.get(IDENTITIES, {})
        if not isinstance(tables, dict) or not all(isinstance(table, dict) for table in tables.values()):
            raise source.wrong(IDENTITIES, "tables, such as [identities.alice]")
        for name, table in tables.items():
            if name not in found:
                found[name] = _identity(source, name, table)
    for name, one in _declared(sources).items():
        found.setdefault(name, one)
    return tuple(found.values())


def as_identity(settings: Settings, declared_user: str) -> tuple[Settings, tuple[str, ...]]:
    """The settings of a run that asks as one of its identities, and what to tell.

    Where nothing says who the run itself asks as, it is the first of them. ``declared_user`` is whom of a file of
    declared users it logs in as.
    """
    named = {one.name: one for one in settings.identities if one.name not in (ANONYMOUS, MAIN)}
    if settings.identity == MAIN:
        return replace(settings, identity=""), ()
    if settings.identity and settings.identity not in named:
        told = ", ".join(named) or "none"
        raise ConfigError(f"identity: there is no [identities.{settings.identity:.60}]; there are {told}")
    if settings.identity:
        return _asking_as(settings, named[settings.identity]), ()
    if declared_user in named:
        own = replace(named[declared_user], headers=settings.headers, login=settings.login)
        named[declared_user] = own
        return replace(settings, identities=tuple(named.values()), identity=declared_user), ()
    same = next((one for one in named.values() if _is_same(one, settings)), None)
    if same is not None:
        return replace(settings, identity=same.name), ()
    if not named or settings.renew is not None or settings.login is not None or any(of_headers(settings.headers)):
        return settings, ()
    first = next(iter(named.values()))
    note = f'The run itself asks as {first.name}, the first of [identities]; identity = "NAME" chooses another.'
    return _asking_as(settings, first), (note,)


def sent_by_others(settings: Settings) -> dict[str, tuple[str, ...]]:
    """The names of the headers that go with what each other identity asks, without their values."""
    shared = of_nobody(settings.headers, [name for one in settings.identities for name in one.headers])
    others = (one for one in settings.asking if one.name != MAIN)
    return {one.name: tuple(dict.fromkeys((*shared, *one.headers, *sent_by(one.login)))) for one in others}


def _is_same(identity: Identity, settings: Settings) -> bool:
    """Whether the run itself sends what this identity sends: then they are one, whatever they are called."""
    if settings.renew is not None or settings.login != identity.login or not (identity.headers or identity.login):
        return False
    own = {name.lower(): value for name, value in settings.headers.items()}
    return all(own.get(name.lower()) == value for name, value in identity.headers.items())


def _asking_as(settings: Settings, identity: Identity) -> Settings:
    """Its credentials are those of the run; other headers stay."""
    told = {name.lower() for name in (*identity.headers, *sent_by(identity.login))}
    others = {name: value for name, value in settings.headers.items() if name.lower() not in told}
    headers = {**others, **identity.headers}
    return replace(settings, headers=headers, login=identity.login, identity=identity.name)


def _identity(source: Source, name: str, table: Mapping[str, Any]) -> Identity:
    place = f"{source.label(IDENTITIES)}.{name}"
    if not _NAME.fullmatch(name):
        raise ConfigError(f"{place[:120]}: a name has letters, digits, - and _, and begins with a letter")
    values = {key.replace("_", "-"): value for key, value in table.items()}
    for key in values:
        if key not in IDENTITY_KEYS:
            raise ConfigError(f"{place}: unknown key '{key:.60}'; there are {', '.join(IDENTITY_KEYS)}")
    own = Source(values, lambda key: f"{place}.{key}", source.folder)
    headers, login = _credentials(own)
    try:
        privileged = truth(values.get(PRIVILEGED, False))
    except ValueError as error:
        raise own.wrong(PRIVILEGED, str(error)) from None
    if name == ANONYMOUS and (headers or login or privileged):
        raise ConfigError(f"{place}: {ANONYMOUS} is who brings no credentials; give it no keys, or another name")
    if name == MAIN and (headers or login):
        raise ConfigError(f"{place}: {MAIN} has the credentials of the file itself; here only {PRIVILEGED} can be said")
    if name not in (ANONYMOUS, MAIN) and not headers and login is None:
        raise ConfigError(f"{place} says nothing of how to log in; docs/identities.md has examples")
    return Identity(name, headers, login, privileged=privileged, place=place)


def _credentials(source: Source) -> tuple[dict[str, str], Login | None]:
    sources = [source]
    file, user = source.values.get("auth"), source.values.get("auth-user", "")
    if file is not None:
        if not isinstance(file, str) or not file or not isinstance(user, str):
            raise source.wrong("auth", "the name of a file")
        declared = read_user(source.folder / file, user)
        values = {"headers": declared.headers, "login": declared.login or False}
        sources.append(Source(values, lambda _: declared.place, source.folder))
    headers: dict[str, str] = {}
    for one in reversed(sources):
        headers |= dict(one.headers())
    return headers, chosen_login(sources)[0]


def _declared(sources: Sequence[Source]) -> dict[str, Identity]:
    """The users of the file by which the run logs in. One of them who cannot log in ends nothing."""
    source = next((source for source in sources if isinstance(source.values.get("auth"), str)), None)
    if source is None or not source.values["auth"]:
        return {}
    users = read_users(source.folder / source.values["auth"])
    if len(users) < 2:  # noqa: PLR2004 - there is nobody beside the one that the run asks as
        return {}
    return {
        name: Identity(name, user.headers, user.login, place=user.place, needed=False)
        for name, user in users.items()
        if _NAME.fullmatch(name) and name not in (ANONYMOUS, MAIN)
    }
