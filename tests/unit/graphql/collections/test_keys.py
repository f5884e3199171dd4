from __future__ import annotations

import base64
import uuid

import pytest
from hypothesis import given
from hypothesis import strategies as st

from querious.graphql.collections.keys import unknown_keys
from querious.state.samples import samples


def shape(key: str) -> str:
    return "".join(
        "0" if sign.isdigit() else "a" if sign.islower() else "A" if sign.isupper() else sign for sign in key
    )


KEYS = st.lists(st.text("abcXYZ019-_.", min_size=4, max_size=12), min_size=1, max_size=4)


@given(st.data(), KEYS.filter(lambda keys: any(sign.isalnum() for sign in keys[-1])))
def test_none_of_the_known_ones(data: st.DataObject, like: list[str]):
    assert data.draw(unknown_keys(like)) not in like


@given(st.data())
def test_of_the_form_of_those_given(data: st.DataObject):
    assert data.draw(unknown_keys(["41"])).isdecimal()
    assert int(data.draw(unknown_keys(["41", "42"]))) < 2**31
    assert uuid.UUID(data.draw(unknown_keys([str(uuid.UUID(int=7))])))
    assert len(data.draw(unknown_keys(["65f0c1d2e3a4b5c6d7e8f901"]))) == 24
    assert shape(data.draw(unknown_keys(["AB-12x"]))) == "AA-00a"
    assert data.draw(unknown_keys(["BOOK-0042"])).startswith("BOOK-")
    assert uuid.UUID(data.draw(unknown_keys([])))


@pytest.mark.parametrize("plain", ["Review:1001", "gid://shop/Book/7"])
def test_inside_of_base64_only_the_number_is_another(plain: str):
    key = base64.urlsafe_b64encode(plain.encode()).decode()
    for unknown in samples(unknown_keys([key]), 20, 1):
        inside = base64.urlsafe_b64decode(unknown).decode()
        assert inside.startswith(plain.rstrip("0123456789"))
        assert inside != plain
