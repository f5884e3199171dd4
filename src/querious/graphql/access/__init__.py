"""GraphQL for the rules of access: which questions show whose objects, and what an answer to one identity says."""

from __future__ import annotations

from querious.graphql.access.entry_points import EntryPoints, KeyedField
from querious.graphql.access.readings import AccessReader

__all__ = ["AccessReader", "EntryPoints", "KeyedField"]
