"""``python -m coursekit``: the same as the command ``coursekit``."""

from coursekit.cli import main

if __name__ == "__main__":
    main()
