"""What another may change of what one has created: entries are made for this alone, and removed by their owner."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field, replace
from functools import partial
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from querious.access.assigned_fields import is_for_the_server
from querious.model import Severity
from querious.model.identity import ANONYMOUS
from querious.model.state import Command
from querious.text.words import words

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Iterator, Sequence

    from querious.access import AccessRule, Reading
    from querious.graphql.collections import GraphQLCollection
    from querious.graphql.collections.operations import CollectionOperation
    from querious.model import JSON, Case, Exchange, Finding
    from querious.pipeline.graphql.api import GraphqlApi

_COLLECTIONS: Final = 12
_LONG_AGO: Final = "2001-02-03T04:05:06Z"
_NUMBER: Final = 987_654
_PATIENCE: Final = 30.0
"""Seconds that one answer may take while collections are looked for."""


class ChangeStep(NamedTuple):
    """An exchange, and what it says."""

    exchange: Exchange
    reading: Reading


@dataclass(slots=True)
class ChangeScenarios:
    """The scenarios of one API. ``ask`` sends a case anew and gives None where nothing more may be asked."""

    api: GraphqlApi
    ask: Callable[[Case], Awaitable[Exchange | None]]
    rules: dict[str, AccessRule]
    turn: int = field(default=0)

    async def collections(self, identity: str) -> list[GraphQLCollection]:
        """What can be created; found out with the eyes of this identity, without changing anything."""
        from querious.graphql.collections import collections_of  # noqa: PLC0415 - needs the packages of an extra

        loop = asyncio.get_running_loop()

        def send(case: Case) -> Exchange:
            asked = asyncio.run_coroutine_threadsafe(self._send(replace(case, identity=identity)), loop)
            return asked.result(_PATIENCE)

        find = partial(collections_of, self.api.schema, send, probe=False, allowed=self.api.allowed_now)
        found = await loop.run_in_executor(None, find)
        return [one for one in found.collections if one.entry_maker is not None][:_COLLECTIONS]

    async def _send(self, case: Case) -> Exchange:
        from querious.model import Exchange, Failure  # noqa: PLC0415 - a value where nothing was asked

        answer = await self.ask(case)
        return Exchange(case, failure=Failure.TIMEOUT) if answer is None else answer

    async def findings(self, collection: GraphQLCollection, owner: str, other: str) -> list[Finding]:
        """What two rounds with entries of their own both show."""
        first = await self.round(collection, owner, other)
        if not first:
            return []
        again = {(one.fingerprint, one.severity) for one in await self.round(collection, owner, other)}
        certain = [one for one in first if (one.fingerprint, one.severity) in again]
        weaker = {fingerprint for fingerprint, _ in again} - {one.fingerprint for one in certain}
        doubtful = [replace(one, severity=Severity.SUSPICION) for one in first if one.fingerprint in weaker]
        return [*certain, *doubtful]

    async def round(self, collection: GraphQLCollection, owner: str, other: str) -> list[Finding]:
        """One entry: created, read, changed and deleted by another, and removed at last."""
        plan = collection.plan
        created = await self._create(collection, owner)
        if created is None:
            return []
        key = _key_of(created, plan.resource.type.name)
        read = self._reading(collection, key)
        if not key or read is None:
            return []
        try:
            steps = [created, *await self._looks(collection, read, (owner, other))]
            for command, given in ((Command.PATCH, plan.updated), (Command.DELETE, plan.deleted)):
                case = self._change(collection, command, key, given)
                if case is not None:
                    steps += await self._steps([(case, other), (read, owner)])
            return self._judged("write-access", steps)
        finally:
            case = self._change(collection, Command.DELETE, key, plan.deleted)
            if case is not None:
                await self._steps([(case, owner)])

    async def assigned(self, collection: GraphQLCollection, owner: str, other_key: str) -> list[Finding]:
        """Fields that only the server should set: one entry without each, one with a value of ours."""
        plan = collection.plan
        suspected = [one for one in plan.created if is_for_the_server(one.name)]
        found: list[Finding] = []
        plain = await self._create(collection, owner) if suspected else None
        for one in suspected if plain is not None else ():
            if plain is None or one.name in plain.reading.sent:
                continue
            value = _value_of(one.name, one.type, plain.reading, other_key)
            made = None if value is None else await self._create(collection, owner, {one.name: value})
            if made is not None:
                found += self._judged("assigned-fields", [plain, made])
                await self._remove(collection, made, owner)
        if plain is not None:
            await self._remove(collection, plain, owner)
        return found

    async def _remove(self, collection: GraphQLCollection, made: ChangeStep, owner: str) -> None:
        key = _key_of(made, collection.plan.resource.type.name)
        case = self._change(collection, Command.DELETE, key, collection.plan.deleted) if key else None
        if case is not None:
            await self._steps([(case, owner)])

    async def _create(
        self, collection: GraphQLCollection, owner: str, added: dict[str, JSON] | None = None
    ) -> ChangeStep | None:
        plan = collection.plan
        self.turn += 1
        fields = [one for one in plan.created if one.required or not is_for_the_server(one.name)]
        entry = {**collection.likely(fields, self.turn), **(added or {})}
        steps = await self._steps([(self._case(plan.create, plan.create.form.filled("", entry)), owner)])
        return steps[0] if steps and steps[0].reading.objects else None

    async def _looks(self, collection: GraphQLCollection, read: Case, names: Sequence[str]) -> list[ChangeStep]:
        """How each finds it, by its key and in the list."""
        asked = [(read, name) for name in names]
        listing = collection.plan.operations.get(Command.LIST)
        if listing is not None and listing.parent is None and listing.allows({}):
            asked = [*((listing.case({}, {}), name) for name in names), *asked]
        return await self._steps(asked)

    def _reading(self, collection: GraphQLCollection, key: str) -> Case | None:
        operation = collection.plan.operations.get(Command.GET)
        return None if operation is None else self._case(operation, operation.form.filled(key, None))

    def _change(self, collection: GraphQLCollection, command: Command, key: str, given: Sequence[Any]) -> Case | None:
        operation = collection.plan.operations.get(command)
        if operation is None:
            return None
        self.turn += 1
        optional = 0.0 if command is Command.DELETE else 1.0
        entry = collection.likely([one for one in given if not is_for_the_server(one.name)], self.turn, optional)
        return self._case(operation, operation.form.filled(key, entry))

    def _case(self, operation: CollectionOperation, arguments: dict[str, JSON]) -> Case | None:
        return operation.case(arguments, {}) if operation.allows(arguments) else None

    async def _steps(self, asked: Sequence[tuple[Case | None, str]]) -> list[ChangeStep]:
        steps = []
        for case, name in asked:
            answer = None if case is None else await self.ask(replace(case, identity=name))
            if answer is not None:
                steps.append(ChangeStep(answer, self.api.reading(answer)))
        return steps

    def _judged(self, name: str, steps: Sequence[ChangeStep]) -> list[Finding]:
        rule = self.rules.get(name)
        if rule is None:
            return []
        trace = [one.exchange for one in steps]
        found = self.api.access_findings(rule, trace)
        self.api.tallies.add(name, "failed" if found else "passed")
        return [replace(one, trace=tuple(self.api.shortest_access_trace(rule, trace, one))) for one in found]


@dataclass(frozen=True, slots=True)
class RenewedScenario:
    """A finding about entries that are gone: shown again with new ones."""

    scenarios: ChangeScenarios
    collection: GraphQLCollection
    owner: str
    other: str

    async def show(self, fingerprint: str) -> Finding | None:
        """See ``Renewed``."""
        found = await self.scenarios.findings(self.collection, self.owner, self.other)
        return next((one for one in found if one.fingerprint == fingerprint), None)


def pairs(known: Sequence[str]) -> Iterator[tuple[str, str]]:
    """Who creates, and who tries to change it: another who is known, and whoever brings no credentials."""
    for owner in known[:1]:
        for other in (*known[1:2], ANONYMOUS):
            yield owner, other


def _key_of(created: ChangeStep, type_: str) -> str:
    return next((one.key for one in created.reading.objects if one.type == type_), "")


def _value_of(name: str, declared: Any, plain: Reading, other_key: str) -> JSON:
    """A value that the server would not have set; None where none can be made."""
    from graphql import GraphQLEnumType, get_named_type  # noqa: PLC0415 - asked for rarely

    named, told = get_named_type(declared), words(name)
    shown = next((value for one in plain.objects for fact, value in one.facts.items() if words(fact) == told), None)
    if isinstance(named, GraphQLEnumType):
        others = [value for value in named.values if value != shown]
        likely = [value for value in others if not {"admin", "owner", "root"}.isdisjoint(words(value))]
        return next(iter((*likely, *others)), None)
    if named.name == "Boolean":
        return not shown
    if told[-1:] in (("id",), ("by",), ("owner",)):
        return other_key or None
    if named.name in ("Int", "Float"):
        return _NUMBER
    if not {"created", "updated", "creation", "date"}.isdisjoint(told):
        return _LONG_AGO
    return "admin" if named.name == "String" and shown != "admin" else None
