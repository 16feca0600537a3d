"""``python -m coursekit.cli``."""

from coursekit.cli import main

main()
