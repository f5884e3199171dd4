"""The faults of the demo: what they are, which there are, and how to choose among them."""

from querious.demo.faults.catalogue import FAULTS, SHOWCASE
from querious.demo.faults.choosing import choose, table
from querious.demo.faults.fault import Fault

__all__ = ["FAULTS", "SHOWCASE", "Fault", "choose", "table"]
