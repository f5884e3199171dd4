"""``python -m querious``."""

from querious.cli import main

main()
