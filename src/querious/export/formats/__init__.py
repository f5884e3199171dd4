"""The languages that tests are written in, one file each."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from querious.export.formats.form import Format, Ordered
from querious.export.formats.phpunit import PHPUNIT
from querious.export.formats.pytest import PYTEST
from querious.export.formats.vitest import VITEST

FORMATS: Final[Mapping[str, Format]] = MappingProxyType({form.name: form for form in (PYTEST, PHPUNIT, VITEST)})

__all__ = ["FORMATS", "Format", "Ordered"]
