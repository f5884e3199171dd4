"""What acts on the entries of a list."""

from __future__ import annotations

import pytest

from querious.rest.actions import entry_actions
from querious.rest.cases.calls import OperationCalls
from querious.rest.openapi.schemas import Schemas
from querious.values import Pool
from unit.rest.openapi.descriptions import BOOK, answers, crud, described


@pytest.mark.parametrize(
    ("verbs", "actions"),
    [
        ("post list get put patch delete", ["POST /books/{id}/lend"]),
        ("post list get put patch", ["POST /books/{id}/lend", "PUT /books/{id}", "PATCH /books/{id}"]),
        ("list get put delete", ["POST /books/{id}/lend", "PUT /books/{id}"]),
    ],
)
def test_writing_to_an_entry_counts_as_acting_where_no_sequence_can_be_tested(verbs, actions):
    description = described({**crud("/books", "/books/{id}", verbs=verbs), "/books/{id}/lend": {"post": answers(BOOK)}})
    calls = OperationCalls(description.operations, Schemas(description.document, description.dialect), Pool())
    (found,) = entry_actions(calls.plans)
    assert [plan.coordinate for plan in found.actions] == actions


def test_what_deletes_counts_even_where_it_may_not_act_here():
    """A delete is held back to the end of a run, and sequences delete all the same."""
    description = described({**crud("/books", "/books/{id}", verbs="post list get put delete")})
    calls = OperationCalls(description.operations, Schemas(description.document, description.dialect), Pool())
    allowed = {name: plan for name, plan in calls.plans.items() if plan.method != "DELETE"}
    assert entry_actions(allowed, calls.plans) == []
    (found,) = entry_actions(allowed)
    assert found.only_writes
