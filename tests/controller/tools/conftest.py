from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from controller.settings import TableSettings
from tests.controller.tools.nights import Night, played
from tests.controller.tools.tableside import Side, at_table, settings_in, written


@pytest.fixture(scope="session")
def night(tmp_path_factory: pytest.TempPathFactory) -> Night:
    return played(tmp_path_factory.mktemp("n"))


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
