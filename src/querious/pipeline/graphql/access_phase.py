"""The phase that asks the same as several identities, and holds what they are answered against each other.

It learns first what lists show to whom, read to their end. What one is shown and another is not is then asked for by
every way in, as its owner, as the other, and without credentials. What the rules of ``querious.access`` hold against
these readings is asked once more before it counts.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final, NamedTuple

from querious.access import ACCESS_RULES, Answered
from querious.access.evidence import hiding_list
from querious.access.names import is_relative
from querious.answers.pages import PageMember, member_of
from querious.graphql.access import EntryPoints
from querious.graphql.access.made_up_keys import made_up_key
from querious.graphql.cases import problems
from querious.model.arguments import sent
from querious.model.document_text import write_case
from querious.model.identity import ANONYMOUS, spoilt
from querious.model.operation import Field
from querious.model.turns import in_turn
from querious.pipeline.graphql.access_changes import ChangeScenarios, RenewedScenario, pairs
from querious.pipeline.graphql.relations_phase import confirmed
from querious.text.words import words

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from querious.access import AccessRule, Reading, ShownObject
    from querious.graphql.access.entry_points import KeyedField, OpenList
    from querious.model import JSON, Case, Exchange, Finding, Operation, Selection
    from querious.model.identity import Identity
    from querious.pipeline.budget import RunBudget
    from querious.pipeline.graphql.api import GraphqlApi
    from querious.pipeline.ledger import Ledger
    from querious.pipeline.run.batch_sender import BatchSender
    from querious.pipeline.run.session import Judged

_ASKING: Final = 0.2
_JUDGING: Final = 0.08
"""The parts of the budget that asking may take, and asking again what was found, from when the phase begins."""
_ENOUGH: Final = 500
_HALF: Final = 0.5
"""Requests that asking a small API takes, and the part that they may be of few."""
_LATEST: Final = 0.8
_LISTS: Final = 40
_NESTED: Final = 15
"""Lists that are asked with what is below their rows as well."""
_PAGES: Final = 5
"""Pages of a list that are read at most."""
_KEYED: Final = 60
_OBJECTS: Final = 3
"""Objects of a type and an owner that are asked for by every way in."""
_VISIBLE: Final = 2
"""The same of objects that nobody keeps for themselves."""
_SPOILT: Final = ("made up", "cut short", "unsigned", "expired")
_QUESTIONS: Final = 2
"""Questions that are asked with spoilt credentials."""
_LONGEST_WORD: Final = 40
_SHORTEST_WORD: Final = 4


class AskedQuestion(NamedTuple):
    """An exchange, and what it says."""

    exchange: Exchange
    reading: Reading


class Private(NamedTuple):
    """An object that a list shows to one and not to another."""

    shown: ShownObject
    owner: str
    other: str
    way: str
    """Of the list."""


class AccessPhase:
    """Asks as long as there is something to ask and the budget lasts."""

    def __init__(self, api: GraphqlApi, sender: BatchSender, ledger: Ledger) -> None:
        self._api = api
        self._sender = sender
        self._ledger = ledger
        self._entries = EntryPoints(api.schema, api.allowed)
        self._rules = {rule.name: rule for rule in ACCESS_RULES if rule.name in api.access_rules}
        self._asked: dict[tuple[str, str], AskedQuestion | None] = {}
        """By question and identity."""
        self._told: set[tuple[str, str]] = set()
        """Rules and coordinates that were told."""
        self._budget: RunBudget = sender.budget

    @property
    def can_compare(self) -> bool:
        """Whether there are two at least who can be told apart, and credentials of one of them."""
        return bool(self._rules) and len(self._api.asking()) > 1

    async def compare(self) -> None:
        """Ask, within a part of the budget; some of that is kept for asking again what was found."""
        done = self._sender.budget.share() or 0.0
        asking = _ASKING if not self._api.settings.requests else max(_ASKING, _ENOUGH / self._api.settings.requests)
        until = min(_LATEST, done + min(_HALF, asking))
        self._budget = self._sender.budget.part(until)
        if not self.can_compare or self._over():
            return
        self._sender.enter("access")
        everybody = [one.name for one in self._api.asking()]
        known = [one.name for one in self._api.asking() if _owns(one)]
        lists = await self._read_lists(everybody)
        await self._judge_lists()
        private = self._private(lists, known)
        await self._spoil(lists, known)
        await self._ask_by_key(private, known, everybody)
        await self._ask_nested(everybody)
        self._budget = self._sender.budget.part(min(_LATEST, until + _JUDGING))
        await self._judge_objects(private)
        await self._judge_fields()
        await self._judge_existence()

    async def change(self) -> None:
        """Let others try to change what one has created, within a part of the budget."""
        done = self._sender.budget.share() or 0.0
        self._budget = self._sender.budget.part(min(_LATEST, done + _JUDGING))
        known = [one.name for one in self._api.asking() if _owns(one)]
        if not known or self._over():
            return
        self._sender.enter("access")
        self._api.note_change()
        scenarios = ChangeScenarios(self._api, self._ask_anew, self._rules)
        for collection in await scenarios.collections(known[0]):
            for owner, other in pairs(known):
                if self._over():
                    return
                found = await scenarios.findings(collection, owner, other)
                for one in found:
                    renewed = RenewedScenario(replace(scenarios, ask=self._ask_late), collection, owner, other)
                    self._sender.session.renewed[one.fingerprint] = renewed
                self._sender.count(found)
            if not self._over():
                self._sender.count(await scenarios.assigned(collection, known[0], self._person(known)))

    def _person(self, known: Sequence[str]) -> str:
        """The key of somebody else, as they are shown themselves; empty where nothing shows it."""
        for asked in self._readings():
            if asked.reading.identity in known[1:] and is_relative(asked.reading.way):
                for shown in asked.reading.objects:
                    if not shown.is_nested and not shown.is_row:
                        return shown.key
        return ""

    # asking

    async def _ask_late(self, case: Case) -> Exchange | None:
        """What comes of it when the phase is over, and what was found is shown again."""
        return await self._sender.session.send(case) if self._may_ask(case) else None

    async def _ask_anew(self, case: Case) -> Exchange | None:
        """What comes of it now, whatever came of it before; None where it may not be asked."""
        if self._over() or not self._may_ask(case):
            return None
        answers: list[Exchange] = []

        def look(exchange: Exchange, _: Judged) -> None:
            answers.append(exchange)

        await self._sender.send(iter([replace(case, number=self._sender.cases)]), look)
        return answers[0] if answers else None

    def _over(self) -> bool:
        return bool(self._sender.ended or self._budget.spent())

    async def _ask(self, questions: Iterable[tuple[Operation, str]]) -> list[AskedQuestion | None]:
        """What came of each, in this order; None where it may not be asked, or the budget ended before."""
        cases = [write_case(0, operation, identity=name) for operation, name in questions]
        new = {_key(case): case for case in cases if _key(case) not in self._asked and self._may_ask(case)}
        if new and not self._over():
            first = self._sender.cases
            numbered = [replace(case, number=first + place) for place, case in enumerate(new.values())]

            def look(exchange: Exchange, _: Judged) -> None:
                self._asked[_key(exchange.case)] = self._read(exchange)

            await self._sender.send(iter(numbered), look)
        return [self._asked.get(_key(case)) for case in cases]

    def _read(self, exchange: Exchange) -> AskedQuestion:
        return AskedQuestion(exchange, self._api.reading(exchange))

    def _may_ask(self, case: Case) -> bool:
        operation = case.operation
        if operation.kind == "mutation" and not self._api.settings.mutations:
            return False
        if self._api.is_too_deep(operation) or self._api.moved.strip(operation) is not operation:
            return False
        return not problems(self._api.schema, case)

    async def _read_lists(self, names: Sequence[str]) -> list[OpenList]:
        """Every list to its end, as everybody."""
        lists = self._entries.lists()[:_LISTS]
        following = [(one, name, one.asking()) for one in lists for name in names]
        for page in range(_PAGES):
            if not following or self._over():
                break
            answers = await self._ask([(operation, name) for _, name, operation in following])
            going_on = []
            for (one, name, _), asked in zip(following, answers, strict=True):
                more = None if asked is None else _next_page(one, asked, page)
                if more is not None:
                    going_on.append((one, name, one.asking(more)))
            following = going_on
        await self._ask([(operation, name) for operation in self._entries.singles() for name in names])
        await self._ask([(operation, name) for operation in self._entries.demanding() for name in names])
        return lists

    async def _ask_nested(self, names: Sequence[str]) -> None:
        """What lists show below their rows."""
        await self._ask([(one, name) for one in self._entries.nested_lists()[:_NESTED] for name in names])

    # what belongs to whom

    def _readings(self) -> list[AskedQuestion]:
        return [asked for asked in self._asked.values() if asked is not None]

    def _private(self, lists: Sequence[OpenList], known: Sequence[str]) -> list[Private]:
        """Objects that a list shows to one and, read to its end, not to another; few of each type."""
        del lists
        readings = [asked.reading for asked in self._readings() if asked.reading.lists()]
        found: dict[tuple[str, str, str], list[Private]] = {}
        for reading in readings:
            if reading.identity not in known:
                continue
            for shown in reading.objects:
                for other in (*known, ANONYMOUS):
                    place = (shown.type, reading.identity, other)
                    if other == reading.identity or not shown.is_row or len(found.get(place, ())) >= _OBJECTS:
                        continue
                    way = hiding_list(readings, other, reading.identity, shown)
                    if way is not None and all(one.shown.key != shown.key for one in found.get(place, ())):
                        found.setdefault(place, []).append(Private(shown, reading.identity, other, way))
        ordered = {place: found[place] for place in sorted(found, key=lambda place: place[2] == ANONYMOUS)}
        return list(in_turn(ordered.values()))

    # every way in

    async def _ask_by_key(self, private: Sequence[Private], known: Sequence[str], everybody: Sequence[str]) -> None:
        """Look-ups, batches, filters and searches, first as the owner: where they show something, as the others."""
        questions = list({_mark(one): one for one in self._keyed_questions(private, known)}.values())
        for start in range(0, len(questions), _KEYED):
            part = questions[start : start + _KEYED]
            if self._over():
                return
            answers = await self._ask([(_operation(one), one[0]) for one in part])
            shown = [
                one
                for one, asked in zip(part, answers, strict=True)
                if asked is not None and any(found.facts for found in asked.reading.objects)
            ]
            await self._ask([(_operation(one), name) for one in shown for name in everybody])

    def _keyed_questions(self, private: Sequence[Private], known: Sequence[str]) -> Iterator[_Question]:
        keyed = self._entries.keyed()[:_KEYED]
        searches = self._entries.searches()
        visible = list(self._visible(known))
        for field in keyed:
            for one in private:
                if one.shown.type in field.types:
                    yield one.owner, field, one.shown.key
            for owner, shown in visible:
                if shown.type in field.types or _may_name(field, shown):
                    yield owner, field, shown.key
        for field in (*keyed, *searches):
            for one in private:
                if one.shown.type in field.types:
                    for value in _values_for(field, one.shown):
                        yield one.owner, field, value

    def _visible(self, known: Sequence[str]) -> Iterator[tuple[str, ShownObject]]:
        """Some objects of every type, whoever they belong to, with somebody who is shown them."""
        count: dict[tuple[str, str], int] = {}
        met: set[tuple[str, str]] = set()
        for _, reading in self._readings():
            for shown in reading.objects if reading.identity in known else ():
                place = (shown.type, reading.identity)
                if count.get(place, 0) < _VISIBLE and (shown.type, shown.key) not in met:
                    met.add((shown.type, shown.key))
                    count[place] = count.get(place, 0) + 1
                    yield reading.identity, shown

    # judging

    async def _judge_objects(self, private: Sequence[Private]) -> None:
        for one in private:
            for sight in [asked for asked in self._readings() if self._is_sight(asked.reading, one)]:
                if self._over():
                    return
                shown = sight.reading.shows(one.shown.type, one.shown.key)
                if shown is not None and ("object-access", shown.way) not in self._told:
                    await self._judge("object-access", self._trace(one, sight))

    def _is_sight(self, reading: Reading, one: Private) -> bool:
        is_shown = reading.answered is Answered.DATA and reading.shows(one.shown.type, one.shown.key) is not None
        return reading.identity == one.other and not reading.changes and is_shown

    def _trace(self, one: Private, sight: AskedQuestion) -> list[AskedQuestion]:
        """All that speaks for and against: who is shown it in lists, who is answered what by this way and by others."""
        shown, question = one.shown, sight.reading.question
        pair = {one.owner, one.other}
        lists, same, others = [], [], []
        for asked in self._readings():
            reading = asked.reading
            speaks_of_it = shown.key in reading.given or _lists(reading, shown)
            same_way = reading.identity in pair and reading.way == sight.reading.way and bool(reading.given)
            if reading.lists() and reading.identity in pair and reading.way == one.way:
                lists.append(asked)
            elif reading.question == question:
                same.append(asked)
            elif (reading.identity in pair and speaks_of_it) or same_way:
                others.append(asked)
        refusing = [asked for asked in others if asked.reading.answered in (Answered.REFUSED, Answered.NOTHING)]
        asked_too = {asked.reading.question for asked in refusing}
        refusing += [a for a in others if a.reading.question in asked_too and a not in refusing]
        listed = [a for a in others if _lists(a.reading, shown) and a not in refusing]
        before = [asked for asked in same if asked is not sight]
        return [*lists, *listed, *refusing, *before, sight]

    async def _judge_lists(self) -> None:
        """Counts, and what descriptions keep for some."""
        asked = self._readings()
        for one in asked:
            if one.reading.demand is not None and one.reading.answered is Answered.DATA:
                await self._judge("documented-access", [one])
        by_question: dict[str, list[AskedQuestion]] = {}
        for one in asked:
            if one.reading.totals:
                by_question.setdefault(one.reading.question, []).append(one)
        for group in by_question.values():
            for place, first in enumerate(group):
                for second in group[place + 1 :]:
                    await self._judge("count-access", [first, second])

    async def _judge_fields(self) -> None:
        """A field that is refused on one way: asked under another name too, and held against all other ways."""
        refused = [(one, shown) for one in self._readings() for shown in one.reading.objects if shown.denied]
        owners = [one.name for one in self._api.asking() if one.name != ANONYMOUS]
        renamed = [(_renamed(one.exchange.case.operation), one.reading.identity) for one, _ in refused[:_KEYED]]
        await self._ask(renamed)
        for one, shown in refused:
            for name in shown.denied:
                if self._over() or ("field-access", f"{shown.type}.{name}") in self._told:
                    continue
                value = self._shown_to_others(one.reading.identity, shown, name, owners)
                way_round = value and self._showing(one.reading.identity, shown, name)
                if value and way_round:
                    await self._judge("field-access", [one, value, way_round])

    def _shown_to_others(
        self, identity: str, shown: ShownObject, name: str, owners: Sequence[str]
    ) -> AskedQuestion | None:
        for asked in self._readings():
            if asked.reading.identity != identity and asked.reading.identity in owners:
                theirs = asked.reading.shows(shown.type, shown.key)
                if theirs is not None and name in theirs.facts:
                    return asked
        return None

    def _showing(self, identity: str, shown: ShownObject, name: str) -> AskedQuestion | None:
        for asked in self._readings():
            if asked.reading.identity == identity:
                for one in asked.reading.objects:
                    if (one.type, one.key) == (shown.type, shown.key) and name in one.facts:
                        return asked
        return None

    async def _judge_existence(self) -> None:
        """Ask for what does not exist where somebody was refused what does."""
        told: set[str] = set()
        for asked in self._readings():
            reading = asked.reading
            is_refused = reading.answered is Answered.REFUSED and reading.given and reading.identity != ANONYMOUS
            if not is_refused or reading.way in told or reading.changes or self._over():
                continue
            told.add(reading.way)
            owner = next((one for one in self._readings() if _shows_same(one, asked)), None)
            operation = _with_other_key(asked.exchange.case.operation, reading.given)
            if owner is None or operation is None:
                continue
            (missing,) = await self._ask([(operation, reading.identity)])
            if missing is not None:
                await self._judge("existence-access", [owner, asked, missing])

    async def _spoil(self, lists: Sequence[OpenList], known: Sequence[str]) -> None:
        """Ask what tells who asks with credentials that nobody should accept."""
        credentials = self._api.target.credentials
        operations = [*(one.asking() for one in lists), *self._entries.singles()]
        for name in known[:2]:
            asked = 0
            for operation in operations:
                asking = [name, ANONYMOUS, *[one for one in known if one != name][:1]]
                whole, nobody, *others = await self._ask([(operation, one) for one in asking])
                if whole is None or nobody is None or asked >= _QUESTIONS or not _is_personal(whole, nobody):
                    continue
                asked += 1
                for how in _SPOILT:
                    if credentials is None or not credentials.of(name).can_be_spoilt(how) or self._over():
                        continue
                    (answer,) = await self._ask([(operation, spoilt(name, how))])
                    if answer is not None:
                        await self._judge("token-access", [whole, nobody, *filter(None, others), answer])

    async def _judge(self, name: str, trace: Sequence[AskedQuestion]) -> None:
        """Hold a rule against the readings; what breaks it is asked again, one after the other, before it counts."""
        rule = self._rules.get(name)
        if rule is None or self._api.errors.is_off("rule", name):
            return
        found = [one for one in self._findings(rule, trace) if (name, one.coordinate) not in self._told]
        self._api.tallies.add(name, "failed" if found else "passed")
        if not found or self._over():
            return
        again: list[Exchange] = []
        for exchange in self._api.shortest_access_trace(rule, [asked.exchange for asked in trace], found[0]):
            answer = await self._ask_anew(exchange.case)
            if answer is None:
                return
            again.append(answer)
        sure = confirmed(found, self._api.access_findings(rule, again))
        self._told |= {(name, one.coordinate) for one in sure}
        self._sender.count(sure)

    def _findings(self, rule: AccessRule, trace: Sequence[AskedQuestion]) -> list[Finding]:
        return self._api.access_findings(rule, [asked.exchange for asked in trace])


_Question = tuple[str, "KeyedField", "JSON"]


def _owns(identity: Identity) -> bool:
    """Whether what it is shown says what is its own."""
    return not identity.privileged and not identity.is_anonymous


def _key(case: Case) -> tuple[str, str]:
    return f"{case.document}\0{case.variables!r}", case.identity


def _mark(question: _Question) -> tuple[str, str, tuple[str, ...], str]:
    owner, field, value = question
    return owner, field.coordinate, field.inputs, repr(value)


def _operation(question: _Question) -> Operation:
    _, field, value = question
    return field.asking(value)


def _lists(reading: Reading, shown: ShownObject) -> bool:
    return reading.lists() and reading.shows(shown.type, shown.key) is not None


def _next_page(field: OpenList, asked: AskedQuestion, page: int) -> dict[str, JSON] | None:
    """What asks for the page after this one; None where there is none, or no way to ask for it."""
    rows = len(asked.reading.objects)
    if asked.reading.complete or not rows or asked.reading.answered is not Answered.DATA:
        return None
    cursor = next(iter(_cursors(asked.exchange.payload)), None) if field.after else None
    if cursor:
        return {field.after: cursor}
    return {field.offset: rows * (page + 1)} if field.offset else None


def _cursors(value: JSON) -> Iterator[str]:
    if isinstance(value, dict):
        for name, inner in value.items():
            if isinstance(inner, str) and inner and member_of(name) is PageMember.END:
                yield inner
            else:
                yield from _cursors(inner)
    elif isinstance(value, list):
        for inner in value[:1]:
            yield from _cursors(inner)


def _may_name(field: KeyedField, shown: ShownObject) -> bool:
    """Whether the key of an object may be what a filter is given: ``notes(userId:)`` takes that of a user."""
    named = set(words(field.inputs[-1])) | {"owner", "author"} & set(words(field.inputs[-1]))
    people = {"owner", "author", "creator", "assignee", "customer", "member"}
    is_person = not {"user", "account", "member", "person", "customer"}.isdisjoint(words(shown.type))
    return not set(words(shown.type)).isdisjoint(named) or (is_person and not people.isdisjoint(named))


def _values_for(field: KeyedField, shown: ShownObject) -> Iterator[JSON]:
    """What an object shows that a filter or a search can be given."""
    name = field.inputs[-1]
    for fact, value in shown.facts.items():
        if isinstance(value, bool) or not isinstance(value, str | int):
            continue
        if words(fact) == words(name):
            yield value
            return
    for value in shown.facts.values():
        word = next(iter(value.split()), "") if isinstance(value, str) else ""
        if _SHORTEST_WORD <= len(word) <= _LONGEST_WORD and word.isalpha():
            yield word
            return


def _renamed(operation: Operation) -> Operation:
    """The same with every leaf under another name."""
    return operation._replace(selections=_renamed_leaves(operation.selections))


def _renamed_leaves(selections: Sequence[Selection]) -> list[Selection]:
    found: list[Selection] = []
    for one in selections:
        if one.children:
            found.append(one._replace(children=_renamed_leaves(one.children)))
        elif isinstance(one, Field) and not (one.name == "__typename" or one.alias or member_of(one.name)):
            found.append(one._replace(alias=f"as_{one.name}"))
        else:
            found.append(one)
    return found


def _with_other_key(operation: Operation, given: frozenset[str]) -> Operation | None:
    """The same for a key that nothing has."""
    node = operation.selections[0]
    if not isinstance(node, Field) or len(given) != 1:
        return None

    def other(value: JSON) -> JSON:
        if isinstance(value, dict):
            return {name: other(inner) for name, inner in value.items()}
        if isinstance(value, list):
            return [other(inner) for inner in value]
        return made_up_key(value)

    arguments = tuple((name, other(value)) for name, value in sent(node.arguments).items())
    return operation._replace(selections=(node._replace(arguments=arguments),))


def _shows_same(one: AskedQuestion, refused: AskedQuestion) -> bool:
    is_same = one.reading.question == refused.reading.question and one.reading.identity != ANONYMOUS
    return is_same and any(shown.key in refused.reading.given for shown in one.reading.objects)


def _is_personal(whole: AskedQuestion, nobody: AskedQuestion) -> bool:
    """Whether an answer shows what is not shown to whoever brings no credentials."""
    theirs = {(one.type, one.key) for one in whole.reading.objects if one.facts}
    public = {(one.type, one.key) for one in nobody.reading.objects}
    return bool(theirs - public) and nobody.reading.answered is not Answered.FAILED
