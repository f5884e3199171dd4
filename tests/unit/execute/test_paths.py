from __future__ import annotations

import asyncio

import pytest

from querious.errors import TargetError
from querious.execute.paths import USUAL_PATHS, find_path
from querious.model import Case, Exchange, Failure


def found(answers: dict[str, dict]) -> tuple[str, list[str]]:
    asked: list[str] = []

    async def send(case: Case) -> Exchange:
        path = case.request.path
        asked.append(path)
        assert case.document == "{__typename}"
        return Exchange(case, **answers.get(path, {"status": 404}))

    return asyncio.run(find_path(send)), asked


GRAPHQL = {"status": 200, "payload": {"data": {"__typename": "Query"}}}


def test_the_first_path_that_answers_as_graphql_does_is_taken_at_once() -> None:
    assert found({"/graphql": GRAPHQL, "/": GRAPHQL}) == ("/graphql", ["/graphql"])


def test_a_landing_page_does_not_hide_the_endpoint() -> None:
    path, _ = found(
        {"/": {"status": 200, "body": b"<html>"}, "/api/graphql": {"payload": {"errors": []}, "status": 400}}
    )
    assert path == "/api/graphql"


def test_a_redirect_does_not_hide_the_endpoint() -> None:
    path, _ = found({"/graphql": {"status": 307}, "/graphql/": GRAPHQL})
    assert path == "/graphql/"


@pytest.mark.parametrize("answer", [{"status": 401}, {"failure": Failure.CRASH}, {"status": 500}])
def test_an_endpoint_that_refuses_or_crashes_is_still_an_endpoint(answer: dict) -> None:
    path, asked = found({"/graphql": {"status": 405}, "/": answer})
    assert path == "/"
    assert asked == list(USUAL_PATHS)


def test_nothing_anywhere_says_what_to_do() -> None:
    with pytest.raises(TargetError, match=r"nothing at /graphql, /, .*package.module:app/api"):
        found({})
