"""Judging a REST answer: rules that know no protocol, and what the description promises."""

from querious.rest.oracles.catalogue import CATALOGUE
from querious.rest.oracles.expectation import RestExpectation
from querious.rest.oracles.outcome import rest_outcome

__all__ = ["CATALOGUE", "RestExpectation", "rest_outcome"]
