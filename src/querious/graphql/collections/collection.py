"""A collection of a GraphQL service, as the model sees it."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any, Final, Self

from hypothesis import strategies as st

from querious.answers.complaints import ending_of_complaint, text_of
from querious.graphql.collections.forms import as_argument, put
from querious.graphql.collections.pages import Pages
from querious.graphql.collections.requests import Answer, ask, read_answer, removed
from querious.graphql.collections.schema_index import along
from querious.graphql.collections.values import ValueKnowledge, likely, object_maker, strategy
from querious.graphql.collections.whole_list import read_list
from querious.model import Field
from querious.model.severity import Severity
from querious.model.state import Breach, Command, Delete, Ending, Key, Outcome
from querious.state.facade import Collection
from querious.state.key_forms import unknown_keys
from querious.state.rules.quotes import quoted
from querious.state.substructure import differences
from querious.text.words import written_words

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from hypothesis.strategies import SearchStrategy

    from querious.graphql.collections.fields import EntryField, Place
    from querious.graphql.collections.operations import CollectionOperation
    from querious.graphql.collections.plans import CandidatePlan
    from querious.model.exchange import Send
    from querious.model.values import JSON
    from querious.values.scalars import Make

_ABSENT: Final = frozenset({Ending.NOT_FOUND, Ending.GONE})
_UNKNOWN: Final = frozenset({Ending.BROKEN, Ending.UNANSWERED})


@dataclass(frozen=True)
class GraphQLCollection(Collection):
    """Operations are planned once; what was learned is a value. Nothing is changed by a command."""

    plan: CandidatePlan
    send: Send
    knowledge: ValueKnowledge
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
        """What there are operations for. A list below a parent needs a parent; entries can be read out of a list."""
        found = set(self.plan.operations)
        if self.plan.parent is not None and not self.needs and self.parent_value is None:
            found.discard(Command.LIST)
        if Command.LIST in found:
            found.add(Command.GET)
        if not any(one.path not in self.knowledge.dropped for one in self.plan.updated) or self.update_maker is None:
            found.discard(Command.PATCH)
        return frozenset(found)

    @cached_property
    def unseen(self) -> frozenset[str]:  # type: ignore[override]  # likewise
        """Fields that must be given and are not shown; and what may hold anything, unless it was shown as sent."""
        fields = (*self.plan.created, *self.plan.updated)
        altered = {one.name for one in fields if one.is_free and not self.knowledge.faithful.get(one.name, False)}
        return frozenset(altered | {one.name for one in fields if not (one.is_seen and self.plan.asks_for(one))})

    @property
    def members(self) -> tuple[str, ...]:
        """See ``Collection``."""
        return self.plan.members

    def showing(self, members: Sequence[str]) -> Self:
        """See ``Collection``."""
        return replace(self, plan=self.plan.showing(members))

    @property
    def put_replaces(self) -> bool:  # type: ignore[override]  # likewise
        """There is no ``put``."""
        return False

    # values

    @cached_property
    def parent_value(self) -> JSON:
        """What the parent is found by, where the list stands below one; None if none is known."""
        parent = self.plan.parent
        known = self.knowledge.keys((parent.type, parent.field)) if parent is not None else ()
        return as_argument(parent.key.declared.type, known[0]) if parent is not None and known else None

    @cached_property
    def bound_knowledge(self) -> ValueKnowledge:
        """All entries below the one parent, if there is one."""
        parent = self.plan.parent
        if parent is None or self.parent_value is None:
            return self.knowledge
        return self.knowledge.but(accepted={**self.knowledge.accepted, parent.slot: (self.parent_value,)})

    @cached_property
    def entry_maker(self) -> Make | None:
        """None if something that must be given cannot be made."""
        return object_maker(self.plan.created, self.bound_knowledge)

    @cached_property
    def update_maker(self) -> Make | None:
        """An update that must be given some fields is given all: it may well replace the rest."""
        fields = self.plan.updated
        if any(one.required for one in fields):
            fields = tuple(replace(one, required=True) for one in fields if one.path not in self.knowledge.dropped)
        inside = frozenset(path for path in self.knowledge.demanded if "." in path)
        return object_maker(fields, self.knowledge.but(demanded=inside))

    def bind(self, given: Mapping[str, Sequence[Key]]) -> Self:
        """With keys of other collections in references to them, and below the first parent."""
        keys = {self.others[name]: tuple(values) for name, values in given.items() if name in self.others and values}
        return replace(self, knowledge=self.knowledge.but(given={**self.knowledge.given, **keys}))

    def entries(self) -> SearchStrategy[JSON]:
        """See ``Collection``."""
        return _strategy(self.entry_maker)

    def changes(self) -> SearchStrategy[JSON]:
        """See ``Collection``."""
        return _strategy(self.update_maker).filter(bool)

    def unknown_keys(self, like: Sequence[Key]) -> SearchStrategy[Key]:
        """See ``Collection``."""
        return unknown_keys(like)

    def likely(self, fields: Sequence[EntryField], turn: int, optional: float = 1.0) -> dict[str, JSON]:
        """An object of these fields that the service probably accepts; another one each turn."""
        known = self.bound_knowledge.but(optional=optional)
        makeable = [one for one in fields if object_maker([one], known) is not None]
        make = object_maker(makeable, known)
        return likely(make, turn) if make is not None else {}

    # commands

    def post(self, entry: JSON) -> Outcome:
        """See ``Collection``. What is not found by a create is something that the entry refers to."""
        outcome = self._carry_out(Command.POST, "", entry)
        return replace(outcome, ending=Ending.REFUSED) if outcome.ending in _ABSENT else outcome

    def get(self, key: Key) -> Outcome:
        """See ``Collection``. Where no query takes the key, the list is read."""
        if Command.GET in self.plan.operations:
            return self._found_alike(self._carry_out(Command.GET, key))
        listed = self.list()
        if listed.ending is not Ending.DONE:
            return replace(listed, key=key, entries=())
        for name, value in listed.entries:
            if name == key:
                return Outcome(Ending.DONE, key, value, exchanges=listed.exchanges)
        return Outcome(Ending.NOT_FOUND if listed.whole else Ending.UNANSWERED, key, exchanges=listed.exchanges)

    def _found_alike(self, found: Outcome) -> Outcome:
        """What was found by its key, held against what other queries find by another of its leaves.

        The key is asked once more after that: only what it shows again is held against the other query.
        """
        shown = found.value if found.ending is Ending.DONE and isinstance(found.value, dict) else {}
        for name, operation in self.plan.other_gets:
            value = shown.get(name)
            arguments = operation.form.filled(str(value), None)
            if not isinstance(value, str | int) or not operation.allows(arguments):
                continue
            answer = ask(self.send, operation, arguments)
            other = self._entry(answer, operation, found.key)
            breach = self._shown_otherwise(found, other, operation) if self._key(other) == found.key else None
            if breach is not None:
                exchanges = (*found.exchanges, answer.exchange)
                return replace(found, exchanges=exchanges, breaches=(*found.breaches, breach))
        return found

    def _shown_otherwise(self, found: Outcome, other: JSON, operation: CollectionOperation) -> Breach | None:
        """Where the other query shows an entry as its key does not, neither before nor after; None where they agree.

        A suspicion where one of the two has no value, as it may show less of an entry, and where a list is the same but
        for its order: related rows have none unless one is asked for.
        """
        mine, theirs = found.value, self.plan.as_sent(other) if isinstance(other, dict) else None
        if not isinstance(mine, dict) or not isinstance(theirs, dict) or mine == theirs:
            return None
        again = self._carry_out(Command.GET, found.key).value
        for name, value in mine.items():
            is_steady = isinstance(again, dict) and again.get(name) == value
            difference = next(differences(value, theirs[name]), None) if is_steady and name in theirs else None
            if difference is not None:
                key = self.plan.operations[Command.GET].name
                message = f"`{operation.name}` shows `{name}` as {quoted(theirs[name])}, `{key}` as {quoted(value)}"
                has_both = value is not None and theirs[name] is not None
                return Breach("found-otherwise", message, difference.severity if has_both else Severity.SUSPICION)
        return None

    def put(self, key: Key, entry: JSON) -> Outcome:
        """No service that speaks GraphQL has it."""
        del entry
        return Outcome(Ending.NOT_ALLOWED, key)

    def patch(self, key: Key, changes: JSON) -> Outcome:
        """See ``Collection``."""
        return self._carry_out(Command.PATCH, key, changes)

    def delete(self, key: Key) -> Outcome:
        """See ``Collection``. Where it is refused in words that name another mutation, that one is tried first."""
        demanded = self.likely(self.plan.deleted, 0, optional=0.0)
        outcome = self._carry_out(Command.DELETE, key, demanded)
        if outcome.ending is not Ending.REFUSED:
            return outcome
        said = " ".join(words for words, _ in complaints(outcome))
        for preparation in self.plan.preparations:
            if _speaks_of(said, preparation):
                prepared = ask(self.send, preparation, preparation.form.filled(key, {}))
                again = self._carry_out(Command.DELETE, key, demanded)
                return replace(again, exchanges=(*outcome.exchanges, prepared.exchange, *again.exchanges))
        return outcome

    def list(self) -> Outcome:
        """See ``Collection``."""
        operation, parent = self.plan.operations.get(Command.LIST), self.plan.parent
        if operation is None:
            return Outcome(Ending.NOT_ALLOWED)
        above: dict[str, Any] = {}
        if parent is not None:
            put(above, parent.key.path, self.parent_value)
        listed = read_list(self.send, operation, self.plan.resource.key, self.pages, above)
        return replace(listed, entries=tuple((key, self.plan.as_sent(row)) for key, row in listed.entries))

    def _carry_out(self, command: Command, key: Key, entry: JSON = None) -> Outcome:
        """Ask the operation of a command. What the schema does not allow is refused without being sent."""
        operation = self.plan.operations.get(command)
        if operation is None:
            return Outcome(Ending.NOT_ALLOWED, key)
        arguments = operation.form.filled(key, entry)
        if not operation.allows(arguments):
            return Outcome(Ending.REFUSED, key)
        answer = ask(self.send, operation, arguments)
        shown = self._entry(answer, operation, key)
        ending = self._ending(answer, operation, shown)
        if ending is None:
            ending = Ending.DONE if _is_done(command, operation, answer, shown) else Ending.NOT_FOUND
        other = self._key(shown)
        breaches: tuple[Breach, ...] = ()
        if other and key and other != key:
            breaches = (Breach("other-entry", f"asked for {self.plan.resource.key} `{key}`, answered with `{other}`"),)
        value = self.plan.as_sent(shown) if shown and command is not Command.DELETE else None
        return Outcome(ending, key or other, value, exchanges=(answer.exchange,), breaches=breaches)

    def _ending(self, answer: Answer, operation: CollectionOperation, shown: dict[str, JSON]) -> Ending | None:
        """Errors below the entry, of a field that it has, do not undo what was done; unless the service broke."""
        ending = answer.ending
        if ending in _UNKNOWN or not shown:
            return ending
        deep = len(operation.root.names) + len(operation.hops or ())
        below = [error for error in answer.errors if len(error.get("path") or ()) > deep]
        return None if below and len(below) == len(answer.errors) else ending

    def _entry(self, answer: Answer, operation: CollectionOperation, key: Key) -> dict[str, JSON]:
        """The entry in an answer; of several the one with the key. Empty if there is none."""
        for one in along(answer.value, operation.hops) if operation.hops is not None else ():
            if self._key(one) and (not operation.many or self._key(one) == key):
                entry: dict[str, JSON] = one
                return entry
        return {}

    def _key(self, shown: JSON) -> Key:
        value = shown.get(self.plan.resource.key) if isinstance(shown, dict) else None
        return "" if value is None else str(value)


def _strategy(make: Make | None) -> SearchStrategy[Any]:
    return st.nothing() if make is None else strategy(make)


def _is_done(command: Command, operation: CollectionOperation, answer: Answer, shown: dict[str, JSON]) -> bool:
    """Whether an answer without a complaint says that it was done."""
    may_tell = command is Command.DELETE or operation.hops is None
    told = removed(answer.value, shown=bool(shown)) if may_tell else None
    return told if told is not None else bool(shown) or operation.hops is None


def complaints(outcome: Outcome) -> list[tuple[str, Ending]]:
    """What the service said against a command, in its words."""
    found: list[JSON] = []
    for exchange in outcome.exchanges:
        asked = [one.key for one in exchange.case.operation.selections if isinstance(one, Field)]
        found += read_answer(exchange, asked).complaints
    return [(text_of(one), ending_of_complaint(one)) for one in found]


def _speaks_of(said: str, preparation: CollectionOperation) -> bool:
    """Whether a refusal names what the mutation does: ``cancelOrder``, "Only a cancelled order can be deleted"."""
    noun = _stems(preparation.type.name) if preparation.type is not None else set()
    return any(stem in said.lower() for stem in _stems(preparation.root.names[-1]) - noun)


def _stems(name: str) -> set[str]:
    return {word[: max(4, len(word) - 2)] for word in written_words(name)}
