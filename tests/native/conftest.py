"""A compiled shim, a kernel behind it, and children that run on both; only in `make test-native`."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from drivers.clock import WallClock
from drivers.emulated.expander import Mcp23017Model
from drivers.emulated.mfrc522 import Mfrc522Model
from tests.native.kernel import Kernel

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
# What a real Pi 4 says of itself, and where lgpio may put its files.
_PI = {"RPI_LGPIO_CHIP": "0", "RPI_LGPIO_REVISION": "c03114"}
WAIT = 60.0


@pytest.fixture(scope="session")
def shim(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The preloaded library, compiled."""
    library = tmp_path_factory.mktemp("shim") / "shim.so"
    command = ["cc", "-Wall", "-Wextra", "-Werror", "-O1", "-shared", "-fPIC"]
    subprocess.run([*command, "-o", library, HERE / "shim.c", "-ldl", "-lpthread"], check=True)
    return library


@dataclass(slots=True)
class Pi:
    """A computer with one reader chip and one expander, and programs that run on it."""

    kernel: Kernel
    shim: Path
    folder: Path
    tags: set[str] = field(default_factory=set)
    expander: Mcp23017Model = field(default_factory=Mcp23017Model)

    def start(self, program: str) -> subprocess.Popen[str]:
        """Start one of `programs`, as a process of its own."""
        environment = {
            **os.environ,
            **_PI,
            "LD_PRELOAD": str(self.shim),
            "TABLE_SHIM": str(self.kernel.path),
            "LG_WD": str(self.folder),
        }
        return subprocess.Popen(
            [sys.executable, "-m", "tests.native.programs", program],
            cwd=ROOT,
            env=environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )

    def run(self, program: str) -> Any:
        """Run one of `programs` to its end: what it printed."""
        return ended(self.start(program))


def ended(child: subprocess.Popen[str]) -> Any:
    """Wait for a child: what it printed, once it ended well."""
    out, errors = child.communicate(timeout=WAIT)
    assert child.returncode == 0, errors
    return json.loads(out)


@pytest.fixture
def pi(shim: Path, tmp_path: Path) -> Iterator[Pi]:
    tags: set[str] = set()
    chip, expander = Mfrc522Model(lambda: tags, WallClock()), Mcp23017Model()
    with Kernel(tmp_path / "kernel.sock", spi={(0, 0): chip}, i2c={(1, 0x20): expander}) as kernel:
        yield Pi(kernel, shim, tmp_path, tags, expander)
