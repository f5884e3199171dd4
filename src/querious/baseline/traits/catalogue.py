"""All traits of fields, in the order in which they are reported: what is missing first, then what is there but odd."""

from __future__ import annotations

from typing import Final

from querious.baseline.traits.number_range import RANGE
from querious.baseline.traits.presence import LENGTH, NEVER_EMPTY, NEVER_NULL
from querious.baseline.traits.sorted_lists import NO_REPEATS, SORTED
from querious.baseline.traits.text_format import FORMAT, PATTERN
from querious.baseline.traits.uniqueness import UNIQUE
from querious.baseline.traits.value_set import ONE_OF

TRAITS: Final = (NEVER_NULL, NEVER_EMPTY, LENGTH, ONE_OF, RANGE, FORMAT, PATTERN, UNIQUE, SORTED, NO_REPEATS)
