from __future__ import annotations

import base64
import hashlib
import json
import re
import shutil
import subprocess
from dataclasses import replace
from datetime import UTC, date, datetime
from html.parser import HTMLParser
from pathlib import Path

import pytest
from bench.large_run import SCRIPTS, TUPLES, hostile_run, large_run

from querious.model import Run
from querious.model.accepted import AcceptedFinding
from querious.model.missing_value import MissingValue
from querious.model.traffic import OperationTimes, TimeSlice, Traffic
from querious.report.context import Context
from querious.report.html.page import DATA, data_text, html, template

ROOT = Path(__file__).parents[4]
FRONTEND = ROOT / "frontend"
CONTEXT = Context(url="https://ada:hunter2@host/graphql?key=hunter2", headers={"X-Key": "hunter2"})


class Page(HTMLParser):
    """The elements of a page with their attributes, and what stands in each script and style sheet."""

    def __init__(self, text: str) -> None:
        super().__init__(convert_charrefs=False)
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.inside: dict[str, list[str]] = {"script": [], "style": [], "application/json": []}
        self._open = ""
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        given = dict(attrs)
        self.elements.append((tag, given))
        self._open = given.get("type") or tag
        if self._open in self.inside:
            self.inside[self._open].append("")

    def handle_endtag(self, tag):
        self._open = ""

    def handle_data(self, data):
        if self._open in self.inside:
            self.inside[self._open][-1] += data

    @property
    def policy(self) -> dict[str, list[str]]:
        """What each directive of the content security policy allows."""
        (content,) = (given["content"] for _, given in self.elements if "Policy" in (given.get("http-equiv") or ""))
        return {name: sources for name, *sources in (part.split() for part in (content or "").split(";"))}

    @property
    def data(self):
        (text,) = self.inside["application/json"]
        return json.loads(text)


def hashed(text: str) -> str:
    return f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"


def test_the_policy_lets_nothing_run_or_load_but_what_it_names_by_its_hash(run: Run):
    page = Page(html(run, CONTEXT))
    (script,), (style,) = page.inside["script"], page.inside["style"]
    assert page.policy == {
        "default-src": ["'none'"],
        "script-src": [hashed(script)],
        "style-src": [hashed(style)],
        "base-uri": ["'none'"],
        "form-action": ["'none'"],
        "require-trusted-types-for": ["'script'"],
        "trusted-types": ["'none'"],
    }


def test_the_page_refers_to_nothing_outside():
    page = Page(template())
    for tag, given in page.elements:
        assert tag not in {"link", "iframe", "object", "embed", "img", "base"}
        assert not given.keys() & {"src", "srcset", "action", "style"}
        assert not any(name.startswith("on") for name in given)
        assert given.get("href", "#").startswith("#")
    (style,) = page.inside["style"]
    assert "url(" not in style
    assert "@import" not in style


def test_the_template_has_one_place_for_the_data():
    assert template().count(DATA) == 1


@pytest.mark.parametrize("text", SCRIPTS)
def test_no_character_of_the_data_can_end_its_block(text: str):
    written = data_text({text: [text]})
    assert written.isascii()
    assert written.isprintable()
    assert not set(written) & set("<>&")
    assert json.loads(written) == {text: [text]}


def test_what_an_api_answers_adds_no_element():
    plain = Page(html(Run("x", 1), Context()))
    page = Page(html(hostile_run(), CONTEXT))
    assert page.elements == plain.elements
    assert len(page.data["findings"]) == len(SCRIPTS)


def test_control_characters_are_shown_as_escapes():
    told = json.dumps(Page(html(hostile_run(), CONTEXT)).data, ensure_ascii=False)
    assert told.isprintable()
    assert "\\x1b[31mred" in json.loads(json.dumps(Page(html(hostile_run(), CONTEXT)).data["notes"][5]))


def test_every_finding_is_in_it_with_what_shows_it(run: Run):
    found = {one["id"]: one for one in Page(html(run, CONTEXT)).data["findings"]}
    assert found.keys() == {finding.fingerprint for finding in run.findings}
    for one in found.values():
        assert one["again"]
        assert one["steps"][0]["asked"]


def test_findings_beyond_the_first_hundreds_are_told_briefly(run: Run):
    findings = tuple(replace(run.findings[0], coordinate=f"Type.field{number}") for number in range(300))
    shown = Page(html(replace(run, findings=findings), CONTEXT)).data["findings"]
    assert len(shown) == 300
    assert [("again" in one) for one in shown] == [True] * 200 + [False] * 100


def test_a_scenario_shows_each_step_and_leaves_out_the_middle_of_a_long_one(run: Run):
    exchange = run.findings[1].exchange
    steps = tuple(replace(exchange, status=number) for number in range(1, 31))
    finding = replace(run.findings[1], trace=steps)
    (shown,) = Page(html(replace(run, findings=(finding,)), CONTEXT)).data["findings"]
    assert [step["number"] for step in shown["steps"]] == [1, 2, 3, 4, 5, 6, 7, 8, 27, 28, 29, 30]
    assert (shown["steps"][1]["asked"], shown["steps"][1]["sameAs"]) == ([], 1)
    assert shown["steps"][-1]["answer"] == "status 30"


def test_no_secret_is_in_it(run: Run):
    headers = {"content-type": "text/html", "set-cookie": "hunter2"}
    exchange = replace(run.findings[0].exchange, headers=headers)
    finding = replace(run.findings[0], exchange=exchange, trace=(exchange, exchange))
    text = html(replace(run, target="https://ada:hunter2@host/?token=hunter2", findings=(finding,)), CONTEXT)
    assert "hunter2" not in text


