"""Which operations act on an entry: a word behind its key, and nothing that can be read there.

Sequences test no entries that cannot be made, or not be removed again: writing to those counts as acting too.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from querious.rest.hazards import only_reads

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from querious.rest.cases.callable_operation import CallableOperation


class EntryActions(NamedTuple):
    """The actions on the entries of one list."""

    listed: CallableOperation
    """``GET /orders``."""
    look_up: CallableOperation
    """``GET /orders/{id}``."""
    actions: Sequence[CallableOperation]
    """``POST /orders/{id}/approve`` and its like, in the order of the description."""
    create: CallableOperation | None = None
    """``POST /orders``."""
    delete: CallableOperation | None = None
    """``DELETE /orders/{id}``."""


def entry_actions(plans: Mapping[str, CallableOperation]) -> list[EntryActions]:
    """All actions whose entry can be read by itself and is shown by a list."""
    found = []
    for plan in plans.values():
        item = plan.operation.path.rstrip("/")
        above = item.rpartition("/")[0]
        listed = plans.get(f"GET {above}") or plans.get(f"GET {above}/")
        if plan.method != "GET" or not item.endswith("}") or listed is None:
            continue
        create, delete = plans.get(f"POST {listed.operation.path}"), plans.get(f"DELETE {plan.operation.path}")
        actions = [other for other in plans.values() if _acts_on(other, item, plans)]
        if create is None or delete is None:
            writes = [plans.get(f"{method} {plan.operation.path}") for method in ("PUT", "PATCH")]
            actions += [write for write in writes if write is not None]
        if actions:
            found.append(EntryActions(listed, plan, actions, create, delete))
    return found


def _acts_on(plan: CallableOperation, item: str, plans: Mapping[str, CallableOperation]) -> bool:
    """Whether it is an action on the item. What can be read at its path is a part of the item, or a list below it."""
    path = plan.operation.path.rstrip("/")
    word = path.removeprefix(f"{item}/")
    if word == path or "{" in word or plan.method not in {"POST", "PUT", "PATCH"} or only_reads(plan.operation):
        return False
    is_readable = any(other in plans for other in (f"GET {path}", f"GET {path}/"))
    return not is_readable and not any(other.operation.path.startswith(f"{path}/{{") for other in plans.values())
