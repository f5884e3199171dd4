from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from querious.model import Case, Exchange, Operation, graphql_case

if TYPE_CHECKING:
    from collections.abc import Callable


@pytest.fixture
def make_case() -> Callable[..., Case]:
    def make(document: str = "{__typename}", variables: dict[str, Any] | None = None, name: str = "") -> Case:
        return graphql_case(0, Operation("query", name, "Query", ()), document, variables or {})

    return make


@pytest.fixture
def case(make_case: Callable[..., Case]) -> Case:
    return make_case()


class Scripted:
    """A client that gives the answers it was told to give, one after another, and repeats the last."""

    def __init__(self, *answers: dict[str, Any]) -> None:
        self.answers = list(answers) or [{"status": 200}]
        self.sent: list[Case] = []
        self.closed = False

    async def send(self, case: Case) -> Exchange:
        self.sent.append(case)
        answer = self.answers.pop(0) if len(self.answers) > 1 else self.answers[0]
        return Exchange(case, **answer)

    async def close(self) -> None:
        self.closed = True


@pytest.fixture
def scripted() -> type[Scripted]:
    return Scripted
