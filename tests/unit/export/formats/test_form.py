from __future__ import annotations

import re

import pytest

from querious.export import FORMATS, Example, ExampleOrigin, Wants, files_of, suite


@pytest.mark.parametrize("name", FORMATS)
def test_a_finding_says_what_was_wrong_and_looks_for_it(name, ready, videos, teasers):
    finding = Example(
        "{ teasers(first: 1) { url } }",
        {},
        origin=ExampleOrigin.FINDING,
        wants=Wants.SOUND,
        note="Teaser.url: server fault: division by zero",
        mark="Teaser.url 1a2b3c4d",
        unwelcome="division by zero",
    )
    (script,) = suite(ready(videos, finding))
    text = FORMATS[name].body(script)
    assert script.stem == "finding_teasers"
    assert script.trials[0].name == "teasers_teaser_url_1a2b3c4d"
    assert "Teaser.url: server fault: division by zero\n" in text
    assert re.search(r"< 500|assertLessThan\(500|toBeLessThan\(500\)", text)
    assert text.count("division by zero") == 2
    assert not re.search(r"== 200|\(200", text)


@pytest.mark.parametrize("name", FORMATS)
def test_an_invalid_operation_must_be_refused(name, ready, videos):
    document = '{ teasers(first: "\u202e") { nothing } }'
    (script,) = suite(
        ready(videos, Example(document, {}, origin=ExampleOrigin.FINDING, wants=Wants.REFUSAL, mark="ab"))
    )
    text = FORMATS[name].body(script)
    assert "the API took an operation that is invalid" in text
    assert "\u202e" not in text
    assert "ANSWER" not in text


HOSTILE = 'a"""\'\'\'`${x}\\ */ ?> #{y} <<<GRAPHQL\nGRAPHQL\n\r\x00\u2028\u202e\ud83d {$z} "); import os; ("'


@pytest.mark.parametrize("name", FORMATS)
def test_hostile_text_stays_text(name, ready, videos):
    document = "query Q($id: ID!) { video(id: $id) { id } }"
    example = Example(document, {"id": HOSTILE}, note=HOSTILE, unwelcome=HOSTILE.replace("\ud83d", ""))
    (script,) = suite(ready(videos, example))
    text = FORMATS[name].body(script)
    assert not any(character in text for character in "\r\x00\u2028\u202e\ud83d")
    text.encode()
    comments = [line.strip() for line in text.splitlines() if line.strip().startswith(("#", "//"))]
    assert comments
    assert not any("?>" in line or "*/" in line for line in comments)


def test_long_lists_of_words_fill_the_lines(ready):
    members = " ".join(f"MEMBER_NUMBER_{n}" for n in range(20))
    (script,) = suite(ready(f"enum E {{ {members} }} type Query {{ e: E }}", Example("{ e }", {})))
    for form in FORMATS.values():
        assert max(map(len, form.body(script).splitlines())) <= 100


def test_every_file_says_what_made_it_and_how_to_make_it_again(ready, videos, teasers):
    scripts = suite(ready(videos, teasers))
    for form in FORMATS.values():
        files = files_of(scripts, form, "querious export store --output ?>\ntests")
        assert form.support in files
        for text in files.values():
            head = text[len(form.first_line) :].splitlines()[:3]
            assert "written by querious export" in head[0]
            assert head[1].strip("#/ ") == "querious export store --output ? >\\ntests"
            assert "querious:" in head[2]
