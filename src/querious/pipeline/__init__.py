"""The one place that wires the rooms together: a target and settings in, a Run out."""

from querious.pipeline.observer import Observer, Silent
from querious.pipeline.running import load_schema, measure, replay, run

__all__ = ["Observer", "Silent", "load_schema", "measure", "replay", "run"]
