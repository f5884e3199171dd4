"""Operations and answers → what of the API was requested, reached and witnessed."""

from querious.coverage.recorder import Recorder
from querious.coverage.universe import Universe

__all__ = ["Recorder", "Universe"]
