from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from querious.baseline import Baseline, BaselineAnswer, dump, load
from querious.errors import ConfigError

_TEXT = st.text(st.characters(exclude_categories=["Cs"]), max_size=8)
_JSON = st.recursive(
    st.one_of(st.none(), st.booleans(), st.integers(), st.floats(allow_nan=False, allow_infinity=False), _TEXT),
    lambda inner: st.one_of(st.lists(inner, max_size=3), st.dictionaries(_TEXT, inner, max_size=3)),
)
_INVARIANTS = st.fixed_dictionaries(
    {},
    optional={
        "never null": st.just(True),
        "one of": st.lists(_TEXT),
        "range": st.tuples(st.integers(), st.integers()).map(list),
        "equal": st.lists(_TEXT),
        "sorted by": st.just("name, ascending"),
    },
)
_BASELINES = st.builds(
    Baseline,
    answers=st.lists(
        st.builds(
            BaselineAnswer, _TEXT, st.dictionaries(_TEXT, _JSON, max_size=2), st.dictionaries(_TEXT, _JSON, max_size=3)
        ),
        max_size=4,
        unique_by=lambda answer: (answer.document, json.dumps(answer.variables, sort_keys=True)),
    ).map(tuple),
    invariants=st.dictionaries(_TEXT, _INVARIANTS, max_size=4),
    volatile=st.frozensets(_TEXT, max_size=3),
)


@given(_BASELINES)
def test_what_is_written_is_read_again_and_written_the_same(baseline):
    text = dump(baseline)
    again = load(text, "file")
    assert dump(again) == text
    assert json.loads(text)["querious"] == "baseline 1"
    assert len(again.answers) == len(baseline.answers)
    assert all(answer in again.answers for answer in baseline.answers)
    assert (again.invariants, again.volatile) == (dict(baseline.invariants), baseline.volatile)


@given(_BASELINES, st.randoms())
@pytest.mark.unmeasured
def test_the_order_in_which_things_come_does_not_matter(baseline, random):
    answers, places = list(baseline.answers), list(baseline.invariants.items())
    random.shuffle(answers)
    random.shuffle(places)
    assert dump(Baseline(tuple(answers), dict(places), baseline.volatile)) == dump(baseline)


def test_a_value_that_changes_is_one_line_of_a_diff():
    def text(name: str) -> list[str]:
        rows = [{"id": str(place), "name": name if place == 3 else "x", "text": "y" * 40} for place in range(6)]
        return dump(Baseline((BaselineAnswer("{ rows { id name text } }", {}, {"rows": rows}),))).splitlines()

    before, after = text("old"), text("new")
    assert len(before) == len(after)
    assert sum(one != other for one, other in zip(before, after, strict=True)) == 1
    assert max(map(len, before)) <= 120


def test_half_a_character_can_be_written():
    baseline = Baseline((BaselineAnswer("{ a }", {}, {"a": "\ud800"}),))
    assert load(dump(baseline), "file") == baseline
    dump(baseline).encode()


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("{", "not a baseline"),
        ('<<<<<<< ours\n{"a": 1}', "merge conflict markers"),
        ("[]", '"querious": "baseline 1" is missing'),
        ('{"querious": "baseline 2"}', "Create one with `querious learn`"),
        ('{"querious": "baseline 1", "answers": {}}', "answers must be a list"),
        ('{"querious": "baseline 1", "answers": [{"ask": 1}]}', 'needs "ask" and "answer"'),
        ('{"querious": "baseline 1", "invariants": []}', "invariants must be an object"),
        ('{"querious": "baseline 1", "invariants": {"A.b": 1}}', "what holds at A.b must be an object"),
        (
            '{"querious": "baseline 1", "invariants": {"A.b": {"odd": 1}}}',
            "unknown kind of invariant 'odd' at A.b. Available: never null",
        ),
        ('{"querious": "baseline 1", "invariants": {"A.b": {"range": [1]}}}', "'range' at A.b cannot be [1]"),
        ('{"querious": "baseline 1", "invariants": {"A.b": {"sorted by": "name"}}}', "'sorted by' at A.b cannot be"),
    ],
)
def test_a_wrong_file_is_told_in_one_line(text, words):
    with pytest.raises(ConfigError) as error:
        load(text, "my.json")
    told = str(error.value)
    assert told.startswith("my.json")
    assert words in told
    assert "\n" not in told


def test_a_call_of_rest_stands_with_its_parameters_and_its_status_or_answer():
    found = BaselineAnswer("GET /books/{id}", {"id": 7}, {"": [1]})
    missing = BaselineAnswer("POST /books/search", {"deep": True, "body": {"q": "a"}}, {"status": 404})
    text = dump(Baseline((found, missing), protocol="REST"))
    assert '{"ask": "GET /books/{id}", "parameters": {"id": 7}, "answer": [1]}' in text
    assert '"parameters": {"deep": true}, "body": {"q": "a"}, "status": 404}' in text
    assert load(text, "file") == Baseline((found, missing), protocol="REST")


@pytest.mark.parametrize(
    ("entry", "wrong"),
    [
        ('"protocol": "SOAP"', "unknown protocol 'SOAP'"),
        ('"protocol": "REST", "answers": [{"ask": "GET /x"}]', '"answer" or "status"'),
        ('"protocol": "REST", "answers": [{"ask": "GET /x", "answer": 1, "parameters": 2}]', "parameters must be"),
    ],
)
def test_a_broken_file_of_rest_is_refused_in_one_line(entry, wrong):
    with pytest.raises(ConfigError, match=wrong):
        load(f'{{"querious": "baseline 1", {entry}}}', "file")
