"""Secrets of every shape, none of them anybody's; and values that look a little like secrets and are none."""

from __future__ import annotations

import base64
from random import Random

from hypothesis import strategies as st

BY_SHAPE = {
    "JWT": "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiI0MiIsIm4iOiJrIn0.dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk",
    "e-mail address": "jerry.s+tv@mail.seinfeld.example",
    "e-mail address of another alphabet": "jürgen@bücher.example",
    "card": "4242424242424242",
    "card in groups": "5555 5555 5555 4444",
    "American Express card": "3782-822463-10005",
    "phone": "+46701740605",
    "phone in groups": "+1 (202) 555-0143",
    "national phone": "(212) 555-0187",
    "bank account": "DE89370400440532013000",
    "bank account in groups": "GB82 WEST 1234 5698 7654 32",
    "social security number": "219-09-9999",
    "AWS key": "AKIAQ3EGRTUVWXYZ2345",
    "AWS secret": "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",
    "GitHub token": "ghp_16C7e42F292c6912E7710c838347Ae178B4a",
    "Stripe key": "sk_" + "live_4eC39HqLyjWDarjtT1zdp7dc",
    "Slack token": "xoxb-" + "17653672481-19874698323-pdFZKVeTuE8sk7oOcHrzqqgy",
    "Google key": "AIzaSyD-9tSrke72PouQMnMX-a7eZSW0jkFMBWY",
    **{
        f"key beginning with {key[:6]}": key.replace("~", "")
        for key in (
            *(
                "glpat-~Zx81kqPd02LmYt7Wc",
                "github~_pat_11ABCDE0Y0x8mQ2rT5Kx02",
                "whsec_~9aKx02LmYtQ7Wc4d",
                "rk_te~st_9aKx02LmYt",
            ),
            *(
                "xapp-1-~A02LmYtQ7Wc4d-77",
                "ya29.~a0AfB_byC9Kx02LmYtQ7",
                "GOCSPX-~9aKx02LmYtQ7Wc4d",
                "sk-ant-~api03-9aKx02LmYtQ7W",
            ),
            *(
                "sk-~9aKx02LmYtQ7Wc4dPz81",
                "SG.~9aKx02LmYtQ7Wc4d.9aKx02LmYtQ7Wc4d",
                "npm_~9aKx02LmYtQ7Wc4dPz819aKx02LmYtQ7",
            ),
            *("pypi-~AgEIcHlwaS5vcmcCJDk", "hf_~9aKxzzLmYtQxWcsdPzqe", f"dop_v1_~{'9a8b' * 8}", f"shpat_~{'9a8b' * 8}"),
            *("sq0csp-~9aKx02LmYtQ7Wc4dPz81", f"EAAA~{'9aKx02LmYt' * 4}", f"SK~{'9a8b' * 8}", f"key-~{'9a8b' * 8}"),
            *("123456789:~AA9aKx02LmYtQ7Wc4dPz819aKx02LmYtQ",),
        )
    },
    "private key": "-----BEGIN PRIVATE KEY-----\nMIIEvQIBADANBgkqhkiG9w0BAQEF\n-----END PRIVATE KEY-----",
    "random hexadecimal": "d727b0290156bdf72b10b918b1d74e9d5a0c",
    "random text": "q8ZrT2vXb91LmKs04HyPdWcE7uJfGa3N",
}
"""None of them holds another."""

HARMLESS = (
    "UHJvZHVjdFR5cGU6MTY=",
    "V2FyZWhvdXNlOjkwMjNlNjEwLWU4MWYtNDI2OS1iNzNiLTM3NTE2ZmMxYjgyZQ==",
    "WyIyMDIxLTA5LTAzIDE2OjI1OjM5LjYxNDA4MiswMDowMCIsICJQb2xvIFNoaXJ0IiwgInBvbG8tc2hpcnQiXQ==",
    "gid://shopify/Product/1234567890123",
    "01ARZ3NDEKTSV4RRFFQ69G5FAV",
    "V1StGXR8_Z5jdHi6B-myT",
    "cjld2cjxh0000qzrmn831i7rn",
    "507f1f77bcf86cd799439011",
    "15ddd406-341a-473d-801c-203822f0b8b3",
    "2021-09-04",
    "2021-09-04T15:31:00+02:00",
    "2021-09-04 13:25:49.132835+00:00",
    "1234567890123456",
    "1631234567890",
    "3.14159265358979",
    "20,000,000",
    "-12.5",
    "10001",
    "MANAGE_PRODUCT_TYPES_AND_ATTRIBUTES",
    "a-long-slug-of-many-words-and-2-numbers-for-1-product",
    "https://cdn.example.org/media/__sized__/products/juice_05-thumbnail-510x510.png",
    "https://cdn.example.org/logo@2x.png",
    "left-pad@1.3.0",
    "The secret of good soup is time: 3 hours, 20 minutes.",
    "Session: morning, basic internationalisation",
    "sk-learn-tutorial-for-absolute-beginners",
    "59.3293, 18.0686",
    "SE",
    "NEW YORK",
    "price_asc",
    "192.168.10.20",
    "getUserByIdAndNameOrEmailAddressOrPhone",
    "M12.5 0C5.6 0 0 5.6 0 12.5S5.6 25 12.5 25",
    "#ff00aa",
    "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
    "",
    "   ",
)


def luhn(digits: str) -> str:
    """The digits and the one that makes them a card number."""
    total = 0
    for position, digit in enumerate(reversed(digits)):
        value = int(digit) * (1 if position % 2 else 2)
        total += value - 9 if value > 9 else value
    return digits + str(-total % 10)


_LOWER = "abcdefghijklmnopqrstuvwxyz"
_ALNUM = _LOWER + _LOWER.upper() + "0123456789"

_seeds = st.integers(0, 2**32)
"""Hypothesis would rather draw texts that nobody would take for random."""

by_shape = st.one_of(
    st.sampled_from(list(BY_SHAPE.values())),
    st.tuples(st.text(_ALNUM + "._+-", min_size=1, max_size=12), st.text(_LOWER, min_size=2, max_size=8)).map(
        lambda parts: f"x{parts[0]}x@{parts[1]}.example"
    ),
    st.text("0123456789", min_size=14, max_size=14).map(lambda digits: luhn(f"4{digits}")),
    st.text("0123456789", min_size=8, max_size=12).map(lambda digits: f"+4{digits}"),
    st.text(_ALNUM, min_size=36, max_size=36).map(lambda text: f"ghp_{text}"),
    st.text("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ", min_size=16, max_size=16).map(lambda text: f"AKIA{text}"),
    _seeds.map(lambda seed: base64.urlsafe_b64encode(Random(seed).randbytes(32)).decode().rstrip("=")),
    _seeds.map(lambda seed: base64.b64encode(Random(seed).randbytes(40)).decode()),
    _seeds.map(lambda seed: Random(seed).randbytes(20).hex()),
    _seeds.map(lambda seed: "".join(Random(seed).choices(_ALNUM, k=32))),
)
"""Secrets that can be told wherever they stand."""

by_name = st.one_of(
    by_shape,
    st.text(_ALNUM + " !?$%&/()=+#*'~", min_size=8, max_size=24).filter(lambda text: text.strip() == text),
)
"""Anything that a password may be."""
