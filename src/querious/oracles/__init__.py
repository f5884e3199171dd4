"""Judging: one rule per file, one ordered catalogue; an Exchange and what is expected of it → Findings."""
