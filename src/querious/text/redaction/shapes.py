"""Secrets that can be told by their shape, whatever they are called: one pattern each, in the order of searching.

Each pattern is linear in the text: a long text without secrets must not cost a server more than a glance.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final, NamedTuple

from querious.text.redaction.checks import is_card, is_iban
from querious.text.redaction.placeholders import is_placeholder
from querious.text.redaction.sorts import Sort

if TYPE_CHECKING:
    from collections.abc import Callable

_LOCAL: Final = r"[^\s@<>()\[\]{},;:\"'`|\\/?=&#]"
_DOMAIN: Final = r"(?:[^\W_](?:[\w-]*[^\W_])?\.)*[^\W\d_](?:[\w-]*[^\W_])?(?![\w])"
_IMAGE: Final = re.compile(r".*@\d+(?:\.\d+)?x\.\w+", re.DOTALL)
_GROUPS: Final = re.compile(r"\d+")
_FEWEST, _MOST = 7, 15
"""Digits of a phone number (E.164)."""


class Shape(NamedTuple):
    """One sort of secret."""

    sort: Sort
    hint: str
    """A simple pattern that every such secret has in it. Nearly no text has, so it is asked first."""
    pattern: re.Pattern[str]
    """Its group ``secret`` is replaced; all of it if it has no such group."""
    check: Callable[[str], bool] = bool


def _is_address(found: str) -> bool:
    """Not ``picture@2x.png``, nor a host after credentials that have been replaced."""
    return _IMAGE.fullmatch(found) is None and not is_placeholder(found.partition("@")[0])


def _is_phone(found: str) -> bool:
    return _FEWEST <= sum(map(str.isdigit, found)) <= _MOST + 2


_TOKENS: Final = {
    r"A[KSBC][IC]A": r"(?:AKIA|ASIA|ABIA|ACCA)[0-9A-Z]{16}(?![0-9A-Za-z])",  # AWS
    r"gh[pousr]_": r"gh[pousr]_[A-Za-z0-9]{20,}",  # GitHub
    r"github_pat_": r"github_pat_\w{20,}",
    r"gl[a-z]{2,5}-": r"gl(?:pat|dt|rt|cbt|ptt|ft|imt|agent|soat)-[\w-]{16,}",  # GitLab
    r"[srp]k_": r"(?:sk|rk|pk)_(?:live|test)_[A-Za-z0-9]{8,}",  # Stripe
    r"whsec_": r"whsec_[A-Za-z0-9+/=]{16,}",
    r"xox": r"xox[a-z]-[\w-]{8,}",  # Slack
    r"xapp-": r"xapp-\d-[\w-]{16,}",
    r"AIza": r"AIza[\w-]{30,}",  # Google
    r"ya29": r"ya29\.[\w-]{16,}",
    r"GOCSPX": r"GOCSPX-[\w-]{16,}",
    r"sk-": r"sk-(?:ant|proj|or)-[\w-]{16,}|sk-(?=[\w-]*\d)(?=[\w-]*[A-Z])[\w-]{20,}",  # Anthropic, OpenAI
    r"SG\.": r"SG\.[\w-]{16,}\.[\w-]{16,}",  # SendGrid
    r"npm_": r"npm_[A-Za-z0-9]{30,}",
    r"pypi-": r"pypi-AgE[\w-]{16,}",
    r"hf_": r"hf_[A-Za-z0-9]{20,}",  # Hugging Face
    r"_v1_": r"do[opr]_v1_[0-9a-f]{32,}",  # DigitalOcean
    r"shp[a-z]{2}_": r"shp(?:at|ca|pa|ss)_[0-9A-Fa-f]{32}",  # Shopify
    r"sq0": r"sq0[a-z]{3}-[\w-]{20,}",  # Square
    r"EAAA": r"EAAA[\w-]{40,}",
    r"(?:SK|AC)[0-9a-f]": r"(?:SK|AC)[0-9a-f]{32}(?![0-9A-Za-z])",  # Twilio
    r"key-": r"key-[0-9a-f]{32}(?![0-9A-Za-z])",  # Mailgun
    r":AA": r"\d{8,10}:AA[\w-]{30,}",  # Telegram
}
"""Keys that say whose they are: what each has in it, and what it looks like."""

SHAPES: Final = (
    Shape(
        Sort.TEXT,
        "-----BEGIN",
        re.compile(r"-----BEGIN [A-Z0-9 ]*+-----[\s\S]*?(?:-----END [A-Z0-9 ]*+-----|\Z)"),
    ),
    Shape(Sort.TEXT, "eyJ", re.compile(r"(?<![\w-])eyJ[\w-]{4,}\.[\w-]{4,}(?:\.[\w-]*)?")),
    Shape(
        Sort.TEXT,
        "(?i:bearer|basic|token|digest|apikey)",
        re.compile(
            r"(?:\A\s*(?i:bearer)[ +]{1,4}"
            r"|\b(?i:bearer|basic|digest|token|apikey)[ +]{1,4}(?=[\w.~+/-]*(?:\d|[a-z][A-Z]|=)))"
            r"(?P<secret>[\w.~+/=-]{8,})"
        ),
    ),
    Shape(Sort.TEXT, "|".join(_TOKENS), re.compile(rf"(?<![A-Za-z0-9])(?:{'|'.join(_TOKENS.values())})")),
    Shape(Sort.TEXT, r"hooks\.", re.compile(r"hooks\.\w+\.com/[a-z]+/(?P<secret>[\w/-]{16,})")),
    Shape(
        Sort.TEXT,
        "://",
        re.compile(r"[a-z0-9+.-]://(?P<secret>[^\s:/@'\"<>]*:[^\s/@'\"<>]+)(?=@)", re.IGNORECASE),
    ),
    Shape(
        Sort.EMAIL,
        "@",
        re.compile(rf"(?:(?<!{_LOCAL}){_LOCAL}++|\"[^\"\n@]{{1,64}}\")@{_DOMAIN}"),
        _is_address,
    ),
    Shape(Sort.EMAIL, "%40", re.compile(rf"(?<!{_LOCAL})(?:(?!%40){_LOCAL})++%40{_DOMAIN}")),
    Shape(
        Sort.IBAN,
        r"[A-Z]{2}\d\d",
        re.compile(r"(?<![A-Za-z0-9])[A-Z]{2}\d{2}(?: ?[A-Z0-9]{4}){2,7}(?: ?[A-Z0-9]{1,4})?(?![A-Za-z0-9])"),
        is_iban,
    ),
    Shape(
        Sort.PHONE,
        r"(?:\+|%2B)[ (]{0,2}\d",
        re.compile(r"(?<![\w+])(?:\+|%2B)[ (]{0,2}\d(?:[\s().\-/]{0,3}\d){5,17}(?![\w])"),
        _is_phone,
    ),
    Shape(
        Sort.PHONE,
        r"\d{3}[\s.-]\d{4}|00[1-9]",
        re.compile(
            r"(?<![\w.+-])(?:(?:1[\s.-])?(?:\(\d{3}\)\s?|\d{3}[\s.-])\d{3}[\s.-]\d{4}"
            r"|00[1-9]\d{0,2}(?:[\s/()-]{1,2}\d{1,5}){2,6})(?!\w|-\d|\.\d)"
        ),
        _is_phone,
    ),
    Shape(Sort.SOCIAL, r"\d-\d\d-\d", re.compile(r"(?<![\w-])(?!000|666)\d{3}-\d{2}-\d{4}(?![\w-])")),
)
"""Before the last ones, which would take a part of what is a larger thing."""

_CARD: Final = r"\d[ -]?\d[ -]?\d[ -]?\d[ -]?\d[ -]?\d"
HINT: Final = re.compile("|".join([*(f"(?:{shape.hint})" for shape in SHAPES), _CARD]))
"""What every text has in it that has a secret of some shape: most texts need no second look."""
_CARDS: Final = re.compile(r"(?<!\d)\d(?:[ -]?\d){12,}")


def card_spans(text: str) -> list[tuple[int, int]]:
    """Where card numbers stand, also among other groups of digits: ``2x 4111 1111 1111 1111 12/27``."""
    spans: list[tuple[int, int]] = []
    for run in _CARDS.finditer(text):
        groups = [group.span() for group in _GROUPS.finditer(text, *run.span())][:200]
        done = 0
        for first, (start, _) in enumerate(groups):
            if start < done:
                continue
            for _, end in groups[first : first + 19]:
                digits = text[start:end].replace(" ", "").replace("-", "")
                if len(digits) > 19:  # noqa: PLR2004 - no card is longer
                    break
                if is_card(digits):
                    spans.append((start, end))
                    done = end
                    break
    return spans
