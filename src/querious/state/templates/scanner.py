"""JSON text → its value, and where each part of it stands.

``json`` tells no places, and keeps the last of two equal keys.
"""

from __future__ import annotations

import json
import math
import re
from json.decoder import JSONDecodeError
from typing import TYPE_CHECKING, Final

from querious.state.templates.mistakes import MistakeError, below, told

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from querious.model.values import JSON

_SPACE: Final = re.compile(r"[ \t\n\r]*")
_NUMBER: Final = re.compile(r"-?(?:0|[1-9][0-9]*)(\.[0-9]+)?([eE][-+]?[0-9]+)?")
_STRING: Final = re.compile(r'"(?:[^"\\\x00-\x1f]|\\.)*"', re.DOTALL)
_LONGEST_NUMBER: Final = 300
"""Characters: an integer of more digits fits no float, which strategies calculate with."""
_WORDS: Final = {"true": True, "false": False, "null": None}

Members = list[tuple[str, "JSON"]]


class Scanner:
    """Reads one text. ``watch`` sees each object when a member was added to it, and raises what is wrong with it.

    It sees it that early because what is wrong with an object is often followed by what is no JSON.
    """

    def __init__(self, text: str, place: str, watch: Callable[[Members, str], None]) -> None:
        self._text = text.removeprefix("\N{ZERO WIDTH NO-BREAK SPACE}")
        self._place = place
        self._watch = watch
        self._values: dict[str, int] = {}
        self._keys: dict[str, int] = {}
        """Pointer to a value → offset of the value; of the key before it."""

    def read(self) -> JSON:
        """The value of the text; a ConfigError where it is no JSON, or a ``MistakeError`` was seen."""
        try:
            return self._whole()
        except JSONDecodeError as error:
            why = f"not valid JSON: {error.msg[:1].lower()}{error.msg[1:]}"
            raise told(
                MistakeError(why, _around(self._values, error.pos)), self._place, error.lineno, error.colno
            ) from error
        except MistakeError as mistake:
            raise self.placed(mistake) from mistake
        except RecursionError as error:
            raise told(MistakeError("nested too deeply"), self._place) from error

    def placed(self, mistake: MistakeError) -> Exception:
        """The error that tells of the mistake with its line and column."""
        places = self._keys if mistake.of_key else self._values
        offset = places.get(mistake.pointer, self._values.get(mistake.pointer, 0))
        line = self._text.count("\n", 0, offset) + 1
        return told(mistake, self._place, line, offset - self._text.rfind("\n", 0, offset))

    def _whole(self) -> JSON:
        value, end = self._value(self._blanks(0), "")
        if end < len(self._text):
            raise JSONDecodeError("unexpected text after the end", self._text, end)
        return value

    def _string(self, offset: int) -> tuple[str, int]:
        match = _STRING.match(self._text, offset)
        if not match:
            raise JSONDecodeError("unterminated string, or a line break or control character in it", self._text, offset)
        try:
            return str(json.loads(match[0])), match.end()
        except JSONDecodeError as error:
            raise JSONDecodeError(error.msg, self._text, offset + error.pos) from error

    def _blanks(self, offset: int) -> int:
        match = _SPACE.match(self._text, offset)
        return match.end() if match else offset

    def _value(self, offset: int, pointer: str) -> tuple[JSON, int]:
        """The value that begins here, and where the next thing after it and its blanks begins."""
        self._values[pointer] = offset
        begin = self._text[offset : offset + 1]
        if begin == "{":
            value, end = self._object(offset + 1, pointer)
        elif begin == "[":
            value, end = self._list(offset + 1, pointer)
        elif begin == '"':
            value, end = self._string(offset)
        else:
            value, end = self._scalar(offset)
        return value, self._blanks(end)

    def _scalar(self, offset: int) -> tuple[JSON, int]:
        for word, value in _WORDS.items():
            if self._text.startswith(word, offset):
                return value, offset + len(word)
        match = _NUMBER.match(self._text, offset)
        if not match:
            raise JSONDecodeError("expected a value", self._text, offset)
        if len(match[0]) > _LONGEST_NUMBER or not math.isfinite(float(match[0])):
            raise JSONDecodeError("the number is too large", self._text, offset)
        number = float(match[0]) if match[1] or match[2] else int(match[0])
        return number, match.end()

    def _object(self, offset: int, pointer: str) -> tuple[JSON, int]:
        members: Members = []
        offset = self._blanks(offset)
        if self._text.startswith("}", offset):
            return {}, offset + 1
        while True:
            if not self._text.startswith('"', offset):
                raise JSONDecodeError("expected a key in double quotes", self._text, offset)
            key, end = self._string(offset)
            inside = below(pointer, key)
            twice = any(key == before for before, _ in members)
            self._keys[inside] = offset
            value, offset = self._value(self._after(end, ":"), inside)
            members.append((key, value))
            self._watch(members, pointer)
            if twice:
                raise MistakeError(f'the key "{key}" appears twice in the same object', inside, of_key=True)
            if self._text.startswith("}", offset):
                return dict(members), offset + 1
            offset = self._after(offset, ",", "expected a comma or }")

    def _list(self, offset: int, pointer: str) -> tuple[JSON, int]:
        items: list[JSON] = []
        offset = self._blanks(offset)
        if self._text.startswith("]", offset):
            return items, offset + 1
        while True:
            value, offset = self._value(offset, below(pointer, len(items)))
            items.append(value)
            if self._text.startswith("]", offset):
                return items, offset + 1
            offset = self._after(offset, ",", "expected a comma or ]")

    def _after(self, offset: int, mark: str, otherwise: str = "expected a colon") -> int:
        """Where the next thing begins after this mark, which must be the next one."""
        offset = self._blanks(offset)
        if not self._text.startswith(mark, offset):
            raise JSONDecodeError(otherwise, self._text, offset)
        return self._blanks(offset + 1)


def _around(places: dict[str, int], offset: int) -> str:
    """The pointer to the last value that begins before the offset."""
    before: Sequence[tuple[int, str]] = [(begin, pointer) for pointer, begin in places.items() if begin <= offset]
    return max(before, default=(0, ""))[1]
