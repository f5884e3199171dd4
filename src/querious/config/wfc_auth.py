"""Authentication as the Web Fuzzing Commons (WFC) declare it, in YAML, JSON or TOML → headers and a ``Login``.

Read are version 0.12, and the earlier names of what says where a token is. What cannot be followed is told in notes.
"""

from __future__ import annotations

import importlib
import json
import tomllib
from typing import TYPE_CHECKING, Any, Final, NamedTuple
from urllib.parse import parse_qsl

from querious.config.login import lowered, secrets_in, steps, user_in
from querious.errors import ConfigError
from querious.model.login import PLACEHOLDER, Login
from querious.model.request_body import FORM, JSON_MEDIA, is_json_media

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from querious.model import JSON

_FOLLOWED: Final = frozenset({"name", "fixedHeaders", "loginEndpointAuth"})
_NOT_FOLLOWED: Final = {
    "createUsers": "users are not created: it logs in as the one that is there",
    "requireMockHandling": "services that the API asks for a login are not mocked",
}
_VERBS: Final = ("POST", "GET", "PATCH", "DELETE", "PUT")


class DeclaredUser(NamedTuple):
    """How one user is known."""

    place: str
    headers: dict[str, str]
    login: Login | None
    notes: tuple[str, ...]
    name: str = ""


def read_user(path: Path, name: str = "") -> DeclaredUser:
    """The user of this name; the first where none is named."""
    merged = _users(path)
    names = [str(user.get("name", "")) for user in merged]
    if name and name not in names:
        raise ConfigError(f"{path} has no user {name!r:.40}; it has {', '.join(names)}")
    number = names.index(name) if name else 0
    notes = [f"{path} has the users {', '.join(names)}: {names[0]} is taken, --auth-user names another"]
    return _user(merged[number], f"{path}: {names[number]}", notes if len(names) > 1 and not name else [])


def read_users(path: Path) -> dict[str, DeclaredUser]:
    """All users that have a name, by it."""
    named = {str(user.get("name", "")): user for user in _users(path)}
    return {name: _user(user, f"{path}: {name}", []) for name, user in named.items() if name}


def _users(path: Path) -> list[dict[str, Any]]:
    content = _content(path)
    users = content.get("auth")
    if not isinstance(users, list) or not users or not all(isinstance(user, dict) for user in users):
        raise ConfigError(f"{path} has no list 'auth' of users; see docs/login.md")
    template = content.get("authTemplate")
    return [_merged(user, template if isinstance(template, dict) else {}) for user in users]


def _content(path: Path) -> dict[str, Any]:
    try:
        text = path.read_text(encoding="utf-8")
    except UnicodeDecodeError:
        raise ConfigError(f"{path} is not UTF-8; save it as UTF-8") from None
    except OSError as error:
        raise ConfigError(f"cannot read {path}: {error.strerror or error}") from None
    try:
        content = tomllib.loads(text) if path.suffix == ".toml" else _read_yaml(text)
    except (ValueError, RecursionError) as error:
        raise ConfigError(f"{path} cannot be read: {' '.join(str(error).split())!s:.120}") from None
    if not isinstance(content, dict):
        raise ConfigError(f"{path} must hold an object with a list 'auth' of users")
    return content


def _read_yaml(text: str) -> Any:
    """JSON is YAML too."""
    try:
        yaml = importlib.import_module("yaml")
    except ModuleNotFoundError:
        raise ConfigError('--auth reads YAML with pyyaml: install "querious[crud]"') from None
    try:
        return yaml.safe_load(text)
    except yaml.YAMLError as error:
        raise ValueError(str(error)) from None


def _merged(user: Mapping[str, Any], template: Mapping[str, Any]) -> dict[str, Any]:
    """What the template says counts where the user says nothing."""
    found = dict(template)
    for key, value in user.items():
        below = found.get(key)
        found[key] = _merged(value, below) if isinstance(value, dict) and isinstance(below, dict) else value
    return found


