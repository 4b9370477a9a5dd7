"""The files of sessions: their order is their number, whatever the clock says."""

from __future__ import annotations

from pathlib import Path

import pytest

from controller.session import newest, next_path


@pytest.mark.parametrize(
    "labels",
    [
        ("2026-11-30T20:00:00", "2026-12-01T20:00:00"),
        ("2026-11-30T20:00:00", "2026-11-30T20:00:00"),
        ("2026-11-30T20:00:00", "1970-01-01T00:00:00"),
        ("12.340", "3.200", "0.000"),
    ],
)
def test_a_new_session_is_the_newest_by_name(tmp_path: Path, labels: tuple[str, ...]) -> None:
    """A clock that was set back must not hide the last session (users.md 58)."""
    assert newest(tmp_path) is None
    for label in labels:
        path = next_path(tmp_path, label)
        assert not path.exists()
        path.touch()
        assert newest(tmp_path) == path


def test_other_files_are_no_sessions(tmp_path: Path) -> None:
    path = next_path(tmp_path, "2026-11-30T20:00:00")
    for name in (f"{path.name}.damaged-1", f"{path.name}.new", "reveals.jsonl"):
        (tmp_path / name).touch()
    path.touch()
    assert newest(tmp_path) == path
