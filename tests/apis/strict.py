"""Deep cycles behind a limit of ``apis.limits``, enforced by measuring what was really asked.

Every field can be reached within 4 levels, though the ways that come to mind first are deeper.
"""

from __future__ import annotations

from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from graphql import build_schema

from apis.serving import no_guard, serve

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from apis.limits import Limit
    from apis.serving import Answer

SDL = """
type Query {
  world: World!
  ships(first: Int): [Ship!]!
  port(code: String!): Port
  thing(id: ID!): Thing
}
interface Thing { id: ID! }
type World { name: String! oceans(first: Int): [Ocean!]! }
type Ocean { name: String! deepest: Int! ports(first: Int): [Port!]! }
type Port implements Thing {
  id: ID! code: String! name: String! ocean: Ocean! twin: Port docks(first: Int): [Dock!]!
}
type Dock { number: Int! length: Float! port: Port! berths(first: Int): [Berth!]! }
type Berth { label: String! dock: Dock! ship: Ship }
type Ship implements Thing {
  id: ID! name: String! tonnage: Int! berth: Berth sister: Ship crew(first: Int): [Sailor!]! cargo: [Crate!]!
}
type Sailor implements Thing { id: ID! name: String! rank: String! ship: Ship! captain: Sailor home: Port }
type Crate { label: String! weight: Float! from: Port! to: Port! }
"""

PORTS = ("OSL", "GOT", "RIG")
SHIPS = ("Astrid", "Brage", "Cecilia")


@dataclass(frozen=True)
class Thing:
    """A node of the graph: its type and its number are all it holds; the rest follows from them."""

    kind: str
    number: int


def _some(kind: str, numbers: range) -> Callable[..., list[Thing]]:
    return lambda _, __, first=None: [Thing(kind, number) for number in numbers][:first]


_VALUES: Mapping[str, Mapping[str, Callable[[int], Any]]] = {
    "World": {"name": lambda _: "Sea"},
    "Ocean": {"name": lambda number: f"Ocean {number}", "deepest": lambda number: 4_000 + number},
    "Port": {
        "id": lambda number: f"port-{number}",
        "code": lambda number: PORTS[number],
        "name": lambda number: f"Port of {PORTS[number]}",
        "ocean": lambda number: Thing("Ocean", number % 2),
        "twin": lambda number: Thing("Port", 0) if number == 1 else None,
    },
    "Dock": {
        "number": lambda number: number,
        "length": lambda number: 100.5 + number,
        "port": lambda number: Thing("Port", number % 3),
    },
    "Berth": {
        "label": lambda number: f"B{number}",
        "dock": lambda number: Thing("Dock", number % 3),
        "ship": lambda number: Thing("Ship", number) if number < len(SHIPS) else None,
    },
    "Ship": {
        "id": lambda number: f"ship-{number}",
        "name": lambda number: SHIPS[number],
        "tonnage": lambda number: 900 * (number + 1),
        "berth": lambda number: Thing("Berth", number),
        "sister": lambda number: Thing("Ship", 2) if number == 0 else None,
        "cargo": lambda number: [Thing("Crate", number)] if number == 1 else [],
    },
    "Sailor": {
        "id": lambda number: f"sailor-{number}",
        "name": lambda number: f"Sailor {number}",
        "rank": lambda number: "mate" if number else "captain",
        "ship": lambda number: Thing("Ship", number % 3),
        "captain": lambda number: Thing("Sailor", 0) if number else None,
        "home": lambda number: Thing("Port", number) if number < len(PORTS) else None,
    },
    "Crate": {
        "label": lambda number: f"Crate {number}",
        "weight": lambda _: 12.5,
        "from": lambda number: Thing("Port", number),
        "to": lambda _: Thing("Port", 0),
    },
}
_KNOWN = {"port": range(3), "ship": range(3), "sailor": range(4)}


def _port(_: Any, __: Any, code: str) -> Thing | None:
    return Thing("Port", PORTS.index(code)) if code in PORTS else None


def _thing(_: Any, __: Any, id: str) -> Thing | None:  # noqa: A002
    kind, _, number = id.partition("-")
    known = number.isascii() and number.isdecimal() and int(number) in _KNOWN.get(kind, ())
    return Thing(kind.capitalize(), int(number)) if known else None


RESOLVERS: Mapping[str, Callable[..., Any]] = {
    "Query.world": lambda *_: Thing("World", 0),
    "Query.ships": _some("Ship", range(3)),
    "Query.port": _port,
    "Query.thing": _thing,
    "World.oceans": _some("Ocean", range(2)),
    "Ocean.ports": _some("Port", range(3)),
    "Port.docks": _some("Dock", range(3)),
    "Dock.berths": _some("Berth", range(4)),
    "Ship.crew": _some("Sailor", range(4)),
}


def schema() -> Any:
    """The schema with its resolvers."""
    built = build_schema(SDL)
    for kind, values in _VALUES.items():
        for name, make in values.items():
            built.type_map[kind].fields[name].resolve = lambda thing, _, make=make: make(thing.number)
    for coordinate, resolve in RESOLVERS.items():
        kind, _, name = coordinate.partition(".")
        built.type_map[kind].fields[name].resolve = resolve
    built.type_map["Thing"].resolve_type = lambda thing, *_: thing.kind
    return built


CALLS = {
    "Query.port": [f'(code: "{code}")' for code in PORTS],
    "Query.thing": [f'(id: "{kind}-{number}")' for kind, numbers in _KNOWN.items() for number in numbers],
}


@contextmanager
def serving(
    limit: Limit | None = None, seen: Callable[[bytes, Answer], None] = lambda _body, _answer: None
) -> Iterator[str]:
    """The API over HTTP, behind a limit; gives its URL."""
    with serve(schema(), limit.guard if limit else no_guard, seen) as url:
        yield url
