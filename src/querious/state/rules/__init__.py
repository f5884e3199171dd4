"""One command after the other, judged against the model: one file for each, and one catalogue.

Judging is pure. The same commands can be judged in another order, which is how answers of parallel branches are
explained.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from querious.model.state import Command, Ending
from querious.state.rules import delete, get, listed, patch, post, put, trash
from querious.state.rules.complaint import Complaint, Done, StepVerdict, breaches, broken

if TYPE_CHECKING:
    from collections.abc import Callable

    from querious.state.model import Manners, State

__all__ = ["RULES", "Complaint", "Done", "StepVerdict", "judge"]

RULES: Final[dict[Command, Callable[[State, Manners, Done], StepVerdict]]] = {
    Command.POST: post.judge,
    Command.GET: get.judge,
    Command.PUT: put.judge,
    Command.PATCH: patch.judge,
    Command.DELETE: delete.judge,
    Command.LIST: listed.judge,
    Command.EMPTY_TRASH: trash.judge,
}


def judge(state: State, manners: Manners, done: Done) -> StepVerdict:
    """How the model goes on after a command, and what is held against the service: first what is certain by itself."""
    judged = RULES[done.command](state, manners, done)
    after = judged.state
    if done.command not in {Command.GET, Command.LIST}:
        last = (done.key or done.outcome.key, done.sent) if done.outcome.ending is Ending.DONE else ("", None)
        after = replace(after, writes=after.writes + 1, last=last)
    return StepVerdict(after, (*broken(done), *breaches(done), *judged.complaints))
