"""Events are of what was asked for: a field of the event that an argument names holds what the argument says.

An argument is held against a field of the event by its name: ``room`` against ``room``, ``postId`` against ``postId``
or ``post { id }``, ``id`` against the id of the object. That the two mean the same is borne out by events in which they
agree. It is certain where the name says whose it is; a bare ``id`` may be that of somebody else, a reader for instance,
unless the name of the field speaks of the object's own type.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from querious.model.severity import Severity
from querious.model.stream import Message
from querious.streams.rule import StreamFlaw, StreamRule

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from querious.model.values import JSON
    from querious.streams.rule import Subscribed

_NOT_OF_OBJECTS: Final = frozenset(
    {"first", "last", "limit", "offset", "after", "before", "since", "until", "from", "to", "count", "interval", "size"}
)
"""Arguments that say how much or from when, not which."""


class _Held(NamedTuple):
    stream: int
    argument: str
    asked: str
    came: str

    @property
    def agrees(self) -> bool:
        """Whether it is what was asked for, or holds it: a text may be one to look for."""
        return self.asked.casefold() in self.came.casefold() if self._is_text else self.asked == self.came

    @property
    def _is_text(self) -> bool:
        return not self.argument.lower().endswith("id") and not self.asked.isdigit()


def _judge(streams: Sequence[Subscribed]) -> Sequence[StreamFlaw] | None:
    held = [one for number, subscribed in enumerate(streams) for one in _held(number, subscribed)]
    if not held:
        return None
    found: list[StreamFlaw] = []
    for argument in dict.fromkeys(one.argument for one in held):
        of_it = [one for one in held if one.argument == argument]
        wrong = [one for one in of_it if not one.agrees]
        if not wrong or len(wrong) == len(of_it):
            continue  # never once the same: the two mean something else
        first = wrong[0]
        subscribed = streams[first.stream]
        severity = Severity.FAULT if _is_named_by(argument, subscribed) else Severity.SUSPICION
        message = f"an event came for another `{argument}` than the one that was asked for"
        excerpt = f"asked for {first.asked}, came {first.came}"
        found.append(StreamFlaw(message, severity, excerpt, about=first.stream))
    return found


def _is_named_by(argument: str, subscribed: Subscribed) -> bool:
    """Whether the name says whose it is."""
    if argument.lower() != "id":
        return True
    return bool(subscribed.type) and subscribed.type.lower() in subscribed.field.lower()


def _held(number: int, subscribed: Subscribed) -> Iterator[_Held]:
    field = subscribed.field.rpartition(".")[2]
    for message in subscribed.stream.received(Message.NEXT):
        data = message.payload.get("data") if isinstance(message.payload, dict) else None
        event = data.get(field) if isinstance(data, dict) else None
        if not isinstance(event, dict):
            continue
        for argument, asked in subscribed.arguments.items():
            came = _named(event, argument, subscribed.type)
            if _is_scalar(asked) and _is_scalar(came) and argument.lower() not in _NOT_OF_OBJECTS:
                yield _Held(number, argument, _text(asked), _text(came))


def _named(event: Mapping[str, JSON], argument: str, kind: str) -> JSON:
    """The value in the event that an argument is about; None where there is none."""
    if argument in event:
        return event[argument]
    for ending in ("Id", "ID", "_id"):
        owner = argument.removesuffix(ending)
        if owner == argument:
            continue
        inner = event.get(owner)
        if isinstance(inner, dict):
            return inner.get("id")
        if owner.lower() == kind.lower():
            return event.get("id")
    return None


def _is_scalar(value: JSON) -> bool:
    return value is not None and not isinstance(value, dict | list)


def _text(value: JSON) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


RULE: Final = StreamRule("stream_arguments", "every event is of what the arguments ask for", _judge)