def test_it_says_what_is_otherwise_than_in_the_run_before(run: Run):
    first, second, *_ = run.findings
    earlier = replace(run, seed=1, findings=(second,))
    told = Page(html(replace(run, findings=(first,)), Context(earlier=earlier))).data["earlier"]
    assert told["new"] == [first.fingerprint]
    assert [one["id"] for one in told["gone"]] == [second.fingerprint]
    assert (told["seed"], told["requests"], told["witnessed"]) == (1, 10_412, 0.55)
    assert Page(html(run, Context())).data["earlier"] is None


def test_it_tells_how_long_answers_took_the_slowest_first(run: Run):
    quick, slow = OperationTimes(0.9, {10: 99, 50: 1}), OperationTimes(0.3, {45: 3})
    traffic = Traffic({"Query.quick": quick, "Query.slow": slow}, 0.5, (TimeSlice(103, faults=1),))
    told = Page(html(replace(run, traffic=traffic), CONTEXT)).data["traffic"]
    assert [(one["name"], one["count"], one["p95"]) for one in told["operations"]] == [
        ("Query.slow", 3, 0.24355),
        ("Query.quick", 100, 0.000566),
    ]
    assert told["kinds"][:2] == ["requests", "faults"]
    assert told["slices"][0][:2] == [103, 1]


def test_what_users_ask_for_and_nothing_reached_comes_first(run: Run):
    used = {"Type1.field": 50, "Type25.field": 4, "Type33.field": 7, "Type38.field": 9, "Mutation.sell": 2}
    unasked = replace(run.coverage, requested=run.coverage.requested - {"Type38.field"})
    told = Page(html(replace(run, production=used, coverage=unasked), CONTEXT)).data["production"]
    assert told == [
        ["Type38.field", 9, "unseen", ""],
        ["Mutation.sell", 2, "", "left out of this run by its settings"],
        ["Type33.field", 7, "requested", ""],
        ["Type25.field", 4, "reached", ""],
        ["Type1.field", 50, "witnessed", ""],
    ]
    rest = replace(run, production={"GET /x": 1}, protocol="REST")
    assert Page(html(rest, CONTEXT)).data["production"] == [["GET /x", 1, "", "the description does not have it"]]


def test_it_says_when_the_run_was(run: Run):
    begun = datetime(2026, 5, 1, 12, 30, 7, tzinfo=UTC)
    assert Page(html(replace(run, begun=begun), CONTEXT)).data["head"]["begun"] == "2026-05-01T12:30:07+00:00"
    assert Page(html(run, CONTEXT)).data["head"]["begun"] == ""


def test_it_names_what_has_a_value_now_and_what_has_none_any_more(run: Run):
    names = run.coverage.tuples
    before = replace(run.coverage, tuples=names - {"Type0.field"}, witnessed=run.coverage.witnessed | {"Type25.field"})
    after = replace(run.coverage, witnessed=run.coverage.witnessed | {"Type26.field"})
    told = Page(html(replace(run, coverage=after), Context(earlier=replace(run, coverage=before)))).data["earlier"]
    assert told["gained"] == {"all": 1, "names": ["Type26.field"]}
    assert told["lost"] == {"all": 1, "names": ["Type25.field"]}
    assert told["described"] == {"all": 1, "names": ["Type0.field"]}
    assert told["undescribed"] == {"all": 0, "names": []}
    assert told["still"] == len(run.findings)


def test_what_is_accepted_says_so(run: Run):
    entry = AcceptedFinding((run.findings[0].fingerprint,), date(2999, 1, 31), "known", "a finding")
    shown = {one["id"]: one["origin"] for one in Page(html(replace(run, accepted=(entry,)), CONTEXT)).data["findings"]}
    assert shown.pop(run.findings[0].fingerprint).startswith("accepted until 2999-01-31: known, seed ")
    assert not any("accepted" in origin for origin in shown.values())


def test_a_field_without_a_value_says_why(run: Run):
    coverage = replace(run.coverage, missing={"Type35.field": "needs --mutations"})
    missing = (MissingValue("Type39.field.id", "Type39.field.id never brought data: 12 values were tried."),)
    told = Page(html(replace(run, coverage=coverage, missing_values=missing), CONTEXT)).data["coverage"]
    assert told["missing"] == {
        "Type35.field": "needs --mutations",
        "Type39.field": "no argument that was tried brought data",
    }
    assert told["fields"]["Type33.field"] == "requested"
    assert told["why"]["requested"] == "no object that has it came back"


def test_a_large_run_stays_small():
    run = large_run()
    page = html(run, CONTEXT)
    assert len(run.coverage.tuples) == TUPLES
    assert len(page.encode()) < 10_000_000
    assert len(Page(page).data["coverage"]["fields"]) == TUPLES


def test_the_template_is_built_from_the_sources_that_are_there():
    names = [
        "build.mjs",
        "package-lock.json",
        "tsconfig.json",
        *(f"src/{one.name}" for one in (FRONTEND / "src").iterdir()),
    ]
    digest = hashlib.sha256()
    for name in sorted(names):
        digest.update(f"{name}\0{(FRONTEND / name).read_text(encoding='utf-8')}\0".encode())
    recorded = re.search(r'name="sources" content="(\w+)"', template())
    assert recorded, "the template names no sources: run make frontend"
    assert recorded[1] == digest.hexdigest(), "frontend/ was changed: run make frontend"


def test_building_it_again_gives_the_same_bytes(tmp_path: Path):
    if shutil.which("node") is None or not (FRONTEND / "node_modules" / "esbuild").is_dir():
        pytest.skip("needs Node.js and the packages of frontend/: make frontend installs them")
    built = tmp_path / "template.html"
    subprocess.run(["node", "build.mjs", str(built)], cwd=FRONTEND, check=True, capture_output=True, timeout=120)
    assert built.read_text(encoding="utf-8") == template()
