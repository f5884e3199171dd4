"""One command after the other, judged against the model: one file for each, and one catalogue.

Judging is pure. The same commands can be judged in another order, which is how answers of parallel branches are
explained.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from querious.model.state import Command
from querious.state.rules import delete, get, listed, patch, post, put, trash
from querious.state.rules.answer import breaches_of_answer
from querious.state.rules.verdict import Done, StepVerdict

if TYPE_CHECKING:
    from collections.abc import Callable

    from querious.state.model import Manners, State

__all__ = ["RULES", "Done", "StepVerdict", "judge"]

RULES: Final[dict[Command, Callable[[State, Manners, Done], StepVerdict]]] = {
    Command.POST: post.judge,
    Command.GET: get.RULE.judge,
    Command.PUT: put.RULE.judge,
    Command.PATCH: patch.RULE.judge,
    Command.DELETE: delete.RULE.judge,
    Command.LIST: listed.judge,
    Command.EMPTY_TRASH: trash.judge,
}


def judge(state: State, manners: Manners, done: Done) -> StepVerdict:
    """How the model goes on after a command, and what is held against the service: first what is certain by itself."""
    after, breaches = RULES[done.command](state, manners, done)
    if not done.command.only_reads:
        last = (done.key or done.outcome.key, done.sent) if done.is_done else ("", None)
        after = replace(after, writes=after.writes + 1, last=last)
    return StepVerdict(after, (*breaches_of_answer(done), *breaches))
