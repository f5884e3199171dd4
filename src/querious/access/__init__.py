"""Who may read and change what: rules over what the same questions are answered to several identities. No I/O."""

from querious.access.catalogue import ACCESS_RULES
from querious.access.needed import needed
from querious.access.reading import Answered, Reading, Shown
from querious.access.rule import AccessRule, Breach

__all__ = ["ACCESS_RULES", "AccessRule", "Answered", "Breach", "Reading", "Shown", "needed"]
