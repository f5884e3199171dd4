"""A proxy that records."""
