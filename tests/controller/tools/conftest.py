from __future__ import annotations

import pytest

from tests.controller.tools.nights import Night, played


@pytest.fixture(scope="session")
def night(tmp_path_factory: pytest.TempPathFactory) -> Night:
    return played(tmp_path_factory.mktemp("n"))
