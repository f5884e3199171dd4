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
