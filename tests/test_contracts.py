"""The import contracts hold, and break where somebody breaks them."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]


def lint(folder: Path) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-c", "from importlinter.cli import lint_imports_command as run; run()"]
    environment = {**os.environ, "PYTHONPATH": str(folder)}
    return subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, check=False)


@pytest.fixture
def house(tmp_path: Path) -> Path:
    for package in ("controller", "drivers", "display"):
        shutil.copytree(ROOT / package, tmp_path / package, ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(ROOT / ".importlinter", tmp_path)
    return tmp_path


def test_the_contracts_hold(house: Path) -> None:
    done = lint(house)
    assert done.returncode == 0, done.stdout


@pytest.mark.parametrize(
    ("module", "planted", "contract"),
    [
        ("controller/rules/pots.py", "import controller.deckmap", "The core imports only itself"),
        ("controller/rules/pots.py", "import time", "The core imports only itself"),
        ("controller/rules/cards.py", "import controller.rules.table", "The layers of the core"),
        ("display/player.py", "import controller.rules.state", "The display imports of the controller"),
        ("drivers/presence.py", "import controller.views", "Drivers import nothing"),
        ("controller/projection.py", "import controller.deckmap", "Hidden faces are known"),
        ("controller/service.py", "import controller.tools.rig", "The service imports none of the tools"),
    ],
)
def test_a_planted_import_breaks_its_contract(house: Path, module: str, planted: str, contract: str) -> None:
    path = house / module
    path.write_text(f"{path.read_text(encoding='utf-8')}\n{planted}\n", encoding="utf-8")
    done = lint(house)
    assert done.returncode != 0
    broken = [line for line in done.stdout.splitlines() if line.endswith("BROKEN")]
    assert any(line.startswith(contract) for line in broken), done.stdout
