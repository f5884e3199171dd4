"""Long texts that nobody wrote: keys and tokens, told from words, identifiers and encoded readable text."""

from __future__ import annotations

import base64
import binascii
import math
import re
from collections import Counter
from typing import Final

from querious.text.formats import UUID, is_uuid

_LONG: Final = 32
"""Characters. Shorter ones are identifiers more often than secrets (nanoid 21, ULID 26, KSUID 27, Firebase 28)."""
_RUN: Final = re.compile(rf"[A-Za-z0-9+/_=.~-]{{{_LONG},}}")
_RUN_IN_URL: Final = re.compile(rf"[A-Za-z0-9+_.~-]{{{_LONG},}}")
_ENCODED: Final = re.compile(r"[A-Za-z0-9+/_-]{12,}={0,2}")
_TYPED: Final = re.compile(rb"[A-Za-z_]{4,}:")
_HEX: Final = re.compile(r"[0-9a-f]{24,128}|[0-9A-F]{24,128}")
_CHANGES: Final = re.compile(r"[a-z](?=[A-Z0-9])|[0-9](?=[A-Za-z])|[A-Z](?=[0-9])|[A-Z](?=[A-Z][a-z])")
"""Where a text goes from one sort of character to another; a capital before small letters is how words begin."""
_MANY_CHANGES: Final = 0.22
"""Of a text's characters. Random ones change at nearly every second, names and slugs at every fifth at most."""
_LITTLE: Final = 3.0
"""Bits per character: of sixteen digits, random text of 32 has about 3.6; ``aaaa…`` and ``12312312…`` have less."""
_USUAL: Final = frozenset(
    re.findall(
        "..",
        "abacadagaialamanaparasatauavbabebiblbobucacechcickclcocrctcudadedidodrdueaecedeeefegeielemeneperesetevexfefifofr"
        "gagegigogrhahehihoiaibicidieifigiliminioipirisitivkakekilalelilllolsltlulymamemimompnancndnenfngninnnonsntocodogol"
        "omonoporosotouovowpapepiplpoppprptqurarcrdrergrirmrnrorrrsrtrurysascseshsisospssstsutatethtitotrtstttutyubueuiul"
        "umunurusutvaveviwawewi",
    )
)
"""The 180 pairs of letters that make up 85% of English words, names and schemas, but a quarter of random text."""
_PAIR: Final = re.compile(r"(?=([A-Za-z]{2}))")
_FEWEST_PAIRS: Final = 8


def is_hexadecimal(text: str) -> bool:
    """As identifiers of databases and checksums are written: long, and in one case."""
    return _HEX.fullmatch(text) is not None


def random_runs(text: str) -> list[tuple[int, int]]:
    """Where in the text something random stands."""
    pattern = _RUN_IN_URL if "://" in text else _RUN
    return [found.span() for found in pattern.finditer(text) if _is_random(found[0])]


def _is_random(run: str) -> bool:
    """Of random texts of 32 letters and digits it misses one in 2,000; of long names of large schemas it takes none."""
    if is_uuid(run) or decoded(run) is not None or _is_typed(run):
        return False
    run = UUID.sub("", run)
    if len(run) < _LONG - 8:
        return False
    if is_hexadecimal(run):
        return not run.isdecimal() and not run.isalpha()
    entropy = -sum(n / len(run) * math.log2(n / len(run)) for n in Counter(run).values())
    return entropy > _LITTLE and (_changes_often(run) or _is_no_language(run))


def _changes_often(run: str) -> bool:
    return sum(map(str.isdigit, run)) > 1 and len(_CHANGES.findall(run)) >= _MANY_CHANGES * len(run)


def _is_no_language(run: str) -> bool:
    pairs = _PAIR.findall(run)
    share = 0.55 if run.isalnum() else 0.5
    return len(pairs) >= _FEWEST_PAIRS and sum(pair.lower() in _USUAL for pair in pairs) < share * len(pairs)


def decoded(text: str) -> str | None:
    """What an opaque identifier or cursor says, if it is readable text in base64: ``Product:16``, ``["0", "size"]``."""
    content = _decoded(text)
    if content is None:
        return None
    try:
        said = content.decode()
    except UnicodeDecodeError:
        return None
    return said if all(character.isprintable() or character.isspace() for character in said) else None


def _decoded(text: str) -> bytes | None:
    if not _ENCODED.fullmatch(text):
        return None
    plain = text.rstrip("=").replace("-", "+").replace("_", "/")
    try:
        return base64.b64decode(plain + "=" * (-len(plain) % 4))
    except (binascii.Error, ValueError):
        return None


def _is_typed(text: str) -> bool:
    """Whether it is an identifier of which only the beginning is readable: a type and a colon."""
    return _TYPED.match(_decoded(text) or b"") is not None


def encoded(text: str, like: str) -> str:
    """In base64, with the alphabet and the padding of another."""
    result = base64.b64encode(text.encode()).decode()
    if "-" in like or "_" in like:
        result = result.replace("+", "-").replace("/", "_")
    return result if like.endswith("=") or len(like) % 4 == 0 else result.rstrip("=")
