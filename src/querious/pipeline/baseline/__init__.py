"""A baseline and an API of any protocol: what ``learn`` writes and ``run`` holds against it."""
