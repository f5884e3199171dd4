"""Changes that one identity asks of what the run has made as another; its owner reads it before and after.

Also what is sent to refer to another's, and members of a body that only the service should set.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any, Final

from querious.model.hazards import Grade
from querious.model.identity import ANONYMOUS
from querious.rest.access.assignment_access import ASSIGNMENT_ACCESS, is_right
from querious.rest.access.documented_access import DOCUMENTED_ACCESS, requires_credentials
from querious.rest.access.reference_access import REFERENCE_ACCESS
from querious.rest.access.ways import missing_key, refers_to
from querious.rest.access.write_access import WRITE_ACCESS
from querious.rest.hazards import only_reads
from querious.rest.openapi.document import UnusableError
from querious.rest.relations.readable_lists import entry_within
from querious.values import Chance

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from querious.model import JSON
    from querious.model.rest_call import RestCall
    from querious.pipeline.rest.access_round import AccessRound
    from querious.rest.access.ways import OwnEntry
    from querious.rest.cases.callable_operation import CallableOperation
    from querious.rest.relations import RestAnswer

_ATTEMPTS: Final = 3
"""To have a body accepted."""
_TRIES: Final = 20
"""Bodies drawn before one that changes something."""
_REFERRED: Final = 2
"""References that each operation is sent."""
_MEMBERS: Final = 8
"""Of one body that are tried."""
_INVALID: Final = frozenset({400, 409, 415, 422, 428})
_ORDER: Final = ("PATCH", "PUT", "POST", "DELETE")


class AccessWrites:
    """Tries to change what belongs to others."""

    def __init__(self, one: AccessRound) -> None:
        self._round = one
        self._api = one.api
        self._ask = one.questions.ask
        self._referred: Counter[str] = Counter()

    async def write(self, tried: Sequence[tuple[OwnEntry, str]]) -> None:
        """References first, then what only the service should set, then changes of others' entries."""
        for entry, other in tried:
            await self._refer(entry, other)
        for plan in self._round.entries.makers():
            await self._assign_new(plan)
        await self._assign_own()
        made = [
            entry
            for owner in (*self._round.persons, *self._round.privileged)
            for entry in self._round.entries.of(owner)
        ]
        for entry in made:
            for other in (*[name for name in self._round.persons if name != entry.owner][:2], ANONYMOUS):
                await self._change(entry, other)

    # changes

    def _changes(self, entry: OwnEntry) -> list[CallableOperation]:
        """Writes to an entry and actions on it; what removes it last."""
        item, found = entry.look_up.path.rstrip("/"), []
        for plan in self._api.plans.values():
            path = plan.operation.path.rstrip("/")
            is_action = path.startswith(f"{item}/") and "{" not in path.removeprefix(item)
            if not only_reads(plan.operation) and (path == item or is_action) and plan.method in _ORDER:
                found.append(plan)
        return sorted(
            found,
            key=lambda plan: (
                plan.method == "DELETE" and plan.operation.path.rstrip("/") == item,
                _ORDER.index(plan.method),
            ),
        )

    async def _change(self, entry: OwnEntry, other: str) -> None:
        for plan in self._changes(entry):
            is_new = not self._round.is_told(WRITE_ACCESS, plan.coordinate)
            if other == ANONYMOUS and self._api.credentials_of(plan.operation):
                continue  # ``security-writes`` asks it
            if is_new and not self._round.questions.is_over:
                await self._change_by(entry, other, plan)

    async def _change_by(self, entry: OwnEntry, other: str, plan: CallableOperation) -> None:
        questions = self._round.questions
        reads = [(entry.look_up, entry.owner), (entry.look_up, other), (entry.look_up, entry.owner)]
        before = await questions.ask_all(reads)
        if not before or not before[-1].is_good:
            return
        for _ in range(_ATTEMPTS):
            call = self._write(entry, plan, other, entry_within(before[-1].payload, entry.key))
            case = self._api.case_of(call)
            if not self._api.order.is_safe(case) or self._api.order.spares(case):
                return
            written = await self._ask(call, other)
            if written is None or written.status not in _INVALID:
                break
        if written is None or not written.has_succeeded:
            self._round.passed(WRITE_ACCESS)
            return
        after = await self._ask(entry.look_up, entry.owner)
        if after is None:
            return
        lists = self._round.survey.evidence(entry, other)
        trace = [*lists, *before, written, after]
        if other == ANONYMOUS and requires_credentials(plan.operation) and _is_changed(before[-1], after):
            await self._round.hold(DOCUMENTED_ACCESS, [*before, written])
        await self._round.hold(WRITE_ACCESS, trace)

    def _write(self, entry: OwnEntry, plan: CallableOperation, who: str, shown: Mapping[str, JSON]) -> RestCall:
        """A write to the entry with a body that may be accepted, and says something else than it shows."""
        call = self._round.entries.fitted(self._round.entries.proposed(plan), who)
        others = [each for each in call.arguments if each.where != "path"]
        call = call._replace(arguments=(*entry.look_up.arguments, *others))
        if not plan.media or plan.method not in {"PATCH", "PUT"}:
            return call
        if isinstance(call.body, dict) and _says_else(call.body, shown):
            return call
        make = self._api.calls.body_maker(plan, plan.media)
        chance = Chance(self._api.generator.random(self._round.sender.cases))
        for _ in range(_TRIES):
            body = make(chance)
            if isinstance(body, dict) and _says_else(body, shown):
                return call._replace(media=plan.media, body=body)
        return call

    # references

    async def _refer(self, entry: OwnEntry, other: str) -> None:
        """Send the key of another's entry in a body; before that one which nothing has."""
        for plan in self._round.entries.makers() + self._makers_without_entry():
            name = self._member_for(plan, entry.resource)
            if (
                not name
                or self._referred[plan.coordinate] >= _REFERRED
                or self._round.is_told(REFERENCE_ACCESS, plan.coordinate)
            ):
                continue
            key = entry.look_up.arguments[-1].value
            own = await self._round.questions.read(entry.look_up, entry.owner)
            straight = await self._round.questions.read(entry.look_up, other)
            if own is None or straight is None or not own.is_good:
                return
            call = self._round.entries.fitted(self._round.entries.proposed(plan), other)
            if not isinstance(call.body, dict):
                continue
            self._referred[plan.coordinate] += 1
            missed = await self._ask(
                call._replace(body={**call.body, name: _like(call.body.get(name), missing_key(key))}), other
            )
            sent = await self._ask(call._replace(body={**call.body, name: _like(call.body.get(name), key)}), other)
            if missed is None or sent is None or not sent.has_succeeded:
                continue
            self._round.entries.note(sent, plan, other)
            lists = self._round.survey.evidence(entry, other)
            await self._round.hold(REFERENCE_ACCESS, [*lists, own, straight, missed, sent])

    def _makers_without_entry(self) -> list[CallableOperation]:
        """Those that create something which cannot be read by itself, such as a payment."""
        known = {plan.coordinate for plan in self._round.entries.makers()}
        return [
            plan
            for plan in self._api.plans.values()
            if plan.method == "POST"
            and "{" not in plan.operation.path
            and plan.coordinate not in known
            and not only_reads(plan.operation)
            and plan.coordinate in self._api.order.of(Grade.CREATING)
        ]

    @staticmethod
    def _member_for(plan: CallableOperation, resource: str) -> str:
        schema = plan.body_in(plan.media) if plan.media else None
        names = schema.properties if schema is not None else {}
        return next((name for name in names if refers_to(name, resource)), "")

    # members that the service sets

    async def _assign_new(self, plan: CallableOperation) -> None:
        """Create an entry with one member more."""
        sendable = plan.operation.body.sendable()
        if not sendable or self._round.is_told(ASSIGNMENT_ACCESS, plan.coordinate):
            return
        owner = next(iter(self._round.persons), "")
        first = await self._round.entries.make(plan, owner)
        natural = self._round.entries.last
        if first is None or natural is None:
            return
        read = await self._ask(first.look_up, owner)
        shown = entry_within(read.payload, first.key) if read is not None and read.is_good else {}
        for name, value in self._smuggled(plan, shown, owner):
            entry = await self._round.entries.make(plan, owner, {name: value})
            if entry is None:
                continue
            written = self._round.entries.last
            for reader in (owner, *self._round.persons[1:], *self._round.privileged):  # it may be another's now
                again = await self._ask(entry.look_up, reader)
                if written is not None and again is not None and again.is_good:
                    await self._round.hold(ASSIGNMENT_ACCESS, [natural, written, again])
                    break
        await self._assign_changed(first, shown, owner)

    async def _assign_changed(self, entry: OwnEntry, shown: Mapping[str, JSON], owner: str) -> None:
        """Change an entry of one's own, with one member more."""
        for method in ("PATCH", "PUT"):
            plan = self._api.plans.get(f"{method} {entry.look_up.path}")
            if (
                plan is None
                or not plan.operation.body.sendable()
                or self._round.is_told(ASSIGNMENT_ACCESS, plan.coordinate)
            ):
                continue
            for name, value in self._smuggled(plan, shown, owner):
                call = self._write(entry, plan, owner, shown)
                if not isinstance(call.body, dict):
                    continue
                before = await self._ask(entry.look_up, owner)
                written = await self._ask(call._replace(body={**call.body, name: value}), owner)
                again = await self._ask(entry.look_up, owner)
                if before is not None and written is not None and again is not None:
                    await self._round.hold(ASSIGNMENT_ACCESS, [before, written, again])

    async def _assign_own(self) -> None:
        """What somebody may change of themselves, with one more right and nothing else; then as it was."""
        for plan in self._api.plans.values():
            read = self._api.plans.get(f"GET {plan.operation.path}")
            if plan.method != "PATCH" or read is None or "{" in plan.operation.path:
                continue
            for owner in self._round.persons[:1]:
                await self._assign_right(plan, read, owner)

    async def _assign_right(self, plan: CallableOperation, read: CallableOperation, owner: str) -> None:
        look = self._api.calls.call(read, {})
        before = await self._ask(look, owner)
        shown = before.payload if before is not None and before.is_good and isinstance(before.payload, dict) else {}
        for name, value in self._smuggled(plan, shown, owner):
            is_over = self._round.questions.is_over or self._round.is_told(ASSIGNMENT_ACCESS, plan.coordinate)
            if not is_right(name) or before is None or is_over:
                continue
            call = self._api.calls.call(plan, {})._replace(media=plan.media, body={name: value})
            written = await self._round.questions.send(call, owner)
            if written.has_succeeded:
                again = await self._round.questions.send(look, owner)
                await self._round.questions.send(call._replace(body={name: shown[name]}), owner)
                await self._round.hold(ASSIGNMENT_ACCESS, [before, written, again])

    def _smuggled(self, plan: CallableOperation, shown: Mapping[str, JSON], owner: str) -> Iterator[tuple[str, JSON]]:
        """Members that are shown and not to be sent, with other values than they have; rights first."""
        sendable = plan.operation.body.sendable()
        names = [name for name in shown if sendable and sendable.get(name) is not False]
        for name in sorted(names, key=lambda name: not is_right(name))[:_MEMBERS]:
            value = self._other_value(plan, name, shown[name], owner)
            if value is not None and value != shown[name]:
                yield name, value

    def _other_value(self, plan: CallableOperation, name: str, value: JSON, owner: str) -> JSON:
        """A value of the same kind: a documented one, one that is shown to somebody else, or another of its form."""
        for choice in self._documented(plan, name):
            if choice != value:
                return choice
        for other in (*self._round.privileged, *self._round.persons):
            for shown in self._round.survey.of_themselves(other) if other != owner else ():
                if type(shown.get(name)) is type(value) and shown[name] != value:
                    return shown[name]
                if name.lower().endswith("id") and is_right(name) and type(shown.get("id")) is type(value):
                    return shown["id"]
        if isinstance(value, bool):
            return not value
        if isinstance(value, int | float):
            return value + 1000
        if isinstance(value, str):
            return "admin" if is_right(name) else f"{value[:-1]}Q" if value else None
        return None

    def _documented(self, plan: CallableOperation, name: str) -> list[JSON]:
        """The choices that the description has for a member of what is shown."""
        try:
            schema = self._api.calls.schemas.shown(plan.operation.success.json_schema)
        except UnusableError:
            return []
        kept: Any = schema.properties.get(name)
        choices = kept.get("enum") if isinstance(kept, dict) else None
        return list(choices) if isinstance(choices, list) else []


def _is_changed(before: RestAnswer, after: RestAnswer) -> bool:
    return before.status != after.status or before.payload != after.payload


def _says_else(body: Mapping[str, JSON], shown: Mapping[str, JSON]) -> bool:
    return any(shown[name] != value for name, value in body.items() if name in shown)


def _like(value: JSON, key: JSON) -> JSON:
    """In a list, where one was there."""
    return [key] if isinstance(value, list) else key
