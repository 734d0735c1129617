"""`python -m bot`. Worker processes load this module too, so it loads nothing before it is run."""

import sys


def main() -> int:
    """Starts the bot. Returns its exit code."""
    from bot import app

    return app.main()


if __name__ == "__main__":
    sys.exit(main())
