"""The table ``[login]`` → a ``Login``, whatever way of logging in it describes.

One function reads one table, so that several users can each have one.
"""

from __future__ import annotations

import base64
import re
from typing import TYPE_CHECKING, Any, Final, NamedTuple
from urllib.parse import quote

from graphql import GraphQLError, OperationDefinitionNode, parse

from querious.config.quantities import Reader, duration, one_of, table_of_texts, text, truth, values
from querious.errors import ConfigError
from querious.model.login import PLACEHOLDER, Login
from querious.model.request_body import FORM, JSON_MEDIA
from querious.text.redaction.names import sort_by_name
from querious.text.words import words

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from querious.config.sources import Source
    from querious.model import JSON

_REQUEST: Final = re.compile(r"([A-Z]+)\s+(\S+)")
_HEADER_NAME: Final = re.compile(r"[!#$%&'*+.^_`|~0-9A-Za-z-]+")
_LITERAL: Final = re.compile(r'(\w+)\s*:\s*"((?:[^"\\]|\\.)*)"')
_USER: Final = frozenset(("user", "username", "login", "email", "mail", "account", "name", "identifier"))
_AUTHORIZATION: Final = "Authorization"
_BEARER: Final = f"Bearer {PLACEHOLDER}"


class LoginKey(NamedTuple):
    """A key of the table."""

    read: Reader
    about: str


LOGIN_KEYS: Final[Mapping[str, LoginKey]] = {
    "token-url": LoginKey(text, "OAuth2: where tokens are given out"),
    "client-id": LoginKey(text, "OAuth2: the client"),
    "client-secret": LoginKey(text, "OAuth2: its secret"),
    "client-auth": LoginKey(one_of("basic", "body"), "OAuth2: how the client says who it is"),
    "scope": LoginKey(text, "OAuth2: what is asked for"),
    "username": LoginKey(text, "OAuth2: the user of a password grant"),
    "password": LoginKey(text, "OAuth2: their password"),
    "mutation": LoginKey(text, "GraphQL: the document that logs in"),
    "variables": LoginKey(values, "GraphQL: its variables"),
    "url": LoginKey(text, "GraphQL: where it is sent, if not to the API itself"),
    "request": LoginKey(text, "REST: method and path, such as POST /auth/login"),
    "json": LoginKey(values, "the body of the request, as JSON"),
    "form": LoginKey(values, "the body of the request, as a form; of OAuth2 what else is sent"),
    "headers": LoginKey(table_of_texts, "headers of the request that logs in"),
    "token": LoginKey(text, "where the answer holds the token: data.login.token"),
    "token-header": LoginKey(text, "the header of the answer that holds it"),
    "header": LoginKey(text, "the header in which the token is sent"),
    "cookie": LoginKey(text, "the cookie in which it is sent"),
    "template": LoginKey(text, f"the value of that header or cookie, with {PLACEHOLDER}"),
    "lifetime": LoginKey(duration, "how long a login lasts, where its answer does not say"),
    "tested": LoginKey(truth, "test the operation that logs in, too"),
}
_WAYS: Final = ("token-url", "mutation", "request")
_OF_OAUTH: Final = frozenset(("client-id", "client-secret", "client-auth", "scope", "username", "password"))
_OF_GRAPHQL: Final = frozenset(("variables", "url"))


def read_login(table: Mapping[str, Any], place: str) -> Login:
    """The login that a table describes; ``place`` is what the user calls it, such as ``querious.toml: login``."""
    given = {key: _read(key, value, place) for key, value in table.items()}
    ways = [way for way in _WAYS if way in given]
    if len(ways) != 1:
        raise ConfigError(f"{place} needs one of {', '.join(_WAYS)}; docs/login.md has an example of each")
    _check(given, ways[0], place)
    return {"token-url": _oauth, "mutation": _mutation, "request": _request}[ways[0]](given, place)


def _read(key: str, value: Any, place: str) -> Any:
    if key not in LOGIN_KEYS:
        raise ConfigError(f"{place}: unknown key '{key:.60}'; there are {', '.join(LOGIN_KEYS)}")
    try:
        return LOGIN_KEYS[key].read(value)
    except ValueError as error:
        raise ConfigError(f"{place}.{key} must be {error}") from None


