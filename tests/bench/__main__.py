"""`python -m tests.bench`: measure all three and print them; nothing is judged by its time."""

from __future__ import annotations

import platform

from tests.bench import core, start, wire


def main() -> None:
    """Print each part as soon as it is measured."""
    print(f"Python {platform.python_version()} on {platform.machine()}; x is ours through the other\n")
    for part in (wire, core, start):
        print(part.measure() + "\n", flush=True)


if __name__ == "__main__":
    main()
