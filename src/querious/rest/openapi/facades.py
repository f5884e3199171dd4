"""Facades of the collections of a description. The one place that knows ``RestCollection``."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Self

from querious.model.crud import Command, Outcome
from querious.rest.collection import RestCollection
from querious.rest.openapi.checks import Checks

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from hypothesis.strategies import SearchStrategy

    from querious.model.case import Case
    from querious.model.crud import Key
    from querious.model.exchange import Exchange, Send
    from querious.model.values import JSON
    from querious.rest.openapi.blueprints import Blueprint
    from querious.rest.openapi.keys import NewKey
    from querious.rest.openapi.schemas import Schemas

_METHODS = {Command.GET: "GET", Command.PUT: "PUT", Command.PATCH: "PATCH", Command.DELETE: "DELETE"}


class DescribedCollection(RestCollection):
    """A collection with the ways that only a description tells of: see its attributes."""

    named_by_us: bool = False
    """Entries are PUT under keys of ours: there is no POST."""
    new_key: NewKey | None = None
    """Makes the key of a new entry, where it is ours to choose."""
    key_in_body: str = ""
    """The field that must hold the key of the path, where an entry is replaced."""
    key_kind: str = ""
    key_not_sent: str = ""
    """The field of the key, where it is the service's to give: who writes to it makes another entry of this one."""
    listing: RestCollection | None = None
    """The same collection at the path where it is listed, if that is another."""

    def bind(self, given: Mapping[str, Sequence[Key]]) -> Self:
        """See ``Collection``."""
        bound = super().bind(given)
        if bound.listing is not None:
            bound.listing = bound.listing.bind(given)
        return bound

    def entries(self) -> SearchStrategy[JSON]:
        """See ``Collection``."""
        return self._without_key(super().entries())

    def replacements(self) -> SearchStrategy[JSON]:
        """See ``Collection``."""
        return self._without_key(super().replacements())

    def changes(self) -> SearchStrategy[JSON]:
        """See ``Collection``."""
        return self._without_key(super().changes()).filter(bool)

    def _without_key(self, bodies: SearchStrategy[JSON]) -> SearchStrategy[JSON]:
        return bodies if self.key_in_body else bodies.map(self._keyless)

    def _keyless(self, body: JSON) -> JSON:
        key = self.key_not_sent or self._learned.key_field
        return {name: value for name, value in body.items() if name != key} if isinstance(body, dict) else body

    def post(self, entry: JSON) -> Outcome:
        """Add an entry; under a new key, where the service leaves the choice to us.

        Keys that are drawn come twice, and shrink to the same: so the one in the entry gives way, like in the answer of
        a service that names its entries.
        """
        if self.new_key is None:
            return super().post(entry)
        key = self.new_key()
        if not self.named_by_us:
            return super().post(self._keyed(key, entry))
        return self.asked(Command.POST, "PUT", self.item(key), self._keyed(key, entry), key=key)

    def put(self, key: Key, entry: JSON) -> Outcome:
        """See ``Collection``."""
        return super().put(key, self._keyed(key, entry))

    def patch(self, key: Key, changes: JSON) -> Outcome:
        """See ``Collection``."""
        return super().patch(key, self._keyed(key, changes))

    def list(self) -> Outcome:
        """See ``Collection``."""
        return self.listing.list() if self.listing is not None else super().list()

    def _keyed(self, key: Key, entry: JSON) -> JSON:
        if not self.key_in_body or not isinstance(entry, dict) or self.key_in_body not in entry:
            return entry
        value = int(key) if self.key_kind == "integer" and key.isascii() and key.isdigit() else key
        return {**entry, self.key_in_body: value}


def build(plan: Blueprint, send: Send, schemas: Schemas, base: str) -> DescribedCollection:
    """The facade of a collection; ``base`` goes before every path."""
    facts, routes = plan.linked.facts, plan.routes
    used = {command: plan.resource.operations[command] for command in plan.commands}
    shared: dict[str, Any] = {
        "name": plan.name,
        "item_path": base + routes.item,
        "key": facts.key,
        "entries": plan.entries,
        "parents": routes.parents,
        "wrap": facts.wrap,
        "listed_at": facts.listed_at,
        "list_query": plan.list_query,
        "check": Checks(used, schemas),
    }
    send = _with_headers(plan, send, base)
    made = DescribedCollection(
        send,
        base + routes.collection,
        commands=plan.commands,
        replacements=plan.replacements,
        changes=plan.changes,
        needs=plan.needs,
        unseen=facts.unseen | ({facts.key} if plan.sends_key else frozenset()),
        put_replaces=facts.put_replaces,
        trash=f"DELETE {base}{routes.trash}" if routes.trash else "",
        **shared,
    )
    made.named_by_us, made.new_key = plan.resource.named_by_us, plan.new_key
    made.key_in_body, made.key_kind = (facts.key if plan.sends_key else ""), facts.key_kind
    made.key_not_sent = "" if plan.sends_key else facts.key
    if routes.listed:
        made.listing = RestCollection(send, base + routes.listed, commands=frozenset({Command.LIST}), **shared)
    return made


def _with_headers(plan: Blueprint, send: Send, base: str) -> Send:
    """Sends with the headers that the description asks for."""
    if not plan.headers:
        return send
    item = re.compile(re.sub(r"\\\{[^/]+?\\\}", "[^/?]+", re.escape(base + plan.routes.item.partition("?")[0])) + "/?")
    at_item = {_METHODS[command]: headers for command, headers in plan.headers.items() if command in _METHODS}
    at_home = {"POST": plan.headers.get(Command.POST, {}), "GET": plan.headers.get(Command.LIST, {})}
    if plan.resource.named_by_us:
        at_item = {**at_item, "PUT": {**at_item.get("PUT", {}), **plan.headers.get(Command.POST, {})}}

    def send_with_headers(case: Case) -> Exchange:
        request = case.request
        known = at_item if item.fullmatch(request.path.partition("?")[0]) else at_home
        headers = {**known.get(request.method, {}), **request.headers}
        return send(replace(case, request=request._replace(headers=headers)))

    return send_with_headers
