"""Something that shows a finding → the smallest that still does. Candidates come from the protocol or the sequence."""

from querious.shrink.driver import drive, shrink

__all__ = ["drive", "shrink"]
