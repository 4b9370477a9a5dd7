"""`python -m tests.bench`: measure all parts and print them; nothing is judged by its time."""

from __future__ import annotations

import platform

from tests.bench import core, readers, start, sweep, wire


def main() -> None:
    """Print each part as soon as it is measured."""
    print(f"Python {platform.python_version()} on {platform.machine()}; x is ours through the other\n")
    for part in (readers, sweep, wire, core, start):
        print(part.measure() + "\n", flush=True)


if __name__ == "__main__":
    main()
