"""The phase that acts on entries: each action in several states, with the entry and its list read before and after.

What was done least often comes first, so that an action meets entries in several states, and most of what it does is
seen more than once. What shows only once is a suspicion: somebody else may have written.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from querious.model import Severity
from querious.model.rest_call import RestArgument, RestCall
from querious.rest.actions import entry_actions, is_idempotency_key
from querious.rest.call_requests import call_case
from querious.rest.relations import rest_answer
from querious.rest.relations.readable_lists import ReadableList, key_member, rows_of
from querious.text.words import written_words
from querious.values import Chance

if TYPE_CHECKING:
    from collections.abc import Sequence

    from querious.model import JSON, Exchange, Finding
    from querious.pipeline.budget import RunBudget
    from querious.pipeline.rest.api import RestApi
    from querious.pipeline.run.batch_sender import BatchSender
    from querious.pipeline.run.session import Judged
    from querious.rest.actions import EntryActions
    from querious.rest.cases.calls import CallableOperation, ParameterKind

_ENTRIES: Final = 7
"""Of each list that actions are tried on."""
_MADE: Final = 4
"""New entries for the actions of one list."""
_REPEATED: Final = 3
"""Requests that are sent twice with one idempotency key each."""
_STEPS: Final = 10
"""Actions on one entry."""
_SUCCESS: Final = range(200, 300)
_STATES: Final = frozenset({"status", "state", "phase", "stage"})


class RestActionsPhase:
    """Tries the actions on a few entries of every list that has some."""

    def __init__(self, api: RestApi, sender: BatchSender) -> None:
        self._api = api
        self._sender = sender
        self._found: defaultdict[str, list[Finding]] = defaultdict(list)
        self._to_remove: list[tuple[EntryActions, str]] = []
        self._tried: Counter[str] = Counter()
        self._done: Counter[str] = Counter()
        """How often each action was tried, and carried out."""

    async def act(self, budget: RunBudget) -> None:
        """Act, as far as this budget goes, and tell what was seen."""
        self._sender.enter("actions")
        held_back = self._api.order.held_back()
        plans = {name: plan for name, plan in self._api.plans.items() if name not in held_back}
        lists = [await self._entries(one) for one in entry_actions(plans) if not self._over(budget)]
        for number in range(_ENTRIES):
            for one, readable, keys in lists:
                if number < len(keys) and not self._over(budget):
                    await self._act_on_entry(one, readable, keys, number, budget)
        await self._remove()
        for plan in plans.values():
            for kind in plan.parameters:
                if kind.parameter.where == "header" and is_idempotency_key(kind.parameter.name):
                    await self._repeat(plan, kind, budget)
        for findings in self._found.values():
            is_sure = len(findings) > 1
            severity = findings[0].severity if is_sure else Severity.SUSPICION
            told = replace(findings[0], severity=severity, reproduced=is_sure or None, count=len(findings))
            self._sender.count([told])

    async def _entries(self, one: EntryActions) -> tuple[EntryActions, ReadableList, list[str]]:
        """The list that entries are taken from, and their keys, those in various states first."""
        readable = await self._list(one) or ReadableList(one.listed, RestCall("GET", one.listed.operation.path), (), ())
        name = one.look_up.operation.path.rstrip("/").rpartition("/")[2][1:-1]
        key = key_member(readable.rows, (name,))
        if not key:
            return one, readable, []
        made = await self._made(one, key)
        return one, readable, [*made, *(str(row[key]) for row in in_various_states(readable.rows))]

    async def _made(self, one: EntryActions, key: str) -> list[str]:
        """Keys of new entries, which nobody has acted on yet, where some can be made."""
        made: list[str] = []
        if one.create is None or not self._api.recorder.is_reached(one.create.coordinate):
            return made
        for _ in range(_MADE):
            case = self._api.generator.proposed(one.create, self._sender.cases, self._api.pool.begin())
            exchange = await self._send(case.call)
            shown = rest_answer(exchange).payload if exchange is not None and rest_answer(exchange).is_good else None
            entry = next((each for each in (shown, *_inner(shown)) if isinstance(each, dict) and key in each), {})
            if isinstance(entry.get(key), str | int):
                made.append(str(entry[key]))
                self._to_remove.append((one, str(entry[key])))
        return made

    async def _remove(self) -> None:
        """What was made; what cannot be removed in its state stays."""
        for one, key in self._to_remove:
            if one.delete is not None:
                name = one.look_up.operation.path.rstrip("/").rpartition("/")[2][1:-1]
                await self._send(self._api.calls.call(one.delete, {name: key}))

    async def _act_on_entry(
        self, one: EntryActions, readable: ReadableList, keys: Sequence[str], number: int, budget: RunBudget
    ) -> None:
        own = keys[number]
        look_up = readable.look_up(one.look_up, own)
        reads = [look_up, readable.call, look_up]
        await self._act_in_turns(reads, one.actions, budget)

    async def _list(self, one: EntryActions) -> ReadableList | None:
        """The rows that there are now."""
        known = self._api.pool.call(one.listed.coordinate)
        worked = known.worked[:1] if known is not None else []
        required = {kind.parameter.name for kind in one.listed.parameters if kind.parameter.required}
        arguments = {name: value for each in worked for name, value in each.arguments.items() if name in required}
        if required - arguments.keys():
            return None
        call = self._api.calls.call(one.listed, arguments)
        exchange = await self._send(call)
        rows = rows_of(exchange.payload) if exchange is not None and rest_answer(exchange).is_good else None
        return ReadableList(one.listed, call, rows, [one.look_up]) if rows else None

    async def _act_in_turns(
        self, reads: Sequence[RestCall], actions: Sequence[CallableOperation], budget: RunBudget
    ) -> None:
        """Act on an entry until it refuses everything; each action is judged by what was read right before and after.

        What was done is tried a second time. Then comes what was done least often: so actions are met in many states.
        """
        before = await self._send_all(reads)
        refused: set[str] = set()
        again: CallableOperation | None = None
        for _ in range(_STEPS):
            waiting = [plan for plan in actions if plan.coordinate not in refused]
            if not waiting or not before or self._over(budget):
                return
            plan = again or min(waiting, key=lambda each: (self._done[each.coordinate], self._tried[each.coordinate]))
            acted = await self._send(self._action_call(plan, reads[0]))
            after = await self._send_all(reads)
            if acted is None or not after:
                return
            self._judge([*before, acted, *after])
            is_done = rest_answer(acted).status in _SUCCESS
            self._tried[plan.coordinate] += 1
            self._done[plan.coordinate] += is_done
            refused = set() if is_done else refused | {plan.coordinate}
            again = plan if is_done and again is None else None
            if not rest_answer(after[-1]).is_good:
                return
            before = after

    def _action_call(self, plan: CallableOperation, read: RestCall) -> RestCall:
        """With what has worked, or what may work, on this entry."""
        call = self._api.generator.proposed(plan, self._sender.cases, self._api.pool.begin()).call
        place = {argument.name: argument for argument in read.arguments if argument.where == "path"}
        arguments = [place.get(each.name, each) if each.where == "path" else each for each in call.arguments]
        return call._replace(arguments=tuple(arguments))

    async def _repeat(self, plan: CallableOperation, kind: ParameterKind, budget: RunBudget) -> None:
        """Send what has worked with a fresh idempotency key, and the same once more."""
        if plan.method != "POST" or not self._api.recorder.is_reached(plan.coordinate):
            return
        for _ in range(_REPEATED):
            if self._over(budget):
                return
            call = self._api.generator.proposed(plan, self._sender.cases, self._api.pool.begin()).call
            chance = Chance(self._api.generator.random(self._sender.cases))
            key = RestArgument("header", kind.parameter.name, self._api.calls.parameter_maker(plan, kind)(chance))
            others = [each for each in call.arguments if each[:2] != key[:2]]
            call = call._replace(arguments=(*others, key))
            trace = await self._send_all([call, call])
            if trace:
                self._judge(trace)

    def _judge(self, trace: Sequence[Exchange]) -> None:
        for rule in self._api.action_rules:
            if self._api.errors.is_off("relation", rule.name):
                continue
            with self._api.errors.guard("relation", rule.name):
                found = self._api.relate(rule, trace)
                self._api.tallies.add(rule.name, "failed" if found else "passed")
                for finding in found:
                    self._found[finding.fingerprint].append(finding)

    def _over(self, budget: RunBudget) -> bool:
        return bool(self._sender.ended or budget.spent())

    async def _send_all(self, calls: Sequence[RestCall]) -> list[Exchange]:
        """All of them, one after the other; none where the budget ended before the last."""
        exchanges = [await self._send(call) for call in calls]
        whole = [exchange for exchange in exchanges if exchange is not None]
        return whole if len(whole) == len(calls) else []

    async def _send(self, call: RestCall) -> Exchange | None:
        """What came of a call; None where the budget ended before it."""
        answers: list[Exchange] = []

        def look(exchange: Exchange, _: Judged) -> None:
            answers.append(exchange)

        operation = self._api.calls.plans[call.coordinate].operation
        case = call_case(self._sender.cases, call, operation, self._api.service.base)
        await self._sender.send(iter([case]), look)
        return answers[0] if answers else None


def _inner(shown: JSON) -> list[JSON]:
    """What stands in an envelope."""
    return list(shown.values()) if isinstance(shown, dict) else []


def in_various_states(rows: Sequence[dict[str, JSON]]) -> list[dict[str, JSON]]:
    """The rows, one of each state before the second of any."""
    name = next((name for row in rows[:1] for name in row if not _STATES.isdisjoint(written_words(name))), "")
    turns: defaultdict[str, int] = defaultdict(int)
    ranked = []
    for row in rows:
        state = str(row.get(name))
        turns[state] += 1
        ranked.append((turns[state], row))
    return [row for _, row in sorted(ranked, key=lambda each: each[0])]
