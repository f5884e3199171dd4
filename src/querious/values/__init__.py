"""Where arguments come from: own generators, learned values, the meaning of names, scalars, hostile values."""

from querious.values.chance import Chance
from querious.values.makers import Makers
from querious.values.pool import Lessons, Pool
from querious.values.scalars import has_generator

__all__ = ["Chance", "Lessons", "Makers", "Pool", "has_generator"]