def _check(given: Mapping[str, Any], way: str, place: str) -> None:
    """A ConfigError for what belongs to another way of logging in, or contradicts something else."""
    others: dict[str, frozenset[str]] = {"token-url": _OF_GRAPHQL | {"json"}, "mutation": _OF_OAUTH | {"json", "form"}}
    foreign = others.get(way, _OF_OAUTH | _OF_GRAPHQL) & given.keys()
    if foreign:
        raise ConfigError(f"{place}.{min(foreign)} does not go with {way}; docs/login.md has an example of each")
    for one, another in (("json", "form"), ("header", "cookie"), ("token", "token-header")):
        if one in given and another in given:
            raise ConfigError(f"{place} has both {one} and {another}; leave out one")
    template = given.get("template", PLACEHOLDER)
    if PLACEHOLDER not in template:
        raise ConfigError(f"{place}.template must hold {PLACEHOLDER}, such as {_BEARER!r}")
    for key in ("header", "cookie", "token-header"):
        if key in given and not _HEADER_NAME.fullmatch(given[key]):
            raise ConfigError(f"{place}.{key} must be a name that HTTP allows")


def _oauth(given: Mapping[str, Any], place: str) -> Login:
    """The grant of a client, or that of a user's password."""
    client, secret = given.get("client-id", ""), given.get("client-secret", "")
    user, password = given.get("username", ""), given.get("password", "")
    if bool(user) != bool(password):
        raise ConfigError(f"{place} needs both username and password, or neither")
    if not user and not client:
        raise ConfigError(f"{place} needs client-id and client-secret, or username and password")
    form: dict[str, JSON] = {name: given[name] for name in ("scope",) if name in given}
    form |= given.get("form", {})
    headers = dict(given.get("headers", {}))
    if client and secret and given.get("client-auth", "basic") == "basic":
        pair = f"{quote(client, safe='')}:{quote(secret, safe='')}"
        headers[_AUTHORIZATION] = f"Basic {base64.b64encode(pair.encode()).decode('ascii')}"
    elif client:
        form |= {"client_id": client, **({"client_secret": secret} if secret else {})}
    asked = {"grant_type": "password", "username": user, "password": password} if user else {}
    body = {**(asked or {"grant_type": "client_credentials"}), **form}
    return _login(
        given,
        place,
        url=given["token-url"],
        headers={"content-type": FORM, **lowered(headers)},
        body=body,
        user=user or client,
        token=steps(given.get("token", "access_token")),
        refresh={"grant_type": "refresh_token", **form},
        secrets={**secrets_in(body), **({"client_secret": secret} if secret else {})},
    )


def _mutation(given: Mapping[str, Any], place: str) -> Login:
    document, variables = given["mutation"], given.get("variables", {})
    body: dict[str, JSON] = {"query": document}
    if variables:
        body["variables"] = variables
    headers = given.get("headers", {})
    return _login(
        given,
        place,
        url=given.get("url", ""),
        headers={"content-type": JSON_MEDIA, **lowered(headers)},
        body=body,
        user=user_in(variables),
        token=steps(given.get("token", "")),
        fields=_fields_of(document, place),
        secrets={**secrets_in(variables), **_literals_in(document)},
    )


def _request(given: Mapping[str, Any], place: str) -> Login:
    found = _REQUEST.fullmatch(given["request"].strip())
    if found is None:
        raise ConfigError(f"{place}.request must be a method and a path, such as 'POST /auth/login'")
    form = given.get("form")
    body = given.get("json", {}) if form is None else form
    headers = given.get("headers", {})
    media = {"content-type": JSON_MEDIA if form is None else FORM} if body else {}
    return _login(
        given,
        place,
        method=found[1],
        url=found[2],
        headers={**media, **lowered(headers)},
        body=body,
        has_body=bool(body),
        user=user_in(body),
        token=steps(given.get("token", "")),
        secrets=secrets_in(body),
    )


def _login(given: Mapping[str, Any], place: str, **found: Any) -> Login:
    """The login with what is said alike of every way."""
    cookie = given.get("cookie", "")
    return Login(
        place,
        names=frozenset({found["user"]} - {""}),
        token_header=given.get("token-header", "").lower(),
        header="" if cookie else given.get("header", _AUTHORIZATION),
        cookie=cookie,
        template=given.get("template", _default_template(given)),
        lifetime=given.get("lifetime"),
        tested=given.get("tested", False),
        **found,
    )


def _default_template(given: Mapping[str, Any]) -> str:
    """``Bearer`` is a scheme of Authorization; another header or a cookie holds the token alone."""
    is_scheme = "cookie" not in given and given.get("header", _AUTHORIZATION).lower() == _AUTHORIZATION.lower()
    return _BEARER if is_scheme else PLACEHOLDER


