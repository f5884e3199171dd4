"""Input types → functions that make values, compiled once per schema.

A maker takes a Chance and gives a value that is valid for its type. Recursive input objects end: beyond a depth only
what is required is filled, lists stay empty, and ``@oneOf`` takes the branch that ends soonest.
"""

from __future__ import annotations

from math import inf
from typing import TYPE_CHECKING, Any

from graphql import (
    GraphQLEnumType,
    GraphQLInputObjectType,
    GraphQLList,
    GraphQLNonNull,
    get_named_type,
    is_required_input_field,
    specified_scalar_types,
)

from querious.model import EnumValue
from querious.model.words import same, words
from querious.values import scalars
from querious.values.accepted import Accepted
from querious.values.complaints import listed_values
from querious.values.edges import edges_of
from querious.values.field_names import asks_for_names, field_names
from querious.values.forming import Forming, Workshop
from querious.values.inputs import Member, one_of_maker, record_maker
from querious.values.learned import DESCRIBED, NAMED
from querious.values.meaning import by_name, guesses, usual_words
from querious.values.overrides import GeneratorFailedError, Overrides, fit
from querious.values.sources import Sources, Spot
from querious.values.standing import Kin
from querious.values.strings import neighbour

if TYPE_CHECKING:
    from collections.abc import Callable, KeysView, Mapping, Sequence
    from random import Random

    from graphql import GraphQLInputField, GraphQLInputType, GraphQLNamedType, GraphQLSchema

    from querious.model import JSON, Value
    from querious.values.calls import Call
    from querious.values.chance import Chance
    from querious.values.learned import Learned
    from querious.values.pool import Pool
    from querious.values.scalars import Make, Scalar
    from querious.values.sources import Tier

_LEARNED = 0.85
"""How often a learned value is taken where there is one."""
_SOMETIMES = 0.3
"""The same for scalars of a known format, of which own values are as good."""
_BUILT_IN = frozenset(("ID", "String", "Int"))
_TEXTUAL = frozenset(("ID", "String"))
_AMBIGUOUS = frozenset(("by", "key", "with"))
"""Names of arguments that take the name of a field in one service and what identifies an object in another."""
_TEN_DIGITS = 10
"""With fewer digits a number surely fits 32 bits."""
_NEIGHBOUR = 0.1
"""How often a learned value is changed a little: of the right format, and probably of nothing that is there."""
_NULL_ITEM = 0.05
_BARE_ITEM = 0.03
"""A single value where a list is expected is valid GraphQL, and seldom tried."""
_LIST = 3
"""Items of a list at most."""
_DEEPEST = 3
"""Input objects inside each other, beyond which nothing optional is filled."""


