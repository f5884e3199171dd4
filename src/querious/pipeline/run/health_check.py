"""Whether the API still works after mutations: the session, the account, the settings and the schema that a run needs.

A mutation may take these away. Then everything that is asked after it fails, and innocent queries look faulty. So
queries that have returned data, the canaries, are asked again after every batch with mutations, and when errors rise.
When most of them fail, nothing else is asked until the mutation that did it is found: where credentials can be renewed,
the suspects are sent again one by one, each followed by the canaries. It is left out from then on. Where the API does
not recover, the run ends, and says why.
"""

from __future__ import annotations

import asyncio
from dataclasses import replace
from typing import TYPE_CHECKING, Final, NamedTuple

from querious.errors import ConfigError
from querious.model.hazards import Threat
from querious.pipeline.ledger import light
from querious.pipeline.run.collapse import (
    ALIVE,
    COLLAPSE,
    CollapseState,
    Sight,
    Streak,
    Survey,
    collapse_finding,
    is_bad,
    split,
    state_of,
)
from querious.pipeline.run.mutation_order import named
from querious.pipeline.run.shrink_phase import shows
from querious.text.display import plural

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from querious.model import Case, Exchange, Finding
    from querious.pipeline.run.api_under_test import Canary
    from querious.pipeline.run.batch_sender import BatchSender
    from querious.pipeline.run.session import Judged, Session

_CANDIDATES: Final = 24
_CANARIES: Final = 8
"""Queries that are asked again at most; each begins with another root field."""
_AT_A_TIME: Final = 3
"""Of these, how many are asked in turn after a mutation that succeeds for the first time; one after any other."""
THOROUGH: Final = 5
"""The same after a dangerous mutation."""
_PAUSES: Final = (0.0, 0.5, 1.5)
"""Seconds before each further look, until the API counts as broken: a server may be restarting."""
_REPEATED: Final = 6
"""Suspects that are sent again, to find the one that did it."""
_TWICE: Final = 2
_REMEMBERED: Final = 32
"""Mutations of the batch before that are suspects where the batch at hand has none."""
_GATEWAY: Final = frozenset((502, 503, 504))
_STOPPING: Final = frozenset((Threat.SETTINGS, Threat.SHUTDOWN))


class _Event(NamedTuple):
    """One answer of the batch at hand."""

    number: int
    bad: bool
    mutations: Sequence[str]
    exchange: Exchange | None
    """Of mutations only."""


class _Suspect(NamedTuple):
    coordinate: str
    exchange: Exchange


