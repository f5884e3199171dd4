"""Facades of the collections of a description. The one place that knows ``RestCollection``."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING, Self

from querious.model.state import Command, Outcome
from querious.rest.collection import RestCollection
from querious.rest.openapi.values.keys import typed

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from hypothesis.strategies import SearchStrategy

    from querious.model.case import Case
    from querious.model.exchange import Exchange, Send
    from querious.model.state import Key
    from querious.model.values import JSON
    from querious.rest.openapi.collections.collection_plans import CollectionPlan


class DescribedCollection(RestCollection):
    """A collection with the ways that only a description tells of."""

    def __init__(self, plan: CollectionPlan, send: Send) -> None:
        send = _with_headers(plan, send)
        super().__init__(send, plan.paths.collection, known=plan.known)
        self._plan = plan
        self._listing: RestCollection | None = None
        if plan.paths.listed:
            only_listed = replace(plan.known, commands=frozenset({Command.LIST}))
            self._listing = RestCollection(send, plan.paths.listed, known=only_listed)

    def bind(self, given: Mapping[str, Sequence[Key]]) -> Self:
        """See ``Collection``."""
        bound = super().bind(given)
        if bound._listing is not None:  # noqa: SLF001 - its own, of a copy
            bound._listing = bound._listing.bind(given)  # noqa: SLF001
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
        """Where the key is the service's to give, who writes to it makes another entry of this one."""
        return bodies if self._plan.sends_key else bodies.map(self._keyless)

    def _keyless(self, body: JSON) -> JSON:
        key = self._plan.facts.key or self._learned.key_field
        return {name: value for name, value in body.items() if name != key} if isinstance(body, dict) else body

    def post(self, entry: JSON) -> Outcome:
        """Add an entry; under a new key, where the service leaves the choice to us.

        Keys that are drawn come twice, and shrink to the same: so the one in the entry gives way, like in the answer of
        a service that names its entries.
        """
        if self._plan.new_key is None:
            return super().post(entry)
        key = self._plan.new_key()
        if not self._plan.resource.named_by_us:
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
        return self._listing.list() if self._listing is not None else super().list()

    def list_in_pages(self) -> Outcome | None:
        """See ``Collection``."""
        return self._listing.list_in_pages() if self._listing is not None else super().list_in_pages()

    def _keyed(self, key: Key, entry: JSON) -> JSON:
        """The entry with this key, where it has to hold one."""
        facts = self._plan.facts
        if not self._plan.sends_key or not isinstance(entry, dict) or facts.key not in entry:
            return entry
        return {**entry, facts.key: typed(key, facts.key_type)}


def _with_headers(plan: CollectionPlan, send: Send) -> Send:
    """Sends with the headers that the description asks for."""
    if not plan.headers:
        return send
    path = re.escape(plan.paths.item.partition("?")[0])
    item = re.compile(re.sub(r"\\\{[^/]+?\\\}", "[^/?]+", path) + "/?")
    at_collection = {"POST": plan.headers.get(Command.POST, {}), "GET": plan.headers.get(Command.LIST, {})}
    at_item = {}
    for command in (Command.GET, Command.PUT, Command.PATCH, Command.DELETE):
        at_item[command.value.upper()] = plan.headers.get(command, {})
    if plan.resource.named_by_us:
        at_item["PUT"] = {**at_item["PUT"], **at_collection["POST"]}

    def with_headers(case: Case) -> Exchange:
        request = case.request
        known = at_item if item.fullmatch(request.path.partition("?")[0]) else at_collection
        headers = {**known.get(request.method, {}), **request.headers}
        return send(replace(case, request=request._replace(headers=headers)))

    return with_headers
