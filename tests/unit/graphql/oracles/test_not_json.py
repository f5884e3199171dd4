from __future__ import annotations

from typing import Any

import pytest

from querious.graphql.oracles.not_json import ORACLE
from querious.model import Severity

HTML = {"content-type": "text/html; charset=utf-8"}


@pytest.mark.parametrize("status", [200, 400, 404, 405])
def test_a_page_is_one_finding(api: Any, status: int):
    verdict = api.verdict(ORACLE, body=b"<html>", headers=HTML, status=status)
    assert verdict[0].message == f"expected JSON, got text/html with status {status}"
    assert verdict[0].severity is Severity.FAULT
    assert api.failing(body=b"<html>", headers=HTML, status=status) == ["not_json"]


def test_an_empty_body_is_told_as_such(api: Any):
    assert api.told(ORACLE, body=b" \n") == [("", "expected JSON, got an empty body with status 200")]


def test_a_body_without_a_type_is_told_as_such(api: Any):
    assert api.told(ORACLE, body=b"ok") == [("", "expected JSON, got something without a media type with status 200")]


@pytest.mark.parametrize("status", [401, 403, 413, 429])
def test_a_page_of_a_gateway_is_not_ours_to_judge(api: Any, status: int):
    assert api.verdict(ORACLE, body=b"<html>", headers=HTML, status=status) is None


@pytest.mark.parametrize("media", ["multipart/mixed; boundary=x", "text/event-stream"])
def test_an_answer_in_parts_is_not_ours_to_judge(api: Any, media: str):
    assert api.verdict(ORACLE, body=b"--x", headers={"content-type": media}) is None


def test_a_redirection_is_only_suspicious(api: Any):
    assert api.verdict(ORACLE, body=b"", status=302)[0].severity is Severity.SUSPICION


def test_json_passes(api: Any):
    assert api.verdict(ORACLE, payload={}, headers=HTML) == ()
