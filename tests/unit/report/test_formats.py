from __future__ import annotations

import json
from xml.etree import ElementTree as ET

import pytest

from querious.errors import ConfigError
from querious.model import Run  # noqa: TC001 - beside the others
from querious.report.context import Context
from querious.report.formats import FORMATS, check_formats

CONTEXT = Context(target_url="https://ada:secret@host/graphql", schema="schema.graphql")


@pytest.mark.parametrize("name", sorted({*FORMATS} - {"badge"}))
def test_every_format_tells_all_findings_and_no_secret(name: str, run: Run):
    text = FORMATS[name](run, CONTEXT)
    assert "secret" not in text
    assert all(finding.fingerprint in text for finding in run.findings)


def test_json_says_where_it_was(run: Run):
    content = json.loads(FORMATS["json"](run, CONTEXT))
    assert (content["url"], content["whole"], content["schema"]) == ("https://host/graphql", False, "schema.graphql")


def test_junit_is_xml(run: Run):
    assert ET.fromstring(FORMATS["junit"](run, CONTEXT)).tag == "testsuites"  # noqa: S314 - our own


def test_an_unknown_format_is_told_with_those_there_are():
    check_formats(FORMATS)
    with pytest.raises(
        ConfigError, match=r"Unknown report format 'pdf'. Available: json, junit, sarif, markdown, badge, html, wfc"
    ):
        check_formats(["pdf"])
