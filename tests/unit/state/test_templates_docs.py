"""What docs/crud-templates.md says is so."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import Phase, find, given, settings
from hypothesis import strategies as st

from querious.errors import ConfigError
from querious.state.templates import read_template, template_of
from querious.state.templates.builder import KNOWN
from services.transport import answer

PAGE = (Path(__file__).parents[3] / "docs" / "crud-templates.md").read_text(encoding="utf-8")
ROWS = re.findall(r"^\| (`.*`) \| .* \| `(.*)` \|$", PAGE, re.MULTILINE)
TAGS = [tag for tags, _ in ROWS for tag in re.findall(r"`([^`]+)`", tags)]
BLOCKS = re.findall(r"```json\n(.*?)```", PAGE, re.DOTALL)
SNIPPETS = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)
SIMPLEST = settings(max_examples=1, phases=[Phase.generate], database=None)
"""Hypothesis begins with the simplest value."""
KEYS = {"books": ["5"], "comments": ["1"]}
EXAMPLE, REFERRING, ESCAPED, STANDS_FOR, FIGURE_6, PRINTED = BLOCKS


def drawn(text):
    return find(template_of([json.loads(text)]).strategy(KEYS), lambda _: True, settings=SIMPLEST)


def test_the_table_has_every_tag():
    named = {match[1] for tag in TAGS for match in re.finditer(r'"(\w+)\(', tag)}
    assert named == KNOWN
    assert len(TAGS) >= 25


@pytest.mark.parametrize("tag", TAGS)
def test_every_tag_of_the_table_makes_values(tag):
    assert drawn(tag) is not None


@pytest.mark.parametrize(("tags", "example"), ROWS)
def test_the_example_of_every_tag_is_of_its_kind(tags, example):
    kinds = set()
    templates = st.sampled_from([template_of([json.loads(tag)]) for tag in re.findall(r"`([^`]+)`", tags)])

    @settings(max_examples=25, database=None, deadline=None, phases=[Phase.generate])
    @given(templates.flatmap(lambda template: template.strategy(KEYS)))
    def collect(made):
        kinds.update(map(type, made))

    collect()
    assert type(json.loads(example)) in kinds


def test_the_templates_can_be_read():
    assert set(json.loads(drawn_text(EXAMPLE))) >= {"name", "rating", "was_read", "ideas", "source"}
    assert read_template(REFERRING, "page").references == ("comments",)


def drawn_text(text):
    return json.dumps(find(read_template(text, "page").strategy(KEYS), lambda _: True, settings=SIMPLEST))


def test_text_is_escaped_as_the_page_says():
    assert json.loads(drawn_text(ESCAPED)) == json.loads(STANDS_FOR)


def test_the_mistake_is_told_as_the_page_says():
    with pytest.raises(ConfigError) as error:
        read_template(FIGURE_6, "comment.json")
    assert f"\n    {error.value}\n" in PAGE


def test_the_snippets_run(capsys):
    books = {"1": {"title": "War", "pages": 900}}

    def send(case):
        found = answer(201, {"id": 1}) if case.request.method == "POST" else answer(200, {"id": 1, **books["1"]})
        return replace(found, case=case)

    names = {"send": send}
    for snippet in SNIPPETS:
        exec(compile(snippet, "docs/crud-templates.md", "exec"), names)  # noqa: S102 - the page is ours
    assert capsys.readouterr().out == PRINTED
    shelf = names["Shelf"](send, "/books", {"title": "string()"})
    assert shelf.delete("1").exchanges[0].case.request.path == "/books/1/trash"