class Makers:
    """Makes makers; gathers notes on what could not be made well."""

    def __init__(
        self,
        schema: GraphQLSchema,
        pool: Pool,
        generators: Mapping[str, Callable[[Random], JSON] | Sequence[JSON]] | None = None,
        failed: Callable[[str, BaseException], None] = lambda _name, _error: None,
    ) -> None:
        self.pool = pool
        self._overrides = Overrides(generators or {}, failed)
        self._schema = schema
        self._sources = Sources(schema)
        pool.pages(self._sources.vocabulary.is_page)
        pool.accepted(Accepted(schema, self._sources.vocabulary).shown)
        workshop = Workshop(self._own, self._learned, self._least)
        self._forming = Forming(schema, pool, workshop, self._sources.vocabulary.is_page)
        pool.callers(self._forming.call)
        self._records: dict[str, Make] = {}
        self._heights: dict[str, float] = {}
        self._guessed: dict[str, str] = {}
        self._left_out: dict[str, None] = {}

    @property
    def notes(self) -> tuple[str, ...]:
        """What the user should know of the values, once all makers are made."""
        notes = [
            f"Scalar {name} is not known to querious (first used at {place}): its values are guessed. Give a generator "
            f'for it: generators = {{"{name}": …}} in a hooks file or [generators] {name} = ["…"] in querious.toml.'
            for name, place in self._guessed.items()
        ]
        if self._left_out:
            places = ", ".join(self._left_out)
            notes.append(f"File uploads are left out: {places}.")
        unused = self._overrides.unused()
        if unused:
            notes.append(f"These generators match nothing in the schema: {', '.join(unused)}.")
        return tuple(notes)

    @property
    def left_out(self) -> KeysView[str]:
        """Arguments and input fields of which nothing can be made; grows while makers are made."""
        return self._left_out.keys()

    def maker(self, coordinate: str, kind: GraphQLInputType, returned: GraphQLNamedType | None = None) -> Make | None:
        """A maker for an argument or input field, never of null at the top; None if no value can be made.

        ``returned`` is the type that the argument's field gives.
        """
        own = self._overrides.at(coordinate)
        if own is not None:
            return _drawn(own, kind, lambda: self._usual(kind, coordinate, returned))
        made = self._usual(kind, coordinate, returned)
        if made is None:
            self._left_out[coordinate] = None
        return made

    def _usual(self, kind: GraphQLInputType, coordinate: str, returned: GraphQLNamedType | None) -> Make | None:
        """A maker without a generator of the user's for this place."""
        return None if self._height(kind) == inf else self._make(kind, coordinate, returned)

    def call(self, parent: str, name: str, target: str = "") -> Call | None:
        """How plans fill the arguments of a field, see ``Forming.call``."""
        return self._forming.call(parent, name, target)

    def is_refused(self, forced: Mapping[str, Value]) -> bool:
        """Whether a probe would force a value of a kind that its scalar refuses."""
        return any(self.pool.kinds.refuses(self._scalar_at(place), value) for place, value in forced.items())

    def _scalar_at(self, coordinate: str) -> str:
        kind, name, *argument = coordinate.split(".")
        defined: Any = getattr(self._schema.type_map.get(kind), "fields", {}).get(name)
        if defined is not None and argument:
            defined = defined.args.get(argument[0])
        return "" if defined is None else get_named_type(defined.type).name

    def edges(self, coordinate: str, kind: GraphQLInputType) -> list[dict[str, Value]]:
        """Every way to fill a place with one value at the edge: what to force, as ``Chance.forced`` has it."""
        return edges_of(kind, coordinate, self._overrides)

    def _make(self, kind: GraphQLInputType, coordinate: str, returned: GraphQLNamedType | None) -> Make:
        if isinstance(kind, GraphQLNonNull):
            return self._make(kind.of_type, coordinate, returned)
        if isinstance(kind, GraphQLList):
            return self._list(kind.of_type, coordinate, returned)
        named = get_named_type(kind)
        own = self._overrides.of_type(named.name)
        if own is not None:
            return _drawn(own, kind, lambda: self._of_named(named, coordinate, returned))
        return self._of_named(named, coordinate, returned)

    def _of_named(self, named: GraphQLNamedType, coordinate: str, returned: GraphQLNamedType | None) -> Make:
        if isinstance(named, GraphQLInputObjectType):
            return self._record(named)
        if isinstance(named, GraphQLEnumType):
            members = [EnumValue(name) for name in named.values]
            return lambda chance: chance.choose(members)
        return self._leaf(named.name, coordinate, returned)

    def _list(self, kind: GraphQLInputType, coordinate: str, returned: GraphQLNamedType | None) -> Make:
        if self._height(kind) == inf:
            self._left_out[coordinate] = None
            return lambda _: []  # items that lack what they require would be refused, and rightly so
        return _list_maker(self._make(kind, coordinate, returned), kind)

    def _leaf(self, scalar: str, coordinate: str, returned: GraphQLNamedType | None) -> Make:
        known = self._known(scalar, coordinate)
        plain = by_name(coordinate.rpartition(".")[2], scalar) or known.plain
        odd: Make = known.odd
        if scalar not in specified_scalar_types:
            plain, odd = self.pool.kinds.avoiding(scalar, plain), self.pool.kinds.avoiding(scalar, odd)
        learned = self._learned(coordinate, self._spot(scalar, coordinate, returned))
        often = _LEARNED if scalar in _BUILT_IN or not scalars.has_generator(scalar) else _SOMETIMES
        known_values = learned if learned.tiers or learned.has_hints else None
        return _leaf_maker(plain, odd, known_values, often, as_int=scalar == "Int")

    def _spot(self, scalar: str, coordinate: str, returned: GraphQLNamedType | None) -> Spot:
        """What the schema says of an argument or of an input field, wherever that stands."""
        kind, name, *argument = coordinate.split(".")
        fields = getattr(self._schema.type_map.get(kind), "fields", {})
        defined = fields.get(name)
        if not argument:
            described = getattr(defined, "description", None) or ""
            return Spot(coordinate, scalar, returned, around=(kind,), description=described)
        given = getattr(defined, "args", {}).get(argument[0])
        return Spot(coordinate, scalar, returned, kind, name, description=getattr(given, "description", None) or "")

    def _known(self, scalar: str, coordinate: str) -> Scalar:
        known = scalars.scalar_for(scalar)
        if known is None:
            self._guessed.setdefault(scalar, coordinate)
            known = scalars.guessed()
        return known

    def _learned(self, place: str, spot: Spot) -> Learned:
        """What is learned at a place; with what is tried there in a plan while nothing is known."""
        named = self._schema.type_map.get(spot.scalar)
        tiers = self._tiers(spot)
        general, aimed, rest = place.partition("<")
        kin = None
        if aimed:
            wide = self._learned(general + rest.partition(">")[2], spot._replace(others=frozenset()))
            kin = Kin(wide.standing, spot.others)
        if isinstance(named, GraphQLEnumType):
            members = {name: EnumValue(name) for name in named.values}
            options = tuple(members.values())
            return self.pool.argument(place, tiers, options, None, members.get, coordinate=spot.coordinate, kin=kin)
        plain = by_name(spot.name, spot.scalar) or self._known(spot.scalar, spot.coordinate).plain
        if spot.scalar not in specified_scalar_types:
            plain = self.pool.kinds.avoiding(spot.scalar, plain)
        tries = () if _takes_words(spot) else guesses(spot.name, spot.scalar)
        convert = converter(spot.scalar)
        learned = self.pool.argument(place, tiers, tries, plain, convert, coordinate=spot.coordinate, kin=kin)
        self._hint(learned, spot)
        return learned

    def _tiers(self, spot: Spot) -> tuple[Tier, ...]:
        """Where values may be seen: those of a choice of words at fields of its name only, names of fields nowhere."""
        tiers = self._sources.of(spot)
        if spot.scalar != "String":
            return tiers
        if usual_words(spot.name, spot.scalar):
            return tuple(tier for tier in (_called(tier, spot.name) for tier in tiers) if tier.coordinates)
        return () if _takes_words(spot) else tiers

    def _hint(self, learned: Learned, spot: Spot) -> None:
        """Add what the description lists and what the name asks for."""
        if spot.scalar not in _TEXTUAL:
            return
        described = listed_values(spot.description) if spot.description else []
        if described:
            learned.hint(DESCRIBED, described)
            return
        words_of_choice = usual_words(spot.name, spot.scalar)
        if words_of_choice:
            learned.hint(NAMED, words_of_choice)
        elif spot.scalar == "String" and asks_for_names(spot.name):
            learned.hint(NAMED, field_names(self._schema, self._sources.vocabulary, spot))

    def _own(self, kind: GraphQLInputType, coordinate: str) -> Make | None:
        own = self._overrides.at(coordinate) or self._overrides.of_type(get_named_type(kind).name)
        return None if own is None else _drawn(own, kind, lambda: self._usual(kind, coordinate, None))

    def _least(self, kind: GraphQLInputType, coordinate: str) -> Make | None:
        if self._height(kind) == inf:
            return None

        def make(chance: Chance) -> Value:
            chance.depth = _DEEPEST + 1
            value = self._make(kind, coordinate, None)(chance)
            chance.depth = 0
            return value

        return make

    def _record(self, kind: GraphQLInputObjectType) -> Make:
        """The maker of an input object; one per type, made before its fields', which may refer to it."""
        made = self._records.get(kind.name)
        if made is not None:
            return made
        members: list[Member] = []
        one_of = getattr(kind, "is_one_of", False)
        made = self._records[kind.name] = (one_of_maker if one_of else record_maker)(members, _DEEPEST)
        for name, field in kind.fields.items():
            make = self.maker(f"{kind.name}.{name}", field.type)
            if make is not None:
                nullable = not isinstance(field.type, GraphQLNonNull)
                members.append(
                    Member(
                        name,
                        f"{kind.name}.{name}",
                        make,
                        is_required_input_field(field),
                        nullable,
                        str(field.type),
                        self._field_height(kind, field),
                    )
                )
        return made

    def _field_height(self, kind: GraphQLInputObjectType, field: GraphQLInputField) -> float:
        return self._height(field.type) if getattr(kind, "is_one_of", False) else 0

    def _height(self, kind: GraphQLInputType) -> float:
        """How many input objects the smallest value is deep; infinite where there is no value that could be sent."""
        if isinstance(kind, GraphQLNonNull):
            return self._height(kind.of_type)
        named = get_named_type(kind)
        if self._overrides.of_type(named.name) is not None:
            return 0
        if not isinstance(named, GraphQLInputObjectType):
            empty = isinstance(named, GraphQLEnumType) and not named.values
            return inf if empty or scalars.is_upload(named.name) else 0
        if isinstance(kind, GraphQLList):
            return 0
        if named.name not in self._heights:
            self._heights[named.name] = inf  # what a type that needs itself stays at
            self._heights[named.name] = self._record_height(named)
        return self._heights[named.name]

    def _record_height(self, kind: GraphQLInputObjectType) -> float:
        if getattr(kind, "is_one_of", False):
            return 1 + min((self._height(field.type) for field in kind.fields.values()), default=inf)
        needed = (
            0 if self._overrides.at(f"{kind.name}.{name}") else self._height(field.type)
            for name, field in kind.fields.items()
            if is_required_input_field(field)
        )
        return 1 + max(needed, default=0)


