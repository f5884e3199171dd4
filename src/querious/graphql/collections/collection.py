"""A collection of a GraphQL service, as the model sees it."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any, Self

from hypothesis import strategies as st

from querious.answers.complaints import ending_of_complaint, text_of
from querious.graphql.collections.documents import Document, fits, parent_variable
from querious.graphql.collections.endings import ending_of
from querious.graphql.collections.forms import as_argument, put
from querious.graphql.collections.keys import unknown_keys
from querious.graphql.collections.pages import Pages
from querious.graphql.collections.payloads import complaint, complaints_of, removed
from querious.graphql.collections.requests import Answer, Service, ask
from querious.graphql.collections.values import ValueKnowledge, likely_object, objects
from querious.graphql.collections.ways import follow
from querious.graphql.collections.whole_list import Listed, read_list
from querious.model.state import Breach, Command, Delete, Ending, Key, Outcome
from querious.state.facade import Collection
from querious.text.words import written_words

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from hypothesis.strategies import SearchStrategy

    from querious.graphql.collections.plans import CandidatePlan
    from querious.graphql.collections.seen import Place
    from querious.model.values import JSON

_ABSENT = frozenset({Ending.NOT_FOUND, Ending.GONE})


@dataclass(frozen=True)
class GraphQLCollection(Collection):
    """Documents are built once; what was learned is a value. Nothing is changed by a command."""

    plan: CandidatePlan
    service: Service
    knowledge: ValueKnowledge = field(default_factory=ValueKnowledge)
    needs: tuple[str, ...] = ()
    others: Mapping[str, Place] = field(default_factory=dict)
    """Collections by name, with the type and the field that their keys are of."""
    pages: Pages = field(default_factory=Pages)
    delete_means: Delete | None = None

    def promising(self, delete_means: Delete | None, *, put_merges: bool) -> Self:
        """See ``Collection``. There is no ``put``."""
        del put_merges
        return replace(self, delete_means=delete_means)

    @property
    def name(self) -> str:  # type: ignore[override]  # a frozen value has it as a property
        """Of the resource."""
        return self.plan.resource.name

    @cached_property
    def commands(self) -> frozenset[Command]:  # type: ignore[override]  # likewise
        """What there are documents for. A list below a parent needs a parent."""
        plan = self.plan
        found = {Command.POST}
        if plan.listing is not None and (plan.parent is None or self.needs or self.parent_value is not None):
            found |= {Command.LIST, Command.GET}
        if plan.get is not None:
            found.add(Command.GET)
        if plan.update is not None and self._updates() is not None:
            found.add(Command.PATCH)
        if plan.delete is not None:
            found.add(Command.DELETE)
        return frozenset(found)

    @cached_property
    def unseen(self) -> frozenset[str]:  # type: ignore[override]  # likewise
        """Fields that must be given and are not shown; and what may hold anything, unless it was shown as sent."""
        faithful = self.knowledge.faithful
        return frozenset(
            one.name
            for one in (*self.plan.created, *self.plan.updated)
            if not one.is_seen or (one.is_free and not faithful.get(one.name, False))
        )

    @property
    def put_replaces(self) -> bool:  # type: ignore[override]  # likewise
        """There is no ``put``."""
        return False

    @cached_property
    def parent_value(self) -> JSON:
        """What the parent is found by, where the list stands below one; None if none is known."""
        if self.plan.parent is None:
            return None
        place = (self.plan.parent.type, self.plan.parent.field)
        known = self.knowledge.given.get(place) or self.knowledge.seen.at(place)
        return known[0] if known else None

    def bind(self, given: Mapping[str, Sequence[Key]]) -> Self:
        """With keys of other collections in references to them, and below the first parent."""
        keys = {self.others[name]: tuple(values) for name, values in given.items() if name in self.others and values}
        return replace(self, knowledge=self.knowledge.but(given={**self.knowledge.given, **keys})) if keys else self

    def entries(self) -> SearchStrategy[JSON]:
        """See ``Collection``."""
        found = objects(self.plan.created, self.bound_knowledge)
        return st.nothing() if found is None else found

    def changes(self) -> SearchStrategy[JSON]:
        """See ``Collection``. An update that must be given some fields is given all: it may well replace the rest."""
        found = self._updates()
        return st.nothing() if found is None else found.filter(bool)

    def unknown_keys(self, like: Sequence[Key]) -> SearchStrategy[Key]:
        """See ``Collection``."""
        return unknown_keys(like)

    def post(self, entry: JSON) -> Outcome:
        """See ``Collection``. What the schema does not allow is refused without being sent."""
        document = self.plan.create
        variables = document.operation.form.filled(None, entry)
        if not fits(document, variables):
            return Outcome(Ending.REFUSED)
        answer = ask(self.service, document, variables)
        shown = self._entry(answer, document)
        ending = self._ending(answer, document) or (Ending.DONE if shown is not None else Ending.REFUSED)
        ending = Ending.REFUSED if ending in _ABSENT else ending
        return Outcome(ending, self._key(shown), self._value(shown), exchanges=(answer.exchange,))

    def get(self, key: Key) -> Outcome:
        """See ``Collection``. Where no query takes the key, the list is read."""
        document = self.plan.get
        if document is None:
            return self._from_list(key)
        answer = ask(self.service, document, document.operation.form.filled(key, {}))
        shown = self._entry(answer, document, key)
        ending = self._ending(answer, document) or (Ending.DONE if shown is not None else Ending.NOT_FOUND)
        return self._outcome(ending, key, shown, answer)

    def put(self, key: Key, entry: JSON) -> Outcome:
        """No service that speaks GraphQL has it."""
        del entry
        return Outcome(Ending.NOT_ALLOWED, key)

    def patch(self, key: Key, changes: JSON) -> Outcome:
        """See ``Collection``."""
        document = self.plan.update
        if document is None:
            return Outcome(Ending.NOT_ALLOWED, key)
        variables = document.operation.form.filled(key, changes)
        if not fits(document, variables):
            return Outcome(Ending.REFUSED, key)
        answer = ask(self.service, document, variables)
        shown = self._entry(answer, document, key)
        done = shown is not None or (document.operation.way is None and removed(answer.value) is not False)
        ending = self._ending(answer, document) or (Ending.DONE if done else Ending.NOT_FOUND)
        return self._outcome(ending, key, shown, answer)

    def delete(self, key: Key) -> Outcome:
        """See ``Collection``. Where it is refused in words that name another mutation, that one is tried first."""
        document = self.plan.delete
        if document is None:
            return Outcome(Ending.NOT_ALLOWED, key)
        outcome, said = self._delete(document, key)
        for preparation in self.plan.preparations if outcome.ending is Ending.REFUSED else ():
            if _speaks_of(said, preparation):
                prepared = ask(self.service, preparation, preparation.operation.form.filled(key, {}))
                again, _ = self._delete(document, key)
                return replace(again, exchanges=(*outcome.exchanges, prepared.exchange, *again.exchanges))
        return outcome

    def list(self) -> Outcome:
        """See ``Collection``."""
        listed = self.listed()
        entries = tuple((self._key(row), self._value(row)) for row in listed.rows)
        return Outcome(listed.ending, entries=entries, whole=listed.whole, exchanges=listed.exchanges)

    def listed(self) -> Listed:
        """The list as the service shows it."""
        document = self.plan.listing
        if document is None:
            return Listed(Ending.NOT_ALLOWED)
        return read_list(self.service, document, self._start(document), self.plan.resource.key, self.pages)

    def _delete(self, document: Document, key: Key) -> tuple[Outcome, str]:
        demanded = likely_object(self.plan.deleted, self.knowledge, 0, whole=False)
        answer = ask(self.service, document, document.operation.form.filled(key, demanded))
        shown = self._entry(answer, document, key)
        told = removed(answer.value, shown=shown is not None)
        gone = told if told is not None else shown is not None or document.operation.way is None
        ending = self._ending(answer, document) or (Ending.DONE if gone else Ending.NOT_FOUND)
        said = " ".join(text_of(one) for one in (*answer.errors, *complaints_of(answer.value)))
        return replace(self._outcome(ending, key, shown, answer), value=None), said

    def _from_list(self, key: Key) -> Outcome:
        listed = self.list()
        if listed.ending is not Ending.DONE:
            return replace(listed, key=key, entries=())
        for name, value in listed.entries:
            if name == key:
                return Outcome(Ending.DONE, key, value, exchanges=listed.exchanges)
        return Outcome(Ending.NOT_FOUND if listed.whole else Ending.UNANSWERED, key, exchanges=listed.exchanges)

    def _ending(self, answer: Answer, document: Document) -> Ending | None:
        """Errors below the entry, of a field that it has, do not undo what was done; unless the service broke."""
        found = ending_of(answer)
        if found in {Ending.BROKEN, Ending.UNANSWERED} or self._entry(answer, document) is None:
            return found or complaint(answer.value)
        deep = len(document.operation.root.names) + len([hop for hop in document.operation.way or () if hop.field])
        if answer.errors and all(len(error.get("path") or ()) > deep for error in answer.errors):
            return None
        return found or complaint(answer.value)

    def _entry(self, answer: Answer, document: Document, key: Key = "") -> dict[str, JSON] | None:
        """The entry in an answer; of several the one with the key."""
        if document.operation.way is None:
            return None
        found = [
            one
            for one in follow(answer.value, document.operation.way)
            if isinstance(one, dict) and one.get(self.plan.resource.key) is not None
        ]
        if document.operation.many:
            found = [one for one in found if self._key(one) == key]
        return found[0] if found else None

    def _outcome(self, ending: Ending, key: Key, shown: dict[str, JSON] | None, answer: Answer) -> Outcome:
        other = self._key(shown)
        breaches: tuple[Breach, ...] = ()
        if other and other != key:
            breaches = (Breach("other-entry", f"asked for {self.plan.resource.key} `{key}`, answered with `{other}`"),)
        return Outcome(ending, key, self._value(shown), exchanges=(answer.exchange,), breaches=breaches)

    def _key(self, shown: JSON) -> Key:
        value = shown.get(self.plan.resource.key) if isinstance(shown, dict) else None
        return "" if value is None else str(value)

    def _value(self, shown: JSON) -> JSON:
        return None if shown is None else self.plan.as_sent(shown)

    def _start(self, document: Document) -> dict[str, Any]:
        parent = self.plan.parent
        if parent is None:
            return {}
        variables: dict[str, Any] = {}
        value = (
            as_argument(parent.key.type, self.parent_value) if isinstance(self.parent_value, str) else self.parent_value
        )
        put(variables, (parent_variable(document.operation), *parent.key.path[1:]), value)
        return variables

    @cached_property
    def bound_knowledge(self) -> ValueKnowledge:
        """All entries below the one parent, if there is one."""
        parent = self.plan.parent
        if parent is None or self.parent_value is None:
            return self.knowledge
        return self.knowledge.but(accepted={**self.knowledge.accepted, parent.slot: (self.parent_value,)})

    def _updates(self) -> SearchStrategy[dict[str, Any]] | None:
        fields = self.plan.updated
        if any(one.required for one in fields):
            fields = tuple(replace(one, required=True) for one in fields if one.path not in self.knowledge.dropped)
        inside = frozenset(path for path in self.knowledge.demanded if "." in path)
        found = objects(fields, self.knowledge.but(demanded=inside))
        return found if fields and any(one.path not in self.knowledge.dropped for one in fields) else None


def complaints(outcome: Outcome) -> list[tuple[str, Ending]]:
    """What the service said against a command, in its words."""
    found: list[Any] = []
    for exchange in outcome.exchanges:
        payload = exchange.payload if isinstance(exchange.payload, dict) else {}
        errors = payload.get("errors") or []
        found += errors if isinstance(errors, list) else [errors]
        for value in _values(payload.get("data")):
            found += complaints_of(value)
    return [(text_of(one), ending_of_complaint(one)) for one in found]


def _values(data: JSON) -> list[JSON]:
    if not isinstance(data, dict):
        return []
    return [value for value in data.values() if isinstance(value, dict)]


def _speaks_of(said: str, preparation: Document) -> bool:
    """Whether a refusal names what the mutation does: ``cancelOrder``, "Only a cancelled order can be deleted"."""
    stems = [word[: max(4, len(word) - 2)] for word in written_words(preparation.operation.root.names[-1])]
    return any(stem in said.lower() for stem in stems if stem not in _noun_stems(preparation))


def _noun_stems(preparation: Document) -> set[str]:
    holder = preparation.operation.type
    return {word[: max(4, len(word) - 2)] for word in written_words(holder.name)} if holder is not None else set()
