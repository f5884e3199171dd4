from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from querious.text.redaction.checks import is_card, is_iban
from secrets_made_up import luhn


@given(st.text("0123456789", min_size=14, max_size=14), st.integers(1, 9))
def test_a_card_has_the_right_last_digit(digits: str, wrong: int) -> None:
    card = luhn(f"4{digits}")
    assert is_card(card)
    assert not is_card(card[:-1] + str((int(card[-1]) + wrong) % 10))


def test_identifiers_that_pass_the_test_by_chance_are_no_cards() -> None:
    assert not is_card(luhn("123456789012345"))
    assert not is_card(luhn("100000000000000000"))
    assert not is_card(luhn("163123456789"))


def test_bank_accounts() -> None:
    assert is_iban("GB82 WEST 1234 5698 7654 32")
    assert not is_iban("GB83 WEST 1234 5698 7654 32")
    assert not is_iban("GB82")
