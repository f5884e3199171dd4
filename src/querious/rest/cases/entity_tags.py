"""The entity tags that entries have shown last: a write on the condition of ``If-Match`` has to send the one of now."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from querious.model import Exchange
    from querious.model.rest_call import RestArgument, RestCall
    from querious.rest.openapi import RestOperation

_IF_MATCH: Final = "if-match"
_SUCCESS: Final = range(200, 300)
_SHOWING: Final = frozenset({"GET", "HEAD", "PUT", "PATCH"})
_MOST: Final = 2_000
"""Entries whose tags are remembered."""


def takes_tag(operation: RestOperation) -> bool:
    """Whether the description says that it may be asked on the condition of a tag."""
    return any(each.where == "header" and each.name.lower() == _IF_MATCH for each in operation.parameters)


class EntityTags:
    """By the path of an entry, with what fills its parameters."""

    def __init__(self) -> None:
        self._known: dict[str, str] = {}

    def note(self, exchange: Exchange) -> None:
        """The tag that an entry has now; none where it was written and does not show one."""
        call = exchange.case.call
        if exchange.status not in _SUCCESS or call.method == "POST":
            return
        tag, place = exchange.headers.get("etag", ""), _place(call)
        if tag and call.method in _SHOWING and len(self._known) < _MOST:
            self._known[place] = tag
        elif call.method not in {"GET", "HEAD"}:
            self._known.pop(place, None)

    def matching(self, call: RestCall) -> RestCall:
        """The call with the tag of its entry, where it has a condition and the tag is known."""
        if not any(each.where == "header" and each.name.lower() == _IF_MATCH for each in call.arguments):
            return call
        tag = self._known.get(_place(call))
        if tag is None:
            return call
        return call._replace(arguments=tuple(_with_tag(each, tag) for each in call.arguments))


def _with_tag(argument: RestArgument, tag: str) -> RestArgument:
    is_condition = argument.where == "header" and argument.name.lower() == _IF_MATCH
    return argument._replace(value=tag) if is_condition else argument


def _place(call: RestCall) -> str:
    filled = sorted(f"{each.name}={each.value}" for each in call.arguments if each.where == "path")
    return f"{call.path} {filled}"
