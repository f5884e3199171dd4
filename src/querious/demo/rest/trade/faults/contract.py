"""Answers that the description rules out."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from querious.demo.rest.refusal import RefusalError, problem
from querious.demo.rest.trade.exchange import Inquiry, Reply
from querious.demo.rest.trade.faults.fault import TradeFault, instead, told

if TYPE_CHECKING:
    from querious.demo.rest.trade.exchange import Deal
    from querious.demo.rest.trade.memory import Memory

KIND: Final = "contract"
_FAR: Final = 50_000
_TRACE: Final = """Traceback (most recent call last):
  File "/srv/shop/reviews.py", line 61, in read_review
    review = reviews[number]
KeyError: {number}"""


def _plain_done(reply: Reply) -> Reply:
    return reply.but(status=200)


def _as_page(reply: Reply) -> Reply:
    rows = "".join(f"<li>{category['name']}</li>" for category in reply.body)
    return reply.but(body=f"<ul>{rows}</ul>", media="text/html")


def _price_as_text(reply: Reply) -> Reply:
    return reply.showing(price=f"{reply.body['price']:.2f}") if reply.body and "price" in reply.body else reply


def _without_nulls(reply: Reply) -> Reply:
    return reply.but(body={name: value for name, value in reply.body.items() if value is not None})


def _scarce(reply: Reply) -> Reply:
    rows = [{**item, "availability": "SCARCE"} if item["stock"] < 10 else item for item in reply.body]  # noqa: PLR2004
    return reply.but(body=rows)


def _without(header: str, reply: Reply) -> Reply:
    return reply.but(headers={name: value for name, value in reply.headers.items() if name != header})


def _count_null(reply: Reply) -> Reply:
    return reply if reply.body["reviews"] else reply.showing(total=None)


def _another_shape(deal: Deal, memory: Memory, ask: Inquiry) -> Reply:
    try:
        return deal(memory, ask)
    except RefusalError as error:
        return Reply(error.status, {"error": error.detail})


def _refusal_as_text(deal: Deal, memory: Memory, ask: Inquiry) -> Reply:
    try:
        return deal(memory, ask)
    except RefusalError as error:
        return Reply(error.status, error.detail, media="text/plain")


def _trace(deal: Deal, memory: Memory, ask: Inquiry) -> Reply:
    try:
        return deal(memory, ask)
    except RefusalError as error:
        return Reply(error.status, problem(error.status, _TRACE.format(number=ask.keys["review_id"])))


def _head_not_found(_: Deal, __: Memory, ___: Inquiry) -> Reply:
    return Reply(404, problem(404, "there is nothing here"))


def _unlocked(_: Deal, __: Memory, ___: Inquiry) -> Reply:
    return Reply(200)


def _any_key(deal: Deal, memory: Memory, ask: Inquiry) -> Reply:
    return Reply(200) if ask.headers.get("x-api-key") else deal(memory, ask)


def _quote_crash(deal: Deal, memory: Memory, ask: Inquiry) -> Reply:
    if "'" in ask.query.get("q", ""):
        detail = f'sqlite3.OperationalError: near "{ask.query["q"][-1:]}": syntax error'
        return Reply(500, problem(500, detail))
    return deal(memory, ask)


def _far_crash(deal: Deal, memory: Memory, ask: Inquiry) -> Reply:
    if ask.query["page"] > _FAR:
        raise OverflowError(ask.query["page"])
    return deal(memory, ask)


def _zero_crash(deal: Deal, memory: Memory, ask: Inquiry) -> Reply:
    if ask.query.get("max_price") == 0:
        raise ZeroDivisionError
    return deal(memory, ask)


def _early_crash(deal: Deal, memory: Memory, ask: Inquiry) -> Reply:
    if ask.query.get("placed_to", "2000") < "1970":
        raise ValueError(ask.query["placed_to"])
    return deal(memory, ask)


def _empty_crash(deal: Deal, memory: Memory, ask: Inquiry) -> Reply:
    if ask.body.get("text") == "":
        raise IndexError("text")
    return deal(memory, ask)


def _refused_though_valid(deal: Deal, memory: Memory, ask: Inquiry) -> Reply:
    if ask.body["stars"] == 1:
        raise RefusalError(422, "stars is too small or too large")
    return deal(memory, ask)


FAULTS: Final = (
    TradeFault(
        "status-not-documented",
        KIND,
        "A new review is answered with 200, which the description does not know.",
        (told("reviews.create", _plain_done),),
    ),
    TradeFault(
        "html-for-json",
        KIND,
        "The list of categories is a piece of HTML.",
        (told("categories.list", _as_page),),
    ),
    TradeFault("price-as-text", KIND, "The price of an item is text.", (told("items.read", _price_as_text),)),
    TradeFault(
        "null-left-out",
        KIND,
        "What is null in a supplier is left out, though every member is promised.",
        (told("suppliers.read", _without_nulls),),
    ),
    TradeFault(
        "choice-not-documented",
        KIND,
        "Items of a supplier have an availability that the description does not list.",
        (told("suppliers.items", _scarce),),
    ),
    TradeFault(
        "total-null-if-empty",
        KIND,
        "Where no review is found, the total is null instead of 0.",
        (told("reviews.list", _count_null),),
    ),
    TradeFault(
        "count-header-lost",
        KIND,
        "The documented header X-Total-Count is not sent.",
        (told("suppliers.list", lambda reply: _without("x-total-count", reply)),),
    ),
    TradeFault(
        "location-lost",
        KIND,
        "A new order is answered without its documented Location.",
        (told("orders.create", lambda reply: _without("location", reply)),),
    ),
    TradeFault(
        "error-of-other-shape",
        KIND,
        "Refusals of an order are not of the documented shape.",
        (instead("orders.read", _another_shape),),
    ),
    TradeFault(
        "error-as-text",
        KIND,
        "Refusals of a category are plain text instead of a problem in JSON.",
        (instead("categories.read", _refusal_as_text),),
    ),
    TradeFault(
        "trace-in-refusal",
        KIND,
        "A review that is not there is refused with a stack trace.",
        (instead("reviews.read", _trace),),
    ),
    TradeFault(
        "allow-lost",
        KIND,
        "A method that a path does not have is refused with 405, but without Allow.",
        (told("any.other", lambda reply: _without("allow", reply)),),
    ),
    TradeFault(
        "head-not-found",
        KIND,
        "HEAD is answered with 404 where GET finds something.",
        (instead("any.head", _head_not_found),),
    ),
    TradeFault(
        "key-not-required",
        KIND,
        "Customers are shown to everybody, though the description requires a key.",
        (instead("any.key", _unlocked),),
    ),
    TradeFault(
        "any-key-accepted",
        KIND,
        "Customers are shown for every key, whatever it is.",
        (instead("any.key", _any_key),),
    ),
    TradeFault(
        "quote-crash",
        KIND,
        "A quote in the text that is searched for ends in 500, with the words of the database.",
        (instead("items.list", _quote_crash),),
    ),
    TradeFault(
        "far-page-crash",
        KIND,
        "A page that is far beyond the last ends in 500.",
        (instead("suppliers.list", _far_crash),),
    ),
    TradeFault("zero-crash", KIND, "A highest price of 0 ends in 500.", (instead("items.list", _zero_crash),)),
    TradeFault(
        "early-day-crash",
        KIND,
        "A day before 1970 ends in 500.",
        (instead("orders.list", _early_crash),),
    ),
    TradeFault(
        "empty-text-crash", KIND, "A review with an empty text ends in 500.", (instead("reviews.create", _empty_crash),)
    ),
    TradeFault(
        "edge-refused",
        KIND,
        "One star is refused, though the description allows it.",
        (instead("reviews.create", _refused_though_valid),),
    ),
)
