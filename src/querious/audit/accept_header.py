"""What a server makes of the Accept header."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from querious.audit.answers import data_of, each, is_result_type, media_type, succeeded, told, with_control
from querious.audit.requests import CONTROL, GRAPHQL, JSON_TYPE, QUERY, ask
from querious.audit.rule import AuditRule, BrokenRule, Untold, clause
from querious.model.audit import Requirement

if TYPE_CHECKING:
    from collections.abc import Sequence

    from querious.audit.rule import Judgement
    from querious.model import Exchange

_BODY: Final = clause("5.1 Body", "Body")
_UNKNOWN: Final = "application/x-querious-unknown"
_NOT_ACCEPTABLE: Final = 406


def _weights(name: str, requirement: Requirement, about: str, better: str, worse: str) -> AuditRule:
    """The better of two types that the server has is named last, with the greater weight."""

    def check(trace: Sequence[Exchange]) -> Judgement:
        alone, weighted = trace[1:3], trace[3]
        if [media_type(one) for one in alone] != [GRAPHQL, JSON_TYPE] or not all(map(succeeded, alone)):
            return Untold("it does not answer with both media types, so there is nothing to choose from")
        if not succeeded(weighted):
            return BrokenRule(f"who accepts {better} rather than {worse} is refused: {told(weighted)}")
        if media_type(weighted) != better:
            return BrokenRule(f"who accepts {better} rather than {worse} is answered with {media_type(weighted)}")
        return None

    accept = f"{worse};q=0.5, {better};q=0.9"
    requests = (CONTROL, ask(QUERY, GRAPHQL), ask(QUERY, JSON_TYPE), ask(QUERY, accept))
    return AuditRule(name, requirement, about, _BODY, requests, with_control(check))


WEIGHTS: Final = _weights(
    "accept-weights",
    Requirement.MUST,
    f"Of two media types the one with the greater weight is taken: {GRAPHQL}",
    GRAPHQL,
    JSON_TYPE,
)
JSON_WEIGHTS: Final = _weights(
    # A server may have application/json only for clients that accept nothing else: then it is right not to take it.
    "accept-weights-of-json",
    Requirement.SHOULD,
    f"The same where the greater weight is that of {JSON_TYPE}",
    JSON_TYPE,
    GRAPHQL,
)


_WITH_CHARSET: Final = f"{GRAPHQL}; charset=utf-8, {JSON_TYPE}; charset=utf-8"
_SAID: Final = {
    "accept-wildcard": "who accepts anything",
    "accept-missing": "who does not say what is accepted",
    "accept-charset": "who accepts the media types with charset=utf-8",
}


def _answered(what: str) -> AuditRule:
    accepts = {"accept-wildcard": "*/*", "accept-missing": None, "accept-charset": _WITH_CHARSET}

    def wrong(exchange: Exchange) -> str:
        if data_of(exchange) is None or not succeeded(exchange):
            return f"{_SAID[what]} is refused: {told(exchange)}"
        if not is_result_type(exchange):
            return f"{_SAID[what]} is answered with {media_type(exchange) or 'no media type'}"
        return ""

    requirement = Requirement.SHOULD if what == "accept-missing" else Requirement.MUST
    about = f"{_SAID[what][0].upper()}{_SAID[what][1:]} is answered"
    return AuditRule(what, requirement, about, _BODY, (CONTROL, ask(QUERY, accepts[what])), each(wrong))


WILDCARD: Final = _answered("accept-wildcard")
MISSING: Final = _answered("accept-missing")
CHARSET: Final = _answered("accept-charset")


def _neither(exchange: Exchange) -> str:
    if exchange.status == _NOT_ACCEPTABLE or (data_of(exchange) is not None and succeeded(exchange)):
        return ""
    return f"who accepts only a type that no server has gets neither an answer nor status 406: {told(exchange)}"


UNACCEPTABLE: Final = AuditRule(
    "accept-unknown",
    Requirement.MUST,
    "Who accepts only what the server does not have gets status 406, or an answer all the same",
    _BODY,
    (CONTROL, ask(QUERY, _UNKNOWN)),
    each(_neither),
)


def _not_406(exchange: Exchange) -> str:
    if exchange.status == _NOT_ACCEPTABLE:
        return ""
    return f"who accepts only a type that no server has is not told so by status 406: {told(exchange)}"


UNACCEPTABLE_REFUSED: Final = AuditRule(
    "accept-unknown-refused",
    Requirement.SHOULD,
    "Who accepts only what the server does not have gets status 406",
    _BODY,
    (CONTROL, ask(QUERY, _UNKNOWN)),
    each(_not_406),
)
