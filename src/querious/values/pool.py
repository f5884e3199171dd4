"""What answers have taught so far: values by coordinate, and the outcome of the arguments that were sent.

Bounded: only values of coordinates that may feed some argument are kept, and of each only the first distinct ones.
The same answers in the same order give the same pool.
"""

from __future__ import annotations

from collections import defaultdict
from itertools import chain
from typing import TYPE_CHECKING, NamedTuple

from querious.text.words import same
from querious.values.learned_values import LearnedValues
from querious.values.lessons import Interest, worth_keeping
from querious.values.optional import OptionalArguments
from querious.values.refused_kinds import RefusedKinds
from querious.values.seen_values import SeenValues
from querious.values.trials import NOTHING_GENERAL
from querious.values.unanswered import unanswered

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from querious.model import JSON, Value
    from querious.values.field_calls import FieldCall
    from querious.values.forms import SentParts
    from querious.values.learned_values import SourceGroup
    from querious.values.lessons import ArgumentTrial, Lessons
    from querious.values.scalars import Make
    from querious.values.trials import GeneralScores
    from querious.values.unanswered import Unanswered


class SchemaKnowledge(NamedTuple):
    """What the pool asks of the schema."""

    make_call: Callable[[str, str, str], FieldCall | None] = lambda _type, _field, _target: None
    """The call of a field that looks for a certain type; made when first asked for."""
    is_page: Callable[[str], bool] = lambda _: False
    """Whether an object type is a page of a list: an empty one has brought nothing."""
    accepted: Callable[[ArgumentTrial], Iterable[tuple[str, str | int | float]]] = lambda _: ()
    """What a call has put into the data of the API, by coordinate."""


