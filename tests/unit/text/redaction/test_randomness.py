from __future__ import annotations

import base64
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from querious.text.redaction.randomness import decoded, encoded, random_runs
from secrets_made_up import HARMLESS

_ALPHABETS = {
    "letters and digits": "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789",
    "hexadecimal": "0123456789abcdef",
    "small letters and digits": "abcdefghijklmnopqrstuvwxyz0123456789",
    "base32": "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567",
}


@pytest.mark.parametrize("alphabet", _ALPHABETS.values(), ids=_ALPHABETS)
def test_nearly_all_random_texts_are_found(alphabet: str) -> None:
    chance = Random(7)
    texts = ["".join(chance.choices(alphabet, k=32)) for _ in range(1_000)]
    assert sum(random_runs(text) == [(0, 32)] for text in texts) >= 995


@pytest.mark.parametrize("text", HARMLESS)
def test_words_slugs_and_identifiers_are_not_random(text: str) -> None:
    assert random_runs(text) == []


def test_a_random_text_is_found_in_an_address_and_in_a_sentence() -> None:
    key = "q8ZrT2vXb91LmKs04HyPdWcE7uJfGa3N"
    for text in (f"https://example.org/files/{key}/a", f"use {key} instead"):
        ((start, end),) = random_runs(text)
        assert text[start:end] == key


@pytest.mark.unmeasured
@given(st.text(min_size=9).filter(str.isprintable), st.booleans(), st.booleans())
def test_what_is_decoded_is_encoded_the_same_way(text: str, is_url_safe: bool, is_padded: bool) -> None:
    encode = base64.urlsafe_b64encode if is_url_safe else base64.b64encode
    written = encode(text.encode()).decode()
    written = written if is_padded else written.rstrip("=")
    if len(written.rstrip("=")) >= 12:
        assert decoded(written) == text
        assert encoded(text, written) == written
