from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from controller.settings import TableSettings
from tests.controller.tools.decks.tableside import Side, at_table, settings_in, written


@pytest.fixture
def settings(tmp_path: Path) -> TableSettings:
    return settings_in(tmp_path)


@pytest.fixture
def config(settings: TableSettings, tmp_path: Path) -> Path:
    return written(settings, tmp_path / "table.yaml")


@pytest.fixture
def side(settings: TableSettings) -> Iterator[Side]:
    with at_table(settings) as side:
        yield side
