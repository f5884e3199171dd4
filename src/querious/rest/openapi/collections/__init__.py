"""The collections that a description tells of: which paths belong together, what entries hold, what they need."""

from querious.rest.openapi.collections.discovery import DescribedCollections, collections_of, plan_of

__all__ = ["DescribedCollections", "collections_of", "plan_of"]
