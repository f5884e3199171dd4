"""Where an operation on entries finds one that a call has just made: the parameters of its path."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from querious.rest.answers import Answers
from querious.rest.keys import KeyPlaces
from querious.rest.paths import Route
from querious.state.substructure import members

if TYPE_CHECKING:
    from collections.abc import Mapping

    from querious.model import Exchange
    from querious.model.rest_call import RestCall
    from querious.model.state import Key
    from querious.rest.openapi import RestOperation


def places_of_new(exchange: Exchange, operation: RestOperation, item: RestOperation) -> list[dict[str, Key]]:
    """For an operation that may make several at once, and answers with their list."""
    payload = exchange.payload
    rows = payload if isinstance(payload, list) and operation.path != item.path else [payload]
    places = [place_of_new(replace(exchange, payload=row), operation, item) for row in rows]
    return [place for place in places if place is not None]


def place_of_new(exchange: Exchange, operation: RestOperation, item: RestOperation) -> dict[str, Key] | None:
    """The parameters of the path at which an operation on entries finds the new one; None where nobody knows them."""
    values = above(exchange, operation)
    *parents, last = Route(item.path).parameters
    if operation.path == item.path:
        return dict(zip((*parents, last), values, strict=True)) if len(values) > len(parents) else None
    named = named_above(exchange, operation)
    known = {name: named[name] for name in parents} if named.keys() >= set(parents) else {}
    known = known or dict(zip(parents, values, strict=False))
    if len(known) < len(parents):
        return _key_of_several(exchange, item, known)
    key = _key(exchange, item)
    return {**known, last: key} if key else None


def _key_of_several(exchange: Exchange, item: RestOperation, known: Mapping[str, Key]) -> dict[str, Key] | None:
    """A key of several parts, each of which stands in the answer, or in what was sent, under its name."""
    place = dict(known)
    for name in Route(item.path).parameters[len(known) :]:
        for entry in (exchange.payload, exchange.case.call.body):
            value = members(entry).get(name)
            if isinstance(value, str | int) and not isinstance(value, bool) and name not in place:
                place[name] = str(value)
        if not place.get(name):
            return None
    return place


def above(exchange: Exchange, operation: RestOperation) -> list[Key]:
    """The parameters of the path that was asked, in order."""
    return list(named_above(exchange, operation).values())


def named_above(exchange: Exchange, operation: RestOperation) -> dict[str, Key]:
    """The same with their names."""
    return path_keys(exchange.case.call, operation)


def path_keys(call: RestCall, operation: RestOperation) -> dict[str, Key]:
    """The parameters of the path of a call, in order."""
    path = {each.name: str(each.value) for each in call.arguments if each.where == "path"}
    return {name: path[name] for name in Route(operation.path).parameters if name in path}


def _key(exchange: Exchange, item: RestOperation) -> Key:
    """By the body, which may be the key and nothing else, or by where ``Location`` leads."""
    route = Route(item.path)
    places = KeyPlaces(route)
    if exchange.is_json and isinstance(exchange.payload, str):
        return places.bare(exchange.payload)
    sent = members(exchange.case.call.body)
    entry = members(Answers(places, route.name).entry(exchange.payload, sent)) if exchange.is_json else {}
    return places.find(entry, sent=sent).key or route.key_in(exchange.headers.get("location", ""))
