"""What is for some is refused to others: by the words of the description, by its scopes, or by the paths beside it."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from querious.model import Severity
from querious.rest.access.askers import asker, is_anonymous, of_asker
from querious.rest.relations.relation import RestMismatch, RestRelation, nothing
from querious.text.words import words

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from querious.rest.openapi import RestOperation
    from querious.rest.relations.relation import RestAnswer

_WHO: Final = r"(?:admin(?:istrator)?|super ?user|staff|moderator|operator|manager)s?"
_RESERVED: Final = re.compile(
    rf"\b(?:only|just)\s+(?:for|to|by|available\s+to|accessible\s+(?:to|by)|allowed\s+for)?\s*(?:an?\s+|the\s+)?{_WHO}\b"
    rf"|\bfor\s+{_WHO}\s+only\b|\b{_WHO}[\s-]+only\b|\b(?:requires?|needs?|must\s+(?:be|have))\s+(?:an?\s+|the\s+)?{_WHO}\b"
    rf"|\b(?:restricted|limited|reserved)\s+(?:to|for)\s+(?:an?\s+|the\s+)?{_WHO}\b"
    rf"|\bnot\s+(?:an?\s+)?{_WHO}\b",
    re.IGNORECASE,
)
"""Words by which a description keeps something for those who administer."""
_PRIVILEGED: Final = frozenset(
    {
        "admin",
        "administration",
        "administrator",
        "staff",
        "internal",
        "management",
        "backoffice",
        "superuser",
        "operator",
    }
)
"""Steps of paths beneath which things are for those who administer."""
_FORBIDDEN: Final = 403


def reserved_words(operation: RestOperation | None) -> str:
    """The words by which the description keeps an operation for those who administer; empty where it does not."""
    found = _RESERVED.search(operation.about) if operation is not None else None
    return found[0] if found is not None else ""


def privileged_step(path: str) -> str:
    """The part of a path up to a step that names those who administer; empty where there is none."""
    steps = path.split("/")
    for place, step in enumerate(steps):
        if not _PRIVILEGED.isdisjoint(words(step)) and "{" not in step:
            return "/".join(steps[: place + 1])
    return ""


def scopes_of(operation: RestOperation | None) -> frozenset[str]:
    """The scopes that an operation requires, whichever way somebody signs in."""
    alternatives = [
        frozenset(scope for scopes in each.values() if isinstance(scopes, list) for scope in map(str, scopes))
        for each in (operation.security if operation is not None else ())
    ]
    return frozenset.intersection(*alternatives) if alternatives else frozenset()


def _check(trace: Sequence[RestAnswer]) -> Iterator[RestMismatch]:
    """Whether the last answer gives somebody what is kept for others."""
    if not trace or not trace[-1].has_succeeded:
        return
    last, others = trace[-1], of_asker(trace[-1], trace[:-1])
    forbidden = [one for one in others if one.status == _FORBIDDEN or (one.status == 401 and is_anonymous(one))]  # noqa: PLR2004
    said = reserved_words(last.operation)
    if said:
        is_known = bool(forbidden) or any(_has_more(one, last) for one in trace[:-1])
        message = f"answers {last.status} to `{asker(last)}`, although the description keeps it for others: {said!r}"
        yield RestMismatch(last.call.coordinate, message, len(trace) - 1, _severity(is_certain=is_known))
        return
    scopes = scopes_of(last.operation)
    peer = next((one for one in forbidden if scopes and scopes_of(one.operation) == scopes), None)
    if peer is not None:
        told = ", ".join(sorted(scopes))
        message = (
            f"answers {last.status} to `{asker(last)}`, and `{peer.call.coordinate}`, "
            f"which requires the same scopes (`{told}`), refuses that one"
        )
        yield RestMismatch(last.call.coordinate, message, len(trace) - 1, Severity.SUSPICION)
        return
    step = privileged_step(last.call.path)
    peer = next((one for one in forbidden if step and privileged_step(one.call.path) == step), None)
    if peer is not None:
        message = f"answers {last.status} to `{asker(last)}`, to whom `{peer.call.coordinate}` beside it is forbidden"
        yield RestMismatch(last.call.coordinate, message, len(trace) - 1, Severity.SUSPICION)


def _has_more(one: RestAnswer, last: RestAnswer) -> bool:
    """Whether somebody else gets the same by right, so that this one is known to have fewer."""
    return asker(one) != asker(last) and one.call == last.call and one.has_succeeded


def _severity(*, is_certain: bool) -> Severity:
    return Severity.FAULT if is_certain else Severity.SUSPICION


FUNCTION_ACCESS = RestRelation("function-access", "what is kept for some is refused to others", nothing, _check)
