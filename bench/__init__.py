"""Benchmarks: every speed is a ratio to a peer or a limit measured in the same run."""