def _drawn(own: Callable[[Random], JSON], kind: GraphQLInputType, otherwise: Callable[[], Make | None]) -> Make:
    """A maker that draws with the user's generator and, once that has failed, without it.

    Null where nothing else can be made.
    """

    def make(chance: Chance) -> Value:
        try:
            return fit(kind, own(chance.random))
        except GeneratorFailedError:
            made = otherwise()
            return None if made is None else made(chance)

    return make


def _takes_words(spot: Spot) -> bool:
    """Whether an argument surely chooses between words or names of fields, so that no other text is worth a trial."""
    if spot.scalar != "String":
        return False
    named = asks_for_names(spot.name) and same(spot.name) not in _AMBIGUOUS
    return named or bool(usual_words(spot.name, spot.scalar))


def _called(tier: Tier, name: str) -> Tier:
    """Those coordinates of a tier whose field is called like an argument."""
    wanted = words(name)[-1:]
    return tier._replace(coordinates=tuple(one for one in tier.coordinates if words(one)[-1:] == wanted))


def _list_maker(item: Make, kind: GraphQLInputType) -> Make:
    nullable = not isinstance(kind, GraphQLNonNull)
    flat = not isinstance(kind.of_type if isinstance(kind, GraphQLNonNull) else kind, GraphQLList)

    def make(chance: Chance) -> Value:
        if chance.depth > _DEEPEST:
            return []
        if flat and not chance.forced and chance.rarely(_BARE_ITEM):
            return item(chance)
        length = 1 if chance.forced else chance.below(1 + min(chance.size, _LIST))
        return [None if nullable and chance.rarely(_NULL_ITEM) else item(chance) for _ in range(length)]

    return make


def _leaf_maker(plain: Make, odd: Make, learned: Learned | None, often: float, *, as_int: bool) -> Make:
    def make(chance: Chance) -> JSON:
        if chance.wild and chance.rarely(chance.wild):
            return odd(chance)
        if learned is not None and chance.rarely(often):
            value = learned.draw(chance)
            if value is not None and chance.rarely(_NEIGHBOUR):
                value = neighbour(chance, str(value))
            if value is not None and not as_int:
                return str(value)
            if value is not None and _fits_int(str(value)):
                return int(value)
        return plain(chance)

    return make


def _fits_int(text: str) -> bool:
    return text.isascii() and text.isdigit() and len(text) < _TEN_DIGITS


def converter(scalar: str) -> Callable[[JSON], JSON]:
    """How a value that was shown somewhere is sent as this scalar; None where it cannot be."""
    if scalar in {"ID", "String"}:
        return str
    if scalar == "Int":
        return lambda value: int(value) if _fits_int(str(value)) else None
    if scalar == "Float":
        return lambda value: float(value) if isinstance(value, int | float) else None
    return lambda value: value
