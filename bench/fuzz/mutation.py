"""From a valid sample to one that is slightly, or wildly, wrong."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from collections.abc import Sequence
    from random import Random

_DEEP: Final = 900
_TOKEN: Final = re.compile(r'"@token:([^"]*)@"')
"""What JSON has no value for is put in as a marked text, and the quotes are taken off afterwards."""
ATOMS: Final[tuple[Any, ...]] = (
    None,
    True,
    False,
    0,
    -1,
    1,
    2**31,
    2**63,
    -(2**70),
    0.1,
    1e308,
    "",
    "0",
    "-1",
    " ",
    "null",
    "\x00",
    "\ud800",
    "\u202e\x1b[31m",
    "é" * 20,
    "x" * 5000,
    "9" * 400,
    "9" * 5000,
    "1e999999999",
    "nan",
    "0001-01-01",
    "0001-01-01T00:00:00Z",
    "0001-01-01T00:00:00+14:00",
    "9999-12-31T23:59:59.999999-14:00",
    "data:,{}",
    "$ref",
    "{id}",
    "(" * 200,
    [],
    {},
    [[]],
    [None],
    {"": None},
    {"$ref": "#"},
    {"$ref": "#/nowhere"},
    {"$enum": 5},
    {"__typename": 5},
    "@token:NaN@",
    "@token:-Infinity@",
    "@token:1e999@",
    "@token:" + "9" * 400 + "@",
    "@token:-" + "9" * 5000 + "@",
)
_PIECES: Final = (
    b"\x00",
    b"\xff\xfe",
    b"\n",
    b'"',
    b"'",
    b"{",
    b"}",
    b"[" * 1200,
    b"{" * 300,
    b'{"a":' * 1100,
    b"(" * 300,
    b"9" * 5000,
    b"-",
    b"!",
    b"#",
    b"*a",
    b"&a",
    b": ",
    b"\t",
    b"\\ud800",
    b"\\u0000",
    b"0x" + b"f" * 5000,
    b"1e999",
    b"0001-01-01",
    b"null",
    b"true",
    b"[]",
    b"{}",
)


def mutate(data: bytes, random: Random, others: Sequence[bytes]) -> bytes:
    """One to four changes: of the structure where the sample is JSON, of single bytes, or of both."""
    for _ in range(random.choice((1, 1, 2, 4))):
        changed = mutate_json(data, random) if random.random() < 0.6 else None
        data = changed if changed is not None else mutate_bytes(data, random, others)
    return data


def mutate_bytes(data: bytes, random: Random, others: Sequence[bytes]) -> bytes:
    """Flip, cut, duplicate, insert or splice."""
    start = random.randint(0, len(data))
    end = min(len(data), start + random.choice((1, 1, 2, 8, 40, 400)))
    way = random.randrange(6)
    if way == 0:
        flipped = bytes(byte ^ (1 << random.randrange(8)) for byte in data[start:end])
        return data[:start] + flipped + data[end:]
    if way == 1:
        return data[:start] + data[end:]
    if way == 2:
        return data[:start]
    if way == 3:
        return data[:end] + data[start:end] * random.choice((1, 2, 50)) + data[end:]
    if way == 4 and others:
        other = random.choice(others)
        return data[:start] + other[random.randint(0, len(other)) :]
    return data[:start] + random.choice(_PIECES) + data[end:]


def mutate_json(data: bytes, random: Random) -> bytes | None:
    """A change of the structure; None where the sample is no JSON, or no lines of it."""
    text = data.decode("utf-8", "replace")
    try:
        return written(mutate_value(json.loads(text), random))
    except (ValueError, RecursionError):
        pass
    lines = text.splitlines()
    if len(lines) < 2:
        return None
    number = random.randrange(len(lines))
    try:
        lines[number] = written(mutate_value(json.loads(lines[number]), random)).decode()
    except (ValueError, RecursionError):
        return None
    return "\n".join(lines).encode()


def written(value: Any) -> bytes:
    """As JSON, with what JSON does not have."""
    return _TOKEN.sub(lambda match: match[1], json.dumps(value)).encode()


def mutate_value(value: Any, random: Random) -> Any:
    """A copy in which one node is another value, gone, doubled, or far below where it was."""
    places = _places(value)
    if not places:
        return random.choice(ATOMS)
    return _with_change(value, random.choice(places), random)


def _places(value: Any) -> list[tuple[Any, ...]]:
    found: list[tuple[Any, ...]] = []
    stack: list[tuple[tuple[Any, ...], Any]] = [((), value)]
    while stack:
        path, node = stack.pop()
        items = (
            list(node.items()) if isinstance(node, dict) else list(enumerate(node)) if isinstance(node, list) else []
        )
        for key, child in items:
            found.append((*path, key))
            stack.append(((*path, key), child))
    return found


def _with_change(value: Any, path: tuple[Any, ...], random: Random) -> Any:
    copy = json.loads(json.dumps(value))
    holder = copy
    for step in path[:-1]:
        holder = holder[step]
    key = path[-1]
    way = random.randrange(6)
    if way == 0:
        del holder[key]
    elif way == 1:
        holder[key] = _nested(holder[key], random)
    elif way == 2 and isinstance(holder, list):
        holder.extend([holder[key]] * random.choice((1, 50)))
    elif way == 3 and isinstance(holder, dict):
        holder[random.choice(("", "id", "$ref", "__proto__", "\ud800", str(key) * 2))] = holder.pop(key)
    elif way == 4 and isinstance(holder[key], int | float) and not isinstance(holder[key], bool):
        holder[key] = random.choice((holder[key] * 10**30, -holder[key], "@token:" + "9" * 4500 + "@", 1e300))
    else:
        holder[key] = random.choice(ATOMS)
    return copy


def _nested(value: Any, random: Random) -> Any:
    for _ in range(random.choice((1, 2, 150, _DEEP))):
        value = [value] if random.random() < 0.5 else {"a": value}
    return value
