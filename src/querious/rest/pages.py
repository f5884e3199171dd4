"""Where the next page of a list is, in all the ways in which services tell it. Pure."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Final, NamedTuple
from urllib.parse import parse_qsl, urlsplit

from querious.answers.pages import PageMember, member_of
from querious.rest.paths import attempts, leads_to, with_query
from querious.text.words import folded

if TYPE_CHECKING:
    from collections.abc import Iterator

    from querious.model.exchange import Exchange
    from querious.model.state import Key
    from querious.model.values import JSON

_LINK: Final = re.compile(r'<([^>]*)>((?:\s*;\s*[^\s=;,]+(?:\s*=\s*(?:"(?:[^"\\]|\\.)*"|[^\s";,]*))?)*)')
_LINK_PARAMETER: Final = re.compile(r';\s*([^\s=;,]+)(?:\s*=\s*("(?:[^"\\]|\\.)*"|[^\s";,]*))?')
_HOLDERS: Final = frozenset(
    [
        "meta",
        "metadata",
        "links",
        "pagination",
        "paging",
        "page",
        "pageinfo",
        "cursor",
        "cursors",
        "paginator",
        "info",
        "data",
        "result",
    ]
)
"""Members, folded, that hold what is said about pages."""
_NEXT: Final = frozenset(
    [
        "next",
        "nextpage",
        "nextpageurl",
        "nexturl",
        "nextlink",
        "odatanextlink",
        "nexthref",
        "nexturi",
        "nextpagelink",
        "hydranext",
    ]
)
_TOKENS: Final = {
    "nextpagetoken": ("pageToken", "page_token"),
    "nextcursor": ("cursor", "cursor"),
    "nexttoken": ("nextToken", "next_token"),
    "continuationtoken": ("continuationToken", "continuation_token"),
    "nextmarker": ("marker", "marker"),
    "nextoffset": ("offset", "offset"),
    "endcursor": ("after", "after"),
    "cursor": ("cursor", "cursor"),
    "nextpage": ("page", "page"),
    "next": ("cursor", "cursor"),
}
"""What a service calls the token, folded → the parameter that takes it, in camel case and with underscores."""
TOKEN_PARAMETERS: Final = [
    "cursor",
    "after",
    "page_token",
    "pageToken",
    "starting_after",
    "next_token",
    "nextToken",
    "token",
    "marker",
    "continuation",
    "next",
    "from",
    "page",
]
"""Parameters that take a token, the most usual first: tried where the one that its name suggests is not understood."""
TOTAL_HEADERS: Final = ("x-total-count", "x-total", "x-wp-total", "total-count")
_PAGE_HEADERS: Final = ("x-pagination", "pagination")
"""Headers that hold an object about the page, as some frameworks write it."""
_LEVELS: Final = 2
PAGE_TOTALS: Final = frozenset({"totalpages", "pagecount", "lastpage", "pages", "numpages"})
_OFFSETS: Final = ("offset", "skip", "start", "startIndex", "start_index", "_start")
_PAGES: Final = ("page", "pageNumber", "page_number", "pageNo", "_page", "p")
_SIZES: Final = {
    "limit": "offset",
    "top": "skip",
    "$top": "$skip",
    "take": "skip",
    "_limit": "_page",
    "per_page": "page",
    "perPage": "page",
    "page_size": "page",
    "pageSize": "page",
    "size": "page",
}
"""The parameter of a page's size → the one that goes with it."""


class Next(NamedTuple):
    """The next page. ``more`` without a ``path``: there is one, and nobody says where."""

    path: str = ""
    more: bool = False
    token: str = ""
    """That the path holds, where the service did not say in which parameter it wants it."""


class Page(NamedTuple):
    """What was read so far."""

    path: str
    """Asked for, with its query."""
    exchange: Exchange
    items: int
    """On this page."""
    so_far: int
    last: Key
    parameter: str = ""
    """Which takes a token, if that is known."""


def following(page: Page, *, counting: bool = True) -> Next:
    """The page after this one. Links come before tokens, tokens before ``counting``."""
    link = _linked(page.exchange.headers.get("link", ""))
    if link:
        return Next(_followed(link, page.path), more=True)
    told = list(told_of_pages(page.exchange))
    more = [value for name, value in told if _says_more(name) and isinstance(value, bool)]
    if False in more:
        return Next()
    for name, value in told:
        if name in _NEXT and (address := _address(value)):
            return Next(_followed(address, page.path), more=True)
    for name, value in told:
        if name in _TOKENS and (token := _token(value)):
            parameter = "page" if name == "next" and isinstance(value, int) else _parameter(name, page.exchange.payload)
            return Next(with_query(page.path, {page.parameter or parameter: token}), more=True, token=token)
    if not counting:
        return Next()
    if more:
        return (_beyond(page, told) or _after_last(page)) if page.items else Next(more=True)
    return _counted(page, told)


def tells_end(page: Page) -> bool:
    """Whether the answer says anything of what follows; a ``count`` that is that of the page may say nothing else."""
    if page.exchange.headers.get("link") or any(page.exchange.headers.get(name) for name in TOTAL_HEADERS):
        return True
    for name, value in told_of_pages(page.exchange):
        is_of_page = member_of(name) is PageMember.COUNT and value == page.items
        if is_count(value) and not is_of_page and (name in PAGE_TOTALS or _is_total(name)):
            return True
        if name in _NEXT or name in _TOKENS or (_says_more(name) and isinstance(value, bool)):
            return True
    return False


