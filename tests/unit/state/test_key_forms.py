"""Unknown keys are of the form of known ones."""

from __future__ import annotations

import base64
import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from querious.state.key_forms import unknown_keys
from querious.state.samples import samples


@pytest.mark.parametrize(
    ("known", "pattern"),
    [
        (["1", "2"], r"[1-9]\d{3,9}"),
        (["9007199254740993"], r"90071992\d{8}"),
        (["0001", "0042"], r"\d{4}"),
        (["6f9619ff-8b86-d011-b42d-00c04fc964ff"], r"[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}"),
        (["6F9619FF8B86D011B42D00C04FC964FF"], r"[0-9A-F]{32}"),
        (["5190fa9b0f66027a4900046e", "5190fa9b0f66027a4900046f"], r"[0-9a-f]{24}"),
        (["cus_9s6XKzkNRiz8i3", "cus_1Bc6XKzkNRiz8i"], r"cus_[A-Za-z0-9]{14}"),
        (["hansel-and-gretel", "snow-white"], r"[a-z]{6}-[a-z]{3}-[a-z]{6}|[a-z]{4}-[a-z]{5}"),
        (["Cinderella"], r"[A-Za-z]{10}"),
        (["01ARZ3NDEKTSV4RRFFQ69G5FAV"], r"[A-Z0-9]{26}"),
        (["ab"], r"[a-z]{8}"),
        (["a@b"], r"a@[a-z]{8}"),
        (["", "ALFKI"], r"[A-Z]{8}"),
        ([""], r"\d+|[0-9a-f-]{36}"),
        ([], r"\d+|[0-9a-f-]{36}"),
    ],
)  # fmt: skip
def test_they_look_like_the_known_ones_and_are_none_of_them(known, pattern):
    @settings(max_examples=30, deadline=None, database=None)
    @given(unknown_keys(known))
    def check(key):
        assert re.fullmatch(pattern, key), key
        assert key not in known

    check()


@settings(max_examples=50, deadline=None)
@given(st.lists(st.text(), max_size=4), st.data())
def test_there_is_one_whatever_the_known_ones_look_like(known, data):
    assert data.draw(unknown_keys(known)) not in known


@pytest.mark.parametrize("plain", ["Review:1001", "gid://shop/Book/7"])
def test_inside_of_base64_only_the_number_is_another(plain: str):
    key = base64.urlsafe_b64encode(plain.encode()).decode()
    for unknown in samples(unknown_keys([key]), 20, 1):
        inside = base64.urlsafe_b64decode(unknown).decode()
        assert inside.startswith(plain.rstrip("0123456789"))
        assert inside != plain
