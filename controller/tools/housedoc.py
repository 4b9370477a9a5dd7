"""Writes `docs/house-rules.md` from the house book: what each option decides, and what the profiles have.

`python -m controller.tools.housedoc` writes the document; with `--check` it only says whether it is current.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

from controller.book import PROFILES, book, shown, taken, values
from controller.options import CHAPTERS, ENTRIES

DOCUMENT = Path(__file__).resolve().parents[2] / "docs" / "house-rules.md"

SOURCES: Mapping[str, str] = {
    "T24": "Poker TDA Rules 2024, by rule; RP is a recommended procedure, ADD an illustration",
    "RR": "Robert's Rules of Poker, version 11: MD misdeals, DH dead hands, IRR irregularities, BET betting,"
    " SD showdown, TIE ties, BL button and blinds, HE hold'em, NL no-limit, PL pot-limit",
    "WSOP-LA": "WSOP 2024 live action rules",
    "UK-G": "GUKPT and Grosvenor dealing rules",
    "AU-PM": "Pokermania (Australia), hold'em irregularities",
    "NZ99": "New Zealand Gazette 1999, no. 11, poker",
    "QLD": "Queensland Casino Gaming Rule 2010",
    "NJ": "New Jersey Administrative Code 13:69F",
    "MT": "Administrative Rules of Montana 23.16",
    "RIT-A": "Apollonia Casino, running it twice",
    "S0": "and S1 to S4: the five rule texts that this table was first written for",
    "house": "an option of this table that no rule text has",
}

_HEAD = """\
# The house book

Generated from `controller/options.py` and the profiles in `config/` by
`python -m controller.tools.housedoc`; do not edit it by hand.

A table plays by a profile: `tda` is that of tournaments, `robert` that of cash games. Any option can be set
otherwise in the section `house` of `table.yaml`, by its key:

```yaml
house:
  profile: robert
  misdeal.sa: TDA36
  rake.mode: POT
  rake.percent: 5
```

`tablectl check --house` prints the book in force at a table and where it differs from its profile. A session
keeps the book that it was begun with.

Amounts are in the table's smallest unit. NONE is no limit, or an empty list; ON and OFF may be written in
quotes or not. A profile's value in **bold** differs from the other profile's.

A source names the texts that the values come from, or a row (M5, B8, D11, ...) or section of the rule matrix
that the table was written from:

"""


def document() -> str:
    """The whole text of `docs/house-rules.md`."""
    legend = "".join(f"* {code}: {text}\n" for code, text in SOURCES.items())
    return "\n".join([_HEAD + legend, *map(_chapter, CHAPTERS)])


def main(arguments: Sequence[str] | None = None) -> int:
    """Write the document, or compare it with `--check`; exit code 1 when it is not current."""
    parser = argparse.ArgumentParser(prog="python -m controller.tools.housedoc", description=__doc__)
    parser.add_argument("--check", action="store_true", help="write nothing; exit 1 if it is not current")
    if not parser.parse_args(arguments).check:
        DOCUMENT.write_text(document(), encoding="utf-8")
        return 0
    if DOCUMENT.is_file() and DOCUMENT.read_text(encoding="utf-8") == document():
        return 0
    print(f"{DOCUMENT} is not current; run: python -m controller.tools.housedoc", file=sys.stderr)
    return 1


def _chapter(title: str) -> str:
    books = {profile: values(book(profile, {})) for profile in PROFILES}
    rows = []
    for key, entry in ENTRIES.items():
        if key.partition(".")[0] in CHAPTERS[title]:
            written = [shown(key, of[key]) for of in books.values()]
            mark = "" if len(set(written)) == 1 else "**"
            cells = [f"`{key}`", entry.decides, taken(key), *(f"{mark}{value}{mark}" for value in written)]
            rows.append(f"| {' | '.join([*cells, entry.source])} |")
    head = f"| key | what it decides | values | {' | '.join(PROFILES)} | source |"
    return "\n".join([f"## {title}\n", head, "|---" * (len(PROFILES) + 4) + "|", *rows, ""])


if __name__ == "__main__":
    raise SystemExit(main())