def _linked(header: str) -> str:
    """The target of the link whose relation is next (RFC 8288)."""
    for target, parameters in _LINK.findall(header):
        relations = [value for name, value in _LINK_PARAMETER.findall(parameters) if name.lower() == "rel"]
        if relations and "next" in relations[0].strip('"').lower().split():
            return str(target)
    return ""


def _followed(link: str, path: str) -> str:
    """The path to ask for. Only the query is taken of a link to the same list: its host and prefix may be a proxy's."""
    parts = urlsplit(link)
    bare = path.partition("?")[0]
    if not parts.path or leads_to(parts.path, bare):
        return f"{bare}?{parts.query}" if parts.query else bare
    return attempts(link, path)[0]


def told_of_pages(exchange: Exchange) -> Iterator[tuple[str, JSON]]:
    """Members that may speak of pages, with their names folded; outer ones first, then those of a header."""
    yield from _members_about_pages(exchange.payload, _LEVELS)
    for name in _PAGE_HEADERS:
        yield from _members_about_pages(_read_json(exchange.headers.get(name, "")), 0)


def _members_about_pages(payload: JSON, depth: int) -> Iterator[tuple[str, JSON]]:
    if not isinstance(payload, dict):
        return
    yield from ((folded(name), value) for name, value in payload.items())
    for name, value in payload.items():
        if depth and folded(name) in _HOLDERS:
            yield from _members_about_pages(value, depth - 1)


def _read_json(text: str) -> JSON:
    try:
        return json.loads(text) if text.startswith("{") else None
    except (ValueError, RecursionError):
        return None


def _address(value: JSON) -> str:
    if isinstance(value, dict):
        value = value.get("href") or value.get("url") or value.get("uri")
    return value if isinstance(value, str) and (value.startswith("?") or "/" in value) and " " not in value else ""


def _token(value: JSON) -> str:
    return str(value) if isinstance(value, int | str) and not isinstance(value, bool) else ""


def _parameter(name: str, payload: JSON) -> str:
    camel, snake = _TOKENS[name]
    names = payload if isinstance(payload, dict) else ()
    return snake if any("_" in member for member in names if folded(member) == name) else camel


def _counted(page: Page, told: list[tuple[str, JSON]]) -> Next:
    """By a total that is told: of items or of pages."""
    headers = [page.exchange.headers.get(name, "") for name in TOTAL_HEADERS]
    totals = [int(text) for text in headers if text.isascii() and text.isdigit()]
    totals += [value for name, value in told if _is_total(name) and is_count(value)]
    pages = [value for name, value in told if name in PAGE_TOTALS and is_count(value)]
    number = _number(page, told, _PAGES)
    more_items = bool(totals) and max(totals) > page.so_far
    more_pages = bool(pages) and number is not None and number < max(pages)
    if not totals and not pages and page.items and page.items == _asked_size(page):
        return Next(more=True)  # a full page of which nobody says whether it is the last
    if page.items == 0 or not (more_items or (more_pages and not totals)):
        return Next()
    return _beyond(page, told) or Next(more=True)


def _asked_size(page: Page) -> int | None:
    """How many items were asked for."""
    query = dict(parse_qsl(urlsplit(page.path).query))
    sizes = [int(query[name]) for name in _SIZES if query.get(name, "").isdigit()]
    return sizes[0] if len(sizes) == 1 else None


def _beyond(page: Page, told: list[tuple[str, JSON]]) -> Next | None:
    """By counting on, with the parameter that the request or the answer names, or that goes with the size they name."""
    query = dict(parse_qsl(urlsplit(page.path).query))
    for style, step in ((_PAGES, 1), (_OFFSETS, page.items)):
        number = _number(page, told, style)
        if number is not None:
            parameter = next((name for name in style if name in query), style[0])
            return Next(with_query(page.path, {parameter: str(number + step)}), more=True)
    sizes = {name for name, value in told if is_count(value)}
    for size, parameter in _SIZES.items():
        if size in query or folded(size) in sizes:
            begin = 2 if parameter.endswith("page") else page.items
            return Next(with_query(page.path, {parameter: str(begin)}), more=True)
    return None


def _after_last(page: Page) -> Next:
    """Where only ``has_more`` is said, the last key usually says from where."""
    return Next(with_query(page.path, {"starting_after": page.last}) if page.last else "", more=True)


def _number(page: Page, told: list[tuple[str, JSON]], names: tuple[str, ...]) -> int | None:
    """Which page this is, or how many items stand before it: by the request, or else by the answer."""
    query = dict(parse_qsl(urlsplit(page.path).query))
    asked = [query[name] for name in names if query.get(name, "").isdigit()]
    folds = {folded(name) for name in names} | ({"number", "currentpage"} if names is _PAGES else set())
    shown = [value for name, value in told if name in folds and is_count(value)]
    return int(asked[0]) if asked else shown[0] if shown else None


def _says_more(name: str) -> bool:
    return member_of(name) is PageMember.NEXT or name == "more"


def _is_total(name: str) -> bool:
    return member_of(name.removeprefix("hydra")) in {PageMember.TOTAL, PageMember.COUNT}


def is_count(value: JSON) -> bool:
    """Whether it is a whole number that counts something."""
    return isinstance(value, int) and not isinstance(value, bool) and value >= 0
