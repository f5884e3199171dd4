from __future__ import annotations

import pytest

from querious.harvest.strict_json import read_strict_json


def test_numbers_are_read_as_they_were_sent():
    assert read_strict_json('{"a": [1, 2.5, 123456789012345678901234567890]}') == {
        "a": [1, 2.5, 123456789012345678901234567890]
    }


@pytest.mark.parametrize("text", ["NaN", "[Infinity]", '{"a": -Infinity}', "9" * 10_000, "{", ""])
def test_what_cannot_be_read_exactly_is_not_read(text):
    with pytest.raises(ValueError):
        read_strict_json(text)
