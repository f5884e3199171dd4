"""The one place that wires the rooms together: a folder for each use-case."""
