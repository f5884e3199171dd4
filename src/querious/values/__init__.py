"""Where inputs come from, whatever the protocol: learned values, the meaning of names, scalars, hostile values."""

from querious.values.chance import Chance
from querious.values.field_calls import FieldCall
from querious.values.learned_file import dump, load, load_file
from querious.values.lessons import Lessons
from querious.values.pool import Pool
from querious.values.scalars import has_generator
from querious.values.unanswered import Unanswered, missing_values

__all__ = [
    "Chance",
    "FieldCall",
    "Lessons",
    "Pool",
    "Unanswered",
    "dump",
    "has_generator",
    "load",
    "load_file",
    "missing_values",
]