class Pool:
    """With ``learning`` off it stays empty: everything is guessed as if no answer had ever been seen."""

    def __init__(self, *, learning: bool = True) -> None:
        self.learning = learning
        self.seen = SeenValues()
        self.kinds = RefusedKinds()
        self.optional = OptionalArguments()
        self.schema = SchemaKnowledge()
        self._given: defaultdict[str, list[JSON]] = defaultdict(list)
        """By coordinate of an argument or input field: scalars and enum values that the user says are there."""
        self._whole: defaultdict[tuple[str, type], list[Value]] = defaultdict(list)
        """Likewise, lists and input objects."""
        self._wanted: set[str] = set()
        self._wanted_groups: set[SourceGroup] = set()
        self._inner: set[str] = set()
        """The fields that hold the values of wanted coordinates of two steps, ``Painting.inventory``."""
        self._learned: dict[str, LearnedValues] = {}
        self._at: defaultdict[str, list[LearnedValues]] = defaultdict(list)
        self._calls: dict[str, dict[str, FieldCall]] = {}
        """By coordinate of a field, then by the object type that is looked for."""
        self._fed: defaultdict[str, list[FieldCall]] = defaultdict(list)
        """By coordinate, the calls whose values have to fit together with others."""
        self._interest: Interest | None = None
        self._rounds = 0

    # what there is to learn about

    def argument(
        self,
        place: str,
        groups: Sequence[SourceGroup] = (),
        guesses: Sequence[JSON] = (),
        plain: Make = lambda _: "1",
        convert: Callable[[JSON], JSON] = str,
        *,
        coordinate: str = "",
        general: GeneralScores = NOTHING_GENERAL,
    ) -> LearnedValues:
        """What is known about an argument or an input field, which may draw from these groups; one for each place.

        ``coordinate`` is what users call it, where that differs from the place. ``general`` is what is known
        where no certain type is looked for.
        """
        if place not in self._learned:
            learned = self._learned[place] = LearnedValues(self.seen, groups, guesses, plain, convert, general=general)
            self._at[coordinate or place].append(learned)
            learned.give(self._given[coordinate or place])
            for group in set(groups) - self._wanted_groups:
                self._want(group)
        return self._learned[place]

    def _want(self, group: SourceGroup) -> None:
        """Keep what its coordinates show from now on."""
        self._wanted_groups.add(group)
        self._wanted.update(group.coordinates)
        self._inner.update(name.rpartition(".")[0] for name in group.coordinates if name.count(".") > 1)

    def register(self, call: FieldCall) -> None:
        """Learn about a call from now on."""
        self._calls.setdefault(call.coordinate, {})[call.target] = call
        self._interest = None

    def call(self, coordinate: str, target: str = "") -> FieldCall | None:
        """What is known about a field's arguments together, where it is meant to give this object type."""
        return self._calls_of(coordinate).get(target)

    def _calls_of(self, coordinate: str) -> dict[str, FieldCall]:
        return self._calls.get(coordinate, {})

    def made_call(self, coordinate: str, target: str) -> FieldCall | None:
        """The same, made if it was not asked for yet; None if there is no such call."""
        known = self.call(coordinate, target)
        if known is not None or coordinate not in self._calls:
            return known
        parent, _, name = coordinate.partition(".")
        return self.schema.make_call(parent, name, target)

    def calls(self) -> Iterator[FieldCall]:
        """All calls there are."""
        return chain.from_iterable(calls.values() for calls in self._calls.values())

    def ways(self, coordinate: str) -> int:
        """How many ways to call a field have worked."""
        return max((call.variety for call in self._calls_of(coordinate).values()), default=0)

    def has_more(self, coordinate: str) -> bool:
        """Whether a field has never brought anything and likely values for its arguments were never tried."""
        return any(call.has_more for call in self._calls_of(coordinate).values())

    def known_values(self, coordinate: str) -> int | None:
        """How much is known of a field's arguments: grows with every value that may fit; None if it takes none."""
        if coordinate not in self._calls and not self.optional.is_watched(coordinate):
            return None
        return sum(call.knowledge for call in self._calls_of(coordinate).values())

    def wants(self, coordinate: str) -> bool:
        """Whether values of a coordinate may feed some argument."""
        return coordinate in self._wanted

    def named_alike(self, coordinate: str) -> str:
        """What another protocol calls ``Item.sku`` may be ``item.sku`` here; empty if nothing here is named alike."""
        spoken = [same(part) for part in coordinate.split(".")]
        alike = (own for own in sorted(self._wanted) if [same(part) for part in own.split(".")] == spoken)
        return next(alike, "")

    @property
    def knowledge(self) -> tuple[int, int]:
        """Changes with every value that is new, and with every coordinate that has come to be wanted."""
        return self.seen.version, len(self._wanted)

    def give(self, coordinate: str, values: Sequence[Value]) -> None:
        """Values of an argument or input field that the user says are there."""
        for value in values:
            is_whole = isinstance(value, list | dict)
            (self.whole(coordinate, type(value)) if is_whole else self._given[coordinate]).append(value)
        for learned in self._at[coordinate]:
            learned.give(self._given[coordinate])

    def whole(self, coordinate: str, kind: type) -> list[Value]:
        """Lists or input objects that the user says are there; the list grows while settings are read."""
        return self._whole[coordinate, kind]

    def begin(self) -> int:
        """The number of a new round: values drawn in earlier ones were sent, or never will be."""
        self._rounds += 1
        return self._rounds

    # what answers teach

    @property
    def interest(self) -> Interest:
        """What to look for in answers now."""
        if self._interest is None:
            self._interest = self._interests()
        return self._interest

    def _interests(self) -> Interest:
        self._fed.clear()
        sources_of_calls: set[str] = set()
        for call in self.calls():
            sources = {name for leaf in call.leaves for name, _ in leaf.learned.sources()}
            sources_of_calls |= sources
            for name in sources if call.joint else ():
                self._fed[name].append(call)
        return Interest(
            wanted=self._wanted,
            called=lambda coordinate: coordinate in self._calls or self.optional.is_open(coordinate),
            inner=self._inner,
            joint=frozenset(sources_of_calls if self._fed else ()),
            page=self.schema.is_page,
            new=self.seen.would_gain,
        )

    def learn(self, lessons: Lessons) -> None:
        """Keep what was seen if there is room for it, and count what was tried."""
        if not self.learning:
            return
        for coordinate, value, found in lessons.seen:
            self.seen.add(coordinate, value, found)
        for together in lessons.together:
            fed = dict.fromkeys(call for name in together for call in self._fed.get(name, ()))
            for call in fed:
                call.suggest(together)
        for trial in lessons.trials:
            self.optional.note(trial, alone=self._is_only_suspect(trial, lessons.trials))
            self._count(trial)
            self.teach((name, value) for name, value in self.schema.accepted(trial) if self.wants(name))

    def _is_only_suspect(self, trial: ArgumentTrial, trials: Sequence[ArgumentTrial]) -> bool:
        """Whether no other call of a request can have been refused: all others are known to work as they were made."""
        return not any(self.optional.is_open(other.coordinate) for other in trials if other is not trial)

    def _count(self, trial: ArgumentTrial) -> None:
        """Tell the calls of a field about a trial, and then the arguments that no call has spoken for."""
        told: set[str] = set()
        for target, call in self._calls_of(trial.coordinate).items():
            worked = _worked(trial, target)
            parts = call.tell(trial.arguments, worked=worked, found=trial.found, complaint=trial.complaint)
            if parts is not None and not target:
                told.update(leaf.coordinate for leaf, _ in parts.leaves)
                self._tell_general(parts, trial)
        for name, value in trial.arguments.items():
            place = f"{trial.coordinate}.{name}"
            if place not in told and place in self._learned:
                for item in filter(worth_keeping, value if isinstance(value, list) else [value]):
                    self._learned[place].tell(item, worked=trial.worked)

    def _tell_general(self, parts: SentParts, trial: ArgumentTrial) -> None:
        """Tell what is learned of input fields wherever they are used."""
        for leaf, value in parts.leaves:
            general = self._learned.get(leaf.coordinate, leaf.learned)
            if general is not leaf.learned:
                general.tell(value, worked=trial.worked, blame=1 / len(parts.leaves))

    def unanswered(self) -> list[Unanswered]:
        """Arguments that were tried and never brought data."""
        return unanswered(list(self.calls()))

    def teach(self, seen: Iterable[tuple[str, str | int | float]]) -> None:
        """Learn values without any trial."""
        for coordinate, value in seen:
            self.seen.add(coordinate, value)


def _worked(trial: ArgumentTrial, target: str) -> bool | None:
    """What a call came to, for one that is meant to give a certain type."""
    if not target or not trial.worked:
        return trial.worked
    return target in trial.types if trial.types else None
