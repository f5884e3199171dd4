"""What several identities are answered in one phase, and what is asked of them.

First everybody is asked what needs no key. Where changes are permitted, entries are made as each identity: these alone
are changed or removed by others, with their owner reading before and after. What is found by reading is asked again as
a whole before it is told; what was changed is certain at once.
"""

from __future__ import annotations

from collections import Counter
from itertools import permutations
from typing import TYPE_CHECKING, Final

from querious.model import Finding
from querious.model.identity import ANONYMOUS, MAIN, spoilt
from querious.model.turns import in_turn
from querious.oracles.message import raw_excerpt
from querious.pipeline.rest.access_entries import AccessEntries
from querious.pipeline.rest.access_questions import AccessQuestions
from querious.pipeline.rest.access_survey import AccessSurvey
from querious.rest.access.askers import is_refused
from querious.rest.access.count_access import COUNT_ACCESS
from querious.rest.access.documented_access import DOCUMENTED_ACCESS, requires_credentials
from querious.rest.access.evidence import fewest, first_mismatch
from querious.rest.access.existence_access import EXISTENCE_ACCESS
from querious.rest.access.function_access import FUNCTION_ACCESS, privileged_step, reserved_words, scopes_of
from querious.rest.access.object_access import OBJECT_ACCESS
from querious.rest.access.shown_content import all_pairs, shown_to_both
from querious.rest.access.token_access import TOKEN_ACCESS
from querious.rest.access.ways import ways_to, with_missing

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Iterator, Sequence

    from querious.model.identity import Identity
    from querious.model.rest_call import RestCall
    from querious.pipeline.budget import RunBudget
    from querious.pipeline.rest.api import RestApi
    from querious.pipeline.run.batch_sender import BatchSender
    from querious.rest.access.ways import OwnEntry
    from querious.rest.cases.callable_operation import CallableOperation
    from querious.rest.relations import RestAnswer, RestRelation

_OWNERS: Final = 3
"""Identities whose entries others try to reach."""
_ENTRIES: Final = 3
"""Of one kind and one owner that are tried."""
_ROWS: Final = 8
"""Of a list whose look-ups are compared with it."""
_SPOILT: Final = ("made up", "cut short", "unsigned", "expired")
_TRIED_WITH_TOKENS: Final = 2
"""Reads of each identity that are asked with spoilt credentials."""
SURE_AT_ONCE: Final = frozenset({"write-access", "assignment-access", "reference-access"})
"""Rules that are not asked again, as they have changed what they were seen on."""