def _user(user: Mapping[str, Any], place: str, notes: list[str]) -> DeclaredUser:
    left_out = [(key, told) for key, told in _NOT_FOLLOWED.items() if user.get(key)]
    left_out += [(key, "it is not known") for key in user if key not in _FOLLOWED and key not in _NOT_FOLLOWED]
    notes += [f"{place}: {key} is not followed: {told}" for key, told in left_out]
    endpoint = user.get("loginEndpointAuth")
    if endpoint is not None and not isinstance(endpoint, dict):
        raise ConfigError(f"{place}: loginEndpointAuth must be an object")
    login = _login(endpoint, place) if endpoint else None
    name = str(user.get("name", ""))
    return DeclaredUser(place, _headers(user.get("fixedHeaders"), place), login, tuple(notes), name)


def _headers(given: Any, place: str) -> dict[str, str]:
    found = {}
    for header in given or ():
        if not isinstance(header, dict) or not all(isinstance(header.get(key), str) for key in ("name", "value")):
            raise ConfigError(f"{place}: a header must have a name and a value, both texts")
        found[header["name"]] = header["value"]
    return found


def _login(endpoint: Mapping[str, Any], place: str) -> Login:
    verb, url = endpoint.get("verb"), endpoint.get("externalEndpointURL") or endpoint.get("endpoint")
    if verb not in _VERBS or not isinstance(url, str) or not url:
        raise ConfigError(f"{place}: loginEndpointAuth needs a verb, and endpoint or externalEndpointURL")
    headers = lowered(_headers(endpoint.get("headers"), place))
    body, media = _body(endpoint, place)
    if body is not None:
        headers["content-type"] = media
    user_and_password = endpoint.get("payloadUserPwd") or {}
    secrets = secrets_in(body)
    if user_and_password:
        secrets["password"] = user_and_password["password"]
    user = user_and_password.get("username") or user_in(body)
    token: Any = None if endpoint.get("expectCookies") else endpoint.get("token")
    return Login(
        place,
        method=verb,
        url=url,
        headers=headers,
        body=body,
        has_body=body is not None,
        user=user,
        names=frozenset({user} - {""}),
        secrets=secrets,
        **_token(token, place) if token else {},
    )


def _body(endpoint: Mapping[str, Any], place: str) -> tuple[JSON, str]:
    """The body with its media type, taken apart where that can be done, so that its secrets are known."""
    media = str(endpoint.get("contentType") or "")
    pair = endpoint.get("payloadUserPwd")
    if isinstance(pair, dict):
        wanted = ("username", "password", "usernameField", "passwordField")
        if not all(isinstance(pair.get(key), str) for key in wanted):
            raise ConfigError(f"{place}: payloadUserPwd needs {', '.join(wanted)}")
        return {pair["usernameField"]: pair["username"], pair["passwordField"]: pair["password"]}, media or JSON_MEDIA
    raw = endpoint.get("payloadRaw")
    if not isinstance(raw, str):
        return None, media
    media = media or (JSON_MEDIA if raw.lstrip().startswith("{") else FORM)
    plain = media.partition(";")[0].strip().lower()
    if is_json_media(plain):
        try:
            return json.loads(raw), media
        except ValueError:
            raise ConfigError(f"{place}: payloadRaw is no JSON, though contentType says so") from None
    return (dict(parse_qsl(raw, keep_blank_values=True)) if plain == FORM else raw), media


def _token(token: Mapping[str, Any], place: str) -> dict[str, Any]:
    """Where the token is and where it goes; up to version 0.3 that had other names."""
    if "extractFromField" in token:
        prefix = str(token.get("headerPrefix") or "")
        name = str(token.get("httpHeaderName") or "Authorization")
        return {"token": steps(str(token["extractFromField"])), "header": name, "template": f"{prefix}{PLACEHOLDER}"}
    if token.get("sendIn", "header") != "header":
        raise ConfigError(f"{place}: a token is sent in a header or as a cookie, and not in the query")
    selector = token.get("extractSelector")
    if not isinstance(selector, str) or not selector:
        raise ConfigError(f"{place}: token needs an extractSelector")
    where = {"token_header": selector.lower()} if token.get("extractFrom") == "header" else {"token": steps(selector)}
    template = str(token.get("sendTemplate") or PLACEHOLDER)
    if PLACEHOLDER not in template:
        raise ConfigError(f"{place}: sendTemplate must hold {PLACEHOLDER}")
    return {**where, "header": str(token.get("sendName") or "Authorization"), "template": template}
