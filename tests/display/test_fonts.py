from __future__ import annotations

from pathlib import Path

import fontpkg
import pytest

from display import fonts
from display.fonts import FontsMissing, Weight, cut_fonts


def test_the_cuts_are_made_once_and_found_again(monkeypatch: pytest.MonkeyPatch) -> None:
    files = cut_fonts()
    assert set(files) == set(Weight)
    assert all(file.read_bytes()[:4] == b"\x00\x01\x00\x00" for file in files.values())
    monkeypatch.setattr(fonts, "_cut_missing", lambda *_: pytest.fail("cut again"))
    assert cut_fonts() == files


def test_only_what_is_missing_is_cut(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.setattr(fonts, "_subset", lambda source: source[:8])
    monkeypatch.setattr(fonts, "_cut", lambda variable, weight: variable + weight.name.encode())
    files = cut_fonts()
    files[Weight.BOLD].unlink()
    files[Weight.SEMI_BOLD].write_bytes(b"kept")
    assert cut_fonts()[Weight.BOLD].read_bytes().endswith(b"BOLD")
    assert files[Weight.SEMI_BOLD].read_bytes() == b"kept"
    assert files[Weight.BOLD].is_relative_to(tmp_path / "live-dealer-table")
    assert not list(files[Weight.BOLD].parent.glob("*.part"))


def test_a_cache_that_cannot_be_written_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").write_text("in the way")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "file"))
    with pytest.raises(FontsMissing, match=r"the fonts cannot be stored in .*: Not a directory"):
        cut_fonts()


def test_a_missing_font_package_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    def missing(_name: str) -> str:
        raise LookupError("Noto Sans")

    monkeypatch.setattr(fontpkg, "path", missing)
    with pytest.raises(FontsMissing, match="pip install fontpkg-noto-sans"):
        cut_fonts()
