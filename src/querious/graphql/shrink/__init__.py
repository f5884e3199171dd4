"""Smaller cases with the same finding: fewer requests, smaller operations, simpler values."""

from querious.graphql.shrink.cases import shrink_cases

__all__ = ["shrink_cases"]
