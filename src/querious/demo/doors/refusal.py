"""How the workspace says no, whichever door was knocked at: a code for GraphQL, a status for REST."""

from __future__ import annotations

from typing import Final

from graphql import GraphQLError

STATUS_OF: Final = {
    "BAD_USER_INPUT": 422,
    "UNAUTHENTICATED": 401,
    "FORBIDDEN": 403,
    "NOT_FOUND": 404,
    "CONFLICT": 409,
    "QUERY_TOO_COMPLEX": 422,
    "PERSISTED_QUERY_NOT_FOUND": 404,
}


class DoorRefusalError(GraphQLError):
    """The client asked for something it cannot have; nothing is wrong with the workspace."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message, extensions={"code": code})
        self.code = code

    @property
    def status(self) -> int:
        """For REST."""
        return STATUS_OF[self.code]


def invalid(message: str) -> DoorRefusalError:
    """A value of the right type that makes no sense here."""
    return DoorRefusalError("BAD_USER_INPUT", message)


def not_found(what: str) -> DoorRefusalError:
    """It is not there, or not for this person: the two are answered alike."""
    return DoorRefusalError("NOT_FOUND", f"There is no such {what}.")


def forbidden(what: str) -> DoorRefusalError:
    """Of what this person may see, but not do."""
    return DoorRefusalError("FORBIDDEN", f"You may not {what}.")


def log_in_first() -> DoorRefusalError:
    """Nobody is logged in."""
    return DoorRefusalError("UNAUTHENTICATED", "Log in first.")


def too_complex(message: str) -> DoorRefusalError:
    """More work than one request may cause."""
    return DoorRefusalError("QUERY_TOO_COMPLEX", message)
