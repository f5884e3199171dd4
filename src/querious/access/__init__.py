"""Who may read and change what: rules over what the same questions are answered to several identities. No I/O."""

from querious.access.catalogue import ACCESS_RULES
from querious.access.needed import needed
from querious.access.reading import Answered, Reading, ShownObject
from querious.access.rule import AccessBreach, AccessRule

__all__ = ["ACCESS_RULES", "AccessBreach", "AccessRule", "Answered", "Reading", "ShownObject", "needed"]
