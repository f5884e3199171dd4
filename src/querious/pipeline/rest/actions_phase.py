"""The phase that acts on entries: each action in several states, with the entry and its list read before and after.

What was done least often comes first, so that an action meets entries in several states, and most of what it does is
seen more than once. What shows only once is a suspicion: somebody else may have written.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import replace
from functools import partial
from itertools import islice
from typing import TYPE_CHECKING, Final

from querious.model import Severity
from querious.model.hazards import Grade
from querious.model.rest_call import RestArgument, RestCall
from querious.pipeline.rest.conditional_writes import ConditionalWrites, addressed_like
from querious.pipeline.rest.job_polls import JobPolls
from querious.pipeline.rest.second_entries import SecondEntries
from querious.rest.actions import (
    ACTION_OUTCOME,
    ACTION_STATE,
    created_path,
    entry_actions,
    is_idempotency_key,
    names_a_request,
    state_member,
)
from querious.rest.call_requests import call_case
from querious.rest.hazards import only_reads
from querious.rest.relations import rest_answer
from querious.rest.relations.readable_lists import ReadableList, key_member, largest_page, rows_of
from querious.text.words import written_words
from querious.values import Chance

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from querious.model import JSON, Exchange, Finding
    from querious.pipeline.budget import RunBudget
    from querious.pipeline.rest.api import RestApi
    from querious.pipeline.run.batch_sender import BatchSender
    from querious.pipeline.run.session import Judged
    from querious.rest.actions import EntryActions
    from querious.rest.cases.callable_operation import CallableOperation, ParameterKind
    from querious.rest.relations.relation import RestRelation

_ENTRIES: Final = 7
"""Of each list that actions are tried on."""
_WRITTEN: Final = 2
"""The same where nothing but PUT and PATCH acts on them."""
_MADE: Final = 4
"""New entries for the actions of one list."""
_REPEATED: Final = 3
"""Requests that are sent twice with one idempotency key each."""
_JOBS: Final = 2
"""Jobs that are followed, of each operation that starts some."""
_FOLLOWED: Final = 8
"""Attempts to create something, to create it again or to follow where it is said to be: some are refused."""
_CREATING: Final = frozenset({"201", "202"})
_TRIES: Final = 20
"""Values drawn for an idempotency key before one is that names a request."""
_STEPS: Final = 10
"""Actions on one entry."""
_OFTEN: Final = 4
"""Times that an action is tried in one state, of whichever entry; what it does must be seen twice to count."""
_AGAIN: Final = 2
"""Times that new entries are made for what was seen only once."""
_AT_LEAST: Final = 3
"""Times that an action must have been met for what it never does to tell something."""
_SURE_AT_ONCE: Final = frozenset({"security-writes"})
"""Rules that need no second case: nobody else can have made them break."""
_SUCCESS: Final = range(200, 300)
_STATES: Final = frozenset({"status", "state", "phase", "stage"})


class RestActionsPhase:
    """Tries the actions on a few entries of every list that has some."""

    def __init__(self, api: RestApi, sender: BatchSender) -> None:
        self._api = api
        self._sender = sender
        self._found: defaultdict[str, list[Finding]] = defaultdict(list)
        self._to_remove: list[tuple[EntryActions, str]] = []
        self._tried: Counter[tuple[str, str]] = Counter()
        """How often each action was tried in each state."""
        self._seen: defaultdict[str, list[tuple[str, list[Exchange]]]] = defaultdict(list)
        """Of each action, how it was met: the state, the action and what was read around it."""

    async def act(self, budget: RunBudget) -> None:
        """Act, as far as this budget goes, and tell what was seen."""
        self._sender.enter("actions")
        held_back = self._api.order.held_back()
        plans = {name: plan for name, plan in self._api.plans.items() if name not in held_back}
        writes = ConditionalWrites(self._api, self._sender, self._send_all, self._judge)
        second_entries = SecondEntries(self._api, self._sender, self._send, self._judge)
        for plan in plans.values():
            for kind in plan.parameters:
                if kind.parameter.where == "header" and is_idempotency_key(kind.parameter.name):
                    await self._repeat(plan, kind, budget)
            await writes.write(plan, partial(self._over, budget))
            await self._follow_jobs(plan, budget)
            await self._follow_location(plan, budget)
            await second_entries.create(plan, partial(self._over, budget))
        never = {*self._api.order.left_out, *self._api.order.of(Grade.DANGEROUS)}
        for plan in self._api.plans.values():
            if plan.coordinate not in never:  # what deletes is held back, but here it is what this run has made
                await self._write_as_guest(plan, budget)
        lists = [await self._entries(one) for one in entry_actions(plans, self._api.plans) if not self._over(budget)]
        for number in range(_ENTRIES):
            for one, readable, keys in lists:
                most = _WRITTEN if one.only_writes else len(keys)
                if number < min(most, len(keys)) and not self._over(budget):
                    await self._act_on_entry(one, readable, keys[number], budget)
        for one, readable, _ in lists:
            await self._try_again(one, readable, budget)
        await self._remove()
        self._tell()

    def _tell(self) -> None:
        """What was found, and what all that was seen of an action shows."""
        for seen in self._seen.values():
            self._judge(_together(seen), ACTION_OUTCOME)
            self._judge_states(seen)
        for findings in self._found.values():
            is_sure = len(findings) > 1 or findings[0].oracle in _SURE_AT_ONCE
            severity = findings[0].severity if is_sure else Severity.SUSPICION
            told = replace(findings[0], severity=severity, reproduced=is_sure or None, count=len(findings))
            self._sender.count([told])

    def _judge_states(self, seen: Sequence[tuple[str, list[Exchange]]]) -> None:
        """Each time that an action was carried out, beside one in another state in which it was carried out too."""
        done = [(state, window) for state, window in seen if any(map(_is_done_action, window))]
        first = dict(reversed(done))
        for state, window in done:
            beside = [[*other, *window] for known, other in first.items() if known != state]
            for trace in beside or [window]:
                if self._judge(trace, ACTION_STATE):
                    break

    async def _entries(self, one: EntryActions) -> tuple[EntryActions, ReadableList, list[str]]:
        """The list that entries are taken from, and their keys, those in various states first."""
        readable = await self._list(one) or ReadableList(one.listed, RestCall("GET", one.listed.operation.path), (), ())
        key = _key_of(one, readable)
        if not key:
            return one, readable, []
        made = await self._made(one, key)
        known = [str(row[key]) for row in in_various_states(readable.rows)]
        return one, readable, _in_turns(made, known)

    async def _try_again(self, one: EntryActions, readable: ReadableList, budget: RunBudget) -> None:
        """Act on new entries, where something was seen of an action once and has to show again."""
        key = _key_of(one, readable)
        for _ in range(_AGAIN):
            if not key or self._over(budget) or self._seen_once().isdisjoint(plan.coordinate for plan in one.actions):
                return
            for made in await self._made(one, key):
                await self._act_on_entry(one, readable, made, budget)

    def _seen_once(self) -> set[str]:
        """The actions of which something was seen once."""
        return {findings[0].coordinate for findings in self._found.values() if len(findings) == 1}

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

    async def _act_on_entry(self, one: EntryActions, readable: ReadableList, own: str, budget: RunBudget) -> None:
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
        call = self._api.calls.call(one.listed, {**largest_page(one.listed), **arguments})
        exchange = await self._send(call)
        rows = rows_of(exchange.payload) if exchange is not None and rest_answer(exchange).is_good else None
        return ReadableList(one.listed, call, rows, [one.look_up]) if rows else None

    async def _act_in_turns(
        self, reads: Sequence[RestCall], actions: Sequence[CallableOperation], budget: RunBudget
    ) -> None:
        """Act on an entry until nothing is left to try in its state; what was read right before and after is judged.

        What was done is tried a second time. Then comes what was tried least often in the state that the entry is in;
        once is enough for an entry, unless something was seen that has to show again.
        """
        before = await self._send_all(reads)
        again: CallableOperation | None = None
        here: dict[tuple[str, str], bool] = {}
        for _ in range(_STEPS):
            if not before or self._over(budget) or not rest_answer(before[-1]).is_good:
                return
            state = _state_shown(before[-1])
            plan = again or self._next(actions, state, here)
            if plan is None:
                return
            acted = await self._send(self._action_call(plan, reads[0]))
            after = await self._send_all(reads)
            if acted is None or not after:
                return
            self._tried[plan.coordinate, state] += 1
            is_done = here[plan.coordinate, state] = rest_answer(acted).status in _SUCCESS
            self._judge([*before, acted, *after])
            self._seen[plan.coordinate].append((state, [*before, acted, *after]))
            again = plan if is_done and again is None else None
            before = after

    def _next(
        self, actions: Sequence[CallableOperation], state: str, here: Mapping[tuple[str, str], bool]
    ) -> CallableOperation | None:
        """What was tried least often in this state; ``here`` tells what this entry has had, and whether it was done."""
        waiting = [plan for plan in actions if here.get((plan.coordinate, state), True)]
        seen_once = self._seen_once().intersection(plan.coordinate for plan in actions)
        if not seen_once:
            waiting = [plan for plan in waiting if (plan.coordinate, state) not in here]
            waiting = [plan for plan in waiting if self._tried[plan.coordinate, state] < _OFTEN]

        def turn(plan: CallableOperation) -> tuple[bool, bool, int]:
            place = plan.coordinate, state
            return place in here, plan.coordinate not in seen_once, self._tried[place]

        return min(waiting, key=turn, default=None)

    def _action_call(self, plan: CallableOperation, read: RestCall) -> RestCall:
        """With what has worked, or what may work, on this entry."""
        call = self._api.generator.proposed(plan, self._sender.cases, self._api.pool.begin()).call
        return addressed_like(read, call)

    async def _repeat(self, plan: CallableOperation, kind: ParameterKind, budget: RunBudget) -> None:
        """Send what has worked with a fresh idempotency key, the same once more, and something else with that key."""
        if plan.method != "POST":
            return
        worked: RestCall | None = None
        done = 0
        for _ in range(_FOLLOWED):
            if self._over(budget) or done >= _REPEATED:
                return
            call = self._api.generator.proposed(plan, self._sender.cases, self._api.pool.begin()).call
            call = addressed_like(worked, call) if worked is not None else call
            chance = Chance(self._api.generator.random(self._sender.cases))
            make = self._api.calls.parameter_maker(plan, kind)
            values = (make(chance) for _ in range(_TRIES))
            fresh = next(filter(names_a_request, values), None)
            if fresh is None:
                return
            key = RestArgument("header", kind.parameter.name, fresh)
            others = [each for each in call.arguments if each[:2] != key[:2]]
            call = call._replace(arguments=(*others, key))
            first = await self._send(call)
            if first is None or first.status not in _SUCCESS:
                continue
            worked = call
            done += 1
            again = await self._send_all([call, *self._another_request(plan, call, chance)])
            if again:
                self._judge([first, *again])

    def _another_request(self, plan: CallableOperation, call: RestCall, chance: Chance) -> list[RestCall]:
        """The same call with another body, where one can be made."""
        if not plan.media or call.body is None:
            return []
        make = self._api.calls.body_maker(plan, plan.media)
        drawn = (call._replace(body=make(chance)) for _ in range(_TRIES))
        return list(islice((one for one in drawn if one != call and self._api.calls.is_valid(one)), 1))

    async def _follow_jobs(self, plan: CallableOperation, budget: RunBudget) -> None:
        polls = JobPolls(self._api, self._send)
        for _ in range(_JOBS if polls.starts_job(plan) else 0):
            if self._over(budget):
                return
            call = self._api.generator.proposed(plan, self._sender.cases, self._api.pool.begin()).call
            trace = await polls.follow(call)
            if trace:
                self._judge(trace)

    async def _follow_location(self, plan: CallableOperation, budget: RunBudget) -> None:
        """Create something, and read it where the answer says that it is; what is held against that shows again."""
        creates = plan.method == "POST" and not _CREATING.isdisjoint(plan.operation.responses)
        if not creates or not self._api.recorder.is_reached(plan.coordinate):
            return
        parent: RestCall | None = None
        for _ in range(_FOLLOWED):
            if self._over(budget):
                return
            call = self._api.generator.proposed(plan, self._sender.cases, self._api.pool.begin()).call
            made = await self._send(addressed_like(parent, call) if parent is not None else call)
            if made is None or made.status not in _SUCCESS:
                continue
            parent = made.case.call
            read = self._api.read_at(created_path(made))
            shown = await self._send(read) if read is not None else None
            if shown is None or not self._judge([made, shown]):
                return

    async def _write_as_guest(self, plan: CallableOperation, budget: RunBudget) -> None:
        """Send a write that works without the credentials that it asks for, and with made-up ones."""
        known = self._api.credentials_of(plan.operation)
        if only_reads(plan.operation) or not known:
            return
        for credentials in (dict.fromkeys(known), known):
            call = self._write_that_works(plan)
            if call is None or self._over(budget):
                return
            added = [RestArgument("credential", name, value) for name, value in credentials.items()]
            trace = await self._send_all([call._replace(arguments=(*call.arguments, *added))])
            self._judge(trace)
            if not trace or rest_answer(trace[0]).has_succeeded:  # who lets in guests lets in everybody
                return

    def _write_that_works(self, plan: CallableOperation) -> RestCall | None:
        """A call that is likely to be carried out: of an entry that was made by this run, where it is removed."""
        call = self._api.generator.proposed(plan, self._sender.cases, self._api.pool.begin()).call
        if plan.method != "DELETE":
            return call if self._api.recorder.is_reached(plan.coordinate) else None
        made = next((entry for entry in self._api.made.left() if entry.removal == plan.coordinate), None)
        if made is None:
            return None
        place = [RestArgument("path", name, key) for name, key in made.place.items()]
        return call._replace(arguments=(*place, *(each for each in call.arguments if each.where != "path")))

    def _judge(self, trace: Sequence[Exchange], *rules: RestRelation) -> bool:
        """By these rules, by all where none is named; whether they hold something against it."""
        is_held_against = False
        usual = [rule for rule in self._api.action_rules if rule is not ACTION_STATE]
        for rule in rules or usual:
            if rule not in self._api.action_rules or self._api.errors.is_off("relation", rule.name):
                continue
            with self._api.errors.guard("relation", rule.name):
                found = self._api.relate(rule, trace)
                self._api.tallies.add(rule.name, "failed" if found else "passed")
                is_held_against |= bool(found)
                for finding in found:
                    self._found[finding.fingerprint].append(finding)
        return is_held_against

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


def _is_done_action(exchange: Exchange) -> bool:
    return exchange.case.call.method != "GET" and exchange.status in _SUCCESS


def _key_of(one: EntryActions, readable: ReadableList) -> str:
    """The member of rows by which entries are looked up; empty where none is."""
    name = one.look_up.operation.path.rstrip("/").rpartition("/")[2][1:-1]
    return key_member(readable.rows, (name,))


def _state_shown(read: Exchange) -> str:
    """The state that an entry was read in; empty if nothing tells."""
    shown = rest_answer(read).payload
    for entry in (shown, *_inner(shown)):
        name = state_member(entry) if isinstance(entry, dict) else ""
        if name and isinstance(entry, dict):
            return str(entry[name])
    return ""


def _together(seen: Sequence[tuple[str, list[Exchange]]]) -> list[Exchange]:
    """One action as it was met in each state, or a few times where there are few; one window after the other."""
    first = dict(reversed(seen))
    others = [window for _, window in seen if all(window is not one for one in first.values())]
    chosen = [*first.values(), *others][: max(_AT_LEAST, len(first))]
    return [exchange for window in chosen for exchange in window]


def _in_turns(made: Sequence[str], known: Sequence[str]) -> list[str]:
    """New entries, on which nobody has acted, and such as have all that entries can have."""
    paired = [key for pair in zip(made, known, strict=False) for key in pair]
    return [*paired, *made[len(known) :], *known[len(made) :]]


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
