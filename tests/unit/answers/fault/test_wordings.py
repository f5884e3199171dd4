from __future__ import annotations

import pytest

from querious.answers.fault.wordings import any_of, spoken, unquoted


@pytest.mark.parametrize(
    ("message", "left"),
    [
        ("User 'x' is not 'y'", "User <> is not <>"),
        ('a "b \\" c" d', "a <> d"),
        ("can't do what isn't the users' own", "can't do what isn't the users' own"),
        ("doesn't know 'it'", "doesn't know <>"),
        ("undefined method `x' for nil", "undefined method <> for nil"),
        ("called `Option::unwrap()` on a `None` value", "called <> on a <> value"),
        ("“a” «b» ‘c’", "<> <> <>"),
        ("'a\nb'", "<>"),
        ("an 'open quote", "an 'open quote"),
        ("''", "<>"),
    ],
)
def test_quoted_parts_are_taken_out(message: str, left: str):
    assert unquoted(message) == left


def test_long_messages_are_cut():
    assert len(unquoted("x" * 10**6)) == 2000


def test_what_stands_behind_a_long_quotation_is_read():
    assert unquoted(f"'{'x' * 10_000}' is not a valid ID") == "<> is not a valid ID"


def test_patterns_of_all_sorts_in_one_expression():
    expression = any_of([r"^one|^two", r"three|(?:four|five)", r"<> six|\[seven"])
    for text in ("ONE", "two", "a three", "a five", "a <> six", "a[seven"):
        assert expression.search(text)
    for text in ("a one", "athree", "six"):
        assert not expression.search(text)


@pytest.mark.parametrize(
    ("message", "said"),
    [
        ('{"by": [{"message": "Select a valid choice.", "code": "invalid_choice"}]}', "Select a valid choice."),
        ('{"name": ["This field is required.", "It is short."]}', "This field is required. It is short."),
        ('[{"path": ["name"], "msg": "too long", "input": "KeyError: x"}]', "name too long"),
        ("""{'size': ["Value 'a' is not a valid choice."]}""", "Value 'a' is not a valid choice."),
        ("{'a': ['It is short.', 'It is bare.'], 'b': ['No.']}", "It is short. It is bare. No."),
        ("{'a': 1}", "{'a': 1}"),
        ('{"code": "internal"}', '{"code": "internal"}'),
        ("{not JSON", "{not JSON"),
        ("[" * 100_000, "[" * 100_000),
        ("plain words", "plain words"),
    ],
)
def test_a_message_that_is_a_document_says_what_its_members_say(message: str, said: str):
    assert spoken(message) == said
