"""What names say: whether a field's name speaks of a type, and which arguments limit a list or change what it shows."""

from __future__ import annotations

from typing import Final

from querious.text.words import without_type_ending, words

_FILLERS: Final = frozenset(
    (
        *("by", "with", "get", "find", "fetch", "load", "read", "retrieve", "show", "view", "one", "single", "unique"),
        *("pk", "lookup", "query", "detail", "info", "the", "a", "many", "list", "batch", "multiple", "all", "exact"),
    )
)
_RELATIVE: Final = frozenset(
    (
        *("next", "previous", "prev", "latest", "last", "first", "parent", "child", "root", "top", "best", "random"),
        *("related", "similar", "original", "canonical", "current", "default", "active", "newest", "oldest", "other"),
        *("not", "without"),
    )
)
_LIMITS: Final = frozenset(
    (
        *(
            "first",
            "last",
            "limit",
            "take",
            "top",
            "page",
            "per",
            "size",
            "offset",
            "skip",
            "after",
            "before",
            "cursor",
        ),
        *("max", "maximum", "count", "num", "number", "start", "end", "from", "to", "range", "pagination", "paging"),
    )
)
_SHAPING: Final = frozenset(
    (
        *("locale", "language", "lang", "currency", "channel", "version", "revision", "preview", "draft", "at", "date"),
        *("time", "timezone", "zone", "unit", "format", "context", "market", "country", "region", "site", "store"),
        *("tenant", "branch", "ref", "environment", "env", "published", "snapshot", "translation", "mode", "as", "of"),
        "perspective",
    )
)


def type_words(typename: str) -> tuple[str, ...]:
    """The words for what a type stands for: ``project`` for ``ProjectType``."""
    return without_type_ending(words(typename))


def speaks_of(name: str, typename: str, key: str) -> bool:
    """Whether a field's name says that it gets things of a type by a key, and nothing else."""
    left = [word for word in words(name) if word not in _FILLERS and word not in words(key)]
    stem = type_words(typename)
    return not left or (set(left) <= set(words(typename)) and stem[-1] in left) or tuple(left) == stem


def is_relative(name: str) -> bool:
    """Whether a name speaks of something else than what is given: the next one, the parent."""
    return not _RELATIVE.isdisjoint(words(name))


def limits(argument: str) -> bool:
    """Whether an argument may cut a list short."""
    return not _LIMITS.isdisjoint(words(argument))


def shapes(argument: str) -> bool:
    """Whether an argument may change what is said of the same object: its language, its currency, its moment."""
    return not _SHAPING.isdisjoint(words(argument))


def joins(name: str, owner: str, field: str) -> bool:
    """Whether a name says "this field of that type": ``userProjects``, ``projectsOfUser``, ``getProjectsByUserId``."""
    spoken = [word for word in words(name) if word not in _FILLERS - {"by"}]
    thing, what = list(type_words(owner)), list(words(field))
    if spoken == thing + what:
        return True
    if len(spoken) > len(what) and spoken[: len(what)] == what and spoken[len(what)] in {"by", "of", "for", "from"}:
        rest = spoken[len(what) + 1 :]
        return rest in (thing, [*thing, "id"])
    return False
