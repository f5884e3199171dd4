"""Tests of people's own in pytest and unittest: one for each operation of an API, and checks of single responses.

``plugin`` alone knows pytest; it is what the entry point names, and imports the rest only where a test uses it.
"""
