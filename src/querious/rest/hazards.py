"""Which operations may end a run early, judged by their method and the words of their path.

The verb is what a method stands for, or the last word of a path such as ``/users/{id}/deactivate``; the noun is the
resource. ``DELETE`` of a collection removes many at once.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from querious.model.hazards import Grade, Hazard, Threat
from querious.text.hazard_words import EMPTY, GRADES, HAZARD_RULES, LOGOUT, MACHINES, OWN, STOP, ActionName, read_action
from querious.text.words import words, written_words

if TYPE_CHECKING:
    from querious.rest.openapi import RestOperation

_SAFE: Final = frozenset({"get", "head", "options", "trace", "query"})
"""Methods that change nothing."""
_ENDS: Final = LOGOUT | {"shutdown", "restart", "reboot", "poweroff", "quit"}
"""What no service shows something by, although it is called by GET: ``/shutdown``, ``/auth/logout``."""
_READS: Final = frozenset({"filter", "search", "query", "count", "paginate", "lookup", "find"})
"""What the path of a POST ends with that only reads: its body says what to look for."""
_SWITCHES: Final = frozenset({"settings", "setting", "config", "configuration", "maintenance", "lockdown"})
"""What a POST sets for the whole service, and creates nothing."""
_VERBS: Final = {"post": "create", "put": "update", "patch": "update", "delete": "delete"}


def only_reads(operation: RestOperation) -> bool:
    """Whether an operation changes nothing: by its method, unless its path names an end, or as a POST that searches."""
    static = _static(operation.path)
    if operation.method in {"get", "head"}:
        return not _is_end(operation)
    is_search = operation.method == "post" and bool(static) and written_words(static[-1])[-1:] != ()
    return operation.method in _SAFE or (is_search and written_words(static[-1])[-1] in _READS)


def _is_end(operation: RestOperation) -> bool:
    """Whether a path ends with nothing but the word for an end."""
    last = operation.path.rstrip("/").rpartition("/")[2]
    name = read_action(written_words(last))
    return "{" not in last and name.verb in _ENDS and not name.noun


def operation_hazard(operation: RestOperation) -> Hazard | None:
    """The grade of an operation; None if it changes nothing."""
    if only_reads(operation):
        return None
    name = _action(operation)
    threat = _threat(operation, name)
    if threat is not None:
        return Hazard(Grade.DANGEROUS, threat)
    if operation.method == "delete":
        return Hazard(Grade.DELETING)
    if operation.method == "post" and _acts_on_entry(operation.path):
        spoken = read_action(words(_static(operation.path)[-1])).verb
        return Hazard(next((grade for verbs, grade in GRADES if spoken in verbs), Grade.ACTING))
    return Hazard(Grade.CREATING if operation.method == "post" else Grade.CHANGING)


def _static(path: str) -> list[str]:
    return [step for step in path.split("/") if step and not step.startswith("{")]


def _acts_on_entry(path: str) -> bool:
    """Whether a path ends with a word behind the key of an entry, ``/orders/{id}/approve``; a plural is a list."""
    steps = [step for step in path.split("/") if step]
    if len(steps) < 2 or steps[-1].startswith("{") or not steps[-2].startswith("{"):  # noqa: PLR2004
        return False
    last = written_words(steps[-1])[-1:]
    return last == words(steps[-1])[-1:]


def _action(operation: RestOperation) -> ActionName:
    """The last words of the path, with the verb of the method where they hold none."""
    static = _static(operation.path)
    spoken = words(static[-1]) if static else ()
    name = read_action(spoken)
    if name.verb:
        return name._replace(noun=name.noun or (words(static[-2]) if len(static) > 1 else ()))
    if operation.method == "post" and static and static[-1].lower() in _SWITCHES:
        return name._replace(verb="set")
    return name._replace(verb=_VERBS.get(operation.method, ""))


def _threat(operation: RestOperation, name: ActionName) -> Threat | None:
    names_entry = operation.path.rstrip("/").endswith("}")
    if name.verb in LOGOUT:
        return Threat.SESSION
    if name.verb in STOP and ("{" not in operation.path or name.head in MACHINES):
        return Threat.SHUTDOWN
    for rule in HAZARD_RULES:
        if name.verb not in rule.verbs or name.head not in rule.nouns:
            continue
        if not rule.certain.isdisjoint(name.spoken) or not names_entry or name.head in OWN:
            return rule.threat
    if (name.verb in EMPTY or operation.method == "delete") and not names_entry and not _acts_on_entry(operation.path):
        return Threat.BULK
    return None
