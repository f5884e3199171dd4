"""Facades of the collections of a description. The one place that knows ``RestCollection``."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING, Final, Self, TypeAlias

from hypothesis import strategies as st

from querious.model.state import Command, Outcome
from querious.rest.cases.modelled_bodies import Models
from querious.rest.collection import RestCollection
from querious.rest.openapi.validity import validator
from querious.rest.openapi.values.keys import typed

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from hypothesis.strategies import SearchStrategy

    from querious.model.case import Case
    from querious.model.exchange import Exchange, Send
    from querious.model.state import Key
    from querious.model.values import JSON
    from querious.rest.openapi.collections.collection_plans import CollectionPlan

_ADDED: Final = 8
"""Of the members that an accepted body gives, or that it has not, so many are made up, one at a time."""
Accepted: TypeAlias = Callable[[str], Models]
"""The bodies that an operation has accepted, by its coordinate."""


class DescribedCollection(RestCollection):
    """A collection with the ways that only a description tells of."""

    def __init__(self, plan: CollectionPlan, send: Send, accepted: Accepted = lambda _: Models()) -> None:
        send = _with_headers(plan, send)
        super().__init__(send, plan.paths.collection, known=plan.known)
        self._plan = plan
        self._accepted = accepted
        self._models: list[Models] = []
        """One, once entries are made like those that were accepted; shared with what is bound of it."""
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
        return self._without_key(self._like_accepted(super().entries(), Command.POST))

    def replacements(self) -> SearchStrategy[JSON]:
        """See ``Collection``."""
        return self._without_key(self._like_accepted(super().replacements(), Command.PUT))

    def changes(self) -> SearchStrategy[JSON]:
        """See ``Collection``."""
        changes = super().changes()
        if self._models:
            models = st.sampled_from(self._models[0].bodies)
            changes = st.builds(self._changed_like, models, changes)
        return self._without_key(changes).filter(bool)

    def turn_to_models(self) -> bool:
        """See ``Collection``."""
        found = self._accepted(str(self._plan.resource.operations[Command.POST]))
        valid = validator(self._plan.facts.sent[Command.POST]).is_valid
        bodies = [body for body in found.bodies if valid(body)]
        if self._models or not bodies:
            return False
        self._models.append(Models(bodies, found.own))
        return True

    def _like_accepted(self, made: SearchStrategy[JSON], command: Command) -> SearchStrategy[JSON]:
        """What is made up gives only what may be taken once, where entries are made like accepted ones."""
        if not self._models:
            return made
        sent = self._plan.facts.sent
        taken = sent[command if command in sent else Command.POST].properties
        bodies = [{name: body[name] for name in body if name in taken} for body in self._models[0].bodies]
        return st.builds(self._entry_like, st.sampled_from(bodies), made, st.integers(0, _ADDED))

    def _entry_like(self, model: Mapping[str, JSON], made: JSON, added: int) -> JSON:
        """With one more made-up member now and then: of several at once one may be refused."""
        drawn = made if isinstance(made, dict) else {}
        own, others = self._models[0].own, [name for name in drawn if name not in self._models[0].own]
        entry = {name: drawn.get(name, value) if name in own else value for name, value in model.items()}
        return entry | {name: drawn[name] for name in others[added - 1 : added]} if added else entry

    def _changed_like(self, model: Mapping[str, JSON], made: JSON) -> JSON:
        own = self._models[0].own
        drawn = made if isinstance(made, dict) else {}
        return {name: value if name in own else model.get(name, value) for name, value in drawn.items()}

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