def lowered(headers: Mapping[str, str]) -> dict[str, str]:
    """The same with names in lower case."""
    return {name.lower(): value for name, value in headers.items()}


def steps(place: str) -> tuple[str, ...]:
    """``data.login.token``, or a JSON Pointer."""
    if place.startswith("/"):
        return tuple(step.replace("~1", "/").replace("~0", "~") for step in place[1:].split("/"))
    return tuple(filter(None, place.removeprefix("$.").split(".")))


def _fields_of(document: str, place: str) -> frozenset[tuple[str, str]]:
    """What a document asks at its root, with the kind of its operation."""
    try:
        definitions = parse(document).definitions
    except (GraphQLError, RecursionError) as error:
        told = error.message if isinstance(error, GraphQLError) else "it is nested too deeply"
        raise ConfigError(f"{place}.mutation is not valid GraphQL: {told:.120}") from None
    found: set[tuple[str, str]] = set()
    for definition in definitions:
        if isinstance(definition, OperationDefinitionNode):
            selections = definition.selection_set.selections
            names = [getattr(getattr(one, "name", None), "value", "") for one in selections]
            found |= {(definition.operation.value, name) for name in names if name}
    if not found:
        raise ConfigError(f"{place}.mutation holds no operation")
    return frozenset(found)


def _texts_in(value: JSON, name: str = "") -> Iterator[tuple[str, str]]:
    """Every text of a body, with the name it stands under."""
    if isinstance(value, dict):
        for key, inner in value.items():
            yield from _texts_in(inner, key)
    elif isinstance(value, list):
        for inner in value:
            yield from _texts_in(inner, name)
    elif isinstance(value, str) and value:
        yield name, value


def secrets_in(body: JSON) -> dict[str, str]:
    """What is secret in a body, by its names."""
    return {name: value for name, value in _texts_in(body) if _is_secret(name)}


def _is_secret(name: str) -> bool:
    return sort_by_name(name) is not None


def _literals_in(document: str) -> dict[str, str]:
    """The secrets that stand in a document itself."""
    found = {}
    for name, value in _LITERAL.findall(document):
        if _is_secret(name):
            found[name] = value
    return found


def user_in(body: JSON) -> str:
    """Who logs in: what stands under the name of a user, else the first text that is no secret."""
    texts = [(name, value) for name, value in _texts_in(body) if not _is_secret(name)]
    named = [value for name, value in texts if not _USER.isdisjoint(words(name))]
    return (*named, *(value for _, value in texts), "")[0]


def chosen_login(sources: Sequence[Source]) -> tuple[Login | None, tuple[str, ...]]:
    """The nearest login, whole, and what the user should know of it; none where credentials are given nearer."""
    nearer: dict[str, str] = {}
    for source in sources:
        table = source.values.get("login")
        if table is not None:
            return _nearest_login(source, table, nearer)
        for name, _ in source.headers():
            nearer.setdefault(name.lower(), source.label(_said_by(source, name)))
    return None, ()


def _nearest_login(source: Source, table: Any, nearer: Mapping[str, str]) -> tuple[Login | None, tuple[str, ...]]:
    place = source.label("login")
    if table is False:
        return None, ()
    if not isinstance(table, dict | Login):
        raise source.wrong("login", "a table, [login], or false")
    login = table if isinstance(table, Login) else read_login(_with_dashes(table), place)
    names = [name.lower() for name in sent_by(login)]
    here = [name for name, _ in source.headers() if name.lower() in names and name.lower() != "cookie"]
    if here:
        raise ConfigError(f"{place} and {source.label(_said_by(source, here[0]))} both say what {here[0]} is")
    told = next((nearer[name] for name in names if name in nearer), "")
    return (None, (f"{told} is given: nobody is logged in by {place}",)) if told else (login, ())


def _with_dashes(table: Mapping[str, Any]) -> dict[str, Any]:
    return {key.replace("_", "-"): value for key, value in table.items()}


def _said_by(source: Source, name: str) -> str:
    """The key of a source that gives a header."""
    shorthands = {"authorization": ("bearer", "basic"), "cookie": ("cookie",)}.get(name.lower(), ())
    return next((key for key in shorthands if key in source.values), "headers")


def sent_by(login: Login | None) -> tuple[str, ...]:
    """The names of the headers that a login makes go with every request."""
    if login is None:
        return ()
    return ("Cookie",) if login.cookie or not (login.token or login.token_header) else (login.header,)
