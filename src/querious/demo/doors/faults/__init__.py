"""The faults of the workspace: what they are, which there are, and how to choose among them."""

from querious.demo.doors.faults.catalogue import DOOR_FAULTS, DOOR_SHOWCASE
from querious.demo.doors.faults.choosing import choose_doors, doors_table
from querious.demo.doors.faults.fault import DoorFault

__all__ = ["DOOR_FAULTS", "DOOR_SHOWCASE", "DoorFault", "choose_doors", "doors_table"]
