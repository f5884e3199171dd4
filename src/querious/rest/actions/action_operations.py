"""Which operations act on an entry: a word behind its key, and nothing that can be read there.

Sequences test no entries that cannot be made, or not be removed again: writing to those counts as acting too.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from querious.rest.hazards import only_reads

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from querious.rest.cases.callable_operation import CallableOperation

_CREATED: Final = "201"


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

    @property
    def only_writes(self) -> bool:
        """Whether nothing acts on an entry but what writes to it: then few entries tell all that can be seen."""
        return all(plan.operation.path == self.look_up.operation.path for plan in self.actions)


def entry_actions(
    plans: Mapping[str, CallableOperation], every: Mapping[str, CallableOperation] | None = None
) -> list[EntryActions]:
    """All actions whose entry can be read by itself and is shown by a list.

    ``every``: also the operations that may not act here, as they delete; what is created and deleted is tested by
    sequences.
    """
    every = plans if every is None else every
    found = []
    for plan in plans.values():
        item = plan.operation.path.rstrip("/")
        above = item.rpartition("/")[0]
        listed = plans.get(f"GET {above}") or plans.get(f"GET {above}/")
        if plan.method != "GET" or not item.endswith("}") or listed is None:
            continue
        create, delete = plans.get(f"POST {listed.operation.path}"), plans.get(f"DELETE {plan.operation.path}")
        actions = [other for other in plans.values() if _acts_on(other, item, plans)]
        if not _is_tested_by_sequences(plan, listed, every):
            writes = [plans.get(f"{method} {plan.operation.path}") for method in ("PUT", "PATCH")]
            actions += [write for write in writes if write is not None]
        if actions:
            found.append(EntryActions(listed, plan, actions, create, delete))
    return found


def _is_tested_by_sequences(
    look_up: CallableOperation, listed: CallableOperation, every: Mapping[str, CallableOperation]
) -> bool:
    """Whether entries can be made, by POST or by a PUT that is documented to create, and be removed again."""
    put = every.get(f"PUT {look_up.operation.path}")
    is_made = f"POST {listed.operation.path}" in every or (put is not None and _CREATED in put.operation.responses)
    return is_made and f"DELETE {look_up.operation.path}" in every


def _acts_on(plan: CallableOperation, item: str, plans: Mapping[str, CallableOperation]) -> bool:
    """Whether it is an action on the item. What can be read at its path is a part of the item, or a list below it."""
    path = plan.operation.path.rstrip("/")
    word = path.removeprefix(f"{item}/")
    if word == path or "{" in word or plan.method not in {"POST", "PUT", "PATCH"} or only_reads(plan.operation):
        return False
    is_readable = any(other in plans for other in (f"GET {path}", f"GET {path}/"))
    return not is_readable and not any(other.operation.path.startswith(f"{path}/{{") for other in plans.values())
