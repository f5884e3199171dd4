"""What answers taught so far: values by coordinate, and what came of the arguments that were sent.

Bounded: only values of coordinates that may feed some argument are kept, and of each only the first distinct ones.
The same answers in the same order give the same pool.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from querious.values.learned_values import LearnedValues
from querious.values.lessons import Interest, LessonReader, Lessons, worth_keeping
from querious.values.optional import OptionalArguments
from querious.values.refused_kinds import RefusedKinds
from querious.values.seen_values import SeenValues
from querious.values.unanswered import unanswered

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from querious.model import JSON, SelectionShape, Value
    from querious.values.field_calls import FieldCall
    from querious.values.lessons import ArgumentTrial
    from querious.values.scalars import Make
    from querious.values.source_scores import GeneralScores
    from querious.values.sources import SourceGroup
    from querious.values.unanswered import Unanswered


class Pool:
    """With ``learning`` off it stays empty: everything is guessed as if no answer had ever been seen."""

    def __init__(self, *, learning: bool = True) -> None:
        self.learning = learning
        self.seen = SeenValues()
        self.kinds = RefusedKinds()
        self._given: dict[str, list[JSON]] = {}
        """By coordinate of an argument or input field: scalars and enum values that the user says are there."""
        self._whole: dict[tuple[str, type], list[Value]] = {}
        """Likewise, lists and input objects."""
        self._wanted: set[str] = set()
        self._wanted_tiers: set[SourceGroup] = set()
        self._inner: set[str] = set()
        """The fields that hold the values of wanted coordinates of two steps, ``Painting.inventory``."""
        self._learned: dict[str, LearnedValues] = {}
        self._at: dict[str, list[LearnedValues]] = {}
        self._calls: dict[str, dict[str, FieldCall]] = {}
        self._pages: Callable[[str], bool] = lambda _: False
        self._accepted: Callable[[ArgumentTrial], Iterable[tuple[str, str | int | float]]] = lambda _: ()
        self._fed: dict[str, list[FieldCall]] = {}
        """By coordinate, the calls whose values have to fit together with others."""
        self._caller: Callable[[str, str, str], FieldCall | None] | None = None
        self._interest: Interest | None = None
        self._rounds = 0
        self.optional = OptionalArguments()

    # what there is to learn about

    def argument(
        self,
        place: str,
        tiers: Sequence[SourceGroup] = (),
        guesses: Sequence[JSON] = (),
        plain: Make | None = None,
        convert: Callable[[JSON], JSON] = str,
        *,
        coordinate: str = "",
        kin: GeneralScores | None = None,
    ) -> LearnedValues:
        """What is known about an argument or an input field, which may draw from these tiers; one for each place.

        ``coordinate`` is what users call it, where that differs from the place. ``kin`` is what is known where no
        certain type is looked for.
        """
        learned = self._learned.get(place)
        if learned is None:
            learned = self._learned[place] = LearnedValues(self.seen, tiers, guesses, plain, convert, kin=kin)
            self._at.setdefault(coordinate or place, []).append(learned)
            learned.give(self._given.get(coordinate or place, ()))
            for tier in tiers:
                self._want(tier)
        return learned

    def _want(self, tier: SourceGroup) -> None:
        """Keep what its coordinates show from now on."""
        if tier in self._wanted_tiers:
            return
        self._wanted_tiers.add(tier)
        self._wanted.update(tier.coordinates)
        self._inner.update(name.rpartition(".")[0] for name in tier.coordinates if name.count(".") > 1)

    def register(self, call: FieldCall) -> None:
        """Learn about a call from now on."""
        self._calls.setdefault(call.coordinate, {})[call.target] = call
        self._interest = None

    def callers(self, call: Callable[[str, str, str], FieldCall | None]) -> None:
        """How to make the calls of a field for a certain type, which are made when first asked for."""
        self._caller = call

    def pages(self, is_page: Callable[[str], bool]) -> None:
        """How to tell object types that stand for pages: an empty one has brought nothing."""
        self._pages = is_page

    def accepted(self, shown: Callable[[ArgumentTrial], Iterable[tuple[str, str | int | float]]]) -> None:
        """How to tell what a call has put into the data of the API, see ``querious.values.accepted``."""
        self._accepted = shown

    def call(self, coordinate: str, target: str = "") -> FieldCall | None:
        """What is known about a field's arguments together, where it is meant to give this object type."""
        return self._calls.get(coordinate, {}).get(target)

    def made_call(self, coordinate: str, target: str) -> FieldCall | None:
        """The same, made if it was not asked for yet; None if there is no such call."""
        parent, _, name = coordinate.partition(".")
        return self._caller(parent, name, target) if self._caller and coordinate in self._calls else None

    def calls(self) -> Iterator[FieldCall]:
        """All calls there are."""
        for calls in self._calls.values():
            yield from calls.values()

    def ways(self, coordinate: str) -> int:
        """How many ways to call a field have worked."""
        return max((call.variety for call in self._calls.get(coordinate, {}).values()), default=0)

    def has_more(self, coordinate: str) -> bool:
        """Whether a field has never brought anything and likely values for its arguments were never tried."""
        return any(call.has_more for call in self._calls.get(coordinate, {}).values())

    def known_values(self, coordinate: str) -> int | None:
        """How much is known of a field's arguments: grows with every value that may fit; None if it takes none."""
        calls = self._calls.get(coordinate)
        if calls is None:
            return 0 if self.optional.is_watched(coordinate) else None
        return sum(call.knowledge for call in calls.values())

    def wants(self, coordinate: str) -> bool:
        """Whether values of a coordinate may feed some argument."""
        return coordinate in self._wanted

    def give(self, coordinate: str, values: Sequence[Value]) -> None:
        """Values of an argument or input field that the user says are there."""
        for value in values:
            if isinstance(value, list | dict):
                self.whole(coordinate, type(value)).append(value)
            else:
                self._given.setdefault(coordinate, []).append(value)
        for learned in self._at.get(coordinate, ()):
            learned.give(self._given.get(coordinate, ()))

    def whole(self, coordinate: str, kind: type) -> list[Value]:
        """Lists or input objects that the user says are there; the list grows while settings are read."""
        return self._whole.setdefault((coordinate, kind), [])

    def begin(self) -> int:
        """The number of a new round: values drawn in earlier ones were sent, or never will be."""
        self._rounds += 1
        return self._rounds

    # what answers teach

    def lessons(self, shape: SelectionShape, data: JSON, errors: JSON = None) -> Lessons:
        """What an answer would teach. Changes nothing."""
        if not self.learning:
            return Lessons([], [], [])
        if self._interest is None:
            self._interest = self._interests()
        return LessonReader(self._interest).read(shape, data, errors)

    def _interests(self) -> Interest:
        self._fed = {}
        for call in self.calls():
            for name in {name for leaf in call.leaves for name, _ in leaf.learned.sources()} if call.joint else ():
                self._fed.setdefault(name, []).append(call)
        fed = {name for call in self.calls() for leaf in call.leaves for name, _ in leaf.learned.sources()}
        return Interest(
            wanted=self._wanted.__contains__,
            called=lambda coordinate: coordinate in self._calls or self.optional.is_open(coordinate),
            inner=self._inner,
            joint=frozenset(fed if self._fed else ()),
            page=self._pages,
            new=self.seen.would_gain,
        )

    def learn(self, lessons: Lessons) -> None:
        """Keep what was seen if there is room for it, and count what was tried."""
        if not self.learning:
            return
        for coordinate, value, found in lessons.seen:
            self.seen.add(coordinate, value, found)
        for together in lessons.together:
            for call in {id(call): call for name in together for call in self._fed.get(name, ())}.values():
                call.suggest(together)
        for trial in lessons.trials:
            self.optional.note(trial, alone=self._is_suspect(trial, lessons.trials))
            self._count(trial)
            for coordinate, value in self._accepted(trial):
                if self.wants(coordinate):
                    self.seen.add(coordinate, value)

    def _is_suspect(self, trial: ArgumentTrial, trials: Sequence[ArgumentTrial]) -> bool:
        """Whether no other call of a request can have been refused: all of them are known to work as they were made."""
        others = [one for one in trials if one is not trial]
        return all(not self.optional.is_open(one.coordinate) for one in others)

    def _count(self, trial: ArgumentTrial) -> None:  # complexipy: ignore (likewise)
        told: set[str] = set()
        for target, call in self._calls.get(trial.coordinate, {}).items():
            worked = _worked(trial, target)
            read = call.tell(trial.arguments, worked=worked, found=trial.found, complaint=trial.complaint)
            if read is not None and not target:
                for leaf, value in read.leaves:
                    told.add(leaf.coordinate)
                    general = self._learned.get(leaf.coordinate)
                    if general is not None and general is not leaf.learned:
                        general.tell(value, worked=trial.worked, blame=1 / len(read.leaves))
        for name, value in trial.arguments.items():
            place = f"{trial.coordinate}.{name}"
            learned = self._learned.get(place)
            if learned is not None and place not in told:
                for one in value if isinstance(value, list) else (value,):
                    if worth_keeping(one):
                        learned.tell(one, worked=trial.worked)

    def unanswered(self) -> list[Unanswered]:
        """Arguments that were tried and never brought data."""
        return unanswered(self.calls())

    def teach(self, seen: Iterable[tuple[str, str | int | float]]) -> None:
        """Learn values without any trial."""
        for coordinate, value in seen:
            self.seen.add(coordinate, value)


def _worked(trial: ArgumentTrial, target: str) -> bool | None:
    """What a call came to, for one that is meant to give a certain type."""
    if not target or not trial.worked:
        return trial.worked
    return target in trial.types if trial.types else None
