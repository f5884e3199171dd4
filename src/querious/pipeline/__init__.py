"""The one place that wires the rooms together: a target and settings in, a Run out."""

from querious.pipeline.comparing import Compared, compare
from querious.pipeline.observer import Observer, Silent
from querious.pipeline.recheck import Rechecked
from querious.pipeline.recorded import is_store, read_recordings
from querious.pipeline.replaying import Replayed, replay_recordings
from querious.pipeline.running import load_schema, measure, replay, run

__all__ = [
    "Compared",
    "Observer",
    "Rechecked",
    "Replayed",
    "Silent",
    "compare",
    "is_store",
    "load_schema",
    "measure",
    "read_recordings",
    "replay",
    "replay_recordings",
    "run",
]
