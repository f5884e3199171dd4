from __future__ import annotations

import io
import json
import tracemalloc

import pytest
from hypothesis import given
from hypothesis import strategies as st

from querious.harvest.importers import json_stream
from querious.harvest.importers.json_stream import BrokenJsonError, JsonScanner

VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=5), inner, max_size=4),
    max_leaves=12,
)


class Dripping(io.BytesIO):
    """A file that gives only so much at once."""

    def __init__(self, content: bytes, size: int) -> None:
        super().__init__(content)
        self._size = size

    def read(self, size: int | None = -1, /) -> bytes:
        return super().read(min(self._size, size or -1))


def scanner(content: str, size: int = 7) -> JsonScanner:
    return JsonScanner(Dripping(content.encode("utf-8", "surrogatepass"), size))


@given(st.lists(VALUES, max_size=5), st.integers(1, 20), st.booleans(), st.sampled_from([None, 1]))
def test_items_are_those_of_json(values, size, ascii_only, indent):
    text = json.dumps(values, ensure_ascii=ascii_only, indent=indent)
    if not ascii_only:
        text = text.encode("utf-8", "replace").decode()
        values = json.loads(text)
    assert [json.loads(item) for item in scanner(text, size).items()] == values


@pytest.mark.unmeasured
@given(st.dictionaries(st.text(max_size=6), VALUES, max_size=5), st.integers(1, 20), st.booleans())
def test_keys_are_those_of_json_and_values_can_be_taken_or_passed_over(value, size, taking):
    walking = scanner(json.dumps(value), size)
    seen = {}
    for key in walking.keys():  # noqa: SIM118
        seen[key] = json.loads(walking.take()) if taking else walking.skip()
    assert seen == (value if taking else dict.fromkeys(value))


def test_structures_within_are_walked_too():
    walking = scanner('{"a": 1, "log": {"b": [], "entries": [{"x": "}]"}, 2]}, "c": {}}')
    found = []
    for key in walking.keys():  # noqa: SIM118
        if key != "log":
            walking.skip()
            continue
        for inner in walking.keys():  # noqa: SIM118
            found += [(inner, item) for item in walking.items()]
    assert found == [("entries", '{"x": "}]"}'), ("entries", "2")]


def test_one_bad_value_spoils_no_other():
    assert list(scanner('[{"a": nonsense here}, {"b": 2}, {"c" 3}]').items()) == [
        '{"a": nonsense here}',
        '{"b": 2}',
        '{"c" 3}',
    ]


@pytest.mark.parametrize("text", ["", "[", "[1", "[1,", '["a', '["a\\', "[{", "[1 2]", "[,]", "{}", '{"a"', "x"])
def test_what_ends_early_or_is_no_list_is_broken(text):
    with pytest.raises(BrokenJsonError):
        list(scanner(text).items())


@pytest.mark.parametrize("text", ["{1: 2}", "{a: 2}", '{"a" 2}', '{"a": 1'])
def test_what_is_no_object_is_broken(text):
    walking = scanner(text)
    with pytest.raises(BrokenJsonError):
        list(map(lambda _: walking.skip(), walking.keys()))  # noqa: C417


def test_a_mark_at_the_beginning_and_bytes_that_are_no_text_do_no_harm():
    assert list(JsonScanner(io.BytesIO(b'\xef\xbb\xbf ["a\xff"]')).items()) == ['"a\ufffd"']


def test_a_value_that_is_too_large_is_passed_over(monkeypatch):
    monkeypatch.setattr(json_stream, "LARGEST_VALUE", 10)
    assert list(scanner('[1, ["' + "x" * 20 + '"], 2]').items()) == ["1", "", "2"]


def test_a_long_list_is_never_in_memory():
    class Endless(io.RawIOBase):
        left = 2_000

        def read(self, size: int = -1, /) -> bytes:
            Endless.left -= 1
            return (
                b'["x' * (Endless.left == 1_999) + b'y", "' + b"z" * 5_000
                if Endless.left > 0
                else b'"]'[: Endless.left + 2]
            )

    tracemalloc.start()
    count = sum(1 for _ in JsonScanner(Endless()).items())  # type: ignore[arg-type]
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert count == 2_000
    assert peak < 1_000_000
