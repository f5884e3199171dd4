"""How the demo says no: politely, with a code, and never echoing what it was given."""

from __future__ import annotations

from graphql import GraphQLError


class RefusalError(GraphQLError):
    """The client asked for something it cannot have; nothing is wrong with the server."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message, extensions={"code": code})


def bad_input(message: str) -> RefusalError:
    """A value of the right type that makes no sense here."""
    return RefusalError("BAD_USER_INPUT", message)


def not_found(what: str) -> RefusalError:
    """Something that is to be changed is not there. A query answers null instead."""
    return RefusalError("NOT_FOUND", f"There is no such {what}.")


def too_complex(message: str) -> RefusalError:
    """Answering would take more work than one request may cause."""
    return RefusalError("QUERY_TOO_COMPLEX", message)
