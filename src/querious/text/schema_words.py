"""Words in which JSON Schema says what is wrong with a value."""

from __future__ import annotations

from typing import Final

LACKS_PROPERTY: Final = "is a required property"
"""After the name of the property."""
