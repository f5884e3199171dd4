"""What an answer tells of its page beside the rows: totals, whether there is more, and where."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from querious.answers.pages import PageArgument, PageMember, argument_of, is_size, member_of
from querious.rest.pages import PAGE_TOTALS, TOTAL_HEADERS, Page, following, is_count, told_of_pages
from querious.rest.paths import with_query
from querious.rest.relations.readable_lists import key_member, rows_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from querious.model import JSON
    from querious.rest.relations.relation import RestAnswer


class PageFacts(NamedTuple):
    """None where nothing is told."""

    total: int | None
    """How many rows there are in all."""
    counted: int | None
    """Of this page or of all: the name leaves it open."""
    pages: int | None
    more: bool | None
    """Whether it is said outright that there are more rows, or none."""
    following: str
    """The path of the next page, with its query; empty where none is told."""


def page_facts(answer: RestAnswer) -> PageFacts:
    """What an answer tells of its page."""
    told = list(told_of_pages(answer.exchange))
    totals = [
        value for name, value in told if member_of(name.removeprefix("hydra")) is PageMember.TOTAL and is_count(value)
    ]
    headers = [answer.exchange.headers.get(name, "") for name in TOTAL_HEADERS]
    totals += [int(text) for text in headers if text.isascii() and text.isdigit()]
    counts = [value for name, value in told if member_of(name) is PageMember.COUNT and is_count(value)]
    pages = [value for name, value in told if name in PAGE_TOTALS and is_count(value)]
    more = [value for name, value in told if _says_more(name) and isinstance(value, bool)]
    return PageFacts(
        totals[0] if len(set(totals)) == 1 else None,
        counts[0] if len(set(counts)) == 1 else None,
        pages[0] if len(set(pages)) == 1 else None,
        more[0] if len(set(more)) == 1 else None,
        _next(answer, told, more),
    )


def _says_more(name: str) -> bool:
    return member_of(name) is PageMember.NEXT or name == "more"


def _next(answer: RestAnswer, told: Sequence[tuple[str, JSON]], more: Sequence[bool]) -> str:
    """Only what the answer tells. A bare ``cursor`` may be that of this page, unless it is said that there are more."""
    rows = rows_of(answer.payload) or []
    key = key_member(rows)
    last = str(rows[-1][key]) if key else ""
    taking = _token_parameter(answer)
    found = following(Page(answer.path, answer.exchange, len(rows), len(rows), last, taking), counting=False)
    if found.token and True not in more and not any(name.startswith(("next", "end")) for name, _ in told):
        return ""
    if not found.path and True in more and taking and last:
        return with_query(answer.path, {taking: last})
    return found.path


def _token_parameter(answer: RestAnswer) -> str:
    """The documented parameter that takes a token; empty if there is not exactly one."""
    parameters = answer.operation.parameters if answer.operation is not None else ()
    taking = [each.name for each in parameters if argument_of(each.name) is PageArgument.AFTER]
    return taking[0] if len(taking) == 1 else ""


def asked_size(answer: RestAnswer) -> int | None:
    """How many rows were asked for; None where that was left open."""
    sizes = [value for name, value in answer.query.items() if is_size(name)]
    return sizes[0] if len(sizes) == 1 and _is_whole(sizes[0]) else None


def is_allowed_size(answer: RestAnswer) -> bool:
    """Whether the description allows so many rows as were asked for: else the service may do as it likes."""
    asked, known = asked_size(answer), answer.operation.parameters if answer.operation is not None else ()
    limits = [each.keywords.get("maximum") for each in known if each.where == "query" and is_size(each.name)]
    return asked is not None and len(limits) == 1 and isinstance(limits[0], int | float) and asked <= limits[0]


def _is_whole(value: JSON) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)
