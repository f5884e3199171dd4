"""The faults of the bookshop: what they are, which there are, and how to choose among them."""

from querious.demo.rest.faults.catalogue import REST_FAULTS, REST_SHOWCASE
from querious.demo.rest.faults.choosing import choose, table
from querious.demo.rest.faults.fault import RestFault

__all__ = ["REST_FAULTS", "REST_SHOWCASE", "RestFault", "choose", "table"]