class AccessRound:
    """What one phase has learned of the identities, and asks of them."""

    def __init__(self, api: RestApi, sender: BatchSender, budget: RunBudget, asking: Sequence[Identity]) -> None:
        self.api = api
        self.sender = sender
        self.persons = [one.name for one in asking if not one.is_anonymous and not one.privileged]
        self.privileged = [one.name for one in asking if one.privileged]
        self.everybody = [*self.persons, *self.privileged, ANONYMOUS]
        self.questions = AccessQuestions(api, sender, budget)
        self.survey = AccessSurvey(api, self.questions, self.everybody)
        self.entries = AccessEntries(api, sender, self.questions, self.survey)
        self._told: set[tuple[str, str]] = set()

    async def look(self, change: Callable[[Sequence[tuple[OwnEntry, str]]], Awaitable[None]]) -> None:
        """Reads first, then what is made, then ways to it, and last what changes it: entries that others do not see."""
        await self.survey.look()
        await self._hold_credentials()
        await self._hold_functions()
        try:
            if self.api.settings.mutations:
                await self._make()
            await self._hold_counts()
            await self._hold_lists()
            tried = list(self._entries())
            for entry, other in tried:
                await self._reach(entry, other)
            if self.api.settings.mutations:
                await change(tried)
        finally:
            await self.entries.remove([*self.privileged, *self.persons])

    # what belongs to whom

    async def _make(self) -> None:
        """Entries of each identity, and of one with more rights where others may make none."""
        for plan in self.entries.makers():
            made = [await self.entries.make(plan, name) for name in self.persons[:_OWNERS]]
            if not any(made) and self.privileged:
                await self.entries.make(plan, self.privileged[0])
        self.questions.forget()
        await self.survey.look()

    def _entries(self) -> Iterator[tuple[OwnEntry, str]]:
        """What belongs to one, with another to whom no list shows it; made ones first, one of each kind in turn."""
        seen: Counter[tuple[str, str]] = Counter()
        for owner in self.persons[:_OWNERS]:
            known = [*self.entries.of(owner), *self.survey.entries(owner)]
            by_kind: dict[str, dict[str, OwnEntry]] = {}
            for entry in known:
                by_kind.setdefault(entry.look_up.path, {}).setdefault(str(entry.look_up.arguments), entry)
            others = [name for name in self.persons if name != owner]
            for entry in in_turn([iter(list(each.values())) for each in by_kind.values()]):
                place = owner, entry.look_up.path
                hidden = [name for name in others if self.survey.hides(entry, name)]
                if hidden and seen[place] < _ENTRIES:
                    seen[place] += 1
                    yield entry, hidden[0]
                    yield from ((entry, name) for name in hidden[1:2])

    # reading

    async def _reach(self, entry: OwnEntry, other: str) -> None:
        """Try every way to an entry as another who is shown it nowhere."""
        own = await self.questions.read(entry.look_up, entry.owner)
        if own is None or not own.is_good:
            return
        straight = await self.questions.read(entry.look_up, other)
        if straight is None:
            return
        base = [*self.survey.evidence(entry, other), own, straight]
        await self._hold_existence(entry, own, straight)
        for call in self._ways(entry):
            await self._try(entry, other, call, base)

    async def _try(self, entry: OwnEntry, other: str, call: RestCall, base: Sequence[RestAnswer]) -> None:
        """One way: as the owner, as the other, and as nobody in particular."""
        if self.is_told(OBJECT_ACCESS, call.coordinate):
            return
        shown = await self.questions.read(call, entry.owner)
        if shown is None or not shown.is_good or not shown.payload:
            return
        found = await self.questions.read(call, other)
        if found is None or not (found.is_good or self._asks_for_credentials(call)):
            self.passed(OBJECT_ACCESS)
            return
        public = await self.questions.read(call, ANONYMOUS)
        if public is None:
            return
        if public.is_good and any(True for _ in shown_to_both(shown.payload, public.payload, ())):
            if self._asks_for_credentials(call):
                await self.hold(DOCUMENTED_ACCESS, [shown, public])
            return
        trace = [*(one for one in base if one.call != call), public, shown, found]
        if first_mismatch(OBJECT_ACCESS, trace) is not None:
            trace = [*await self._alike(entry, other, call), *await self._reverse(entry.owner, other, call), *trace]
            await self.hold(OBJECT_ACCESS, trace)
        else:
            self.passed(OBJECT_ACCESS)

    async def _alike(self, entry: OwnEntry, other: str, call: RestCall) -> list[RestAnswer]:
        """The same asked by somebody else, and of another entry of the owner: where one is refused, it is shared."""
        found: list[RestAnswer] = []
        for third in self.persons:
            answer = await self.questions.read(call, third) if third not in {entry.owner, other} else None
            found += [answer] if answer is not None else []
        for one in (*self.entries.of(entry.owner), *self.survey.entries(entry.owner)):
            is_other = one.look_up.path == entry.look_up.path and one.look_up != entry.look_up
            if not is_other or call.path.partition("?")[0].count("{") == 0 or not self.survey.hides(one, other):
                continue
            again = [each for each in self._ways(one) if each.coordinate == call.coordinate][:1]
            answers = [await self.questions.read(each, name) for each in again for name in (entry.owner, other)]
            return [*found, *(answer for answer in answers if answer is not None)]
        return found

    def _ways(self, entry: OwnEntry) -> list[RestCall]:
        return ways_to(entry, self.api.plans.values(), self.survey.of_themselves(entry.owner))

    def _asks_for_credentials(self, call: RestCall) -> bool:
        """Whether the description requires some, and ``security`` could not try without those of the run."""
        operation = self.api.calls.plans[call.coordinate].operation
        is_new = not self.is_told(DOCUMENTED_ACCESS, call.coordinate)
        return is_new and requires_credentials(operation) and not self.api.credentials_of(operation)

    async def _reverse(self, owner: str, other: str, call: RestCall) -> list[RestAnswer]:
        """The same operation the other way round: an owner who is refused what the other has may have fewer rights."""
        for entry in (*self.entries.of(other), *self.survey.entries(other)):
            if not self.survey.hides(entry, owner):
                continue
            for back in self._ways(entry):
                if back.coordinate == call.coordinate:
                    answers = await self.questions.ask_all([(back, other), (back, owner)])
                    return answers if answers and answers[0].is_good else []
        return []

    async def _hold_existence(self, entry: OwnEntry, own: RestAnswer, straight: RestAnswer) -> None:
        if straight.status != 403 or self.is_told(EXISTENCE_ACCESS, ""):  # noqa: PLR2004
            return
        missing = await self.questions.read(with_missing(entry.look_up), asker_of(straight))
        if missing is not None and await self.hold(EXISTENCE_ACCESS, [missing, own, straight]):
            self._told.add((EXISTENCE_ACCESS.name, ""))

    async def _hold_lists(self) -> None:
        """Rows that a list shows to one to whom their look-up is refused, and not to another."""
        for other in self.persons:
            tried: Counter[str] = Counter()
            for entry in self.survey.entries(other):
                listed = entry.listed
                if (
                    listed is None
                    or tried[listed.coordinate] >= _ROWS
                    or self.is_told(OBJECT_ACCESS, listed.coordinate)
                ):
                    continue
                tried[listed.coordinate] += 1
                straight = await self.questions.read(entry.look_up, other)
                if straight is None or not is_refused(straight):
                    continue
                for owner in self.persons:
                    own = await self.questions.read(entry.look_up, owner) if owner != other else None
                    if own is not None and own.is_good:
                        lists = await self.questions.ask_all([(listed, owner), (listed, other)])
                        await self.hold(OBJECT_ACCESS, [own, straight, *lists])
                        break

    async def _hold_counts(self) -> None:
        """Every number and total that two are told, beside the lists that show each of them something else."""
        for owner, other in permutations(self.persons[:_OWNERS], 2):
            for answer in self.survey.answers[other]:
                if not answer.is_good or self.is_told(COUNT_ACCESS, answer.call.coordinate):
                    continue
                for own in self.survey.lists(owner):
                    await self._hold_count(answer.call, own.call, owner, other)

    async def _hold_count(self, count: RestCall, listed: RestCall, owner: str, other: str) -> None:
        """Beside the lists of both; where that tells something, an entry more of the owner proves it."""
        asked = [(listed, owner), (listed, other), (count, owner), (count, other)]
        trace = [await self.questions.read(call, name) for call, name in asked]
        known = [one for one in trace if one is not None]
        if len(known) < len(trace) or first_mismatch(COUNT_ACCESS, known) is None:
            return
        plan = self.api.plans.get(f"POST {listed.path}") if self.api.settings.mutations else None
        if plan is not None and plan in self.entries.makers():
            before = await self.questions.ask_all([(listed, other), (count, other)])
            await self.entries.make(plan, owner)
            after = await self.questions.ask_all([(listed, other), (count, other)])
            if before and after and self.entries.last is not None:
                proof = [*known, *before, self.entries.last, *after]
                if await self.hold(COUNT_ACCESS, proof, again=False):
                    return
        await self.hold(COUNT_ACCESS, known)

    # credentials and functions

    async def _hold_credentials(self) -> None:
        """What requires credentials, without any; and with spoilt ones."""
        tokens = dict.fromkeys(self.persons, 0)
        for name in self.persons:
            guests = [*self.survey.answers[ANONYMOUS], *self.survey.keyed[ANONYMOUS]]
            for answer in [*self.survey.answers[name], *self.survey.keyed[name]]:
                guest = next((one for one in guests if one.call == answer.call), None)
                if guest is None or not answer.has_succeeded:
                    continue
                if self._asks_for_credentials(answer.call):
                    await self.hold(DOCUMENTED_ACCESS, [answer, guest])
                others = [one for one in self._of_others(answer.call, name) if one.is_good]
                own = all_pairs([answer.payload]) - all_pairs(one.payload for one in others)
                if is_refused(guest) and tokens[name] < _TRIED_WITH_TOKENS and answer.is_good and own:
                    tokens[name] += 1
                    await self._spoil(answer, [*others, guest], name)

    def _of_others(self, call: RestCall, name: str) -> Iterator[RestAnswer]:
        """What others who are known were answered."""
        for other in (*self.persons, *self.privileged):
            for one in (*self.survey.answers[other], *self.survey.keyed[other]):
                if one.call == call and other != name:
                    yield one

    async def _spoil(self, answer: RestAnswer, others: Sequence[RestAnswer], name: str) -> None:
        """Ask with what is left of somebody's credentials when they are spoilt."""
        known = self.api.target.credentials
        for how in _SPOILT:
            is_told = self.is_told(TOKEN_ACCESS, "")
            if known is None or is_told or not known.of(name).can_be_spoilt(how):
                continue
            taken = await self.questions.ask(answer.call, spoilt(name, how))
            if taken is not None and await self.hold(TOKEN_ACCESS, [*others, answer, taken]):
                self._told.add((TOKEN_ACCESS.name, ""))

    async def _hold_functions(self) -> None:
        """What the description or the paths beside it keep for others."""
        kept = [call for plan in self._kept_plans() for call in self._kept_calls(plan.coordinate)]
        for name in (*self.persons, ANONYMOUS):
            for call in kept:
                await self._hold_function(call, name)

    def _kept_plans(self) -> Iterator[CallableOperation]:
        """Reads that are kept for some, by what is said of them."""
        for plan in self.api.plans.values():
            operation = plan.operation
            is_kept = reserved_words(operation) or privileged_step(operation.path) or scopes_of(operation)
            if plan.method == "GET" and is_kept:
                yield plan

    async def _hold_function(self, call: RestCall, name: str) -> None:
        shown = await self.questions.read(call, name)
        by_right = [await self.questions.read(call, one) for one in self.privileged]
        known = [one for one in by_right if one is not None and one.has_succeeded]
        if shown is not None and shown.has_succeeded and (known or not self.privileged):
            peers = [one for one in self.survey.refusals(name) if one.call.coordinate != call.coordinate]
            await self.hold(FUNCTION_ACCESS, [*peers, *known, shown])

    def _kept_calls(self, coordinate: str) -> list[RestCall]:
        """Calls of it that somebody with more rights may make, or that were asked of all."""
        calls = {
            str(one.call): one.call
            for name in self.everybody
            for one in self.survey.answers[name]
            if one.call.coordinate == coordinate
        }
        plan = self.api.plans[coordinate]
        if not calls and plan.operation.path.count("{") == 1 and plan.operation.path.rstrip("/").endswith("}"):
            for name in self.privileged:
                for entry in self.survey.entries(name):
                    if entry.look_up.path == plan.operation.path:
                        calls.setdefault("", entry.look_up)
        return list(calls.values())[:2]

    # telling

    def is_told(self, rule: RestRelation, coordinate: str) -> bool:
        """Whether it was told already, or is not asked at all."""
        is_off = rule not in self.api.access_rules or self.api.errors.is_off("relation", rule.name)
        return is_off or (rule.name, coordinate) in self._told

    def passed(self, rule: RestRelation) -> None:
        """What was tried was refused, or shows nothing."""
        self.api.tallies.add(rule.name, "passed")

    async def hold(self, rule: RestRelation, trace: Sequence[RestAnswer], *, again: bool = True) -> bool:
        """Hold a rule against a trace; what breaks it is cut to what shows it, asked ``again``, and told."""
        if self.is_told(rule, trace[-1].call.coordinate if trace else ""):
            return False
        with self.api.errors.guard("relation", rule.name):
            found = first_mismatch(rule, trace)
            self.api.tallies.add(rule.name, "failed" if found else "passed")
            if found is None:
                return False
            small = fewest(rule, trace)
            if again and rule.name not in SURE_AT_ONCE:
                small = await self._again(small)
                found = first_mismatch(rule, small)
                if found is None:
                    return False
            found = first_mismatch(rule, small) or found
            self._tell(rule, small)
            return True
        return False

    async def _again(self, trace: Sequence[RestAnswer]) -> list[RestAnswer]:
        again = []
        for one in trace:
            case = one.exchange.case
            answer = await self.questions.ask(one.call, case.identity or MAIN)
            if answer is None:
                return []
            again.append(answer)
        return again

    def _tell(self, rule: RestRelation, trace: Sequence[RestAnswer]) -> None:
        mismatch = first_mismatch(rule, trace)
        if mismatch is None:
            return
        exchange = trace[mismatch.step].exchange
        finding = Finding(
            rule.name,
            mismatch.coordinate,
            mismatch.message,
            exchange,
            mismatch.severity,
            excerpt=mismatch.excerpt or raw_excerpt(exchange.body),
            trace=tuple(one.exchange for one in trace),
            shrunk=True,
            reproduced=True,
        )
        self._told.add((rule.name, mismatch.coordinate))
        self.sender.count([finding])


def asker_of(answer: RestAnswer) -> str:
    """The name of whoever asked."""
    return answer.exchange.case.identity or MAIN
