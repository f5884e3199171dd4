"""Operations and answers → what of the API was requested, reached and witnessed, and how far paths were followed."""

from querious.coverage.assertions import OF_EVERY_ANSWER, count_assertions
from querious.coverage.reach import Tracks, lengths
from querious.coverage.recorder import CoverageRecorder
from querious.coverage.universe import Universe

__all__ = ["OF_EVERY_ANSWER", "CoverageRecorder", "Tracks", "Universe", "count_assertions", "lengths"]
