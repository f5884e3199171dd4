"""The account that a run signs in with: who it is, and which calls would change it.

A run that gives its own account another token, another role or another state is let in nowhere any more. The account is
known by the credentials that name it, and by what the service shows of whoever asks (``/users/me``, ``/whoami``).
"""

from __future__ import annotations

import base64
import binascii
import json
from itertools import pairwise
from typing import TYPE_CHECKING, Final

from querious.state.substructure import members
from querious.text.hazard_words import ASKING, OWN, WHO_AM_I
from querious.text.redaction.names import sort_by_name
from querious.text.words import words, written_words

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Mapping

    from querious.model import Case, Exchange
    from querious.model.rest_call import RestCall
    from querious.model.values import JSON

_OWNER: Final = ("sub", "email", "username", "preferred_username", "user_id")
"""Claims of a token that name its owner."""
_PARTS_OF_TOKEN: Final = 3
_SAFE: Final = frozenset({"GET", "HEAD", "OPTIONS", "TRACE", "QUERY"})
_ACCOUNTS: Final = frozenset({"account", "user", "member", "profile", "role"})
"""What a path says before the key of an account, or of the role that lets it do what it does."""
_NAMES: Final = frozenset({"id", "username", "login", "email"})
_SEVERAL: Final = frozenset({"ids", "keys"})
"""What a body calls the entries that it changes all at once."""
_SHOWN: Final = _NAMES | {"uuid", "user_id", "role", "role_id"}
"""Members by which an account is found, and those that name its role."""
_RIGHTS: Final = frozenset({"role", "status", "active", "enabled", "disabled", "locked"})
"""What an account may lose by being changed."""
_OKAY: Final = 200


def own_names(headers: Mapping[str, str]) -> frozenset[str]:
    """By which names the user signs in: that of Basic credentials, or what a JSON Web Token says of its owner."""
    scheme, _, secret = headers.get("authorization", "").partition(" ")
    if scheme.lower() == "basic":
        name, colon, _ = _decoded(secret).partition(":")
        return frozenset({name} if name and colon else ())
    parts = secret.split(".")
    try:
        claims = json.loads(_decoded(parts[1])) if len(parts) == _PARTS_OF_TOKEN else {}
    except ValueError:
        return frozenset()
    named = [claims.get(claim) for claim in _OWNER] if isinstance(claims, dict) else []
    return frozenset(str(name) for name in named if isinstance(name, str | int) and name)


def names_shown(exchange: Exchange) -> frozenset[str]:
    """By which keys the service knows whoever asks, and the role of theirs; none where it was asked something else."""
    call = exchange.case.call
    if call.method != "GET" or exchange.status != _OKAY or not exchange.is_json or not _is_own(call.path):
        return frozenset()
    found = set()
    for holder in (exchange.payload, *members(exchange.payload).values()):
        for name, value in members(holder).items():
            key = members(value).get("id") if isinstance(value, dict) else value
            if name.lower() in _SHOWN and isinstance(key, str | int) and not isinstance(key, bool) and key != "":
                found.add(str(key))
    return frozenset(found)


def changes_own_account(case: Case, own: Collection[str]) -> bool:
    """Whether a call that changes accounts names the user's own one, in its path or in its body."""
    call = case.call
    if call.method in _SAFE:
        return False
    if _is_own(call.path) and any(_is_right(name) for name in members(call.body)):
        return True
    if not own or _ACCOUNTS.isdisjoint(words(call.path)):
        return False
    return any(name in own for name in (*_keys_of_path(call), *_keys_in(call.body)))


def _is_own(path: str) -> bool:
    """Whether a path leads to whoever asks, by its last word: ``/users/me``, ``/user``, ``/current-user/whoami``."""
    last = path.rstrip("/").rpartition("/")[2]
    spoken = written_words(last)
    if not spoken or "{" in path:
        return False
    is_named = spoken[-1] in OWN and (len(spoken) == 1 or spoken[0] in ASKING)
    return is_named or spoken in WHO_AM_I


def _is_right(member: str) -> bool:
    """Whether a member is a secret to sign in with, or says what the account may do."""
    return sort_by_name(member) is not None or not _RIGHTS.isdisjoint(words(member))


def _keys_of_path(call: RestCall) -> Iterator[str]:
    """What stands in the path; a number only where the word before it is that of accounts."""
    steps = call.path.split("/")
    after = {name: before for before, name in pairwise(steps)}
    for each in call.arguments:
        before = after.get(f"{{{each.name}}}", "")
        is_number = str(each.value).isdigit()
        if each.where == "path" and not (is_number and _ACCOUNTS.isdisjoint(words(before))):
            yield str(each.value)


def _keys_in(body: JSON) -> Iterator[str]:
    """What a body calls the entries: an ``id``, a ``username``, ``keys``, also within an envelope or a list."""
    for item in body if isinstance(body, list) else ():
        yield from _keys_in(item)
    for name, value in members(body).items():
        if isinstance(value, list) and name.lower() in _SEVERAL:
            yield from map(str, value)
        elif isinstance(value, dict | list):
            yield from _keys_in(value)
        elif name.lower() in _NAMES:
            yield str(value)


def _decoded(text: str) -> str:
    """Base64 of either alphabet; empty if it is none."""
    try:
        return base64.urlsafe_b64decode(text.strip().replace("+", "-").replace("/", "_") + "==").decode()
    except (binascii.Error, UnicodeDecodeError):
        return ""
