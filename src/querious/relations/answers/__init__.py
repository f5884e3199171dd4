"""Answers as relations see them: held against each other, asked in other words, empty, or never the same."""
