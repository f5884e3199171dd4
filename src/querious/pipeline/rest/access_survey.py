"""What each identity is shown by the lists and look-ups that need no key: whose what is shows in the difference."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from querious.model.rest_call import RestArgument
from querious.rest.access.askers import is_list
from querious.rest.access.shown_content import own_key, pairs_of, shows
from querious.rest.access.ways import OwnEntry
from querious.rest.cases.shown_values import owner_of, resource_of
from querious.rest.hazards import only_reads
from querious.rest.relations.readable_lists import key_member, largest_page, look_ups_of, rows_of
from querious.text.words import words

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from querious.model import JSON
    from querious.model.rest_call import RestCall
    from querious.pipeline.rest.access_questions import AccessQuestions
    from querious.pipeline.rest.api import RestApi
    from querious.rest.cases.callable_operation import CallableOperation
    from querious.rest.relations import RestAnswer

_PARENTS: Final = 2
"""Entries of one kind beneath which each identity looks."""
_CHOICES: Final = 4
_WIDER: Final = frozenset(
    (
        *("all", "scope", "view", "mine", "own", "owned", "shared", "public", "visibility", "everyone", "global"),
        *("membership", "member", "include", "only", "role", "archived", "access", "type", "team"),
    )
)
"""Words of parameters by which a list may show more than it does by itself."""
_SELF: Final = frozenset({"me", "self", "profile", "whoami", "current", "account"})


class AccessSurvey:
    """The answers to reads, by whoever asked."""

    def __init__(self, api: RestApi, questions: AccessQuestions, identities: Sequence[str]) -> None:
        self._api = api
        self._questions = questions
        self._identities = identities
        self.answers: dict[str, list[RestAnswer]] = {name: [] for name in identities}
        """Every answer to a call that all were asked, refusals too."""
        self.keyed: dict[str, list[RestAnswer]] = {name: [] for name in identities}
        """The same of calls that need some value: what they show is shown to whoever knows that."""
        self.wider: dict[str, list[RestAnswer]] = {name: [] for name in identities}
        """What lists show when they are asked for more."""

    async def look(self) -> None:
        """Ask everybody the same: what needs no key, lists beneath the entries that each is shown, wider lists."""
        for call, answers in self._calls():
            for name in self._identities:
                await self._ask(call, name, answers)
        for call in self._nested():
            for name in self._identities:
                await self._ask(call, name, self.answers)
        for call in self._wider():
            for name in self._identities:
                await self._ask(call, name, self.wider)

    async def _ask(self, call: RestCall, name: str, answers: dict[str, list[RestAnswer]]) -> None:
        answer = await self._questions.read(call, name)
        if answer is not None:
            answers[name] = [one for one in answers[name] if one.call != call] + [answer]

    def _reads(self) -> Iterator[CallableOperation]:
        for plan in self._api.plans.values():
            if plan.method == "GET" and only_reads(plan.operation):
                yield plan

    def _calls(self) -> Iterator[tuple[RestCall, dict[str, list[RestAnswer]]]]:
        for plan in self._reads():
            if "{" in plan.operation.path:
                continue
            required = {kind.parameter.name for kind in plan.parameters if kind.parameter.required}
            known = self._api.pool.call(plan.coordinate)
            worked = next((each.arguments for each in known.worked), {}) if known is not None else {}
            if required <= worked.keys():
                needed = {name: worked[name] for name in required}
                call = self._api.calls.call(plan, {**self._size(plan), **needed})
                yield call, self.keyed if needed else self.answers

    def _size(self, plan: CallableOperation) -> dict[str, int]:
        return self._api.calls.page_sizes.bounded(plan.coordinate, largest_page(plan))

    def _nested(self) -> Iterator[RestCall]:
        """Lists beneath entries that somebody is shown."""
        for plan in self._reads():
            required = [kind.parameter.name for kind in plan.parameters if kind.parameter.required]
            if (
                len(required) != 1
                or plan.operation.path.count("{") != 1
                or plan.operation.path.rstrip("/").endswith("}")
            ):
                continue
            above = owner_of(plan.operation.path, required[0])
            for value in dict.fromkeys(
                value for name in self._identities for value in self._keys(name, above, required[0])
            ):
                yield self._api.calls.call(plan, {**self._size(plan), required[0]: value})

    def _keys(self, identity: str, above: str, parameter: str) -> Iterator[str | int]:
        for answer in self.answers[identity]:
            rows = rows_of(answer.payload) if answer.is_good and resource_of(answer.call.path) == above else None
            member = key_member(rows, (parameter,)) if rows else ""
            for row in (rows or [])[:_PARENTS] if member else ():
                yield row[member]

    def _wider(self) -> Iterator[RestCall]:
        """``/orders?all=true``, ``/projects?scope=public``: what may be seen by asking for it is open by design."""
        for plan in self._reads():
            if any(kind.parameter.required for kind in plan.parameters):
                continue
            for kind in plan.parameters:
                keywords = kind.schema.merged
                choices = keywords.get("enum", [True, False] if keywords.get("type") == "boolean" else [])
                if kind.parameter.where == "query" and not _WIDER.isdisjoint(words(kind.parameter.name)):
                    for value in choices[:_CHOICES]:
                        call = self._api.calls.call(plan, self._size(plan))
                        yield call._replace(
                            arguments=(*call.arguments, RestArgument("query", kind.parameter.name, value))
                        )

    # what the answers tell

    def shown(self, identity: str) -> list[JSON]:
        """Everything that somebody is shown without a key."""
        return [one.payload for one in (*self.answers[identity], *self.wider[identity]) if one.is_good]

    def of_themselves(self, identity: str) -> list[dict[str, JSON]]:
        """What somebody is shown of themselves: ``/users/me``."""
        found = []
        for answer in self.answers[identity]:
            last = answer.call.path.rstrip("/").rpartition("/")[2]
            if answer.is_good and isinstance(answer.payload, dict) and not _SELF.isdisjoint(words(last)):
                inner = [value for value in answer.payload.values() if isinstance(value, dict)]
                found += [answer.payload, *inner]
        return found

    def lists(self, identity: str, path: str = "") -> list[RestAnswer]:
        """Lists that came, those of one path where it is given."""
        return [one for one in self.answers[identity] if is_list(one) and path in {"", one.call.path}]

    def refusals(self, identity: str) -> list[RestAnswer]:
        """What was refused."""
        return [one for one in self.answers[identity] if one.status in range(400, 500)]

    def entries(self, identity: str) -> Iterator[OwnEntry]:
        """The rows that somebody is shown, with the calls that look them up."""
        for answer in self.lists(identity):
            rows = rows_of(answer.payload) or []
            for plan in self._look_ups(answer.call):
                name = plan.operation.path.rstrip("/").rpartition("/")[2][1:-1]
                member = key_member(rows, (name,))
                above = [each for each in answer.call.arguments if each.where == "path"]
                above = above if plan.operation.path.count("{") == len(above) + 1 else []
                for row in rows if member and plan.operation.path.count("{") == len(above) + 1 else ():
                    key = RestArgument("path", name, row[member])
                    look_up = self._api.calls.call(plan, {})._replace(arguments=(*above, key))
                    yield OwnEntry(identity, look_up, row, answer.call)

    def _look_ups(self, listed: RestCall) -> list[CallableOperation]:
        """Those of its rows, or of things of the same kind elsewhere: ``/orders/{id}`` for ``/users/{id}/orders``."""
        plans = list(self._api.plans.values())
        beneath = look_ups_of(listed.path, plans)
        if beneath:
            return beneath
        about = resource_of(listed.path)
        return [
            plan
            for plan in plans
            if plan.method == "GET"
            and plan.operation.path.rstrip("/").endswith("}")
            and plan.operation.path.count("{") == 1
            and resource_of(plan.operation.path) == about
        ]

    def hides(self, entry: OwnEntry, other: str) -> bool:
        """Whether nothing that another is shown without a key shows an entry."""
        return not shows(self.shown(other), pairs_of(dict(entry.row)))

    def evidence(self, entry: OwnEntry, other: str) -> list[RestAnswer]:
        """The lists that show an entry to its owner, and the same lists as the other is shown them."""
        found: list[RestAnswer] = []
        for answer in self.lists(entry.owner):
            if not shows([answer.payload], pairs_of(dict(entry.row))):
                continue
            alike = [one for one in self.answers[other] if one.call == answer.call]
            if alike:
                found += [answer, *alike]
        return found


def key_of_row(row: dict[str, JSON]) -> str:
    """What a row is known by."""
    return own_key(pairs_of(row))
