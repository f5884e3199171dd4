"""Steps of sequences on collections count as covered, like everything else that was asked."""

from __future__ import annotations

import asyncio

from graphql import build_schema

from querious.execute import open_target
from querious.graphql.cases import read_documents
from querious.model import Settings
from querious.model.document_text import write_case
from querious.pipeline.graphql.api import GraphqlApi
from querious.pipeline.graphql.load import load
from querious.pipeline.run.context import RunContext

SCHEMA = build_schema("type Query { a: Int } type Mutation { remove: Note } type Note { id: ID text: String }")


def test_what_a_step_asks_and_shows_is_covered():
    async def covered():
        given = Settings(seed=1, mutations=True)
        target = await open_target(SCHEMA, given)
        api = GraphqlApi(RunContext(target, given), await load(target, given))
        (operation,) = read_documents(SCHEMA, "mutation { remove { id } }")
        SCHEMA.mutation_type.fields["remove"].resolve = lambda *_: {"id": "1"}
        api.note_sequence(await target.client.send(write_case(0, operation)))
        return api.recorder.coverage()

    coverage = asyncio.run(covered())
    assert coverage.requested == coverage.witnessed == {"Mutation.remove", "Note.id"}
