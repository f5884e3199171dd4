"""Who may read and change what, as the answers to several identities show it: rules over their exchanges. Pure."""

from querious.rest.access.catalogue import REST_ACCESS_RULES

__all__ = ["REST_ACCESS_RULES"]
