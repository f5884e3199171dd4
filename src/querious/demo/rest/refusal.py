"""How the shop says no: a status and a problem in JSON, never echoing what it was given."""

from __future__ import annotations

from typing import Final

TITLES: Final = {
    400: "Not JSON",
    401: "Not authorised",
    404: "Not found",
    405: "Not allowed",
    409: "Conflict",
    410: "Gone",
    412: "Precondition failed",
    416: "Range not satisfiable",
    422: "Not valid",
    500: "The shop failed",
}


class RefusalError(Exception):
    """The client asked for something it cannot have; nothing is wrong with the shop."""

    def __init__(self, status: int, detail: str) -> None:
        super().__init__(detail)
        self.status = status
        self.detail = detail


def problem(status: int, detail: str) -> dict[str, str | int]:
    """The body of a refusal."""
    return {"title": TITLES[status], "status": status, "detail": detail}
