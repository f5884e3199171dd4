from __future__ import annotations

from graphql import build_schema

from querious.graphql.values.accepted import Accepted
from querious.graphql.values.vocabulary import Vocabulary
from querious.values.lessons import ArgumentTrial

SCHEMA = build_schema("""
type Query { ticket(code: String!): Ticket }
type Ticket { code: String! seat: Int tags: [String!] }
type Payload { ok: Boolean }
input TicketInput { code: String! seat: Int tags: [String!] other: String }
type Mutation {
  createTicket(input: TicketInput!): Payload
  updateTicket(code: String!, seat: Int): Ticket
  deleteTicket(code: String!): Ticket
}
""")


def shown(coordinate, worked=True, **arguments):
    return list(Accepted(SCHEMA, Vocabulary(SCHEMA)).shown(ArgumentTrial(coordinate, arguments, worked)))


def test_what_a_mutation_was_given_is_there_although_its_payload_does_not_show_it():
    given = {"code": "x", "seat": 4, "tags": ["a", "b"], "other": "y"}
    assert shown("Mutation.createTicket", input=given) == [
        ("Ticket.code", "x"),
        ("Ticket.seat", 4),
        ("Ticket.tags", "a"),
        ("Ticket.tags", "b"),
    ]
    assert shown("Mutation.updateTicket", code="x") == [("Ticket.code", "x")]


def test_what_was_refused_deleted_or_asked_is_not():
    assert shown("Mutation.createTicket", worked=False, input={"code": "x"}) == []
    assert shown("Mutation.deleteTicket", code="x") == []
    assert shown("Query.ticket", code="x") == []


def test_hostile_texts_are_not_kept():
    assert shown("Mutation.updateTicket", code="a\x00b") == []
