"""Recordings in a store: looked through, pruned, imported."""