class HealthCheck:
    """Watches over the answers of a run with mutations, see the module."""

    def __init__(self, session: Session, sender: BatchSender) -> None:
        self._session = session
        self._api = session.api
        self._order = session.api.mutations
        self._sender = sender
        self._streak = Streak()
        self._candidates: dict[str, Canary] = {}
        self._trusted: dict[str, Case] = {}
        self._turn = 0
        self._events: list[_Event] = []
        self._earlier: list[_Suspect] = []
        self._changed = False
        """Whether any mutation was sent."""
        self._cleared: set[str] = set()
        """Mutations that have succeeded and after which the API still worked."""
        self._unexplained = 0
        """How often the API stopped working and recovered, and no suspect sent again could be shown to have done it."""
        self.thorough = False
        """Whether more canaries than usual are asked after every batch with mutations."""

    def watched(self, cases: Iterator[Case]) -> Iterator[Case]:
        """The cases that leave our own account alone, until answers collapse."""
        for case in cases:
            if self._order.spares(case):
                continue
            yield case
            if self._changed and self._streak.alarming:
                return

    def note(self, exchange: Exchange, judged: Judged) -> None:
        """Take in an answer, as it comes."""
        case = exchange.case
        if not case.valid:
            return
        mutations = self._order.asked_by(case)
        self._changed = self._changed or bool(mutations)
        shown = light(exchange) if mutations else None
        self._events.append(_Event(case.number, is_bad(judged.outcome), mutations, shown))
        if not mutations:
            self._streak.note(judged.outcome)
            self._learn(exchange, judged)

    def _learn(self, exchange: Exchange, judged: Judged) -> None:
        """Keep what brought data as a candidate for a canary; what needs no arguments is the better one."""
        if judged.outcome != "data" or len(self._candidates) >= _CANDIDATES:
            return
        for canary in self._api.canaries(exchange):
            known = self._candidates.get(canary.coordinate)
            if known is None or canary.arguments < known.arguments:
                self._candidates[canary.coordinate] = canary

    async def prepare(self) -> None:
        """Before the first mutation: see which canaries work."""
        if self._trusted:
            return
        simplest = sorted(self._candidates.values(), key=lambda canary: canary.arguments)[:_CANARIES]
        chosen = {canary.coordinate: canary.case for canary in simplest}
        if self._api.alive is not None:
            chosen[ALIVE] = self._api.alive
        survey = await self._survey(chosen)
        good = {sight.coordinate for sight in survey.sights if sight.state is CollapseState.GOOD}
        self._trusted = {coordinate: case for coordinate, case in chosen.items() if coordinate in good}

    async def check(self, judged: dict[int, Judged]) -> None:
        """After a batch, before it is taken in: see whether the API still works.

        What answers told that came after the collapse is taken out of ``judged``.
        """
        alarming = self._changed and self._streak.alarming
        if self._sender.spent():
            if alarming:
                self._tell_of(self._withdraw(split([event.bad for event in self._events]), judged))
        elif alarming or any(event.mutations for event in self._events):
            await self.prepare()
            survey = await self._look()
            if survey is not None:
                await self._collapsed(survey, judged)
            else:
                self._cleared.update(self._succeeded())
            self._streak.forgive()
        self._clear()

    def _clear(self) -> None:
        self._earlier = list(self._suspects_in(self._events))[-_REMEMBERED:]
        self._events = []

    def _succeeded(self) -> Iterator[str]:
        for event in self._events:
            if not event.bad:
                yield from event.mutations

    async def _look(self) -> Survey | None:
        """The canaries, if they have collapsed; at first only some of them are asked."""
        names = list(self._trusted)
        new = not self._cleared.issuperset(self._succeeded())
        few = _AT_A_TIME if new or self._streak.alarming else 1
        few = min(THOROUGH if self.thorough else few, len(names))
        some = [names[(self._turn + step) % len(names)] for step in range(few)]
        self._turn += few
        first = await self._survey({name: self._trusted[name] for name in some})
        self._session.tallies.add(COLLAPSE, "failed" if first.failing else "passed")
        if not first.failing:
            return None
        survey = await self._survey(self._trusted)
        if survey.collapsed:
            return survey
        for sight in survey.failing:  # that has a reason of its own, and findings about it stand
            del self._trusted[sight.coordinate]
        return None

    async def _survey(self, asked: dict[str, Case]) -> Survey:
        """Ask canaries, as far as the budget goes; what they are answered is judged by nobody."""
        cases: list[Case] = []
        for case in asked.values():
            if not self._sender.spent() and self._sender.asking.allows(len(cases) + 1):
                cases.append(replace(case, number=self._sender.next_number()))
        exchanges = await asyncio.gather(*map(self._session.send, cases))
        sights = []
        for coordinate, exchange in zip(asked, exchanges, strict=False):
            sights.append(Sight(coordinate, state_of(exchange, self._api), light(exchange)))
        return Survey(sights)

    # what to do about it

    async def _collapsed(self, survey: Survey, judged: dict[int, Judged]) -> None:
        began = split([event.bad for event in self._events])
        suspects = self._ranked(began, dead=survey.dead)
        withdrawn = self._withdraw(began, judged)
        back = await self._restore()
        culprit = suspects[0] if len(suspects) == 1 else None
        if back and culprit is None:
            culprit = await self._repeat(suspects)
            back = culprit is None or await self._restore()
        self._tell(culprit, suspects, survey, back=back)
        withdrawn = self._give_back(withdrawn, suspects[0] if culprit is None and suspects else culprit)
        if back:
            await self._show_again(withdrawn)
        else:
            self._tell_of(withdrawn)

    def _give_back(self, withdrawn: Sequence[Finding], culprit: _Suspect | None) -> list[Finding]:
        """Report what the culprit itself was answered; gives the others."""
        others = []
        for finding in withdrawn:
            asked = self._order.asked_by(finding.exchange.case)
            if culprit is not None and culprit.coordinate in asked:
                self._sender.count([finding])
            else:
                others.append(finding)
        return others

    def _tell_of(self, withdrawn: Sequence[Finding]) -> None:
        if withdrawn:
            told = "Not reported, because a mutation before them may be their cause"
            self._sender.note(f"{told}: {plural(len(withdrawn), 'finding')} of the last answers.")

    def _ranked(self, began: int, *, dead: bool) -> list[_Suspect]:
        """Who may have done it: what never succeeded before, and the last of these before answers turned bad.

        Where nothing answers any more, the first that was not answered.
        """
        placed = []
        for place, event in enumerate(self._events):
            for suspect in self._suspects_in([event]):
                distance = began - place if place < began else place - began
                placed.append(((suspect.coordinate in self._cleared, event.bad is not dead, distance), suspect))
        placed.sort(key=lambda pair: pair[0])
        found = [suspect for _, suspect in placed] or self._earlier[::-1]
        return list({suspect.coordinate: suspect for suspect in reversed(found)}.values())[::-1]

    @staticmethod
    def _suspects_in(events: Sequence[_Event]) -> Iterator[_Suspect]:
        for event in events:
            for coordinate in event.mutations:
                if event.exchange is not None:
                    yield _Suspect(coordinate, event.exchange)

    def _withdraw(self, began: int, judged: dict[int, Judged]) -> list[Finding]:
        """Take out of a batch what came after its answers turned bad, findings and lessons; gives the findings."""
        found: dict[str, Finding] = {}
        for event in self._events[began:]:
            one = judged.get(event.number)
            if one is None or (event.mutations and not event.bad):
                continue
            found |= {finding.fingerprint: finding for finding in one.findings}
            judged[event.number] = one._replace(findings=[], lesson=None)
        return list(found.values())

    async def _restore(self) -> bool:
        """Log in again, if that can be done, and see whether the canaries work."""
        try:
            await self._session.renew()
        except ConfigError as error:
            self._sender.note(f"Credentials could not be renewed: {error}.")
        for pause in _PAUSES:
            await asyncio.sleep(pause)
            survey = await self._survey(self._trusted)
            if self._sender.spent():
                return False
            if not survey.collapsed:
                return True
        return False

    async def _repeat(self, suspects: Sequence[_Suspect]) -> _Suspect | None:
        """Send suspects again, one at a time, until the canaries fail once more."""
        for suspect in suspects[:_REPEATED]:
            if self._sender.spent():
                return None
            self._sender.next_number()
            await self._session.send(suspect.exchange.case)
            if (await self._survey(self._trusted)).collapsed:
                return suspect
        return None

    async def _show_again(self, withdrawn: Sequence[Finding]) -> None:
        """Report what still shows now that the API works again."""
        for finding in withdrawn:
            if self._order.may_repeat(finding) and not self._sender.spent():
                self._sender.next_number()
                shown = await shows(self._session, finding, (finding.exchange.case,))
                if shown is not None:
                    self._sender.count([shown])

    def _tell(self, culprit: _Suspect | None, suspects: Sequence[_Suspect], survey: Survey, *, back: bool) -> None:
        """Say what happened, leave out what did it, and end the run where the API does not recover."""
        if culprit is None and back:
            self._unexplained += 1
            if self._unexplained < _TWICE or not suspects:
                self._sender.note(f"For a while {survey.told()}; no mutation did it again when sent alone.")
                return
        known = culprit or (suspects[0] if suspects else None)
        if known is None:
            self._end(f"{survey.told()}, and no mutation was sent before that: did the session expire?", survey)
            return
        others = [one.coordinate for one in suspects[:_REPEATED] if one is not known] if culprit is None else []
        self._blame(known, survey)
        told = f"after {known.coordinate} {survey.told()}"
        if others:
            told = f"after {known.coordinate}, or one of {named(others)}, {survey.told()}"
        if back:
            again = "after a new login" if self._session.renewable else "now"
            self._sender.note(f"{told[0].upper()}{told[1:]}; they work again {again}. {known.coordinate} is left out.")
        else:
            self._end(told, survey)

    def _blame(self, culprit: _Suspect, survey: Survey) -> None:
        """Leave a mutation out. That an API crashes is a suspicion; that it refuses, as after a logout, is not."""
        name = culprit.coordinate
        self._order.leave_out(name)
        if survey.crashed and not self._is_meant(name, survey):
            self._sender.count([collapse_finding(name, survey, culprit.exchange)])

    def _end(self, reason: str, survey: Survey) -> None:
        """Ask nothing more."""
        remedy = ""
        if not survey.crashed and not self._session.renewable:
            remedy = " Define headers() in a hooks file to log in again, so that the rest can be tested."
        self._sender.note(f"{reason[0].upper()}{reason[1:]}. Nothing more is sent.{remedy}")
        self._order.end()
        self._sender.end(reason, instead=True)

    def _is_meant(self, coordinate: str, survey: Survey) -> bool:
        """Whether a mutation is there to make the API unavailable, and the API says no more than that it is."""
        hazard = self._order.hazards.get(coordinate)
        gateway = all(sight.exchange.status in _GATEWAY or sight.exchange.failure for sight in survey.failing)
        return hazard is not None and hazard.threat in _STOPPING and gateway
