"""Entries that the run makes as one identity, so that they are that one's for certain; at the end they are removed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from querious.model.hazards import Grade
from querious.model.rest_call import RestArgument, RestCall
from querious.rest.access.ways import OwnEntry
from querious.rest.cases.shown_values import owner_of, referred, resource_of
from querious.rest.new_places import places_of_new
from querious.rest.relations.readable_lists import entry_within, key_member, look_ups_of, rows_of
from querious.text.words import same, words

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from querious.model import JSON
    from querious.pipeline.rest.access_questions import AccessQuestions
    from querious.pipeline.rest.access_survey import AccessSurvey
    from querious.pipeline.rest.api import RestApi
    from querious.pipeline.run.batch_sender import BatchSender
    from querious.rest.cases.callable_operation import CallableOperation
    from querious.rest.relations import RestAnswer

_ATTEMPTS: Final = 5
"""To make one entry: some are refused."""
_SIGNING_IN: Final = frozenset(
    (
        *("login", "signin", "signup", "register", "registration", "auth", "token", "session", "password", "verify"),
        *("logout", "webhook", "callback", "invite", "invitation", "oauth", "otp", "mfa"),
    )
)
"""Words of paths at which accounts and sessions are made, not entries of one."""


class AccessEntries:
    """Makes entries, fills calls with what somebody is shown, and removes at the end."""

    def __init__(self, api: RestApi, sender: BatchSender, questions: AccessQuestions, survey: AccessSurvey) -> None:
        self._api = api
        self._sender = sender
        self._questions = questions
        self._survey = survey
        self.made: list[OwnEntry] = []
        self.refused: list[RestAnswer] = []
        """Attempts to make something that were forbidden."""
        self.last: RestAnswer | None = None
        """To the last call that has made something."""

    def makers(self) -> list[CallableOperation]:
        """Operations that make entries which can be looked up or removed; parents before what stands beneath them."""
        barred = {*self._api.order.left_out, *self._api.order.of(Grade.DANGEROUS)}
        creating, found = set(self._api.order.of(Grade.CREATING)), []
        for plan in self._api.plans.values():
            is_entry = self._look_up(plan) is not None or str(plan.operation) in self._api.removals.by_operation
            signs_in = not _SIGNING_IN.isdisjoint(words(plan.operation.path))
            is_creation = plan.coordinate in creating and plan.coordinate not in barred
            if plan.method == "POST" and is_entry and is_creation and not signs_in:
                found.append(plan)
        return sorted(found, key=lambda plan: plan.operation.path.count("{"))

    def _look_up(self, plan: CallableOperation) -> CallableOperation | None:
        return next(iter(look_ups_of(plan.operation.path, self._api.plans.values())), None)

    async def make(
        self, plan: CallableOperation, owner: str, added: Mapping[str, JSON] | None = None
    ) -> OwnEntry | None:
        """A new entry of somebody, with members ``added`` to its body; None where none could be made."""
        for _ in range(_ATTEMPTS):
            call = self.fitted(self.proposed(plan), owner)
            if added and isinstance(call.body, dict):
                call = call._replace(body={**call.body, **added})
            answer = await self._questions.ask(call, owner)
            if answer is None:
                return None
            if answer.has_succeeded:
                self.last = answer
                return self.note(answer, plan, owner)
            if answer.status in {401, 403, 405}:
                self.refused.append(answer)
                return None
        return None

    def note(self, answer: RestAnswer, plan: CallableOperation, owner: str) -> OwnEntry | None:
        """What an answer says was made by somebody; it is removed at the end."""
        look_up = self._look_up(plan)
        removal = self._api.removals.by_operation.get(str(plan.operation))
        item = look_up.operation if look_up is not None else removal
        if item is None:
            return None
        place = next(iter(places_of_new(answer.exchange, plan.operation, item)), None)
        if not place:
            return None
        arguments = tuple(RestArgument("path", name, _as_shown(answer.payload, key)) for name, key in place.items())
        row = entry_within(answer.payload, str(arguments[-1].value))
        listed = self._list_call(plan, arguments)
        entry = OwnEntry(owner, RestCall("GET", item.path, arguments), row, listed, is_made=True)
        self.made.append(entry)
        return entry if look_up is not None else None

    def _list_call(self, plan: CallableOperation, place: Sequence[RestArgument]) -> RestCall | None:
        """The list that was asked of everybody, at the path where the entry was made."""
        above = {each.name: str(each.value) for each in place[:-1]}
        for answers in self._survey.answers.values():
            for one in answers:
                own = {each.name: str(each.value) for each in one.call.arguments if each.where == "path"}
                if one.call.path == plan.operation.path and own == above:
                    return one.call
        listing = self._api.plans.get(f"GET {plan.operation.path}")
        if listing is None or any(
            kind.parameter.required and kind.parameter.where != "path" for kind in listing.parameters
        ):
            return None
        return self._api.calls.call(listing, {})._replace(arguments=tuple(place[:-1]))

    def proposed(self, plan: CallableOperation) -> RestCall:
        """A call with the values that look best now."""
        return self._api.generator.proposed(plan, self._sender.next_number(), self._api.pool.begin()).call

    def fitted(self, call: RestCall, identity: str) -> RestCall:
        """The call with references to what somebody is shown, instead of what the run itself is."""
        arguments = []
        for each in call.arguments:
            value = self._key_for(owner_of(call.path, each.name), each.name, identity) if each.where == "path" else None
            arguments.append(each if value is None else each._replace(value=value))
        body = call.body
        if isinstance(body, dict):
            body = dict(body)
            for name, value in body.items():
                about, _ = referred(name)
                key = self._key_for(about, name, identity) if about and isinstance(value, str | int) else None
                body[name] = value if key is None else key
        return call._replace(arguments=tuple(arguments), body=body)

    def _key_for(self, resource: str, name: str, identity: str) -> str | int | None:
        """The key of something of this kind that somebody has made or is shown."""
        own = [entry for entry in self.made if entry.owner == identity and entry.resource == resource]
        if own:
            value = own[-1].look_up.arguments[-1].value
            return value if isinstance(value, str | int) else None
        for answer in self._survey.lists(identity):
            rows = rows_of(answer.payload) or []
            if resource_of(answer.call.path) == resource and rows:
                member = key_member(rows, (name, "id"))
                return rows[0][member] if member else None
        if resource in {"user", "owner", "author", "account", "member", "customer"}:
            for shown in self._survey.of_themselves(identity):
                value = next((shown[each] for each in shown if same(each) in {"id", same(name)}), None)
                if isinstance(value, str | int):
                    return value
        return None

    def of(self, owner: str) -> list[OwnEntry]:
        """What was made as somebody and can be looked up."""
        return [entry for entry in self.made if entry.owner == owner and f"GET {entry.look_up.path}" in self._api.plans]

    async def remove(self, identities: Sequence[str]) -> None:
        """As whoever made each, else as anybody who may; the last made first."""
        for entry in reversed(self.made):
            plan = self._api.plans.get(f"DELETE {entry.look_up.path}")
            if plan is None:
                continue
            for name in (entry.owner, *(one for one in identities if one != entry.owner)):
                call = self.proposed(plan)
                others = [each for each in call.arguments if each.where != "path"]
                case = call._replace(arguments=(*entry.look_up.arguments, *others))
                if (await self._questions.send(case, name)).has_succeeded:
                    break


def _as_shown(payload: JSON, key: str) -> JSON:
    """A key as the answer shows it: a number where it is one."""
    waiting: list[JSON] = [payload]
    while waiting:
        value = waiting.pop()
        if isinstance(value, dict):
            waiting += value.values()
        elif isinstance(value, list):
            waiting += value
        elif isinstance(value, int) and not isinstance(value, bool) and str(value) == key:
            return value
    return key
