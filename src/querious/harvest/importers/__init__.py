"""What others recorded → recordings: one file per format, told apart by content.

Every format gives ``Entry`` after ``Entry``, which are normalised, redacted and counted. One entry is in memory at a
time. A bad one is counted and never ends the reading.
"""

from __future__ import annotations

from querious.harvest.importers.documents import ENDINGS
from querious.harvest.importers.file_format import FORMATS
from querious.harvest.importers.files import Importing, format_of_file, read_any

__all__ = ["ENDINGS", "FORMATS", "Importing", "format_of_file", "read_any"]
