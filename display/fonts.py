"""The weights of Noto Sans that the screens use, cut once from the variable font and kept in a cache.

SDL opens a variable font at its regular weight only, and a bold made by smearing tears Devanagari and
Vietnamese marks, so real static cuts are needed (display.md 5.2). Cutting takes some 25 seconds on a PC and
is done at installation (`table-display --prepare-fonts`) or at the first start.
"""

from __future__ import annotations

import fcntl
import hashlib
import io
import os
import tempfile
from enum import Enum
from pathlib import Path
from typing import Any

import fontpkg


class Weight(Enum):
    """A static cut: weight and width on the axes of the variable font."""

    SEMI_BOLD = (600, 100)
    BOLD = (700, 100)
    COND_MEDIUM = (500, 75)
    COND_BOLD = (700, 75)

    @property
    def condensed(self) -> Weight:
        """The narrow cut that stands in where this one is too wide."""
        return Weight.COND_BOLD if self in (Weight.BOLD, Weight.COND_BOLD) else Weight.COND_MEDIUM


class FontsMissing(Exception):
    """The font package is absent or its cuts cannot be stored; the text says which and what to do."""


# Latin with Vietnamese, Greek, Cyrillic, Devanagari, punctuation, currency signs and fractions.
_RANGES = (
    (0x20, 0x24F),
    (0x300, 0x36F),
    (0x370, 0x4FF),
    (0x900, 0x97F),
    (0x1E00, 0x1EFF),
    (0x2000, 0x206F),
    (0x20A0, 0x20BF),
    (0x2150, 0x215F),
    (0xA8E0, 0xA8FF),
)


def cut_fonts() -> dict[Weight, Path]:
    """The file of each weight, cut now if the cache does not hold it.

    Raises `FontsMissing`.
    """
    try:
        source = Path(fontpkg.path("Noto Sans")).read_bytes()
    except (OSError, LookupError) as error:
        raise FontsMissing(f"Noto Sans is not installed: pip install fontpkg-noto-sans ({error})") from None
    recipe = hashlib.sha256(source + repr((_RANGES, list(Weight))).encode()).hexdigest()[:16]
    folder = _cache_folder() / f"noto-sans-{recipe}"
    files = {weight: folder / f"{weight.name.lower()}.ttf" for weight in Weight}
    try:
        folder.mkdir(parents=True, exist_ok=True)
        if not all(file.exists() for file in files.values()):
            _cut_missing(source, folder, files)
    except OSError as error:
        raise FontsMissing(f"the fonts cannot be stored in {folder}: {error.strerror}") from None
    return files


def _cache_folder() -> Path:
    base = os.environ.get("XDG_CACHE_HOME")
    return (Path(base) if base else Path.home() / ".cache") / "live-dealer-table"


def _cut_missing(source: bytes, folder: Path, files: dict[Weight, Path]) -> None:
    with (folder / "lock").open("w") as lock:
        # Two screens start together: the second waits and finds the files made.
        fcntl.flock(lock, fcntl.LOCK_EX)
        missing = {weight: file for weight, file in files.items() if not file.exists()}
        if missing:
            variable = _subset(source)
            for weight, file in missing.items():
                _store(_cut(variable, weight), file)


def _subset(source: bytes) -> bytes:
    # fontTools takes a third of a second to import: only the first start ever needs it.
    from fontTools import subset

    options = subset.Options()
    options.layout_features = ["*"]
    options.notdef_outline = True
    options.hinting = False
    font = subset.load_font(io.BytesIO(source), options)
    subsetter = subset.Subsetter(options)
    subsetter.populate(unicodes=[code for low, high in _RANGES for code in range(low, high + 1)])
    subsetter.subset(font)
    return _saved(font)


def _cut(variable: bytes, weight: Weight) -> bytes:
    from fontTools.ttLib import TTFont
    from fontTools.varLib import instancer

    wght, wdth = weight.value
    font = TTFont(io.BytesIO(variable), recalcTimestamp=False)
    return _saved(instancer.instantiateVariableFont(font, {"wght": wght, "wdth": wdth}))


def _saved(font: Any) -> bytes:
    buffer = io.BytesIO()
    font.save(buffer)
    return buffer.getvalue()


def _store(content: bytes, file: Path) -> None:
    handle, name = tempfile.mkstemp(dir=file.parent, suffix=".part")
    with os.fdopen(handle, "wb") as part:
        part.write(content)
        part.flush()
        os.fsync(part.fileno())
    # Prepared by one user at installation, read by another.
    Path(name).chmod(0o644)
    Path(name).replace(file)
