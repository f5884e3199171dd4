"""JSON as it was sent, or not at all.

``model.json_text`` cuts numbers that no float can hold to ones that can be worked with. A recording must not: what it
holds is what users sent, so a text that cannot be read exactly is not read.
"""

from __future__ import annotations

import json
from typing import Any, Final, NoReturn


def read_strict_json(text: str) -> Any:
    """The value of a JSON text; ValueError for what only Python takes for JSON, such as NaN."""
    return _DECODER.decode(text)


def _refuse(constant: str) -> NoReturn:
    raise ValueError(f"{constant} is not a JSON value")


_DECODER: Final = json.JSONDecoder(parse_constant=_refuse)
